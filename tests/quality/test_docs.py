"""Documents say what is so: of links, settings, commands, games, rooms, promises, and examples."""

import doctest
import re
import sys
import tokenize
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from click import Context

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.config import ENVIRONMENT, PACKAGE
from scorekeeper.rules import game_ids, load_game
from scorekeeper.rules.game_keys import Ends
from scorekeeper.wording.rules_in_words import rules_in_words
from tests.bench.__main__ import PARTS, heading
from tests.databases import COMPILED, SQLITE_ONLY
from tests.quality.size import ROOT, program_files
from tests.web.visitor import Visitor, tiles

DOCS = ROOT / "docs"
DOCUMENTS = (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md")))
MOST_BYTES = 8192


def text_of(name):
    return (ROOT / name).read_text("utf-8")


def links(document):
    found = re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8"))
    return (link for link in found if not re.match(r"[a-z]+:", link))


def anchors(document):
    """Name the headings of a document as links do."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.M)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}


def test_the_readme_is_short_and_leads_to_every_document():
    assert (ROOT / "README.md").stat().st_size <= MOST_BYTES
    assert {f"docs/{path.name}" for path in DOCS.glob("*.md")} <= {*links(ROOT / "README.md")}
    assert f"Block and {len(game_ids()) - 1} related games" in text_of("README.md")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_link_leads_to_a_file_and_heading_that_are_there(document):
    for link in links(document):
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_picture_is_shown_somewhere():
    shown = {(page.parent / link).resolve() for page in DOCUMENTS for link in links(page)}
    assert {*DOCS.glob("*.png")} <= shown


def test_every_setting_is_explained_and_no_document_names_another():
    rows = re.findall(r"^\| `(SCOREKEEPER_\w+)`", text_of("docs/settings.md"), re.M)
    assert sorted(rows) == sorted(ENVIRONMENT)
    of_the_tests = re.compile("SCOREKEEPER_(BROWSER|TEST_|REQUIRE_)")
    for document in DOCUMENTS:
        named = set(re.findall(r"SCOREKEEPER_[A-Z_]+", document.read_text("utf-8")))
        assert {name for name in named if not of_the_tests.match(name)} <= ENVIRONMENT.keys()


def test_every_command_is_explained_with_all_of_its_options_and_nothing_else():
    rows = re.findall(r"^\| `scorekeeper (\w+)\b([^`]*)`", text_of("docs/command-line.md"), re.M)
    context = Context(main)
    assert sorted(name for name, _ in rows) == main.list_commands(context)
    for name, words in rows:
        command = main.get_command(context, name)
        assert command is not None
        options = {each.opts[0] for each in command.params if each.opts[0][:1] == "-"}
        assert {*re.findall(r"--\w+", words)} == options, name


def test_speed_has_the_headings_under_which_it_is_measured():
    text = text_of("docs/speed.md").partition("## By hand")[0]
    assert re.findall(r"^## (.+)", text, re.M) == [heading(part) for part in PARTS]


def test_every_promise_names_tests_that_are_there():
    rows = re.findall(r"^\| [A-Z].*", text_of("docs/promises.md"), re.M)
    assert len(rows) >= 40
    held = {row: re.findall(r"`([^`/]+)`", row.rsplit(" | ", 1)[1]) for row in rows}
    assert [row for row, names in held.items() if not names] == []
    files = (ROOT / "tests").rglob("test_*.py")
    written = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text())}
    for file in (ROOT / "tests/cases").glob("*.toml"):
        for chapter in tomllib.loads(file.read_text("utf-8")).values():
            written |= set(chapter if isinstance(chapter, dict) else ())
    assert {name for names in held.values() for name in names} - written == set()


def games_written():
    lines = [line for line in text_of("docs/games.md").splitlines() if line[:1] == "|"]
    rows = [line.strip("| ").split(" | ") for line in lines]
    return {row[0].strip("`"): [cell.strip() for cell in row[1:]] for row in rows[2:]}


def row_of(game_id):
    game, words = load_game(game_id), rules_in_words(load_game(game_id))
    dealt = f"{words['deal']}, {words['table.sides']}"
    rounds = game.match.ends is Ends.ROUNDS
    ends = f"{words['match.best']} win" if rounds else words["match.ends"]
    match = f"{words['match.goal']}: {ends}"
    if game.plays.marks:
        return [game.name, dealt, "–", words["plays"], "–", match]
    won = f"{words['blocked.rank']}; tie: {words['blocked.tie']}"
    if not game.blocked.rank:
        won = words["blocked.tie"]
    paid = [paid_as(words[f"{how}.winner"], words[f"{how}.losers"]) for how in ("out", "blocked")]
    return [game.name, dealt, won, *paid, match]


def paid_as(winner, losers):
    said = {winner: winner, losers: f"the others {losers}"}
    paid = [words for key, words in said.items() if key not in ("nothing", "score nothing")]
    return "; ".join(paid) or "–"


def test_the_table_of_games_says_what_their_files_say_and_has_no_other():
    written = games_written()
    assert [*written] == [*game_ids()]
    for game_id in game_ids():
        row = row_of(game_id)
        assert written[game_id] == row, f"| `{game_id}` | {' | '.join(row)} |"


ARCHITECTURE = text_of("docs/architecture.md")
RECORDED, READ = "How a round is recorded", "How a page is read"


def section(title):
    return ARCHITECTURE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def steps(title):
    """List the files of a numbered list, in order."""
    return re.findall(r"^\d+\. `([^`]+)`", section(title), re.M)


def table(title):
    return dict(re.findall(r"^\| (.+?) \| (.+?) \|", section(title), re.M)[1:])


def test_the_ways_of_a_request_name_files_that_are_there():
    for title in (RECORDED, READ):
        assert len(steps(title)) > 10
        assert [path for path in steps(title) if not (ROOT / path).is_file()] == []


def test_every_room_is_in_the_table_of_rooms_and_every_page_named():
    for title, folder in (("Rooms", ""), ("Rooms of the scorebook", "scorebook/")):
        rooms = [each.name for each in (ROOT / "scorekeeper" / folder).iterdir() if each.is_dir()]
        there = {f"{folder}{name}" for name in rooms if name != "__pycache__"}
        assert {room.strip("`/") for room in table(title)} == there
    pages = {path.parent.name for path in (ROOT / "scorekeeper/pages").glob("*/__init__.py")}
    named = section("Rooms").partition("\nThe pages:")[2].partition("`templates/`")[0]
    assert {*re.findall(r"`(\w+)/`", named)} == pages


def test_the_layers_are_those_of_the_import_contract():
    contracts = tomllib.loads(text_of("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if "layers" in each)
    assert section("Layers").split("```")[1].strip().splitlines() == layers


@SQLITE_ONLY
def test_a_round_is_recorded_and_a_page_read_on_the_way_that_is_described(app):
    table = Visitor(app).start("Ana", "Bea")
    device = Visitor(reopened(app))
    page = device.open_round(table)
    assert_in_order(steps(RECORDED), files_run(lambda: device.send(page, tiles("", "66"))))
    # What was rendered and worked out so far is forgotten with the application.
    fresh = Visitor(reopened(app))
    assert_in_order(steps(READ), files_run(lambda: fresh.open(table.address)))


def reopened(app):
    """Open the same scorebook again, with rate limits as people have them."""
    kept = ("INSTANCE", "SQLALCHEMY_DATABASE_URI", "WTF_CSRF_ENABLED")
    again = create_app({key: app.config[key] for key in kept})
    again.jinja_env.bytecode_cache = COMPILED
    return again


def files_run(act):
    """List the files of the functions that are called, in order."""
    called: list[str] = []

    def note(frame, event, _argument):
        if event == "call" and frame.f_code.co_filename.startswith(str(ROOT)):
            called.append(Path(frame.f_code.co_filename).relative_to(ROOT).as_posix())

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return called


def assert_in_order(described, called):
    """Hold that the described files are among those called, in this order; no script is called."""
    rest = iter(called)
    served = [path for path in described if not path.startswith("static/")]
    missing = next((path for path in served if path not in rest), None)
    assert missing is None, f"{missing} is not run here, or not after what stands before it"


WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for path in PACKAGE.rglob("*.py")
    if ">>> " in path.read_text()
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_in_the_docstrings_hold(module):
    outcome = doctest.testmod(import_module(module))
    assert outcome.attempted > 0
    assert outcome.failed == 0


def told_and_named(path):
    """Return what the comments and docstrings of a file say, and the names that its code has."""
    with path.open("rb") as file:
        tokens = [*tokenize.tokenize(file.readline)]
    texts = [each.string for each in tokens if each.type == tokenize.STRING]
    told = [text for text in texts if text.startswith('"""')]
    told += [each.string for each in tokens if each.type == tokenize.COMMENT]
    code = [each.string for each in tokens if each.type == tokenize.NAME]
    code += [text for text in texts if not text.startswith('"""')]
    return "\n".join(told), {*re.findall(r"\w+", " ".join(code))}


# Which no code of ours names.
OF_OTHERS = {"python", "Prefer", "RequestEntityTooLarge"}


def test_comments_and_docstrings_name_what_is_there():
    files = {"hatch_build.py", *(path.name for path in program_files())}
    read = {path: told_and_named(path) for path in program_files()}
    names = {name for _told, code in read.values() for name in code}
    names |= {Path(name).stem for name in files} | OF_OTHERS
    found = []
    for path, (told, _code) in read.items():
        missing = {*re.findall(r"\b\w+\.py\b", told)} - files
        quoted = " ".join(re.findall(r"`([^`\n/]+)`", told))
        missing |= {*re.findall(r"[A-Za-z_]\w+", quoted)} - names
        missing |= {*re.findall(r"Raise ([A-Z]\w+)", told)} - names
        found += [f"{path.relative_to(ROOT)}: {word}" for word in sorted(missing)]
    assert found == []
