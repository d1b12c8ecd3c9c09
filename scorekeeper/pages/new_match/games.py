"""The games to choose from on the form that starts a match, and the groups they are in."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.i18n import once_a_language
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.panel_texts import goal_of
from scorekeeper.rules.game_files import game_ids, load_game
from scorekeeper.rules.game_keys import Ends, GoalTest, Sides
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.rules.goal import counts_wins
from scorekeeper.scorebook.database.column_limits import MOST_SEATS
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.rule_sets import RuleSet
from scorekeeper.wording.formats import as_sentence, format_number, one_of, rounds, wins
from scorekeeper.wording.rules_in_words import house_rules_in_words, rules_in_words

MOST_SUGGESTED = 3

# Who may sit at a table: a number of single players, or four in pairs.
PAIRS = "pairs"
TABLES = (*map(str, range(2, MOST_SEATS + 1)), PAIRS)

# Suggested if nothing was played yet: all need only the usual set.
COMMON = ("block", "partnership", "draw", "all-fives")

# The best known game of a group comes first.
_GROUPS = (
    (
        _l("Block and similar games"),
        "block draw partnership spanish-federation hoyle mexican-partners eight-minus-players gaple"
        " matador french hungarian kozel kozel-alone",
    ),
    (
        _l("Caribbean"),
        "dominican-patio dominican-formal cuban-double-nine cuban-east puerto-rico-500"
        " puerto-rico-san-juan jamaican-partners jamaican-one-all jamaican-cut-throat jamaican-draw"
        " venezuelan-partners colombian-partners martinique",
    ),
    (_l("Brazil"), "brazil-to-six brazil-to-100"),
    (_l("Mexican Train and Chicken Foot"), "mexican-train chicken-foot"),
    (
        _l("Scoring while you play"),
        "all-fives fives-and-threes all-threes five-up sniff bergen italian",
    ),
    (_l("Games with other tiles"), "triominos rummikub"),
)
GROUPS = tuple((name, tuple(games.split())) for name, games in _GROUPS)

# Where they are played most, for the search.
_COUNTRIES = (
    (_l("Cuba"), "cuban-double-nine cuban-east"),
    (_l("Puerto Rico"), "puerto-rico-500 puerto-rico-san-juan"),
    (
        _l("United States"),
        "hoyle cuban-double-nine puerto-rico-500 mexican-train chicken-foot all-fives five-up"
        " sniff",
    ),
    (_l("United Kingdom"), "draw hoyle fives-and-threes"),
    (_l("Mexico"), "partnership mexican-partners mexican-train"),
    (_l("Argentina"), "partnership"),
    (_l("Peru"), "partnership"),
    (_l("Chile"), "partnership"),
    (_l("Ecuador"), "partnership"),
    (_l("Uruguay"), "partnership"),
    (_l("Colombia"), "partnership colombian-partners"),
    (_l("Russia"), "kozel kozel-alone"),
    (_l("Ukraine"), "kozel kozel-alone"),
    (_l("Norway"), "bergen"),
    (_l("Germany"), "bergen"),
    (_l("Israel"), "rummikub"),
    (_l("Netherlands"), "rummikub"),
    (_l("Spain"), "spanish-federation"),
    (_l("Indonesia"), "gaple"),
    (_l("France"), "french"),
    (_l("Hungary"), "hungarian"),
    (_l("Dominican Republic"), "dominican-patio dominican-formal"),
    (_l("Jamaica"), "jamaican-partners jamaican-one-all jamaican-cut-throat jamaican-draw"),
    (_l("Venezuela"), "venezuelan-partners"),
    (_l("Martinique"), "martinique"),
    (_l("Brazil"), "brazil-to-six brazil-to-100"),
    (_l("Italy"), "italian"),
)


class OfferedGame(NamedTuple):
    """A game to choose from, under its own name or that of saved rules, whose id is `saved`."""

    name: str
    game: Game
    saved: int | None = None

    @property
    def summary(self) -> str:
        """What it is, or which house rules it has."""
        base = load_game(self.game.id)
        if base.definition == self.game.definition:
            return _(base.summary)
        rules = " · ".join(house_rules_in_words(base, self.game))
        return _("%(game)s with house rules: %(rules)s.", game=_(base.name), rules=rules)

    @property
    def goal(self) -> str:
        """The goal in words: first to 100."""
        return goal_of(Setup.of(self.game, min(self.game.deal)))

    @property
    def goal_sentence(self) -> str:
        """The same after the summary."""
        return f"{as_sentence(self.goal)}."

    @property
    def usual_goal(self) -> str:
        """The goal as the page's script writes it: 100, more than 100, 9 rounds."""
        goal, match = _goal_with_unit(self.game), self.game.match
        if match.test is GoalTest.EXACT:
            return _("%(goal)s exactly", goal=goal)
        exceed = match.test is GoalTest.EXCEED and match.ends is not Ends.ROUNDS
        return _("more than %(goal)s", goal=goal) if exceed else goal

    @property
    def unit(self) -> str:
        """What the goal is a number of: points, rounds played or rounds won."""
        if self.game.match.ends is Ends.ROUNDS:
            return "rounds"
        return "wins" if counts_wins(self.game) else "points"

    @property
    def numbers(self) -> str:
        """For how many players it is."""
        # For translators: a game for 2 to 4 players, for 2 or 4, or for 4.
        return _("for %(number)s", number=one_of(self.game.deal))

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that it is for, with a larger set if it needs one."""
        return tuple(table for table in TABLES if self._fits(table))

    @property
    def larger_boxes(self) -> str:
        """As JSON: the set for each number of players that needs a larger one."""
        boxes = {n: self.game.larger_box_for(n) for n in range(2, MOST_SEATS + 1)}
        return json.dumps({seats: _box_in_words(box) for seats, box in boxes.items() if box})

    @property
    def words(self) -> str:
        """All that it can be found by: names, countries, the words of its rules."""
        return f"{folded(self.name)} {_words_of(self.game)}"

    def _fits(self, table: str) -> bool:
        seats = 4 if table == PAIRS else int(table)
        if seats not in self.game.deal:
            return self.game.larger_box_for(seats) is not None
        other = Sides.SOLO if table == PAIRS else Sides.PAIRS
        return self.game.sides_for(seats) is not other


@once_a_language
def _words_of(game: Game) -> str:
    """List the words of a game's name, countries and rules, each once."""
    texts = (
        *(_(game.name), _(game.summary), game.id.replace("-", " ")),
        *(str(name) for name, games in _COUNTRIES if game.id in games.split()),
        *(str(name) for name, games in GROUPS if game.id in games),
        *(path.rpartition(".")[2] for path in rules_in_words(game) if path.startswith("bonus.")),
        *rules_in_words(game).values(),
    )
    return " ".join(dict.fromkeys(re.findall(r"[\w-]+", folded(" ".join(texts)))))


def _box_in_words(highest: int) -> str:
    words = _("up to %(tile)s", tile=f"{highest}-{highest}")
    return _("%(what)s: %(words)s", what=_("The set"), words=words)


# The value the form sends for a game with rules that are not saved.
AGREED = "agreed"


def agreed_game(game: Game) -> OfferedGame:
    """Offer a game with house rules that have no name."""
    return OfferedGame(_("%(game)s with house rules", game=_(game.name)), game)


# Keyed by the value that the form sends for each.
Games = Mapping[str, OfferedGame]


def offered_games(sets: Sequence[RuleSet], agreed: Game | None = None) -> dict[str, OfferedGame]:
    """Return the games to choose from by the value the form sends, house rules first."""
    own = {AGREED: agreed_game(agreed)} if agreed else {}
    saved = own | {
        choice_of(each.id): OfferedGame(each.name, each.game, each.id) for each in sets if each.game
    }
    games = map(load_game, game_ids())
    return saved | {game.id: OfferedGame(_(game.name), game) for game in games}


def choice_of(set_id: int) -> str:
    """Return the value the form sends for a rule set."""
    return f"set-{set_id}"


def suggested(games: Games, played: Sequence[tuple[str, int, bool]]) -> dict[str, list[str]]:
    """Return for each table the games likely to be chosen, of those that fit.

    First the game last played at such a table, then those most played, saved rules, common ones.
    `played` has the games with the number of players, and whether in pairs.
    """
    return {table: _likely(games, table, played) for table in TABLES}


def _likely(games: Games, table: str, played: Sequence[tuple[str, int, bool]]) -> list[str]:
    here = [game for game, seats, pairs in played if _table_of(seats, pairs) == table]
    known = (*here[:1], *(game for game, _times in Counter(here).most_common()))
    saved = (value for value, offered in games.items() if offered.saved or value == AGREED)
    others = (game for _name, group in GROUPS for game in group)
    fitting = [
        value
        for value in dict.fromkeys((*known, *saved, *COMMON, *others))
        if value in games and table in games[value].tables
    ]
    # A game that needs a larger set comes last, unless it was played.
    fitting.sort(key=lambda value: value not in known and _needs_box(games[value], table))
    return fitting[:MOST_SUGGESTED]


def _needs_box(offered: OfferedGame, table: str) -> bool:
    return table != PAIRS and int(table) not in offered.game.deal


def _table_of(seats: int, partners: bool) -> str:
    return PAIRS if partners else str(seats)


def in_groups(games: Games) -> Iterator[tuple[str, Games]]:
    """Yield the games by the names of their groups, saved rules first."""
    house = tuple(value for value, offered in games.items() if offered.saved or value == AGREED)
    for name, values in ((_("House rules"), house), *GROUPS):
        if values:
            yield str(name), {value: games[value] for value in values}


def _goal_with_unit(game: Game) -> str:
    if game.match.ends is Ends.ROUNDS:
        return rounds(game.match.goal)
    return wins(game.match.goal) if counts_wins(game) else format_number(game.match.goal)
