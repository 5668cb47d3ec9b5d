"""A calibration from its start to its report, whatever the box reads its pieces by."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from arbiter_host import tell
from arbiter_host.calibration import bench, picture
from arbiter_host.calibration.contacts import Contacts
from arbiter_host.calibration.job import Job
from arbiter_host.calibration.memory import Memory
from arbiter_host.calibration.person import Person, Stopped
from arbiter_host.calibration.resistors import Resistors
from arbiter_host.calibration.tags import Tags
from arbiter_host.errors import BadInput
from arbiter_host.messages import Fault
from arbiter_host.ports import Finder
from arbiter_host.service import Service

_JOBS: dict[str, type[Contacts] | type[Resistors] | type[Tags]] = {
    "contacts": Contacts,
    "resistors": Resistors,
    "nfc": Tags,
}
_NOT_MET = "the box was not met in service mode: hold its button while you plug it in"


class Guide:
    """``target`` is where to draw the levels of resistors, None for nowhere."""

    def __init__(
        self,
        find: Finder,
        slots: Sequence[str],
        person: Person,
        memory: Memory,
        target: Path | None = None,
    ) -> None:
        self._find = find
        self._slots = slots
        self._person = person
        self._memory = memory
        self._target = target
        self._reader = ""
        self._job: Job | None = None
        self._faults: list[str] = []

    def work(self) -> None:
        """Until nothing is left to do, or the person stops. Raises LinkError and BadInput."""
        try:
            bench.work(self._find, self._person, self._go_on)
        except Stopped:
            self._person.say("stopped: run it again to go on")
        except KeyboardInterrupt:
            self._person.say("\nwhat was done is kept: run it again to go on")
            raise

    def undo(self) -> None:
        """Take back what was done since the session began. Raises LinkError and Stopped."""
        bench.work(
            self._find,
            self._person,
            lambda box: self._person.say(f"taken back: {self._job_for(box).undo(box)}"),
        )

    def report(self, as_json: bool) -> bool:
        """Print the report, draw the picture; returns whether the box is ready."""
        problems = self._faults + (list(self._job.problems()) if self._job else [_NOT_MET])
        if isinstance(self._job, Resistors) and self._target:
            rows = {slot: self._job.rows(slot) for slot in self._slots}
            self._target.write_text(picture.svg(rows), "utf-8")
        if as_json:
            self._print_json(problems)
        else:
            self._print(problems)
        return not problems

    def _go_on(self, box: Service) -> None:
        self._job = self._job_for(box)
        self._job.load(box)
        self._faults = list(_faults(box))
        for fault in self._faults:
            self._person.say(fault)
        self._job.run(box)

    def _job_for(self, box: Service) -> Job:
        """The job that was begun, unless the box has another reader by now."""
        reader = box.greeting.reader
        if self._target and reader != "resistors":
            raise BadInput(f"{self._target}: only resistors have levels to draw, not {reader}")
        if self._job is None or reader != self._reader:
            self._reader = reader
            return _JOBS[reader](self._slots, self._person, self._memory)
        return self._job

    def _print(self, problems: list[str]) -> None:
        for line in self._job.table() if self._job else ():
            self._person.say(line)
        for problem in problems:
            self._person.say(f"To do: {problem}")
        if not problems:
            self._person.say("Ready.")

    def _print_json(self, problems: list[str]) -> None:
        slots = self._job.details() if self._job else {}
        report = {
            "reader": self._reader or None,
            "ready": not problems,
            "to_do": problems,
            "slots": slots,
        }
        print(json.dumps(report))


def _faults(box: Service) -> Iterator[str]:
    """What would keep the box from play, as it tells whoever greets it."""
    while message := box.poll(0):
        if isinstance(message.body, Fault):
            yield tell.line(message.body)
