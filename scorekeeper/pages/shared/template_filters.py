"""The template filters: `{{ 63 | points }}`, `{{ match | title_of }}`.

Each filter has the name of its function. A template may ask a match, a round or a player for what
it is, may loop and choose; it queries nothing and computes no points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper import clock
from scorekeeper.access import devices
from scorekeeper.pages.shared import change_sentences, dates_and_figures, hands, match, panel_texts
from scorekeeper.rules import goal
from scorekeeper.web import qr_codes
from scorekeeper.wording import formats, rule_labels

if TYPE_CHECKING:
    from flask import Flask

FILTERS = (
    formats.format_number,
    formats.signed,
    formats.points,
    formats.pips,
    formats.rounds,
    formats.minutes,
    formats.matches,
    formats.wins,
    formats.players,
    rule_labels.kind_name,
    dates_and_figures.format_datetime,
    dates_and_figures.evening_name,
    dates_and_figures.day_name,
    dates_and_figures.month_name,
    dates_and_figures.time_of_day,
    dates_and_figures.time_ago,
    dates_and_figures.percent,
    dates_and_figures.average,
    dates_and_figures.difference,
    dates_and_figures.place_of,
    dates_and_figures.since,
    dates_and_figures.in_a_row_text,
    clock.evening_of,
    goal.counts_wins,
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
    change_sentences.change_name,
    change_sentences.people_told,
    change_sentences.change_sentence,
    devices.display_name,
    match.notice_of,
    match.celebration_of,
    match.headline_of,
    match.round_headline,
    match.reasons_of,
    panel_texts.digits_of,
    panel_texts.goal_of,
    hands.spoken_tile,
    qr_codes.qr_code,
)


def init_app(app: Flask) -> None:
    """Give the templates of `app` the filters."""
    app.jinja_env.filters.update({sentence.__name__: sentence for sentence in FILTERS})
