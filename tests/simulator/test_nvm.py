"""The simulated nvm is one sector of flash: what can be written, and what a cut leaves."""

import pytest

from arbiter_sim.modules.nvm import SIZE, Nvm


class Cut(BaseException):
    pass


def cut():
    raise Cut


@pytest.fixture
def nvm():
    return Nvm(cut)


def test_it_is_4096_bytes_and_comes_erased(nvm):
    """ports/raspberrypi/mpconfigport.h: CIRCUITPY_INTERNAL_NVM_SIZE."""
    assert len(nvm) == SIZE == 4096
    assert nvm[0:SIZE] == b"\xff" * SIZE


def test_it_holds_what_is_written(nvm):
    nvm[0] = 7
    nvm[-1] = 8
    nvm[1:4] = b"abc"
    assert (nvm[0], nvm[4095], nvm[1:4]) == (7, 8, b"abc")
    assert nvm.erasures == 0


def test_erased_bytes_are_programmed_and_others_cost_the_sector(nvm):
    nvm[10:14] = b"abcd"
    assert (nvm.programmed, nvm.erasures) == (4, 0)
    nvm[13:15] = b"DE"
    assert (nvm[10:15], nvm.erasures) == (b"abcDE", 1)
    assert nvm.programmed == 4 + 1 + SIZE


def test_a_cut_while_programming_leaves_what_came_before(nvm):
    nvm.cut_after = 2
    with pytest.raises(Cut):
        nvm[0:4] = b"abcd"
    assert nvm[0:4] == b"ab\xff\xff"


def test_a_cut_after_an_erasure_has_lost_all(nvm):
    nvm[0:4] = b"abcd"
    nvm[2000:2002] = b"ef"
    nvm.cut_after = nvm.programmed + 1
    with pytest.raises(Cut):
        nvm[0] = 0
    assert nvm[0:SIZE] == b"\xff" * SIZE


@pytest.mark.parametrize(
    ("at", "value", "error"),
    [
        (0, 256, ValueError),
        (0, -1, ValueError),
        (4096, 1, IndexError),
        (0, b"a", TypeError),
        (slice(0, 2), 1, TypeError),
        (slice(0, 2), b"a", ValueError),
        (slice(4090, 4100), b"0123456789", ValueError),
        (slice(0, 4, 2), b"ab", NotImplementedError),
    ],
)
def test_what_the_board_refuses(nvm, at, value, error):
    """shared-bindings/nvm/ByteArray.c."""
    with pytest.raises(error):
        nvm[at] = value
    assert nvm[0:SIZE] == b"\xff" * SIZE
