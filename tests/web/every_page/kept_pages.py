"""Pages as they were when they were last meant to change: of one scorebook, in every language.

`python -m tests.web.every_page.kept_pages` writes them anew. What is another each time, or with
each change of a static file, is left out: spaces, tokens of forms, versions of files.
"""

import json
import lzma
import re
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from difflib import unified_diff
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from scorekeeper import clock as house
from scorekeeper.i18n import LANGUAGES
from scorekeeper.rules import Hand, Round, Setup, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.rules.game_keys import Entry
from scorekeeper.rules.round_entry import Play
from scorekeeper.scorebook import history, matches
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.round_edits import RoundEdit
from scorekeeper.scorebook.round_json import fingerprint
from tests.databases import migrated, opened
from tests.support.clock import told

KEPT = Path(__file__).with_name("kept_pages.json.xz")
BEGUN, ROUND_TAKES = datetime(2026, 3, 7, 10, 0, tzinfo=UTC), timedelta(minutes=5)
# So long after the last round one is changed, and the pages are made.
LATER = timedelta(days=260)
WITHOUT_MATCH = ("/", "/players", "/players/1", "/players/1/against/2", "/season")
GUIDE = ("block", "italian", "fives-and-threes", "mexican-train", "triominos", "chicken-foot")
# Hands to compare: a tie, two who went out, a line of partners, too many tiles, and refused ones.
COMPARED = (
    "players=2&hand-1=1-2+2-4+3-5&hand-2=5-5+3-4",
    "players=3&hand-1=&hand-2=&hand-3=5-5",
    "players=4&partners=y&hand-1=2-5&hand-2=0-0+5-5&hand-3=0-2+3-3&hand-4=0-5",
    "players=2&hand-1=0-0+0-1+0-2+0-3+0-4+0-5+0-6+1-1&hand-2=6-6",
    "players=2&hand-1=7x&hand-2=1-2+1-2&hand-3=4-4&partners=y",
)
NEW = "/matches/new"
OTHERS = (
    *("/games", *(f"/games/{game}" for game in GUIDE)),
    *(f"/games/compare?{query}" for query in COMPARED),
    *(NEW, f"{NEW}?game=jamaican-partners", "/matches/1/links", "/matches/1/again"),
    *("/device", "/language", "/offline", "/join/wrong", "/nothing", "/matches/99"),
)
HOUSE_RULES = ("block", "brazil-to-six", "puerto-rico-500", "mexican-train", "italian")
# What is sent to the form that starts a match, which comes back.
SENT = {
    **{f"house rules of {game}": {"game": game, "action": "rules"} for game in HOUSE_RULES},
    "nobody sits": {"game": "block"},
    "five sit at a game for four": {f"names-{seat}": name for seat, name in enumerate("ABCDE")},
}
VARYING = (
    (re.compile(r"\?v=[\w-]+"), ""),
    (re.compile(r'value="[0-9a-f]{32}"'), 'value="key"'),
    (re.compile(r'(name="csrf_token"[^>]*value=)"[^"]*"'), r'\1"token"'),
    (re.compile(r"http://[\w.:]+/join/[\w.-]+"), "/join/token"),
    (re.compile(r'<svg [^>]*class="segno".*?</svg>', re.DOTALL), "its code"),
)
TAG = re.compile(r"\s*(<[^>]*>)\s*")
# Of a page that changed all over, no more is read.
MOST_LINES = 60
FOUR, TWO = ("Ana", "Bea & Co", "Ciro", "Dani"), ("Ana", "Ciro")
PLAYED: tuple[dict[str, object], ...] = (
    {"game": "draw", "names": FOUR, "rounds": 14, "goal": 1000},
    {"game": "partnership", "names": FOUR, "partners": True},
    {"game": "brazil-to-six", "names": FOUR, "partners": True},
    {"game": "hungarian", "names": ("Ana", "Inés Maximiliana", "Dani")},
    *({"game": "block", "names": TWO, "goal": 20, "out": 0} for _ in range(3)),
    {"game": "jamaican-partners", "names": FOUR, "rounds": 0, "partners": True},
    {"game": "italian", "names": ("Bea", "Ana", "Dani"), "rounds": 2},
)


def made(app):
    """Play in an empty scorebook; return its pages by their language and address."""
    # Forms have tokens, as people see them.
    app.config["WTF_CSRF_ENABLED"] = True
    with told(BEGUN) as clock, ExitStack() as afterwards:
        # Days begin when they do in UTC, wherever this runs.
        house.set_zone("UTC")
        afterwards.callback(house.set_zone, "")
        with app.app_context():
            # Of each game the last match.
            shown = {match.setup.game.id: match for match in play(clock)}.values()
        of_matches = (each for match in shown for each in pages_of(match))
        addresses = [*WITHOUT_MATCH, *OTHERS, *of_matches, *SENT]
        pages = {
            f"{language} {address}": plain(app, address, language)
            for language in LANGUAGES
            for address in addresses
        }
        app.config["PIN"] = "Dos77"
        return pages | {f"{each} /pin": plain(app, "/pin", each) for each in LANGUAGES}


def play(clock):
    """Play all matches, and much later change a round of the first."""
    ids = [play_one(Random(number), clock, **each) for number, each in enumerate(PLAYED)]
    first = matches.find_match(ids[0]).record.entries
    correction = Submission("corrected", "Kitchen tablet")
    edit = RoundEdit(fingerprint(first[2].played), first[5].played)
    clock.now += LATER
    history.edit_rounds(ids[0], {3: edit}, correction)
    return [matches.find_match(match_id) for match_id in ids]


def play_one(random, clock, *, game, names, rounds=60, partners=False, goal=None, out=None):
    """Play a match at random, the same way each time, for so many rounds at most; return its id.

    In each round the seat `out` goes out, or one that is drawn.
    """
    house_rules = {"match": {"goal": goal}} if goal else {}
    rules = with_house_rules(load_game(game), house_rules)
    setup, key = Setup(rules, len(names), partners), f"{random.getrandbits(128):032x}"
    match_id = matches.open_match(setup, names, key, device="Tablet")
    for number in range(1, rounds + 1):
        clock.now += ROUND_TAKES
        matches.record_round(match_id, number, f"{key} {number}", a_round(setup, out, random))
        if matches.find_match(match_id).standing.over:
            break
    return match_id


def a_round(setup, out, random):
    """Deal, and leave each hand some of its tiles; one hand in three rounds of four has none."""
    tiles, dealt = random.sample(setup.box.tiles, len(setup.box.tiles)), setup.dealt
    if setup.game.table.entry is Entry.PLAYS:
        plays = (Play(at % setup.players, tile) for at, tile in enumerate(tiles[:8]))
        return Round(plays=tuple(plays))
    drawn = random.choice((None, *range(setup.players)))
    out = drawn if out is None else out
    left = [0 if seat == out else random.randint(1, 5) for seat in range(setup.players)]
    hands = (tiles[seat * dealt :][:count] for seat, count in enumerate(left))
    return Round(tuple(Hand(tuple(hand)) for hand in hands))


def pages_of(match):
    last, address = len(match.rounds), f"/matches/{match.id}"
    pages = ["/rounds", "/wall", "/winner" if match.standing.over else "/rounds/new"]
    pages += [f"/rounds/{number}" for number in sorted({min(3, last), last} - {0})]
    return [address, *(address + page for page in pages)]


def plain(app, address, language):
    """Return a page as one that has never been here gets it, a line for each of its tags."""
    client, headers = app.test_client(), {"Accept-Language": language}
    answer = client.get(NEW if address in SENT else address, headers=headers)
    # Reading sets no cookie, but where there is a form whose token goes with it.
    assert "Set-Cookie" not in answer.headers or "csrf_token" in answer.text, address
    if address in SENT:
        token = re.search(r'name="csrf_token"[^>]*value="([^"]*)"', answer.text)
        sent = {"csrf_token": token[1] if token else "", "entry_key": "0" * 32}
        answer = client.post(NEW, data=sent | SENT[address], headers=headers)
    text = answer.text
    for pattern, instead in VARYING:
        text = pattern.sub(instead, text)
    lines = (" ".join(line.split()) for line in TAG.sub(r"\n\1\n", text).splitlines())
    return "\n".join([answer.status, *filter(None, lines)])


def kept():
    return json.loads(lzma.decompress(KEPT.read_bytes()))


def differences(was, now):
    """Say which pages differ, and what the first of them had and has; "" where none does."""
    differ = [name for name in sorted({*was, *now}) if was.get(name) != now.get(name)]
    if not differ:
        return ""
    before, after = (pages.get(differ[0], "").splitlines() for pages in (was, now))
    changed = [*unified_diff(before, after, "was", "is now", n=1, lineterm="")][:MOST_LINES]
    return "\n".join([f"{len(differ)} pages changed: {', '.join(differ)}", "", differ[0], *changed])


def main():
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/scorekeeper.db"
        migrated(url, Path(folder))
        with opened(url, Path(folder)) as app:
            pages = made(app)
    print(differences(kept(), pages) if KEPT.exists() else "")
    KEPT.write_bytes(lzma.compress(json.dumps(pages).encode()))


if __name__ == "__main__":
    main()
