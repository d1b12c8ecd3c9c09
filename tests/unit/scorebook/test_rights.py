"""What a request may write when its link ended after it was let in."""

import pytest
from flask import Flask

from scorekeeper.scorebook.permissions.rights import (
    AccessDenied,
    Credentials,
    Grant,
    LinkState,
    Permit,
    Right,
    hold,
    right_now,
)

OWNER = Grant(1, Right.OWN, generation=1, fingerprint="key")
# In the house, where all may score; and an owner of this match.
BOTH = Credentials(Right.SCORE, (OWNER,))


def state(own):
    """Return the state of the links of match 1, of which the one for owners is in a generation."""
    return LinkState(1, 1, "key", {Right.WATCH: 1, Right.SCORE: 1, Right.OWN: own})


@pytest.mark.parametrize("needed", Right)
def test_what_is_left_of_a_right_is_enough_for_what_needs_no_more(needed):
    with Flask(__name__).app_context():
        hold(Permit(1, BOTH, needed))
        assert right_now(state(own=1)) is Right.OWN
        if needed <= Right.SCORE:
            assert right_now(state(own=2)) is Right.SCORE
            return
        with pytest.raises(AccessDenied) as denied:
            right_now(state(own=2))
    assert (denied.value.needed, denied.value.held) == (Right.OWN, Right.SCORE)
