"""No form and no address makes the program stumble, whatever is sent to it."""

import json
from collections import Counter
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st

from tests.effort import examples
from tests.unchanged import rows
from tests.web.fuzz.hostile import JSON, TEXTS
from tests.web.visitor import HEAVY, Page, Visitor, seated, tiles

# One scorebook for all examples: what one of them may change must not break the next.
MANY = examples(30, thorough=400)
TRACES = ("Traceback", "sqlalchemy", "werkzeug.exceptions")


@pytest.fixture
def forms(visitor: Visitor) -> list[Page]:
    """Return every kind of page with a form, each with one of its forms chosen."""
    playing = visitor.start("Ana", "Bea", "Ciro", "Dani")
    visitor.play(playing, "", "66", "55", "44")
    visitor.play(playing, "66", "", "55", "44")
    won = visitor.start("Ana", "Bea", goal="50")
    visitor.play(won, "", HEAVY)
    italian = visitor.start("Ana", "Bea", "Ciro", game="italian")
    hungarian = visitor.start("Ana", "Bea", "Ciro", game="hungarian")
    undone = visitor.start("Ana", "Bea")
    visitor.play(undone, "", "66")
    visitor.send(visitor.open(f"{undone.address}/undo"))
    gone = visitor.start("Ana", "Bea")
    visitor.send(visitor.open(f"{gone.address}/delete"))
    rules = visitor.send(visitor.open("/matches/new"), {"action": "rules"})
    mend = visitor.open(f"{playing.address}/mend")
    return [
        visitor.open("/matches/new"),
        rules,
        *(mend.pressing(button) for button in ("Save the names", "Swap", "Change the goal")),
        *(
            visitor.open(address)
            for address in (
                f"{playing.address}/rounds/new",
                f"{playing.address}/rounds/new?entry=pips",
                f"{playing.address}/rounds/1/amend",
                f"{playing.address}/rounds/1/remove",
                f"{playing.address}/undo",
                f"{playing.address}/delete",
                f"{won.address}/winner",
                f"{italian.address}/rounds/new",
                f"{hungarian.address}/rounds/new",
                f"{undone.address}/redo",
                "/bin",
            )
        ),
    ]


def is_sound(page: Page) -> bool:
    """Say whether a page is one of ours: no fault of the program, and nothing of its insides."""
    return page.status < 500 and not any(trace in page.answer.text for trace in TRACES)


@MANY
@given(data=st.data())
def test_no_form_stumbles_and_what_is_refused_changes_nothing(
    app: Flask, visitor: Visitor, forms: list[Page], tried: Counter[str], data: st.DataObject
) -> None:
    page = data.draw(st.sampled_from(forms))
    fields = sorted(page.fields | {"action", "what", "sure", "entry"})
    sent: dict[str, str | list[str]] = {**page.form, **page.button}
    for field in data.draw(st.lists(st.sampled_from(fields), min_size=1, max_size=4, unique=True)):
        sent[field] = data.draw(TEXTS | st.lists(TEXTS, max_size=3))
    before = rows(app)
    answer = visitor.post(page.target, sent)
    tried["forms"] += 1
    assert is_sound(answer)
    if answer.status != 303:
        assert rows(app) == before


def test_no_page_shows_a_control_character(visitor: Visitor, forms: list[Page]) -> None:
    for page in forms:
        fields = page.fields - {"csrf_token", "entry_key"}
        sent = {**page.form, **page.button, **dict.fromkeys(fields, "\x01\x9f\uffff")}
        assert is_sound(visitor.post(page.target, sent))


@MANY
@given(data=st.data())
def test_no_script_of_ours_can_be_made_to_stumble(
    app: Flask, visitor: Visitor, forms: list[Page], tried: Counter[str], data: st.DataObject
) -> None:
    page = data.draw(st.sampled_from([page for page in forms if "round_no" in page.fields]))
    sent: dict[str, str | list[str]] = {**page.form}
    for field in data.draw(st.lists(st.sampled_from(sorted(page.fields)), min_size=1, max_size=4)):
        sent[field] = data.draw(TEXTS)
    amends = page.address.endswith("/amend")
    address = f"{page.address}/preview" if amends else page.address.replace("new", "preview")
    before = rows(app)
    answer = visitor.post(address.partition("?")[0], sent)
    tried["previews"] += 1
    assert is_sound(answer)
    assert rows(app) == before


@MANY
@given(form=st.dictionaries(TEXTS, TEXTS | st.lists(TEXTS, max_size=3), max_size=6), data=st.data())
def test_a_form_that_is_none_of_ours_changes_nothing(
    app: Flask,
    visitor: Visitor,
    forms: list[Page],
    tried: Counter[str],
    form: dict[str, str | list[str]],
    data: st.DataObject,
) -> None:
    target = data.draw(st.sampled_from(sorted({page.target for page in forms})))
    before = rows(app)
    answer = visitor.post(target, form)
    tried["made-up forms"] += 1
    assert is_sound(answer)
    assert rows(app) == before


@MANY
@given(
    body=st.binary(max_size=400) | JSON.map(lambda value: json.dumps(value).encode()),
    kind=st.sampled_from(["form", "parts", "json", "nothing"]),
)
@example(body=b"0", kind="json")
@example(body=b'{"names-0": "Ana", "names-1": "Bea"}', kind="json")
def test_bytes_that_are_no_form_change_nothing(
    app: Flask, forms: list[Page], tried: Counter[str], body: bytes, kind: str
) -> None:
    types = {
        "form": "application/x-www-form-urlencoded",
        "parts": "multipart/form-data; boundary=x",
        "json": "application/json",
        "nothing": "",
    }
    before, client = rows(app), app.test_client()
    for target in sorted({page.target for page in forms}):
        answer = client.post(target, data=body, content_type=types[kind])
        tried["bytes"] += 1
        assert answer.status_code < 500
    assert rows(app) == before


@MANY
@given(value=TEXTS, name=st.sampled_from(["page", "entry", "game", "players", "hand-1", "ends"]))
@pytest.mark.usefixtures("forms")
def test_no_address_stumbles(
    app: Flask, visitor: Visitor, tried: Counter[str], value: str, name: str
) -> None:
    before = rows(app)
    for path in addresses(quote(value, safe="")):
        answer = visitor.open(path)
        tried["addresses"] += 1
        assert is_sound(answer), path
    for path in ("/", "/matches/new", "/matches/1/rounds/new", "/games/compare", "/bin"):
        answer = visitor.open(f"{path}?{name}={quote(value)}")
        tried["addresses"] += 1
        assert is_sound(answer), path
    assert rows(app) == before


def addresses(value: str) -> Iterator[str]:
    """Put a value wherever an address has a place for one."""
    yield f"/matches/{value}"
    yield f"/matches/1/rounds/{value}"
    yield f"/matches/1/rounds/{value}/amend"
    yield f"/games/{value}"


def test_names_of_any_kind_are_shown_as_they_are_typed(visitor: Visitor) -> None:
    names = "<b>Ana</b>", "{{ 7*7 }}", "'; DROP TABLE matches; --", "العربية"
    table = visitor.start(*names)
    assert table.sides == [*names]
    visitor.send(visitor.open_round(table), tiles("", "6-6", "5-5", "4-4") | {"action": "record"})
    assert visitor.open(f"{table.address}/rounds/1").status == 200
    assert visitor.send(visitor.open("/matches/new"), seated(*names)).status == 303
