"""What the address of the home page asks for: which matches, and from which place on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from flask import request

from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.rules.game_files import game_ids, load_game
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.match_lists import (
    Ids,
    Place,
    Wanted,
    Word,
    first_put_away,
    games_of,
    place_in,
)
from scorekeeper.scorebook.people.players import recent_players
from scorekeeper.scorebook.people.similar_names import clean_name

LONGEST_TEXT, MOST_WORDS = 80, 6


class Search(NamedTuple):
    """What is searched for, and the `state` of the matches: "open", "away", or "" for finished.

    `among` are the ids of the matches the device may see, all if None.
    """

    text: str
    player: str
    game: str
    state: str
    before: Place | None
    among: Ids | None

    @property
    def narrowed(self) -> bool:
        """Whether only some matches are searched for."""
        return bool(self.text or self.player or self.game)

    @property
    def at_front(self) -> bool:
        """Whether this is the plain home page, without a search."""
        return not (self.narrowed or self.state or self.before)

    @property
    def start(self) -> Place | None:
        """The place at which the list begins; matches put away are the last of the open ones."""
        return self.before or (first_put_away() if self.state == "away" else None)

    @property
    def wanted(self) -> Wanted:
        """The query for the scorebook."""
        return Wanted(tuple(_words(self.text)), self.player, self.game, self.among)

    def address_parts(self, before: Place | None = None) -> dict[str, str | None]:
        """Return the query of an address with the same search, from a place on."""
        return {
            "q": self.text or None,
            "player": self.player or None,
            "game": self.game or None,
            "state": self.state or None,
            "before": before.text if before else None,
        }


def asked_for(among: Ids | None) -> Search:
    """Read the address; ignore an invalid place or game."""
    game, state = request.args.get("game", ""), request.args.get("state", "")
    return Search(
        text=clean_name(request.args.get("q", "")[:LONGEST_TEXT]),
        player=clean_name(request.args.get("player", "")[:LONGEST_TEXT]),
        game=game if game in game_ids() else "",
        state=state if state in ("open", "away") else "",
        before=place_in(request.args.get("before", "")),
        among=among,
    )


def players_for(search: Search) -> dict[str, str]:
    """Return the players to choose from: those of the newest matches, and the chosen one."""
    known = (player.name for player in recent_players(search.among))
    names = {folded(name): name for name in (search.player, *known) if name}
    return {"": _("All players")} | {names[key]: names[key] for key in sorted(names)}


def games_for(search: Search) -> dict[str, str]:
    """Return the games to choose from: all that were played, and the chosen one."""
    games = {game for game in (search.game, *games_of(search.among)) if game in game_ids()}
    named = ((game, _(load_game(game).name)) for game in games)
    offered = sorted(named, key=lambda game: folded(game[1]))
    return {"": pgettext("search", "All games")} | dict(offered)


def _words(text: str) -> Iterator[Word]:
    """Yield the words searched for, each with the games that have it in their name."""
    words = [word for word in text.split() if folded(word)][:MOST_WORDS]
    names = {game: folded(_(load_game(game).name)) for game in game_ids()} if words else {}
    for word in words:
        yield word, tuple(game for game, name in names.items() if folded(word) in name)
