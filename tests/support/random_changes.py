"""Changes a scorebook at random, in every way there is."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

from sqlalchemy import select

from scorekeeper import clock
from scorekeeper.interchange import import_export, import_reader
from scorekeeper.rules import Hand, Round, Setup, Tile, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.rules.round_entry import StartScore
from scorekeeper.scorebook import changes, history, match_bin, matches, taking_places
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.people import players
from scorekeeper.scorebook.people.logged_players import joins_of
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Right
from scorekeeper.scorebook.player_changes import forget, join, rename, split, undo_join
from scorekeeper.scorebook.round_edits import RoundEdit
from scorekeeper.scorebook.round_json import fingerprint
from tests.interchange.match_factory import REFUSED, sent

NAMES = ("Ana", "Bea", "Ciro", "Dani", "Eva", "Fede", "Gus")
SHORT = with_house_rules(load_game("block"), {"match": {"goal": 25}})
FEWEST = with_house_rules(load_game("french"), {"match": {"goal": 25}})
SETUPS = (*(Setup(SHORT, players, players == 4) for players in (2, 3, 4)), Setup(FEWEST, 4, False))


class Walk:
    """Changes a scorebook at random in every way, the same for each seed, by a clock of its own.

    `taken` counts what was done.
    """

    def __init__(self, seed, patch):
        self.random, self.taken, self._numbers = Random(seed), Counter[str](), count(1)
        self._moment = datetime(2025, 11, 20, 20, 0, tzinfo=UTC)
        patch.setattr(clock, "time", self._time)
        self._steps: dict[str, tuple[int, Callable[[], object]]] = {
            "play": (12, self._play),
            "edit": (4, self._edit_round),
            "remove": (2, self._remove),
            "undo": (4, lambda: history.undo(*self._version(), self._sent())),
            "redo": (2, lambda: history.redo(*self._version(), self._sent())),
            "rename in match": (2, lambda: self._edit(self._renamed)),
            "swap": (2, lambda: self._edit(self._swapped)),
            "play on": (1, lambda: self._edit(lambda match: changes.play_on_allowed(match.record))),
            "goal": (3, lambda: self._edit(self._with_goal)),
            "take a place": (3, lambda: self._edit(self._taken_place)),
            "leave": (2, lambda: self._edit(self._left)),
            "come": (2, lambda: self._edit(self._come)),
            "end": (2, lambda: self._edit(self._ended)),
            "bin": (2, lambda: match_bin.move_to_bin(self._match().id, self._sent())),
            "unbin": (4, self._unbin),
            "link": (1, lambda: history.renew_link(self._match().id, Right.WATCH, self._sent())),
            "rename": (1, lambda: rename(self._player(), self._name(), self._sent())),
            "join": (1, lambda: join(self._player(), self._player(), self._sent())),
            "undo join": (1, self._undo_join),
            "split": (1, self._split),
            "forget": (1, lambda: forget(self._player(), "Player {}".format, self._sent())),
            "bring": (1, self._bring),
        }

    def go(self, steps):
        weights = [weight for weight, _step in self._steps.values()]
        for name in self.random.choices([*self._steps], weights, k=steps):
            try:
                self._steps[name][1]()
            except REFUSED:
                name = "refused"
            self.taken[name] += 1

    def _play(self):
        """Open a match and play it, sometimes not to its end."""
        setup = self.random.choice(SETUPS)
        names = tuple(self.random.sample(NAMES, setup.players))
        match_id = matches.open_match(setup, names, self._key())
        self._moment += timedelta(days=self.random.choice((0, 0, 1, 20)))
        for _round in range(self.random.choice((2, 99, 99, 99))):
            match = matches.find_match(match_id)
            if match.standing.over:
                break
            played = self._round(match)
            matches.record_round(match_id, match.next_number, self._key(), played)

    def _edit_round(self):
        match = self._match()
        number = self.random.randint(1, max(1, len(match.rounds)))
        was = match.rounds[number - 1].played if match.rounds else self._round(match)
        edit = RoundEdit(fingerprint(was), self._round(match, number))
        history.edit_rounds(match.id, {number: edit}, self._sent())

    def _remove(self):
        match = self._match()
        if match.rounds:
            number = self.random.randint(1, len(match.rounds))
            change = changes.round_removed(match.record, number)
            history.edit_match(match.id, match.version, self._sent(), lambda _match: change)

    def _renamed(self, match):
        return changes.players_renamed(match.record, self.random.sample(NAMES, match.setup.players))

    def _swapped(self, match):
        return changes.players_swapped(*self.random.sample(range(match.setup.players), 2))

    def _taken_place(self, match):
        seat, first = self.random.randrange(match.setup.players), match.next_number
        number = self.random.randint(max(1, first - 3), first)
        return taking_places.take_place(match, seat, self._name(), number)

    def _left(self, match):
        return taking_places.leave(match, self.random.randrange(match.setup.players))

    def _come(self, match):
        return taking_places.join(match, self._name(), self.random.choice([*StartScore]))

    def _with_goal(self, match):
        return changes.goal_changed(match.record, self.random.randint(10, 50))

    def _ended(self, match):
        return changes.rounds_removed_after(match.record, self.random.randint(0, len(match.rounds)))

    def _unbin(self):
        if binned := sorted(match_bin.ids_in_bin()):
            match_bin.restore_match(self.random.choice(binned), self._sent())

    def _undo_join(self):
        if known := joins_of(self._player()):
            undo_join(known[0].id, self._sent())

    def _split(self):
        player = players.find_player(self._player())
        found = players.matches_of_player(player.id)
        chosen = self.random.sample(found, self.random.randint(0, len(found)))
        split(player.id, f"{player.name} B"[:40], chosen, self._sent())

    def _bring(self):
        """Import an earlier match under another key, with a player of another name."""
        match = self._match()
        other = next(name for name in ("Hugo", *NAMES) if name not in match.record.people)
        text = import_export.export_match(match.id).content.decode()
        table = json.loads(text.replace(json.dumps(match.names[0]), json.dumps(other)))
        import_export.import_read(import_reader.read_file(table | {"key": self._key()}))

    def _name(self):
        return self.random.choice((*NAMES, "Zoe"))

    def _version(self) -> tuple[int, int]:
        match = self._match()
        return match.id, match.version

    def _match(self):
        if not (ids := sorted(match_ids_kept())):
            raise NoSuchMatch(0)
        return matches.find_match(self.random.choice(ids))

    def _player(self):
        listed = [*players.list_players(), *players.list_players(hidden=True)]
        if not listed:
            raise NoSuchMatch(0)
        return self.random.choice(sorted(player.id for player in listed))

    def _edit(self, build):
        history.edit_match(*self._version(), self._sent(), build)

    def _round(self, match, number=None):
        """Draw a round: somebody goes out, and each other player is left with one domino."""
        box = [Tile(low, high) for low in range(7) for high in range(low, 7)]
        self.random.shuffle(box)
        before = match.before(number) if match.rounds and number else match.standing
        absent, seats = before.moment.put_out, range(match.setup.players)
        empty = {*absent, self.random.choice([seat for seat in seats if seat not in absent])}
        return Round(tuple(Hand(() if seat in empty else (box.pop(),)) for seat in seats))

    def _sent(self):
        return sent(self._key())

    def _key(self):
        return f"key{next(self._numbers)}"

    def _time(self):
        self._moment += timedelta(minutes=self.random.randint(1, 9))
        return self._moment.timestamp()


def match_ids_kept():
    kept = select(models.MatchRow.id).where(models.MatchRow.binned_at.is_(None))
    return db.session.scalars(kept).all()
