"""Files of many matches: a part at a time in memory, and still read and imported as one."""

import gc
import json
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.interchange import import_export, import_reader, json_file
from scorekeeper.interchange.import_export import Imported, import_read, preview_import
from scorekeeper.interchange.import_reader import CannotImport
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.record import MatchRecord
from tests.interchange.match_factory import MATCH, imports, taken

KEYS = st.sampled_from(("matches", "players", "é", ""))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda each: st.lists(each, max_size=3) | st.dictionaries(KEYS, each, max_size=3),
    max_leaves=8,
)
BROKEN = (
    *(
        '{"matches": [1 2]}',
        '{"matches": [1, 2',
        '{"matches": [], "matches": []}',
        '{"a": 1 "b": 2}',
    ),
    *('{"matches": [{"a": 1, "a": 2}]}', '{"matches" [1]}', "{1: 2}", '{"a": tru', '{"a": "b'),
    *('{"matches": [1]} {}', '{\n "players": [\n  1],\n "matches": [{},\n  {"a": ]\n ]}', "{"),
)


def decoded(content):
    """Decode a file; give the matches as a list, as they come the second time."""
    found = json_file.decoded(BytesIO(content))
    if isinstance(found, dict):
        return {
            key: [*value] if isinstance(value, json_file.ListInFile) else value
            for key, value in found.items()
        }
    return found


@given(JSON | st.dictionaries(KEYS, JSON), st.sampled_from((None, 1)), st.integers(1, 9))
def test_json_is_the_same_whatever_part_of_it_is_in_memory(value, indent, size):
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_file, "READ_AT_ONCE", size)
        for content in (text.encode(), text.encode("utf-8-sig")):
            assert decoded(content) == value


@pytest.mark.parametrize("text", BROKEN)
def test_where_a_text_is_no_json_is_said_as_by_the_reader_of_the_whole(text, monkeypatch):
    with pytest.raises(ValueError, match=r".") as whole:
        json.loads(text, object_pairs_hook=unique_keys)
    for size in range(1, len(text) + 1):
        monkeypatch.setattr(json_file, "READ_AT_ONCE", size)
        with pytest.raises(ValueError, match=r".") as refused:
            decoded(text.encode())
        assert str(refused.value) == str(whole.value), size


def file_of(number, **last):
    """Return a file of matches, the last but one of which stands in it twice."""
    listed = [MATCH | {"key": f"match{at}"} for at in range(number)]
    return json.dumps({"matches": [*listed, listed[-1], MATCH | {"key": "last"} | last]}).encode()


def read(content):
    return import_reader.read_any(BytesIO(content))


def test_of_a_file_of_ours_only_a_part_is_in_memory(app, monkeypatch):
    def counted(*given):
        alive.append(sum(type(each) is MatchRecord for each in gc.get_objects()))
        return add(*given)

    alive, add = [], matches.add_matches
    monkeypatch.setattr(import_export, "add_matches", counted)
    monkeypatch.setattr(import_export, "ADDED_AT_ONCE", 2)
    monkeypatch.setattr(import_export, "MOST_SHOWN", 1)
    with app.app_context():
        gc.collect()
        assert preview_import(read(file_of(20))).new == 21
        assert import_read(read(file_of(20))) == Imported(new=21, known=1)
        assert import_read(read(file_of(20))) == Imported(known=22)
    assert len(alive) == 33
    assert max(alive) - min(alive) < 5


def test_nothing_is_imported_where_a_match_is_refused_after_others_were_added(
    app, runner, unchanged, monkeypatch
):
    monkeypatch.setattr(import_export, "ADDED_AT_ONCE", 2)
    never = {**MATCH["rounds"][0], "hands": {"Ana": [], "Bea": []}}
    with unchanged():
        said = imports(runner, file_of(5, rounds=[never])).stderr
        assert said.startswith("Error: Match 7 (Ana, Bea), round 1: ")
        for take in (preview_import, import_read):
            with app.app_context(), pytest.raises(CannotImport):
                take(read(file_of(5, rounds=[never])))
    assert imports(runner, file_of(5)).stdout == "Imported 6 matches; 1 known already.\n"
    assert len(json.loads(taken(app))["matches"]) == 6
