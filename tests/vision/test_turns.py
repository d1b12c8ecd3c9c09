"""One picture is read at a time, and only a few wait."""

from threading import Barrier, Thread
from time import monotonic

import pytest

from scorekeeper.vision import PictureError, Trouble, Turns
from scorekeeper.vision.reader import read_picture
from tests.photos.scenes import Scene, picture


def test_one_after_the_other_is_let_in():
    turns = Turns(waiting=3)
    inside, most, begun = [], [], Barrier(4)

    def take():
        begun.wait()
        with turns.next(30):
            inside.append(1)
            most.append(len(inside))
            inside.pop()

    threads = [Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1, 1, 1, 1]


def test_whoever_finds_the_queue_full_is_turned_away_at_once():
    turns = Turns(waiting=0)
    with turns.next(30):
        start = monotonic()
        with pytest.raises(PictureError, match=Trouble.BUSY), turns.next(30):
            pass
        assert monotonic() - start < 20


def test_whoever_waits_too_long_is_turned_away():
    turns = Turns(waiting=1)
    with turns.next(30), pytest.raises(PictureError, match=Trouble.BUSY), turns.next(0.01):
        pass


def test_a_turn_is_free_again_after_a_failure():
    turns = Turns(waiting=0)
    with pytest.raises(ValueError, match="broken"), turns.next(1):
        raise ValueError("broken")
    with turns.next(1) as until:
        assert until > monotonic() - 1


def test_a_reading_that_takes_too_long_is_broken_off():
    with pytest.raises(PictureError, match=Trouble.SLOW):
        read_picture(picture(Scene(lying=())), highest=6, until=monotonic() - 1)
