"""Whoever writes an example wrong is told what is wrong, in which file and line."""

import pytest

from scorekeeper.rules import RuleError
from tests.support.cases import Unreadable, cases, compare, reading, tables
from tests.unit.rules.lines import outcome, standing_told

BEFORE = """# A comment.

["A chapter"]
"a sentence" = '''
# Another, block 2.
"""


@pytest.fixture
def read(tmp_path):
    """Return a way to read the lines of a file, the first of which is its sixth."""

    def read(*written):
        text = "\n".join([BEFORE.rstrip(), *written, "'''", ""])
        (tmp_path / "made_up.toml").write_text(text, "utf-8")
        (case,) = cases("made_up", tmp_path)
        assert case.id == "A chapter: a sentence"
        return case.values[0]

    return read


WRONG = (
    ("blok 2 : - / 6-6 => Ana: 12 0", outcome, "`blok` is no game: there are "),
    (
        "block 2 : - / 6-6 : opner Ana => Ana: 12 0",
        outcome,
        "`opner` is no fact: there are blocker",
    ),
    ("block 2 : - / 6-6 : opener Ana; ned 1 => Ana: 12 0", outcome, "`ned` is no fact: "),
    ("block 2 : opner Ana => Ana: 12 0", outcome, "UNREADABLE_TILE"),
    ("block 2 : - / 6-6 : opener Zoe => Ana: 12 0", outcome, "`Zoe` is no player: there are Ana"),
    ("block 2 : - / 6-6", outcome, "Write ` => ` and what it comes to at its end."),
    ("block 2 : - / 6-6 => ", outcome, "Write ` => ` and what it comes to at its end."),
    ("block 2 with match.gaol = 50 : - / 6-6 => Ana: 12 0", outcome, "UNKNOWN_KEY"),
    ("blok 2 : Ana out => totals 18 0", standing_told, "`blok` is no game: there are "),
    ("block 2 : Zoe out => totals 18 0", standing_told, "`Zoe` is no player: there are Ana"),
    ("block 2 : pays Ana 9 => totals 9 0", standing_told, "`pays Ana 9` is not as `pays 20 0"),
    ("block 2 : Ana out", standing_told, "Write ` => ` and what it comes to at its end."),
)


@pytest.mark.parametrize(("line", "true", "said"), WRONG, ids=[each[0] for each in WRONG])
def test_a_line_that_cannot_be_read_is_named_with_what_is_wrong(read, line, true, said):
    with pytest.raises((Unreadable, RuleError)) as refused:
        compare(read(line), true)
    error = refused.value
    assert said in (error.code.name if isinstance(error, RuleError) else str(error))
    assert error.__notes__ == [f"tests/cases/made_up.toml:6: {line}"]


def test_each_line_that_is_not_so_is_named_and_no_other(read):
    told = "block 2 : - / 6-6 => "
    lines = read(f"{told}Ana: 12 0", f"{told}Ana: 13 0", "", f"{told}Ana: 12 0", f"{told}Bea: 0 0")
    with pytest.raises(pytest.fail.Exception) as failed:
        compare(lines, outcome)
    said = ["tests/cases/made_up.toml:7", f"- {told}Ana: 13 0", f"+ {told}Ana: 12 0"]
    said += ["tests/cases/made_up.toml:10", f"- {told}Bea: 0 0", f"+ {told}Ana: 12 0"]
    assert str(failed.value).splitlines()[1:] == said
    # As does a match, all of which is said.
    with pytest.raises(pytest.fail.Exception, match=r"made_up\.toml:6\n(.*\n)*.*; totals 7 0;"):
        compare(read("block 2 : Ana out => totals 19 0"), standing_told)


@pytest.mark.parametrize(
    ("found", "at"),
    [
        (["one", "  two", "  four"], "7\n-   too\n+   two"),
        (["one"], "7\n-   too\n+ "),
        (["one", "  too", "  three", "  four"], "8\n- \n+   four"),
    ],
)
def test_an_answer_that_is_not_so_is_named(read, found, at):
    lines = read("one", "  too", "  three", "other")
    with pytest.raises(pytest.fail.Exception) as failed:
        compare(lines, lambda told, *_answers: found if told == "one" else told)
    assert str(failed.value).endswith(f"tests/cases/made_up.toml:{at}")


def test_a_sentence_with_nothing_below_it_is_no_example(read):
    with pytest.raises(AssertionError, match="Nothing stands under this sentence"):
        compare(read(), outcome)


def test_a_table_is_named_by_where_it_begins(tmp_path):
    (tmp_path / "made_up.toml").write_text("# One.\n[[one]]\nkey = 1\n\n[[one]]\nkey = 2\n")
    found = [(case.values[0], case.id) for case in tables("made_up", "one", {"key"}, tmp_path)]
    assert found == [({"key": 1}, "made_up.toml:2"), ({"key": 2}, "made_up.toml:5")]
    with pytest.raises(Unreadable, match=r"^made_up\.toml:2 has not keys, but key\.$"):
        tables("made_up", "one", {"keys"}, tmp_path)


def test_whatever_goes_wrong_is_named_with_its_line(read):
    (line,) = read("block 2 : - / 6-6 => Ana: 12 0")
    with pytest.raises(ZeroDivisionError) as failed, reading(line):
        assert 1 / 0
    assert failed.value.__notes__ == [f"tests/cases/made_up.toml:6: {line}"]
