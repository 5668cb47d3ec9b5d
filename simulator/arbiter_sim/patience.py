"""Ends firmware that neither sleeps nor returns, before it keeps the process for ever.

`while pin.value: pass` stops simulated time, so nothing that could end the loop ever happens. One
thread for the whole process looks every POLL_S which firmware runs and whether its time moves; the
firmware itself pays nothing. It is given up by an exception of that thread's making (CPython:
PyThreadState_SetAsyncExc), which can reach a loop that calls nothing.
"""

import ctypes
import sys
import threading
from threading import get_ident
from types import FrameType
from typing import NoReturn, Protocol

POLL_S = 0.1


class Watched(Protocol):
    """A machine whose firmware may hang."""

    patience_s: float

    @property
    def progress(self) -> int:
        """Changes whenever the firmware does more than turn in a circle."""

    def give_up(self, frame: FrameType | None) -> NoReturn:
        """Called in the firmware: leave it. `frame` is where it was."""


class _Stretch:
    """Firmware that runs without a pause since it was entered."""

    def __init__(self, machine: Watched) -> None:
        self.machine = machine
        self.frame: FrameType | None = None
        self._progress = machine.progress
        self._stood_s = 0.0

    def too_long(self) -> bool:
        """Whether its time has stood still for longer than its patience. Asked every POLL_S.

        Looks are counted, not seconds: a process that was stopped has not been hanging.
        """
        progress = self.machine.progress
        self._stood_s = self._stood_s + POLL_S if progress == self._progress else 0.0
        self._progress = progress
        return self._stood_s > self.machine.patience_s


class _GivenUp(BaseException):
    """What is raised in the thread that hangs; made there, so it can leave the firmware at once."""

    def __new__(cls) -> "_GivenUp":
        stretch = _running[get_ident()]
        stretch.machine.give_up(stretch.frame)


_running: dict[int, _Stretch] = {}
_lock = threading.Lock()
_watchers: list[threading.Thread] = []


def start() -> None:
    """Have somebody watch, from now on."""
    with _lock:
        # None is left in the child of a fork.
        if not _watchers or not _watchers[-1].is_alive():
            _watchers[:] = [threading.Thread(target=_watch, name="arbiter-patience", daemon=True)]
            _watchers[0].start()


def enter(machine: Watched) -> None:
    """The firmware of `machine` begins to run in this thread."""
    _running[get_ident()] = _Stretch(machine)


def leave() -> None:
    """It rests: nothing that was still on its way to it may reach the caller."""
    with _lock:
        stretch = _running.pop(get_ident(), None)
        if stretch is not None and stretch.frame is not None:
            _raise_in(get_ident(), None)


def _watch() -> None:
    pause = threading.Event()
    while not pause.wait(POLL_S):
        with _lock:
            for thread, stretch in list(_running.items()):
                if stretch.too_long():
                    stretch.frame = sys._current_frames().get(thread)
                    _raise_in(thread, _GivenUp)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise `error` in a thread as soon as it runs Python code; None takes back what has not."""
    value = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), value)
