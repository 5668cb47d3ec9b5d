"""The words of the link: what counts as a request, and how a line is written."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arbiter import protocol

LARGEST_ID = 2**29 - 1


@pytest.mark.parametrize("ask", ["hello", "state", "counters"])
@pytest.mark.parametrize("number", [0, 7, LARGEST_ID, None])
def test_a_request_is_read_as_it_was_written(ask, number):
    line = protocol.request(ask, number)
    assert line.endswith(b"\n")
    assert len(line) <= protocol.MAX_REQUEST + 1
    assert protocol.parse_request(line.rstrip(b"\n")) == (ask, number, None)


def test_a_request_needs_no_id_and_may_say_more():
    assert protocol.parse_request(b'{"ask": "hello"}') == ("hello", None, None)
    assert protocol.parse_request(b' {"x":[1],"id":3,"ask":"state"} \r') == ("state", 3, None)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "not JSON"),
        (b"hello", "not JSON"),
        (b"AT+GCAP", "not JSON"),
        (b'{"ask": "hello"', "not JSON"),
        (b'{"ask": "hello"} {}', "not JSON"),
        (b"{'ask': 'hello'}", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b'"\xff"', "not JSON"),
        (b"\x00" * 96, "not JSON"),
        (b"[" * 96, "not JSON"),
        (b"9" * 96 + b"e", "not JSON"),
        (b"7", "not an object"),
        (b"null", "not an object"),
        (b'"hello"', "not an object"),
        (b'[{"ask": "hello"}]', "not an object"),
        (b"{}", "ask must be"),
        (b'{"id": 7}', "ask must be"),
        (b'{"ask": null}', "ask must be"),
        (b'{"ask": ["hello"]}', "ask must be"),
        (b'{"ask": {"hello": 1}}', "ask must be"),
        (b'{"ask": "Hello"}', "ask must be"),
        (b'{"ask": "verdict"}', "ask must be"),
        (b'{"Ask": "hello"}', "ask must be"),
        (b'{"ask": "hello", "id": -1}', "id must be"),
        (b'{"ask": "hello", "id": 536870912}', "id must be"),
        (b'{"ask": "hello", "id": 1e400}', "id must be"),
        (b'{"ask": "hello", "id": 7.0}', "id must be"),
        (b'{"ask": "hello", "id": "7"}', "id must be"),
        (b'{"ask": "hello", "id": true}', "id must be"),
        (b'{"ask": "hello", "id": [7]}', "id must be"),
        (b'{"ask": "hello", "id": ' + b"9" * 60 + b"}", "id must be"),
    ],
)
def test_what_is_no_request_is_refused_with_the_reason(line, reason):
    ask, _, problem = protocol.parse_request(line)
    assert ask is None
    assert problem.startswith(reason)


def test_a_refusal_keeps_the_id_so_that_the_host_knows_what_was_refused():
    assert protocol.parse_request(b'{"ask": "nope", "id": 7}')[:2] == (None, 7)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)
almost = st.fixed_dictionaries(
    {}, optional={"ask": st.sampled_from(protocol.ASKS) | json_values, "id": json_values}
).map(lambda message: json.dumps(message).encode())


@given(st.binary(max_size=96) | almost | json_values.map(lambda v: json.dumps(v).encode()))
@example(b'{"ask": "hello", "id": NaN}')
@example(b'\xef\xbb\xbf{"ask": "hello"}')
def test_any_line_is_a_request_or_has_a_problem(line):
    ask, number, problem = protocol.parse_request(line)
    assert (ask in protocol.ASKS) is (problem is None)
    assert number is None or (type(number) is int and 0 <= number <= LARGEST_ID)


def test_a_line_is_one_json_object_with_its_fields_in_order():
    assert protocol.event("verdict", (("class", "red-captures"), ("battle", 3))) == (
        b'{"event": "verdict", "class": "red-captures", "battle": 3}\n'
    )
    assert protocol.reply("error", None, (("text", 'a "b"\n'),)) == (
        b'{"reply": "error", "id": null, "text": "a \\"b\\"\\n"}\n'
    )
