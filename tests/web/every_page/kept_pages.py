"""Pages as they were when they were last meant to change: of one scorebook, in every language.

`python -m tests.web.every_page.kept_pages` writes them anew. What is another each time, or with
each change of a static file, is left out: spaces, tokens of forms, versions of files.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from difflib import unified_diff
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from flask import Flask

from scorekeeper.figures import clock as house
from scorekeeper.i18n import LANGUAGES
from scorekeeper.rules import Hand, Round, Setup, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.options import Entry
from scorekeeper.rules.rounds import Play
from scorekeeper.scorebook import history, matches
from scorekeeper.scorebook.amending import Amendment
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.round_json import fingerprint
from tests.clock import Clock, told
from tests.databases import migrated, opened

KEPT = Path(__file__).with_name("kept_pages.json.xz")
BEGUN, ROUND_TAKES = datetime(2026, 3, 7, 10, 0, tzinfo=UTC), timedelta(minutes=5)
# So long after the last round one is changed, and the pages are made.
LATER = timedelta(days=260)
WITHOUT_MATCH = ("/", "/players", "/players/1", "/players/1/against/2", "/season")
VARYING = (
    (re.compile(r"\?v=[\w-]+"), ""),
    (re.compile(r'value="[0-9a-f]{32}"'), 'value="key"'),
    (re.compile(r'(name="csrf_token"[^>]*value=)"[^"]*"'), r'\1"token"'),
)
TAG = re.compile(r"\s*(<[^>]*>)\s*")
# Of a page that changed all over, no more is read.
MOST_LINES = 60

Pages = dict[str, str]


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is played at random, the same way each time, for so many rounds at most."""

    game: str
    names: tuple[str, ...]
    rounds: int = 60
    partners: bool = False
    goal: int | None = None
    # The seat that goes out in each round; otherwise it is drawn.
    out: int | None = None


FOUR, TWO = ("Ana", "Bea & Co", "Ciro", "Dani"), ("Ana", "Ciro")
PLAYED = (
    Played("draw", FOUR, 14, goal=1000),
    Played("partnership", FOUR, partners=True),
    Played("brazil-to-six", FOUR, partners=True),
    Played("hungarian", ("Ana", "Inés Maximiliana", "Dani")),
    *(Played("block", TWO, goal=20, out=0) for _ in range(3)),
    Played("jamaican-partners", FOUR, 0, partners=True),
    Played("italian", ("Bea", "Ana", "Dani"), 2),
)


def made(app: Flask) -> Pages:
    """Play in an empty scorebook; return its pages by their language and address."""
    # Forms have tokens, as people see them.
    app.config["WTF_CSRF_ENABLED"] = True
    with told(BEGUN) as clock, in_one_zone():
        with app.app_context():
            # Of each game the last match.
            shown = {match.setup.game.id: match for match in play(clock)}.values()
        addresses = [*WITHOUT_MATCH, *(each for match in shown for each in pages_of(match))]
        return {
            f"{language} {address}": plain(app, address, language)
            for language in LANGUAGES
            for address in addresses
        }


@contextmanager
def in_one_zone() -> Iterator[None]:
    """Let days begin when they do in UTC, wherever this runs."""
    house.set_zone("UTC")
    yield
    house.set_zone("")


def play(clock: Clock) -> list[Match]:
    """Play all matches, and much later change a round of the first."""
    ids = [play_one(played, Random(number), clock) for number, played in enumerate(PLAYED)]
    first = matches.find_match(ids[0]).record.entries
    correction = Submission("corrected", "Kitchen tablet")
    amendment = Amendment(fingerprint(first[2].played), first[5].played)
    clock.now += LATER
    history.amend_rounds(ids[0], {3: amendment}, correction)
    return [matches.find_match(match_id) for match_id in ids]


def play_one(played: Played, random: Random, clock: Clock) -> int:
    """Play a match; return its id."""
    house_rules = {"match": {"goal": played.goal}} if played.goal else {}
    game = with_house_rules(load_game(played.game), house_rules)
    setup, key = Setup(game, len(played.names), played.partners), f"{random.getrandbits(128):032x}"
    match_id = matches.open_match(setup, played.names, key, device="Tablet")
    for number in range(1, played.rounds + 1):
        clock.now += ROUND_TAKES
        matches.record_round(match_id, number, f"{key} {number}", a_round(setup, played, random))
        if matches.find_match(match_id).standing.over:
            break
    return match_id


def a_round(setup: Setup, played: Played, random: Random) -> Round:
    """Deal, and leave each hand some of its tiles; one hand in three rounds of four has none."""
    tiles, dealt = random.sample(setup.box.tiles, len(setup.box.tiles)), setup.dealt
    if setup.game.table.entry is Entry.PLAYS:
        plays = (Play(at % setup.players, tile) for at, tile in enumerate(tiles[:8]))
        return Round(plays=tuple(plays))
    drawn = random.choice((None, *range(setup.players)))
    out = drawn if played.out is None else played.out
    left = [0 if seat == out else random.randint(1, 5) for seat in range(setup.players)]
    hands = (tiles[seat * dealt :][:count] for seat, count in enumerate(left))
    return Round(tuple(Hand(tuple(hand)) for hand in hands))


def pages_of(match: Match) -> list[str]:
    """Return the addresses of the pages of a match."""
    last, address = len(match.rounds), f"/matches/{match.id}"
    pages = ["/rounds", "/wall", "/winner" if match.standing.over else "/rounds/new"]
    pages += [f"/rounds/{number}" for number in sorted({min(3, last), last} - {0})]
    return [address, *(address + page for page in pages)]


def plain(app: Flask, address: str, language: str) -> str:
    """Return a page as one that has never been here gets it, a line for each of its tags."""
    answer = app.test_client().get(address, headers={"Accept-Language": language})
    text = answer.text
    for pattern, instead in VARYING:
        text = pattern.sub(instead, text)
    lines = (" ".join(line.split()) for line in TAG.sub(r"\n\1\n", text).splitlines())
    return "\n".join([answer.status, *filter(None, lines)])


def kept() -> Pages:
    """Return the pages as they were."""
    pages: Pages = json.loads(lzma.decompress(KEPT.read_bytes()))
    return pages


def differences(was: Pages, now: Pages) -> str:
    """Say which pages differ, and what the first of them had and has; "" where none does."""
    differ = [name for name in sorted({*was, *now}) if was.get(name) != now.get(name)]
    if not differ:
        return ""
    before, after = (pages.get(differ[0], "").splitlines() for pages in (was, now))
    changed = [*unified_diff(before, after, "was", "is now", n=1, lineterm="")][:MOST_LINES]
    return "\n".join([f"{len(differ)} pages changed: {', '.join(differ)}", "", differ[0], *changed])


def main() -> None:
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/scorekeeper.db"
        migrated(url, Path(folder))
        with opened(url, Path(folder)) as app:
            pages = made(app)
    print(differences(kept(), pages) if KEPT.exists() else "")
    KEPT.write_bytes(lzma.compress(json.dumps(pages).encode()))


if __name__ == "__main__":
    main()
