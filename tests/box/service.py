"""A box in service mode, and a person who asks it things over the link."""

import json

from arbiter_sim import Box

LONGEST_LINE = 512
SETTLED_MS = 300


def serviced(reader="contacts", **options):
    """A box whose button was held while the power came, and is let go of."""
    replaced = {"settings.toml": f'READER = "{reader}"\n'}
    box = Box(button=True, replaced=replaced, **options)
    box.wait(SETTLED_MS)
    box.hold_button(False)
    return box


def restarted(box, button=False):
    """Take the power away and give it back, the button held or not."""
    box.hold_button(button)
    box.reboot()
    box.wait(SETTLED_MS)
    box.hold_button(False)


def ask(box, name, **arguments):
    """The one reply to a request; whatever else was said in the meantime are events."""
    number = len(box.events) + 1
    said = len(box.host.received)
    box.host.send(json.dumps({"ask": name, "id": number} | arguments).encode() + b"\n")
    box.wait(60)
    lines = box.host.received[said:].splitlines()
    assert max(map(len, lines)) <= LONGEST_LINE
    replies = [message for message in map(json.loads, lines) if "reply" in message]
    (reply,) = replies
    assert reply["id"] == number
    assert reply["reply"] in (name, "error")
    return reply


def refusal(box, name, **arguments):
    """Why a request was refused."""
    reply = ask(box, name, **arguments)
    assert reply["reply"] == "error", reply
    return reply["text"]
