"""No form makes the program stumble, whatever is typed into it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import examples
from tests.unchanged import rows
from tests.web.fuzz.hostile import TEXTS
from tests.web.visitor import HEAVY

# One scorebook for all examples: what one of them may change must not break the next.
MANY = examples(30, thorough=400)
TRACES = ("Traceback", "sqlalchemy", "werkzeug.exceptions")


@pytest.fixture
def forms(visitor):
    """Return every kind of page with a form, each with one of its forms chosen."""
    playing = visitor.start("Ana", "Bea", "Ciro", "Dani")
    visitor.play(playing, "", "66", "55", "44")
    visitor.play(playing, "66", "", "55", "44")
    won, gone, undone = (visitor.start("Ana", "Bea", goal="50") for _ in range(3))
    visitor.play(won, "", HEAVY)
    visitor.play(undone, "", "66")
    for page in (f"{undone.address}/undo", f"{gone.address}/delete"):
        visitor.send(visitor.open(page))
    others = [visitor.start("Ana", "Bea", "Ciro", game=game) for game in ("italian", "hungarian")]
    rules = visitor.send(visitor.open("/matches/new"), {"action": "rules"})
    mend = visitor.open(f"{playing.address}/mend")
    of_playing = (
        *("rounds/new", "rounds/new?entry=pips", "rounds/1/amend", "rounds/1/remove"),
        *("undo", "delete"),
    )
    return [
        rules,
        *(mend.pressing(button) for button in ("Save the names", "Swap", "Change the goal")),
        *(visitor.open(f"{playing.address}/{page}") for page in of_playing),
        *(visitor.open_round(other) for other in others),
        *map(visitor.open, (f"{won.address}/winner", f"{undone.address}/redo", "/bin")),
    ]


def is_sound(page):
    """Say whether a page is one of ours: no fault of the program, and nothing of its insides."""
    return page.status < 500 and not any(trace in page.answer.text for trace in TRACES)


@MANY
@given(data=st.data())
def test_no_form_stumbles_and_what_is_refused_changes_nothing(app, visitor, forms, tried, data):
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


@MANY
@given(data=st.data())
def test_no_script_of_ours_can_be_made_to_stumble(app, visitor, forms, tried, data):
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
