"""What is remembered of a page changes nothing of it."""

from collections.abc import Callable

import pytest

from scorekeeper.i18n import (
    LANGUAGES,
    in_language,
)
from scorekeeper.live.page_cache import PageCache, PageKey
from scorekeeper.messages import gettext
from scorekeeper.rules import Hand, Round, Setup, load_game, parse_tiles
from scorekeeper.scorebook import history
from scorekeeper.scorebook import matches as scorebook
from scorekeeper.scorebook.changes import (
    goal_changed,
    players_renamed,
    players_swapped,
    round_removed,
    rounds_amended,
)
from scorekeeper.scorebook.database.db import file_number
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.permissions.rights import Right
from tests.databases import opened
from tests.effort import THOROUGH

NAMES = ("Ana", "Bea", "Ciro", "Dani")


def left(*hands):
    return Round(tuple(Hand(parse_tiles(hand)) for hand in hands))


BLOCKED = left("1-2 2-4 3-5", "5-5 3-4", "0-4", "1-3")
ANA_OUT, DANI_OUT = left("", "5-5 3-4", "0-4", "1-3"), left("6-6", "0-1", "4-4", "")


def pages(app, match_id, languages=LANGUAGES):
    """Render every page that many watch, for every right, in every language or in some."""
    cache: PageCache = app.extensions["page_cache"]
    with app.test_request_context():
        version = scorebook.version_of(match_id)
        keys = [
            PageKey(name, match_id, version, right, language, file_number())
            for name in ("table", "rounds", "wall")
            for right in Right
            for language in languages
        ]
        return {key: cache.page(key).html for key in keys}


Act = Callable[[int, int], None]


def records(played):
    def act(match_id, turn):
        number = scorebook.find_match(match_id).next_number
        scorebook.record_round(match_id, number, f"{turn:032x}", played)

    return act


def edits(build):
    def act(match_id, turn):
        version = scorebook.version_of(match_id)
        history.edit_match(match_id, version, Submission(f"{turn:032x}"), build)

    return act


def amends(number, played):
    return edits(lambda match: rounds_amended(match.record, {number: played}))


def undoes(match_id, turn):
    history.undo(match_id, scorebook.version_of(match_id), Submission(f"{turn:032x}"))


def redoes(match_id, turn):
    history.redo(match_id, scorebook.version_of(match_id), Submission(f"{turn:032x}"))


ACTS: list[Act] = [
    records(BLOCKED),
    records(ANA_OUT),
    records(DANI_OUT),
    undoes,
    redoes,
    amends(1, DANI_OUT),
    undoes,
    undoes,
    edits(lambda match: players_renamed(match.record, ("Ana", "Bea & Co", "<Ciro>", "Dani"))),
    edits(lambda _match: players_swapped(0, 1)),
    edits(lambda match: round_removed(match.record, 1)),
    edits(lambda match: goal_changed(match.record, 20)),
]


@pytest.mark.parametrize("partners", [True, pytest.param(False, marks=THOROUGH)])
def test_a_page_is_the_same_whatever_is_remembered_of_the_pages_before(app, tmp_path, partners):
    setup, url = Setup(load_game("block"), 4, partners), app.config["SQLALCHEMY_DATABASE_URI"]
    with app.app_context():
        match_id = scorebook.open_match(setup, NAMES, "0" * 32)
    with opened(url, tmp_path) as other:
        for process in (app, other):
            pages(process, match_id, [*LANGUAGES][:3])
        for turn, act in enumerate(ACTS, start=1):
            with app.app_context():
                act(match_id, turn)
            # One of them each time, in turn: what is remembered may be five changes old.
            languages = [[*LANGUAGES][turn % 6]]
            shown = pages(app, match_id, languages)
            assert pages(other, match_id, languages) == shown
            with opened(url, tmp_path) as new:
                # While debugging nothing is remembered.
                new.debug = True
                assert pages(new, match_id, languages) == shown


def test_a_page_rendered_in_a_language_leaves_that_of_the_request(app):
    with app.test_request_context(headers={"Accept-Language": "es"}):
        spanish = gettext("Undo")
        with in_language("fr"):
            with in_language("hu"):
                hungarian = gettext("Undo")
            french = gettext("Undo")
        assert gettext("Undo") == spanish
        assert len({spanish, hungarian, french}) == 3


def test_a_page_made_beforehand_is_the_one_that_is_made_when_it_is_asked_for(app, tmp_path):
    with app.app_context():
        match_id = scorebook.open_match(Setup.of(load_game("block"), 4), NAMES, "0" * 32)
    pages(app, match_id)
    with app.app_context():
        records(ANA_OUT)(match_id, 1)
    cache: PageCache = app.extensions["page_cache"]
    with app.test_request_context():
        cache.renew(match_id, scorebook.version_of(match_id))
    with opened(app.config["SQLALCHEMY_DATABASE_URI"], tmp_path) as other:
        for key, asked_for in pages(other, match_id).items():
            with app.app_context():
                made = cache.find(key._replace(file=file_number()))
            assert made is not None
            assert made.html == asked_for
