"""The forms of a club night: how it is played, who comes, and results without rounds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, SelectField, StringField, TextAreaField
from wtforms.validators import DataRequired, InputRequired, Length, Optional, Regexp

from scorekeeper.club.draw import How
from scorekeeper.club.standings import By
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import lazy_pgettext
from scorekeeper.pages.shared.fields import (
    BLANK,
    EXPIRED,
    TOO_LONG,
    ChoiceField,
    EntryForm,
    NumberField,
    goal_field,
    minutes_field,
    name_field,
    number_field,
    refuse,
    refuse_blank,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_files import game_ids, load_game, with_house_rules
from scorekeeper.rules.game_keys import Best
from scorekeeper.rules.game_setup import Game
from scorekeeper.scorebook.club.night import FULL, HALF, Settings, is_for
from scorekeeper.scorebook.club.night_record import Sanction, Typed
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME, LONGEST_NOTE
from scorekeeper.scorebook.people.similar_names import clean_name, is_blank, look, printable_lines
from scorekeeper.scorebook.rule_sets import RuleSet
from scorekeeper.wording.errors_and_doubts import error_sentence

# Stands between two names that came as a pair.
_PAIR = re.compile(r"\s*(?:&|/|\+)\s*")
MOST_PEOPLE = 512
USUAL_GAME = "block"

# For translators: how a club night of many tables is played.
HOWS = {
    How.CHANGING: (_l("New partner every round"), _l("Everybody has a place of their own")),
    How.ROUND_ROBIN: (_l("All play all"), _l("Fixed pairs, everybody plays everybody")),
    How.SWISS: (_l("Swiss"), _l("Fixed pairs; opponents with similar results")),
    How.WINNER_STAYS: (
        _l("Winner stays on"),
        _l("The next in line plays; pairs or single players"),
    ),
    How.KNOCKOUT: (_l("Knockout"), _l("The loser is out; the last match decides")),
    How.GROUPS: (_l("Groups, then knockout"), _l("The first two of each group go on")),
}

# For translators: how many sit at a table of a club night, where it is not two pairs.
ALONE = {
    0: _l("Two pairs"),
    **{size: lazy_pgettext("each alone", "%(num)s players", num=size) for size in range(2, 11)},
}
BEST_OF = {1: _l("One match"), 3: _l("Best of three"), 5: _l("Best of five")}
BYES = {HALF: _l("A win with half the goal"), FULL: _l("A win with a full score")}

# For translators: what people are compared by who have won as often.
ORDER_NAMES = {
    "effectiveness": _l("Wins, then effectiveness"),
    "difference": _l("Wins, then points difference"),
    "head to head": _l("Wins, then head to head"),
    "rounds": _l("Rounds won"),
    "points": _l("Points of all matches"),
}


# How a table ended, if its points do not say so.
NOBODY, BY_ROUNDS, DRAWN = "nobody", "rounds", "drawn"
_POINTS = _l("Enter the points of both sides.")


class LinesField(TextAreaField):
    """Several lines, which are kept apart; other fields turn a line break into a blank."""

    data: str

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = printable_lines(request.form.get(self.name, ""))


class VersionForm(EntryForm):
    """A form for the night that the page showed at `version`."""

    version = HiddenField(validators=[Regexp(r"[0-9]{1,9}\Z", message=EXPIRED)])


class StartForm(EntryForm):
    """How a club night is played."""

    name = StringField(
        _l("Name"),
        filters=[clean_name],
        validators=[
            InputRequired(_l("Enter a name, such as “Friday”.")),
            Length(max=LONGEST_NAME, message=TOO_LONG),
            refuse_blank,
        ],
    )
    how = ChoiceField(_l("Who plays whom?"), default=str(How.CHANGING))
    game = SelectField(_l("Game"), validate_choice=False, default=USUAL_GAME)
    goal = goal_field(_l("Goal"))
    minutes = minutes_field(_l("Minutes"))
    rounds = number_field(
        1,
        99,
        _l("Enter 1 to 99 rounds."),
        # For translators: how many rounds a club night has; in each every table plays a match.
        lazy_pgettext("club night", "Rounds"),
    )
    until = StringField(
        # For translators: the time at which a club night ends: until 23:00.
        lazy_pgettext("time of day", "Until"),
        filters=[clean_name],
        validators=[
            Optional(),
            Regexp(r"([01]?[0-9]|2[0-3]):[0-5][0-9]\Z", message=_l("Enter a time such as 23:00.")),
        ],
    )
    tables = number_field(1, 128, _l("Enter 1 to 128 tables."), _l("Tables"))
    alone = SelectField(_l("At a table"), validate_choice=False, default="0")
    best_of = SelectField(_l("Each pairing plays"), validate_choice=False, default="1")
    groups = number_field(2, 64, _l("Enter 2 to 64 groups."), _l("Groups"))
    bye = SelectField(_l("Sitting out counts as"), validate_choice=False, default=HALF)
    order = SelectField(_l("Standings by"), validate_choice=False, default="effectiveness")
    season = StringField(_l("Season points"), filters=[clean_name], default="10 8 6 5 4 3 2 1")

    def __init__(self, saved: Sequence[RuleSet] = (), *, again: bool = False) -> None:
        """Take the saved house rules, which can be chosen like games."""
        super().__init__()
        self.games = {**_of_house(saved), **_of_clubs()}
        if again:
            # Only whether it was sent before matters; everything else is as last time.
            for name in [*self._fields.keys() - {"entry_key", "csrf_token"}]:
                del self[name]
            return
        self.how.choices = [(str(how), label) for how, (label, _told) in HOWS.items()]
        self.game.choices = [(value, name) for value, (name, _game) in self.games.items()]
        self.order.choices = list(ORDER_NAMES.items())
        self.alone.choices = [(str(size), label) for size, label in ALONE.items()]
        self.best_of.choices = [(str(most), label) for most, label in BEST_OF.items()]
        self.bye.choices = list(BYES.items())

    @property
    def sizes(self) -> dict[str, list[int]]:
        """For each game, how many can sit at a table."""
        return {
            value: [size for size in ALONE if is_for(game, size)]
            for value, (_name, game) in self.games.items()
        }

    @property
    def entered(self) -> dict[str, str]:
        """What was sent, to keep it while the house rules are opened."""
        fields = (each.name for each in self if not isinstance(each, HiddenField))
        return {name: request.form[name] for name in fields if name in request.form}

    def recall(self, entered: MultiDict[str, str]) -> None:
        """Fill in what was entered before the house rules were opened."""
        for field in self:
            if field.name in entered and not isinstance(field, HiddenField):
                field.process(entered)

    def played(self) -> Game | None:
        """Return the game with its goal and clock; None if `problems` say why not."""
        if not self.validate() or not self._choices_known():
            return None
        match = {"goal": self.goal.data, "minutes": self.minutes.data}
        changes = {key: value for key, value in match.items() if value}
        try:
            return with_house_rules(self.games[self.game.data][1], {"match": changes})
        except RuleError as error:
            refuse(self.goal, error_sentence(error))
            return None

    def settings(self) -> Settings:
        """Return how it is played; call it after validating the form."""
        return Settings(
            how=How(self.how.data),
            rounds=self.rounds.data or 0,
            until=self.until.data or "",
            order=self.order.data,
            tables=self.tables.data or 0,
            season=tuple(map(int, self.season.data.split())),
            alone=int(self.alone.data),
            best_of=int(self.best_of.data),
            groups=self.groups.data or 0,
            bye=self.bye.data,
        )

    def _choices_known(self) -> bool:
        for field in (self.game, self.order, self.alone, self.best_of, self.bye):
            if field.data not in dict(field.choices):
                refuse(field, _("Choose one from the list."))
        if not self.problems:
            self._fits(self.games[self.game.data][1], int(self.alone.data))
        points = (self.season.data or "").split()
        if not all(each.isdecimal() and len(each) <= 4 for each in points) or len(points) > 99:
            refuse(self.season, _("Enter numbers with spaces between them, such as 10 8 6 5."))
        return not self.problems

    def _fits(self, game: Game, alone: int) -> None:
        """Refuse settings that cannot be combined."""
        if not is_for(game, alone):
            sentence = _(
                "%(game)s is not played by that many: choose another game.", game=_(game.name)
            )
            refuse(self.game, sentence)
        if alone > 2 and self.how.data in (How.KNOCKOUT, How.GROUPS):
            refuse(self.how, _("In a knockout two sides meet: choose two pairs or two players."))
        if alone > 2 and self.best_of.data != "1":
            refuse(self.best_of, _("Several matches are for two sides: choose one match."))


class PeopleForm(VersionForm):
    """Who comes: a name on each line, or two with & between for a pair."""

    names = LinesField(
        _l("Names"),
        default="",
        validators=[Length(max=30_000, message=_l("Enter fewer names at once."))],
    )
    # The known player whose button was tapped.
    known = StringField(default="", filters=[clean_name])
    # The right name of somebody whose name was misspelled.
    name = name_field()

    def people(self) -> tuple[tuple[str, ...], ...] | None:
        """Return who comes, a pair together; None if `problems` say what is wrong."""
        if not self.validate():
            return None
        lines = [*re.split(r"[\n;]", self.names.data), self.known.data]
        found = [
            tuple(filter(None, map(clean_name, _PAIR.split(line))))
            for line in lines
            if line.strip()
        ]
        if not found:
            refuse(self.names, _("Enter at least one name."))
        self._check([name for names in found for name in names])
        for names in found:
            if len(names) > 2:
                line = " & ".join(names)
                refuse(
                    self.names,
                    _("“%(line)s” is not a pair: write two names with & between them.", line=line),
                )
        return None if self.problems else tuple(found)

    def _check(self, names: list[str]) -> None:
        seen = set[str]()
        for name in names:
            if len(name) > LONGEST_NAME:
                refuse(self.names, TOO_LONG)
            elif is_blank(name):
                refuse(self.names, BLANK)
            elif look(name) in seen:
                refuse(
                    self.names,
                    _(
                        "%(name)s is on the list twice: add a surname or an initial to one.",
                        name=name,
                    ),
                )
            seen.add(look(name))
        if len(names) > MOST_PEOPLE:
            refuse(self.names, _("At most %(most)s can play.", most=MOST_PEOPLE))


def _points_field() -> NumberField:
    return number_field(-9999, 9999, _POINTS)


class ResultForm(VersionForm):
    """The result of a table, entered without its rounds: its points, or who did not come.

    The winner follows from the points. If these are equal, `won` is asked.
    """

    one = _points_field()
    other = _points_field()
    won = StringField(filters=[clean_name])
    # Who did not come, or that the rounds decide.
    instead = StringField(filters=[clean_name])

    def __init__(self, sides: Sequence[str]) -> None:
        super().__init__()
        more = (field for name, field in self._fields.items() if name.startswith("more"))
        self.points = [self.one, self.other, *more]
        for field, side in zip(self.points, sides, strict=True):
            field.label.text = side
        self.tied: list[int] = []

    @classmethod
    def of(cls, sides: Sequence[str]) -> ResultForm:
        """Make a form for the sides of a table, which may be more than two."""
        more = {f"more{number}": _points_field() for number in range(3, len(sides) + 1)}
        form: ResultForm = type(cls.__name__, (cls,), more)(sides)
        return form

    def typed(self, game: Game) -> Typed | None:
        """Return what was entered; None if the rounds decide, or if it is not valid."""
        instead = self.instead.data
        if not self.validate() or instead == BY_ROUNDS:
            return None
        if instead in ("0", "1", NOBODY):
            nothing = (0,) * len(self.points)
            return Typed(nothing, By.ABSENT, None if instead == NOBODY else 1 - int(instead))
        for field in self.points:
            if field.data is None:
                refuse(field, _POINTS)
                return None
        points = tuple(field.data for field in self.points)
        by = By.GOAL if max(points) >= game.match.goal else By.TIME
        best = min(points) if game.match.best is Best.LOW else max(points)
        ahead = [side for side, own in enumerate(points) if own == best]
        if len(ahead) == 1:
            return Typed(points, by, ahead[0])
        won = int(self.won.data) if self.won.data in map(str, ahead) else None
        self.tied = [] if won is not None or self.won.data == DRAWN else ahead
        return None if self.tied else Typed(points, by, won)


class SanctionForm(VersionForm):
    """A sanction for one side of a table: points off, or the match is `lost`."""

    side = ChoiceField(_l("Who"))
    points = number_field(1, 999, _l("Enter 1 to 999 points."), _l("Points off"))
    reason = StringField(
        _l("Reason"),
        filters=[clean_name],
        validators=[
            DataRequired(_l("Enter a reason, such as “late”.")),
            Length(max=LONGEST_NOTE, message=_l("Enter a shorter reason.")),
        ],
    )
    lost = StringField(filters=[clean_name])

    def __init__(self, sides: Sequence[str]) -> None:
        super().__init__()
        self.side.choices = [(str(at), name) for at, name in enumerate(sides)]

    def entered(self, table: int) -> Sanction | None:
        """Return what was entered; None if `problems` say what is wrong."""
        points = 0 if self.lost.data and table and len(self.side.choices) == 2 else self.points.data
        if points is None:
            refuse(self.points, _("Enter 1 to 999 points."))
            return None
        return Sanction(table, int(self.side.data), points, self.reason.data)


# The name and rules of a game, by the value the form sends.
_Games = dict[str, tuple[str, Game]]


def _of_clubs() -> _Games:
    """Return the games, the suggested one first."""
    named = {game_id: load_game(game_id) for game_id in game_ids()}
    games = [(value, (_(game.name), game)) for value, game in named.items()]
    return dict(sorted(games, key=lambda each: (each[0] != USUAL_GAME, each[1][0])))


def _of_house(saved: Sequence[RuleSet]) -> _Games:
    """Return the house rules that can still be played, each with the name of its game."""
    return {
        f"set-{each.id}": (" · ".join((each.name, _(each.game.name))), each.game)
        for each in saved
        if each.game
    }
