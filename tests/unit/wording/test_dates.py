"""Dates and times, in the language of the page and in the time zone of the server."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.figures import clock
from scorekeeper.wording.dates import format_datetime, time_ago
from tests.unit.wording.made_up_language import speaking

# Without a time zone: in that of the machine.
AFTERNOON = datetime(2026, 11, 20, 14, 3)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "20 Nov, 14:03"),
        ("es", "20 nov, 14:03"),
        ("fr", "20 nov., 14:03"),
        ("it", "20 nov, 14:03"),
        ("hu", "nov. 20. 14:03"),
        ("pt", "20 de nov. 14:03"),
    ],
)
def test_a_date_is_formatted_in_the_language_of_the_page(language, text):
    with speaking(language):
        assert format_datetime(AFTERNOON.astimezone(UTC)) == text


def test_a_date_is_formatted_outside_a_request():
    assert format_datetime(AFTERNOON.astimezone(UTC)) == "20 Nov, 14:03"


def test_time_ago_counts_whole_units():
    pasts = (59, 60, 119, 3600, 86_399, 86_400, 700_000)
    texts = [time_ago(clock.now() - timedelta(seconds=past)) for past in pasts]
    assert texts[:4] == ["just now", "1 minute ago", "1 minute ago", "1 hour ago"]
    assert texts[4:] == ["23 hours ago", "1 day ago", "8 days ago"]


def test_time_ago_is_in_the_language_of_the_page():
    with speaking("es", {"%(num)s hour ago": ("hace %(num)s hora", "hace %(num)s horas")}):
        assert time_ago(clock.now() - timedelta(hours=1)) == "hace 1 hora"
        assert time_ago(clock.now() - timedelta(hours=5)) == "hace 5 horas"
