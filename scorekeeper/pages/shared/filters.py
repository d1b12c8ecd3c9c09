"""The sentences as templates have them: `{{ 63 | points }}`, `{{ match | title_of }}`.

Each filter has the name of its function. A template may ask a match, a round or a player for what
it is, may loop and choose; it queries nothing and computes no points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.access import devices
from scorekeeper.figures import clock
from scorekeeper.pages.shared import changes, hands, match, sides
from scorekeeper.rules import game_setup
from scorekeeper.wording import figures_in_words, formats

if TYPE_CHECKING:
    from flask import Flask

FILTERS = (
    formats.number,
    formats.signed,
    formats.points,
    formats.pips,
    formats.rounds,
    formats.minutes,
    formats.matches,
    formats.wins,
    formats.players,
    formats.format_datetime,
    formats.evening_name,
    formats.day_name,
    formats.month_name,
    formats.time_of_day,
    formats.time_ago,
    figures_in_words.percent,
    figures_in_words.average,
    figures_in_words.difference,
    figures_in_words.place_of,
    figures_in_words.kind_name,
    figures_in_words.since,
    figures_in_words.in_a_row_text,
    clock.evening_of,
    game_setup.counts_wins,
    hands.hands_by_side,
    match.house_rules_of,
    match.first_of,
    match.last_reset,
    match.narrator_of,
    match.reminder,
    match.shuffles_of,
    match.sides_of,
    match.title_of,
    match.title_of_setup,
    match.status_of,
    match.score_of,
    changes.change_name,
    changes.change_sentence,
    devices.display_name,
    match.notice_of,
    match.celebration_of,
    match.headline_of,
    sides.digits_of,
    sides.goal_of,
    hands.spoken_tile,
)


def init_app(app: Flask) -> None:
    """Give the templates of `app` the filters."""
    app.jinja_env.filters.update({sentence.__name__: sentence for sentence in FILTERS})
