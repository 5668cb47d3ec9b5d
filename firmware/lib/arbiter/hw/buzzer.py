"""The passive buzzer: one PWM object for life, because a new one clicks."""

import pwmio

# Half the period is the loudest a square wave gets; a narrow pulse is much softer.
_DUTY = {"off": 0, "low": 1500, "high": 32768}
_IDLE_HZ = 1000


class Buzzer:
    """Sounds one pitch at a time. ``volume`` is "off", "low" or "high"."""

    def __init__(self, pin, volume: str) -> None:
        self._pwm = pwmio.PWMOut(pin, frequency=_IDLE_HZ, duty_cycle=0, variable_frequency=True)
        self._volume = volume
        self.hz = 0

    @property
    def volume(self) -> str:
        """Takes effect at once, also on a pitch that sounds."""
        return self._volume

    @volume.setter
    def volume(self, volume: str) -> None:
        self._volume = volume
        self._pwm.duty_cycle = _DUTY[volume] if self.hz else 0

    def sound(self, hz: int) -> None:
        """Sound a pitch until the next call; 0 is silence."""
        if hz == self.hz:
            return
        self.hz = hz
        if hz:
            self._pwm.frequency = hz
        self._pwm.duty_cycle = _DUTY[self._volume] if hz else 0
