"""Check the rows of a match that its standing does not depend on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import select

from scorekeeper.rules.games import game_ids, load_game
from scorekeeper.scorebook.changes import RECORD_CHANGES, ChangeKind
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.people.numbers import players_of_numbers, unused
from scorekeeper.scorebook.people.seating import player_key
from scorekeeper.scorebook.permissions.rights import Right


def game_faults(row: models.MatchRow, changes: Sequence[models.ChangeRow]) -> Iterator[str]:
    """Compare the game with what the match was opened with, or with the name in its rules."""
    opened = (changes[0].after if changes else None) or {}
    for key, stored in (("game", row.game_id), ("partners", row.partners)):
        if key in opened and opened[key] != stored:
            yield f"its {key} is {stored!r}, and by its log {opened[key]!r}"
    if "game" not in opened:
        # Opened by an older version, which did not log it.
        named = [game for game in game_ids() if load_game(game).name == row.rules["name"]]
        if named and row.game_id not in named:
            yield f"its game is {row.game_id!r}, and by its rules {named[0]!r}"


def link_faults(row: models.MatchRow, changes: Sequence[models.ChangeRow]) -> Iterator[str]:
    """Find links that work again although they were ended."""
    for right in Right:
        stored = getattr(row, f"{right.word}_generation")
        logged = max(
            [1]
            + [
                (each.after or {})["generation"]
                for each in changes
                if each.kind == ChangeKind.LINK and (each.after or {})["link"] == right.word
            ]
        )
        if stored < logged:
            yield f"its link to {right.word} has number {stored}, and by its log {logged}"


def seat_faults(row: models.MatchRow) -> Iterator[str]:
    """Find seats whose player is another than by the log, or one of another owner."""
    session = db.session()
    players = players_of_numbers(session.connection(), [seat.logged_id for seat in row.seats])
    for seat in row.seats:
        if seat.player.owner not in ("", row.owner):
            yield f"its {seat.name} is a player of another owner"
        elif players[seat.logged_id].id != seat.player_id:
            yield f"its {seat.name} is another player: {players[seat.logged_id].name}"


def player_faults() -> Iterator[str]:
    """Find players who are in no match, and names that are not those of their players."""
    session = db.session()
    rows = session.scalars(select(models.PlayerRow).order_by(models.PlayerRow.id)).all()
    nowhere = unused(session, {row.id for row in rows}) - {row.same_as for row in rows}
    for row in rows:
        if row.id in nowhere:
            yield f"The player {row.name} sits in no match."
        # Of two of one name at a table the second has a number in the key.
        if not row.key.startswith(player_key(row.name)):
            yield f"The player {row.name} is known as {row.key}."
        if row.folded != folded(row.name):
            yield f"The player {row.name} cannot be searched for by the name."


def draft_faults(match_id: int) -> Iterator[str]:
    """Find parts of drafts that no page can show."""
    rows = select(models.DraftRow).filter_by(match_id=match_id).order_by(models.DraftRow.number)
    for row in db.session.scalars(rows):
        whole = isinstance(row.fields, dict) and all(
            isinstance(texts, list) and all(isinstance(text, str) for text in texts)
            for texts in row.fields.values()
        )
        if not whole or type(row.revision) is not int:
            yield f"the draft of its round {row.number} is not as it was saved"


def state_faults(changes: Sequence[models.ChangeRow]) -> Iterator[str]:
    """Work out anew which changes hold, were undone, or were undone for good."""
    states: dict[int, str] = {}
    for row in changes:
        if not isinstance(row.made_at, datetime):
            yield f"change {row.version} of its log was made at no time"
        for other in (row.undoes, row.redoes):
            if other is not None and other not in states:
                yield f"change {row.version} of its log takes back one that is not there"
        if row.undoes is not None:
            states[row.undoes] = "undone"
        elif row.redoes is not None:
            states[row.redoes] = "done"
        elif row.kind in RECORD_CHANGES:
            undone = [version for version, state in states.items() if state == "undone"]
            states |= dict.fromkeys(undone, "dropped")
        states[row.version] = "done"
    for row in changes:
        if row.state != states[row.version]:
            yield f"change {row.version} is {row.state!r}, and by its log {states[row.version]!r}"
