"""Every form may arrive twice: the second time it changes nothing."""

from collections.abc import Callable, Mapping

import pytest
from flask import Flask

from tests.unchanged import Unchanged
from tests.web.visitor import HEAVY, RECORD, Page, Visitor, pips, seated, sent, tiles

# The address of a form, and the fields sent to it.
SentForm = tuple[str, Mapping[str, str | list[str]]]


def _filled(page: Page, typed: Mapping[str, str] | None = None, to: str | None = None) -> SentForm:
    return to or page.target, {**page.form, **page.button, **(typed or {})}


def _table(visitor: Visitor, rounds: int = 1, **chosen: str) -> Page:
    table = visitor.start("Ana", "Bea", **chosen)
    for _ in range(rounds):
        visitor.play(table, "", "66")
    return table


def _ended_early(visitor: Visitor) -> Page:
    """Return a table whose match ends after round 1, which was amended after round 3."""
    table = _table(visitor, 3, goal="50")
    amend = visitor.open(f"{table.address}/rounds/1/amend")
    visitor.send(amend, tiles("", HEAVY) | RECORD)
    return table


def _undone(visitor: Visitor) -> Page:
    table = _table(visitor)
    visitor.send(visitor.open(f"{table.address}/undo"))
    return table


def _new(visitor: Visitor) -> SentForm:
    return _filled(visitor.open("/matches/new"), seated("Ana", "Bea"))


def _save_rules(visitor: Visitor) -> SentForm:
    page = visitor.send(visitor.open("/matches/new"), {"action": "rules"})
    rules = {"house-blocked-winner-own": "ignored", "save_as": "Sunday", "action": "save"}
    return _filled(page, rules)


def _delete_rules(visitor: Visitor) -> SentForm:
    return _filled(visitor.post(*_save_rules(visitor)), {"action": "delete-1"})


def _rematch(visitor: Visitor) -> SentForm:
    table = visitor.start("Ana", "Bea", goal="50")
    return _filled(visitor.follow(visitor.play(table, "", HEAVY)))


def _again(visitor: Visitor) -> SentForm:
    _table(visitor)
    return _filled(visitor.open("/").pressing("Same as last time"))


def _record(visitor: Visitor) -> SentForm:
    return _filled(visitor.open_round(_table(visitor)), tiles("55", "") | RECORD)


def _record_counts(visitor: Visitor) -> SentForm:
    page = visitor.open(f"{_table(visitor).address}/rounds/new?entry=pips")
    return _filled(page, pips("out", "12") | RECORD)


def _record_last(visitor: Visitor) -> SentForm:
    return _filled(visitor.open_round(_table(visitor, goal="50")), tiles("", HEAVY) | RECORD)


def _draft(visitor: Visitor) -> SentForm:
    table = _table(visitor)
    token = visitor.open_round(table).form["csrf_token"]
    parts: dict[str, str | list[str]] = {"part": ["hands-0", "hands-1"], "hands-0-tiles": "12"}
    return f"{table.address}/rounds/2/draft", {"csrf_token": token, **parts}


def _start_afresh(visitor: Visitor) -> SentForm:
    assert visitor.post(*_draft(visitor)).status == 200
    return _filled(visitor.open("/matches/1/rounds/new"), {"action": "afresh"})


def _preview(visitor: Visitor) -> SentForm:
    table = _table(visitor)
    form = visitor.open_round(table)
    typed = tiles("55", "") | {"part": "hands-0"}
    return _filled(form, typed, f"{table.address}/rounds/preview")


def _amend(visitor: Visitor) -> SentForm:
    page = visitor.open(f"{_table(visitor, 2).address}/rounds/1/amend")
    return _filled(page, tiles("", "65") | RECORD)


def _preview_amended(visitor: Visitor) -> SentForm:
    address, form = _amend(visitor)
    return f"{address}/preview", form


def _edit_names(visitor: Visitor) -> SentForm:
    page = visitor.open(f"{_table(visitor).address}/mend")
    return _filled(visitor.send(page.pressing("Save the names"), seated("Ana", "Dani")))


def _asked(address: str, table: Callable[[Visitor], Page]) -> Callable[[Visitor], SentForm]:
    return lambda visitor: _filled(visitor.open(f"{table(visitor).address}/{address}"))


def _restore(visitor: Visitor) -> SentForm:
    table = _table(visitor)
    return _filled(visitor.follow(visitor.send(visitor.open(f"{table.address}/delete"))))


def _bring_back(visitor: Visitor) -> SentForm:
    table = _table(visitor)
    return f"{table.address}/back", dict(sent(visitor.open("/?state=open").all("form")[-1]))


def _renew(visitor: Visitor) -> SentForm:
    table = _table(visitor)
    page = visitor.open(f"{table.address}/links")
    return _filled(page, to=f"{table.address}/links/watch")


def _name(visitor: Visitor) -> SentForm:
    return _filled(visitor.open("/device"), {"name": "Ana’s phone"})


def _page_of(visitor: Visitor, name: str) -> str:
    """Return the address of the page of a player, whose number may be drawn."""
    return visitor.open("/players").links[name].partition("?")[0]


def _player(visitor: Visitor, button: str, filled: dict[str, str]) -> SentForm:
    visitor.start("Ana", "Bea")
    visitor.start("Ciro", "Dani")
    return _filled(visitor.open(f"{_page_of(visitor, 'Ana')}/edit").pressing(button), filled)


def _rename(visitor: Visitor) -> SentForm:
    return _player(visitor, "Save the name", {"name": "Anna"})


def _join(visitor: Visitor) -> SentForm:
    address, form = _player(visitor, "Join the two", {})
    return address, {**form, "into": _page_of(visitor, "Ciro").rpartition("/")[2]}


def _part(visitor: Visitor) -> SentForm:
    joined = visitor.follow(visitor.post(*_join(visitor)))
    return _filled(joined.pressing("Ana is somebody else after all"))


def _split(visitor: Visitor) -> SentForm:
    for other in ("Bea", "Ciro"):
        visitor.start("Ana", other)
    return _filled(visitor.open(f"{_page_of(visitor, 'Ana')}/split"), {"ticked": "2"})


def _hide(visitor: Visitor) -> SentForm:
    return _player(visitor, "Hide from lists", {})


def _forget(visitor: Visitor) -> SentForm:
    _table(visitor)
    return _filled(visitor.open(f"{_page_of(visitor, 'Ana')}/forget"))


def _pin(visitor: Visitor) -> SentForm:
    visitor.client.application.config["PIN"] = "Dos77"
    return _filled(visitor.open("/pin"), {"pin": "Dos77"})


def _language(visitor: Visitor) -> SentForm:
    return "/language", {**visitor.open("/language").form, "language": "es"}


EVERY_FORM: Mapping[str, tuple[str, Callable[[Visitor], SentForm]]] = {
    "a new match": ("new_match.new", _new),
    "rules to save": ("new_match.new", _save_rules),
    "rules to delete": ("new_match.new", _delete_rules),
    "the same match again": ("new_match.again", _again),
    "a rematch": ("table.rematch", _rematch),
    "a round": ("round.record", _record),
    "a round by its counts": ("round.record", _record_counts),
    "the last round": ("round.record", _record_last),
    "starting afresh": ("round.record", _start_afresh),
    "a draft": ("draft.keep", _draft),
    "a preview": ("round.preview", _preview),
    "an amended round": ("amend.amend", _amend),
    "a preview of it": ("amend.preview", _preview_amended),
    "new names": ("history.edit_match", _edit_names),
    "undo": ("history.undo", _asked("undo", _table)),
    "redo": ("history.redo", _asked("redo", _undone)),
    "a round to remove": ("history.remove", _asked("rounds/1/remove", _table)),
    "a match to delete": ("history.delete", _asked("delete", _table)),
    "continuing the match": ("history.play_on", _asked("play-on", _ended_early)),
    "the end": ("history.end", _asked("end", _ended_early)),
    "out of the bin": ("trash.restore", _restore),
    "a match that was put away": ("home.bring_back", _bring_back),
    "a new link": ("share.renew", _renew),
    "another name of a player": ("edit_player.edit", _rename),
    "two players to join": ("edit_player.edit", _join),
    "two players of one": ("edit_player.edit", _part),
    "one player who is two people": ("edit_player.split", _split),
    "a player to hide": ("edit_player.edit", _hide),
    "a player to forget": ("edit_player.forget", _forget),
    "the name of a device": ("device.settings", _name),
    "the language": ("device.language", _language),
    "the PIN": ("device.pin", _pin),
}


# Once parted, a player who was joined has a page again.
LEADS_ELSEWHERE = "two players of one"


@pytest.mark.parametrize("name", EVERY_FORM)
def test_the_same_bytes_twice_change_what_they_change_once(
    visitor: Visitor, unchanged: Unchanged, name: str
) -> None:
    address, form = EVERY_FORM[name][1](visitor)
    first = visitor.post(address, form)
    assert first.status in (200, 303)
    with unchanged():
        second = visitor.post(address, form)
    assert second.status < 500
    if second.status == 303 and name != LEADS_ELSEWHERE:
        assert second.leads_to == first.leads_to


def test_every_form_is_tried(app: Flask) -> None:
    posted = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    # What programs send is no form: tests/api. A photo is read, and nothing is written.
    posted = {endpoint for endpoint in posted if not endpoint.startswith(("api.", "photo."))}
    assert posted == {endpoint for endpoint, _ in EVERY_FORM.values()}
