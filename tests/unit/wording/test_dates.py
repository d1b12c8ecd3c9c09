"""Days and times, in the language of the page and in the time of the house."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.wording.dates import format_datetime, time_ago
from tests.unit.wording.made_up_language import speaking

# Without a time zone: of the machine.
AFTERNOON = datetime(2026, 11, 20, 14, 3)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "20 Nov, 14:03"),
        ("es", "20 nov, 14:03"),
        ("fr", "20 nov., 14:03"),
        ("it", "20 nov, 14:03"),
        ("hu", "nov. 20. 14:03"),
        ("pt", "20 de nov. 14:03"),
    ],
)
def test_a_moment_is_said_in_the_language_of_the_page(language: str, said: str) -> None:
    with speaking(language):
        assert format_datetime(AFTERNOON.astimezone(UTC)) == said


def test_a_moment_is_said_without_a_page() -> None:
    assert format_datetime(AFTERNOON.astimezone(UTC)) == "20 Nov, 14:03"


def test_how_long_ago_something_was_is_said_in_whole_units() -> None:
    pasts = (59, 60, 119, 3600, 86_399, 86_400, 700_000)
    said = [time_ago(datetime.now(UTC) - timedelta(seconds=past)) for past in pasts]
    assert said[:4] == ["just now", "1 minute ago", "1 minute ago", "1 hour ago"]
    assert said[4:] == ["23 hours ago", "1 day ago", "8 days ago"]


def test_how_long_ago_something_was_is_said_in_the_language_of_the_page() -> None:
    with speaking("es", {"%(num)s hour ago": ("hace %(num)s hora", "hace %(num)s horas")}):
        assert time_ago(datetime.now(UTC) - timedelta(hours=1)) == "hace 1 hora"
        assert time_ago(datetime.now(UTC) - timedelta(hours=5)) == "hace 5 horas"
