"""What is entered on the page of a round is answered as tests/cases/entries.toml has it."""

import re
from collections.abc import Callable
from functools import cached_property
from itertools import count
from typing import Any

import pytest

from scorekeeper.rules.game_keys import Entry
from scorekeeper.scorebook import drafts, matches
from scorekeeper.scorebook.scored_match import Match
from tests.support.cases import ANSWER, Unreadable, cases, compare, known, reading
from tests.unit.rules.lines import NAMES, set_up
from tests.web.pagelint import text_of
from tests.web.visitor import CHECK, RECORD, Page, Visitor

HAND = re.compile(r"(.*?)(?: of (\S+))?(?: from (\S+))?")
_opened = count()


class Entered:
    """A round that is entered on a page, and the pages that answer, each opened once."""

    match: Match

    def __init__(self, visitor, unchanged, told, before):
        self.visitor, self.unchanged = visitor, unchanged
        table, *self.entry = told.split(" : ")
        table, _, self.first = table.partition(" after ")
        table, by_pips, _ = table.partition(" by pips")
        with visitor.app.app_context():
            if table == "next":
                assert before is not None
                match_id, way = before.match.id, ""
            else:
                setup, way = set_up(table), "?entry=pips" if by_pips else ""
                names = NAMES[: setup.players]
                match_id = matches.open_match(setup, names, f"opened {next(_opened)}")
            self.match = matches.find_match(match_id)
        self.address = f"/matches/{match_id}"
        self.form = visitor.open(f"{self.address}/rounds/new{way}")

    @cached_property
    def typed(self):
        return self._typed(*self.entry)

    def _typed(self, hands, *facts):
        table = self.match.setup.game.table
        if table.entry is Entry.PLAYS:
            found = {} if hands == "?" else {"plays": hands}
        else:
            found = dict[str, Any]()
            for seat, told in enumerate(hands.split(" / ")):
                found.update(self._hand(f"hands-{seat}", told))
        for fact in facts[0].split("; ") if facts else ():
            word, _, told = fact.partition(" ")
            found.update(known(word, FACTS, "fact")(self, told))
        return found

    def _hand(self, name, told):
        if told == "-":
            yield f"{name}-out", "y"
        elif told != "?" and self.form.form["entry"] == "tiles":
            yield f"{name}-tiles", told
        elif told != "?":
            matched = HAND.fullmatch(told)
            assert matched is not None
            for field, value in zip(("pips", "count", "lightest"), matched.groups(), strict=True):
                if value is not None:
                    yield f"{name}-{field}", value

    def claims(self, told):
        names = [bonus.name.lower() for bonus in self.match.setup.game.claims]
        found = []
        for claim in told.split(", "):
            name, _, claimer = claim.partition(" by ")
            seat = f"@{NAMES.index(claimer)}" if claimer else ""
            found.append(f"{names.index(name.lower())}{seat}")
        return {"events": found if len(found) > 1 else found[0]}

    @cached_property
    def preview(self):
        with self.unchanged():
            page = self.visitor.send(self.form, self.typed, f"{self.address}/rounds/preview")
        assert page.status == 200
        # What is missing is red only once the round is recorded.
        assert not any(map(seen, page.all("div", "at-record")))
        return page

    @cached_property
    def checked(self):
        with self.unchanged():
            return self.visitor.send(self.form, self.typed | CHECK)

    @cached_property
    def refused(self):
        """The page that refuses the round; it has all that was typed."""
        with self.unchanged():
            page = self.visitor.send(self.form, self.typed)
        assert page.status == 422
        kept = {**self.form.form, **self.typed, "csrf_token": page.form["csrf_token"]}
        assert {**page.form, "overruled": ""} == {**kept, "overruled": ""}
        return page

    @cached_property
    def late(self):
        """The page that asks, after another device recorded the same round."""
        other = Visitor(self.visitor.app)
        other.send(other.open(self.form.address), self._typed(self.first) | RECORD)
        with self.unchanged():
            page = self.visitor.send(self.form, self.typed | RECORD)
        assert page.status == 409
        assert self.typed.items() <= page.form.items()
        return page

    @cached_property
    def recorded(self):
        page = self.visitor.send(self.form, self.typed | RECORD)
        assert page.status == 303, page.problems or page.texts("ul", "doubts", "li")
        return page

    @cached_property
    def result(self):
        assert self.recorded
        return self.visitor.open(f"{self.address}/rounds/{self.match.next_number}")

    @cached_property
    def table(self):
        return self.visitor.follow(self.recorded)

    @cached_property
    def panel(self):
        """What the hands come to where they are entered around the table."""
        parts: dict[str, dict[str, list[str]]] = {}
        for name, value in self.typed.items():
            part = name.rpartition("-")[0] or "rest"
            parts.setdefault(part, {})[name] = [value]
        with self.visitor.app.app_context():
            drafts.save(self.match.id, self.match.next_number, parts, edits=False)
        with self.unchanged():
            address = f"{self.address}/rounds/{self.match.next_number}/draft/preview"
            return self.visitor.open(address)

    @property
    def box(self):
        (found,) = [each for each in self.preview.all("div") if each.get("id") == "preview"]
        return dict(found.attrib)


def answered(entered, line):
    """Return a line as it would have to be."""
    words = f"{line} ".removeprefix(ANSWER)
    place = next((place for place in PLACES if words.startswith(f"{place} ")), line.strip())
    found = known(place, PLACES, "place")(entered, words.removeprefix(place).strip())
    return f"{ANSWER}{place} {found}".rstrip()


def seen(element):
    return "hidden" not in element.attrib


def said(place, tag, of_class, inner=None):
    """Look at the sentences of a kind on one of the pages."""

    def read(entered, _told):
        page: Page = getattr(entered, place)
        return " | ".join(page.texts(tag, of_class, inner))

    return read


def says(*, fault):
    """Look at what the preview says, which is a fault or none."""

    def read(entered, told):
        assert ("fault" in entered.box["class"]) == fault
        return said("preview", "p", "say")(entered, told)

    return read


def ends(entered, _told):
    asked = "are asked for" if "data-asks-ends" in entered.box else ""
    return asked or said("preview", "p", "expected")(entered, "")


def zero(entered, _told):
    page = entered.preview
    return " ".join([*page.texts("p", "expected"), *page.texts("div", "answers", "button")])


def plays(entered, _told):
    won = " won" if "data-won" in entered.box else ""
    return f"{entered.box['data-total']}: {entered.box['data-points']}{won}"


def leads_to(entered, _told):
    page = entered.refused
    assert page.texts("p", "problem") == page.problems
    # What is wrong with a correction is not folded away.
    (details,) = page.all("details", "correction")
    assert ("open" in details.attrib) == ("correction_points" in entered.typed)
    (sentence,) = page.problems
    return page.links[sentence].removeprefix("#")


def asked(entered, _told):
    rows = filter(seen, entered.refused.all("fieldset", "choice"))
    shown = [row.get("data-question") for row in rows]
    return " ".join(name for name in shown if name not in (None, "correction_side"))


def may_be_out(entered, _told):
    assert entered.refused.problems == []
    (question,) = filter(seen, entered.refused.all("div", "at-record"))
    return text_of(question)


def doubts(entered, _told):
    page = entered.checked
    found = " | ".join(page.texts("ul", "doubts", "li"))
    assert ("Record anyway" in page.buttons) == bool(found)
    return found


def anyway(entered, _told):
    """Press twice: the first time the doubts are said, which the result says once more."""
    doubted = entered.refused
    assert doubted.problems == []
    entered.recorded = entered.visitor.send(doubted, RECORD)
    said_again = entered.result.texts("p", "overruled")
    return " | ".join(each.removeprefix("Recorded anyway: ") for each in said_again)


def beside(entered, _told):
    """Read both entries side by side, tiles by their names."""
    page, open_page = entered.late, entered.visitor.open
    assert page.texts("h2", "")[0] == "Round 1: recorded on a device, and entered here"
    assert open_page(page.links["Keep round 1 as recorded"]).heading == "Round 1"
    assert open_page(page.links["Edit round 1…"]).heading == "Edit round 1"
    assert "Record yours as round 2" in page.texts("button", "")
    assert entered.visitor.send(page, RECORD).leads_to == entered.address
    (_heads, *rows) = page.all("section", "conflict")[0].iter("tr")
    return " | ".join("; ".join(map(with_tiles, row)) for row in rows)


def with_tiles(cell):
    names = [each.get("aria-label", "") for each in cell.iter("span")]
    return " ".join(" ".join([text_of(cell), *names]).split())


def lightest_fields(entered, _told):
    fields = entered.checked.all("div", "lightest")
    return " ".join(NAMES[int(each.get("data-seat", ""))] for each in fields if seen(each))


def shown(entered, told):
    name, edited = told.split()[0], entered.visitor.open(f"{entered.result.address}/edit")
    return f"{name} {edited.form.get(name, '')}".strip()


def tiles(entered, _told):
    hand = entered.result.all("ul", "hands")[0]
    return " ".join(each.get("aria-label", "") for each in hand.iter("span") if each.get("role"))


def pressed(entered, _told):
    return " | ".join([*entered.panel.links, *entered.panel.texts("button", "")])


def seat_in(field):
    return lambda _entered, told: {field: str(NAMES.index(told))}


def made(_entered, told):
    name, _, points = told.partition(" ")
    return {f"hands-{NAMES.index(name)}-tally": points}


# Where an answer is looked for, by the words for it; longer ones first.
PLACES: dict[str, Callable[[Entered, str], str]] = {
    "may be out": may_be_out,
    "table is over:": lambda entered, _: entered.table.heading,
    "leads to": leads_to,
    "says": says(fault=False),
    "wrong": says(fault=True),
    "beside": beside,
    "then": said("preview", "p", "new-totals"),
    "why": said("preview", "p", "why"),
    "ends": ends,
    "table": plays,
    "zero": zero,
    "questions": lambda entered, _: entered.box["data-questions"],
    "is led by": lambda entered, _: NAMES[int(entered.form.form["opener"])],
    "shows the fields of": lightest_fields,
    "anyway": anyway,
    "lightest": lambda entered, _: " ".join(
        NAMES[int(seat)] for seat in entered.box["data-asks"].split()
    ),
    "doubts": doubts,
    "refused": lambda entered, _: " | ".join(entered.refused.problems),
    "asked": asked,
    "headline": said("result", "section", "praise", "h2"),
    "award": said("result", "p", "award"),
    "reasons": said("result", "p", "reason"),
    "held": said("result", "p", "held"),
    "left": said("result", "ul", "hands", "li"),
    "totals": said("result", "ul", "totals", "li"),
    "tiles": tiles,
    "score": said("table", "p", "score"),
    "shows": shown,
    "verdict": said("panel", "div", "verdict", "p"),
    "press": pressed,
}
# What else is filled in, by the words for it.
FACTS: dict[str, Callable[[Entered, str], dict[str, Any]]] = {
    "out": lambda _, told: {f"hands-{NAMES.index(told)}-out": "y"},
    "made": made,
    "order": lambda _, told: {"order": " ".join(str(NAMES.index(each)) for each in told.split())},
    "opener": seat_in("opener"),
    "blocker": seat_in("blocker"),
    "for": seat_in("correction_side"),
    "points": lambda _, told: {"correction_points": told},
    "note": lambda _, told: {"correction_note": told},
    "ends": lambda _, told: {"ends": told},
    "last": lambda _, told: {"last_tile_scored": "1" if told == "yes" else "0"},
    "claims": Entered.claims,
}


@pytest.mark.parametrize(
    ("told", "answer", "said"),
    [
        ("blok 2 : - / 66", "says", "`blok` is no game: "),
        ("block 2 : - / 66 : opner Ana", "says", "`opner` is no fact: there are blocker, claims,"),
        ("block 2 : - / 66", "sayz Ana", "`sayz Ana` is no place: there are anyway, asked, award,"),
    ],
)
def test_an_entry_that_cannot_be_read_says_what_of_it(visitor, unchanged, told, answer, said):
    with pytest.raises(Unreadable, match=said):
        answered(Entered(visitor, unchanged, told, None), f"{ANSWER}{answer}")


@pytest.mark.parametrize("lines", cases("entries"))
def test_what_is_entered_is_answered(visitor, unchanged, lines):
    entered = None

    def true(told, *places):
        nonlocal entered
        entered = Entered(visitor, unchanged, told, entered)
        yield told
        for place in places:
            with reading(place):
                yield answered(entered, place)

    compare(lines, true)
