"""A resistor's divider on an ADC pin: 2.2 kOhm up to ADC_VREF, so supply and reference cancel."""

import analogio

from arbiter.hw.pinout import pin

_SAMPLES = 15  # odd, so that the median is one of them


class Divider:
    """One slot's divider."""

    def __init__(self, number: int) -> None:
        self._input = analogio.AnalogIn(pin(number))
        self._samples = [0] * _SAMPLES

    def sample(self) -> tuple:
        """(median, spread) of a burst, in LSB of 4096; of the spread, one outlier each way is off.

        CircuitPython gives the converter's 12 bits as 16.
        """
        samples = self._samples
        source = self._input
        for i in range(_SAMPLES):
            samples[i] = source.value >> 4
        samples.sort()
        return samples[_SAMPLES // 2], samples[-2] - samples[1]
