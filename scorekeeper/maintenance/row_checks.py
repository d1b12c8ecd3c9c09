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
from scorekeeper.scorebook.people.seating import keys_of, player_key
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
    """Find seats whose player is another than their name says, or cannot be found by it."""
    if any(seat.name_key != folded(seat.name) for seat in row.seats):
        yield "its players cannot be searched for by their names"
    found = select(models.SeatRow.position, models.PlayerRow).outerjoin(models.PlayerRow)
    rows = db.session.execute(found.filter_by(match_id=row.id))
    players = {each.position: each.PlayerRow for each in rows}
    for seat, key in zip(row.seats, keys_of([seat.name for seat in row.seats]), strict=True):
        player = players[seat.position]
        if player is None:
            yield f"it does not say which player {seat.name} is"
        elif player.key != key:
            yield f"its {seat.name} is another player: {player.key}"
        elif player.owner not in ("", row.owner):
            yield f"its {seat.name} is a player of another owner"
        elif player.colour != seat.colour:
            yield f"its {seat.name} has colour {seat.colour}, and is a player of {player.colour}"


def player_faults() -> Iterator[str]:
    """Find players who sit nowhere, and names that are not those of their players."""
    sits = select(models.SeatRow.match_id).where(models.SeatRow.player_id == models.PlayerRow.id)
    nowhere = select(models.PlayerRow).where(~sits.exists()).order_by(models.PlayerRow.id)
    for row in db.session.scalars(nowhere):
        yield f"The player {row.name} sits in no match."
    for row in db.session.scalars(select(models.PlayerRow).order_by(models.PlayerRow.id)):
        # Of two of one name at a table the second has a number in the key.
        if not row.key.startswith(player_key(row.name)):
            yield f"The player {row.name} is known as {row.key}."


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
