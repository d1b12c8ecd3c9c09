"""A clock that was wrong for a while takes no right from a device."""

from datetime import timedelta

import pytest
from itsdangerous import TimestampSigner

from tests.web.share.share_links import joined, links
from tests.web.visitor import Visitor


def set_clock(patch, ahead):
    """Let sessions be signed and read by a clock that is ahead, or behind."""
    real = TimestampSigner.get_timestamp
    patch.setattr(
        TimestampSigner,
        "get_timestamp",
        lambda signer: real(signer) + int(ahead.total_seconds()),
    )


def test_a_device_keeps_its_rights_when_the_clock_is_set(app):
    app.config["ACCESS"] = "links"
    for days in (1 / 1440, 1, 400, -1 / 1440, -400):
        with pytest.MonkeyPatch.context() as patch:
            set_clock(patch, timedelta(days=days))
            visitor = Visitor(app)
            table = visitor.start("Ana", "Bea")
            guest = joined(app, links(visitor, table)["score"])
        for _ in range(2):
            # The second time with whatever the first answer made of the session.
            assert visitor.open(f"{table.address}/links").status == 200
            assert guest.open(f"{table.address}/rounds/new").status == 200
