"""What executes the instructions: our C core, or rp2040py's own, which is a hundred times slower.

Both run on rp2040py's peripherals and clock and give the same log.
"""

from __future__ import annotations

import ctypes
from types import TracebackType
from typing import Any, Protocol

from rp2040py.execute_batch import execute_batch
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator

from ..errors import SimulationError
from . import turbo

CYCLE_NS = 8.0  # 125 MHz, as CircuitPython sets it
_PIO_UNITS_PER_NS = 32.0  # rp2040py's PIO counts 1/256 cycles
_NEVER_DUE = 1 << 61
_GPIO_IN = 0xD0000004
_ACCESS = {1: "write_uint8", 2: "write_uint16", 4: "write_uint32"}


class Core(Protocol):
    """Executes instructions from the reset vector on."""

    def run_until(self, nanos: float) -> None:
        """Run until the clock of the chip reads `nanos`, give or take an instruction."""

    def reset(self) -> None:
        """Begin anew at the reset vector, with the chip."""

    @property
    def idle(self) -> bool:
        """Whether it waits for an interrupt."""


class StockCore:
    """rp2040py's own core."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._enough = simulator.rp2040.clock.create_alarm(self._stop)
        simulator.rp2040.core.pc = FLASH_START_ADDRESS

    def run_until(self, nanos: float) -> None:
        """See Core."""
        self._simulator.stopped = False
        self._enough.schedule(max(0.0, nanos - self._simulator.rp2040.clock.nanos))
        while not self._simulator.stopped:
            execute_batch(self._simulator, 1)

    def reset(self) -> None:
        """See Core. The chip's own reset has done it."""

    @property
    def idle(self) -> bool:
        """See Core."""
        return bool(self._simulator.rp2040.core.waiting)

    def _stop(self) -> None:
        self._simulator.stopped = True


class _Held:
    """Holds an exception back: none may cross the C core's frames."""

    def __init__(self, cpu: turbo.Cpu) -> None:
        self._cpu = cpu
        self._error: BaseException | None = None

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> bool:
        if error is not None:
            self._error = error
            self._cpu.stop = 1
        return True

    def release(self) -> None:
        """Raise what was held, and anything that stopped the core itself."""
        if self._error is not None:
            raise self._error
        if self._cpu.stop:
            where = f"{self._cpu.bad_opcode:#06x} at {self._cpu.bad_opcode_at:#x}"
            raise SimulationError(f"the emulated chip stopped at instruction {where}")


class TurboCore:
    """The C core. It runs free up to the next instant at which anything else can happen."""

    def __init__(self, mcu: RP2040, library: ctypes.CDLL) -> None:
        self._mcu = mcu
        self._clock = mcu.clock
        self._run = library.turbo_run
        self._cpu = turbo.Cpu()
        self._held = _Held(self._cpu)
        self._ran_cycles = 0
        self._end = 0.0
        self._share_memory()
        self._cpu.read = turbo.READ(self._read)
        self._cpu.write = turbo.WRITE(self._write)
        self.reset()

    def run_until(self, nanos: float) -> None:
        """See Core."""
        self._end = nanos
        cpu, clock = self._cpu, self._clock
        while clock.nanos < nanos:
            self._plan()
            cpu.gpio_in_known = 0
            if not cpu.asleep or cpu.irq_news:
                self._run(ctypes.byref(cpu))
                self._catch_up()
                self._held.release()
            if cpu.asleep and not cpu.irq_news and not self._interrupted():
                self._sleep()

    @property
    def idle(self) -> bool:
        """See Core."""
        return bool(self._cpu.asleep)

    def _share_memory(self) -> None:
        mcu = self._mcu
        self._memories: dict[str, ctypes.Array[Any]] = {
            "flash": (ctypes.c_char * len(mcu.flash)).from_buffer(mcu.flash),
            "sram": (ctypes.c_char * len(mcu.sram)).from_buffer(mcu.sram),
            "dpram": (ctypes.c_char * len(mcu.usb_dpram)).from_buffer(mcu.usb_dpram),
            "rom": (ctypes.c_uint32 * len(mcu.bootrom))(*mcu.bootrom),
        }
        for name, memory in self._memories.items():
            setattr(self._cpu, name, ctypes.addressof(memory))

    def reset(self) -> None:
        """See Core. As the boot ROM leaves the core for a chip with a program in flash."""
        cpu = self._cpu
        cpu.clear()
        cpu.r[13] = self._mcu.bootrom[0] & ~3
        cpu.r[15] = FLASH_START_ADDRESS
        cpu.other_sp = 0xFFFFFFFC
        cpu.divisor = cpu.irq_news = 1

    def _catch_up(self) -> None:
        """Let clock and PIO do what was due while the C core ran."""
        ran = self._cpu.cycles - self._ran_cycles
        if not ran:
            return
        self._ran_cycles = self._cpu.cycles
        nanos = ran * CYCLE_NS
        if nanos >= self._clock.nanos_to_next_alarm:
            self._cpu.gpio_in_known = 0
        self._advance(nanos, ran)

    def _advance(self, nanos: float, cycles: int) -> None:
        self._clock.tick(nanos)
        for pio in self._mcu.pio:
            if not pio.stopped:
                self._cpu.gpio_in_known = 0
                pio.advance(cycles)

    def _plan(self) -> None:
        """Tell the C core of new interrupts and how far it may run."""
        cpu, core = self._cpu, self._mcu.core
        if self._interrupted():
            cpu.irq_lines = core.pending_interrupts
            cpu.irq_news = 1
        if core.pending_systick:
            cpu.pend_systick = 1
        core.interrupts_updated = core.pending_systick = False
        cpu.sync_cycles = cpu.cycles
        cpu.sync_nanos = self._clock.nanos
        cpu.timer_epoch = self._mcu.timer._epoch_nanos  # rp2040py has no other way to ask
        cpu.deadline = cpu.cycles + int(max(0.0, self._to_next()) / CYCLE_NS) + 1

    def _interrupted(self) -> bool:
        core = self._mcu.core
        return core.interrupts_updated or core.pending_interrupts != self._cpu.irq_lines

    def _to_next(self) -> float:
        """Nanoseconds to the next instant at which anything outside the core is due."""
        clock = self._clock
        nanos = self._end - clock.nanos
        if clock.has_scheduled_alarm:
            nanos = min(nanos, clock.nanos_to_next_alarm)
        for pio in self._mcu.pio:
            if not pio.stopped and pio.next_due_fp < _NEVER_DUE:
                nanos = min(nanos, (pio.next_due_fp - pio.cycle_fp) / _PIO_UNITS_PER_NS)
        return nanos

    def _sleep(self) -> None:
        """The core waits for an interrupt: go to the next thing that can bring one."""
        nanos = max(CYCLE_NS, self._to_next())
        self._advance(nanos, int(nanos / CYCLE_NS))

    def _read(self, address: int) -> int:
        value = 0
        with self._held:
            self._catch_up()
            value = self._mcu.read_uint32(address) & 0xFFFFFFFF
            self._plan()
            if address == _GPIO_IN:  # stays true until an alarm, a write or PIO can change a pin
                self._cpu.gpio_in = value
                self._cpu.gpio_in_known = 1
        return value

    def _write(self, address: int, value: int, size: int) -> None:
        with self._held:
            self._catch_up()
            self._cpu.gpio_in_known = 0
            getattr(self._mcu, _ACCESS[size])(address, value)
            self._plan()
