"""Forms are made from copies, their parts are rendered once, their tokens signed where shown."""

import pytest
from flask import g
from werkzeug.datastructures import MultiDict
from wtforms.i18n import get_translations
from wtforms.meta import DefaultMeta

from scorekeeper.i18n import LANGUAGES, in_language, page_language
from scorekeeper.pages.round.forms import HandForm, RoundForm
from scorekeeper.pages.shared import inputs
from scorekeeper.rules import Setup, load_game
from scorekeeper.scorebook import matches
from tests.databases import opened
from tests.web.every_page.kept_pages import plain
from tests.web.visitor import Visitor, tiles

SENT = {
    "nothing": {},
    "tiles": {"hands-0-tiles": " 6-6 <5-5> "},
    "no numbers": {"hands-0-pips": "x", "hands-0-count": "1e3", "hands-0-tally": "7.5"},
    "too much": {"hands-0-pips": "99999", "hands-0-tiles": "6-6 " * 400, "hands-0-out": "y"},
}

FOUR = ("Ana", "Bea", "Ciro", "Dani")
# Every kind of entry, and a box of more than seven rows.
ENTRIES = {
    "block": ("tiles", "pips"),
    "cuban-double-nine": ("tiles",),
    "fives-and-threes": ("",),
    "rummikub": ("",),
}


class PlainHand(HandForm):
    """The fields of a hand, as WTForms makes and writes them."""

    class Meta(DefaultMeta):
        """Takes nothing of InputMeta."""

        bind_field = DefaultMeta.bind_field
        render_field = DefaultMeta.render_field

        def get_translations(self, form):
            return get_translations([page_language()])


def written(form):
    """Say all that a page may ask of a form."""
    form.validate()
    return {
        name: (str(field()), str(field(type="hidden")), field.data, list(map(str, field.errors)))
        for name, field in form._fields.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sent", SENT.values(), ids=SENT)
def test_copied_fields_are_those_that_wtforms_makes(app, language, sent):
    with app.test_request_context(), in_language(language):
        form, plain = (kind(MultiDict(sent), prefix="hands-0-") for kind in (HandForm, PlainHand))
        assert written(form) == written(plain)


def test_two_forms_of_a_kind_have_nothing_in_common(app):
    tables = (("Ana", "Bea"), ("Ciro", "Dani", "Eva"))
    with app.app_context():
        two, three = (
            matches.open_match(Setup.of(load_game("block"), len(names)), names, "opened" + names[0])
            for names in tables
        )
    with app.test_request_context(method="POST", data={"hands-0-pips": "x", "opener": "1"}):
        one = RoundForm(matches.find_match(two))
        one.validate()
        one.hands[0].validate()
    with app.test_request_context():
        other = RoundForm(matches.find_match(three))
        assert other.hands[0].pips.errors == ()
        assert other.opener.data is None
    chosen = [tuple(name for _seat, name in form.opener.choices) for form in (one, other)]
    assert tuple(chosen) == tables
    assert one.opener.data == "1"
    assert one.hands[0].pips.errors
    assert {field.meta for field in one} == {one.meta}


@pytest.fixture
def checked():
    """Forget all tokens that were good, and return them."""
    inputs._checked.clear()
    yield inputs._checked
    inputs._checked.clear()


@pytest.mark.usefixtures("checked")
def test_a_token_that_was_good_is_refused_to_another_device(app, table):
    visitor, stranger = Visitor(app), Visitor(app)
    ours = visitor.open_round(table).form
    stranger.open_round(table)
    wrong = ours["csrf_token"].swapcase()
    # The first time it is checked, the second time it is known.
    for _ in range(2):
        assert preview(visitor, table, ours).status == 200
        assert preview(stranger, table, ours).status == 400
        for token in (wrong, ""):
            assert preview(visitor, table, ours | {"csrf_token": token}).status == 400


def test_a_token_that_was_refused_is_not_known(visitor, table, checked, unchanged):
    ours = visitor.open_round(table).form | tiles("", "6-6")
    known = {*checked}
    for _ in range(2):
        with unchanged():
            refused = visitor.post(f"{table.address}/rounds/new", {**ours, "csrf_token": "x"})
        assert refused.status == 400
    assert {*checked} == known


def test_a_preview_signs_no_token_and_a_page_shows_one(visitor, table):
    filled = visitor.open_round(table).form | tiles("", "6-6")
    with visitor.client as client:
        client.post(f"{table.address}/rounds/preview", data=filled)
        assert "csrf_token" not in g
        page = client.get(f"{table.address}/rounds/new").text
        assert f'value="{g.csrf_token}"' in page


def test_a_record_page_is_the_same_whatever_was_shown_before(app, tmp_path):
    addresses = []
    with app.app_context():
        for game, entries in ENTRIES.items():
            number = matches.open_match(Setup.of(load_game(game), 4), FOUR, game)
            addresses += [f"/matches/{number}/rounds/new?entry={entry}" for entry in entries]
    shown = [plain(app, address, "hu") for address in addresses]
    with opened(app.config["SQLALCHEMY_DATABASE_URI"], tmp_path) as new:
        # While debugging nothing is remembered.
        new.debug = True
        new.config["WTF_CSRF_ENABLED"] = True
        assert [plain(new, address, "hu") for address in addresses] == shown


def preview(visitor, table, form):
    return visitor.post(f"{table.address}/rounds/preview", form | tiles("", "6-6"))
