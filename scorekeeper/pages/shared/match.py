"""A match in a few words: its game, its house rules, its sides, its score, who won it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from scorekeeper.i18n import once_a_language, phrases
from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.panel_texts import (
    Side,
    SideChange,
    best_of,
    goal_of,
    round_of,
    sides_at,
)
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_files import load_game
from scorekeeper.rules.game_keys import Best, Ends, Sides
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.scorebook.scored_match import Match, ScoredRound
from scorekeeper.wording.formats import format_number, join_names, times, translate_name
from scorekeeper.wording.round_sentences import RoundNarrator
from scorekeeper.wording.rules_in_words import house_rules_in_words


def narrator_of(match: Match) -> RoundNarrator:
    """Return a narrator with the names of the players of a match."""
    return RoundNarrator(match.setup, match.names)


def title_of(match: Match) -> str:
    """Return the name of the game of a match, as `title_of_setup` does."""
    return title_of_setup(match.setup)


def title_of_setup(setup: Setup) -> str:
    """Return the name of the game, with “partners” if that was a choice."""
    game = setup.game
    chosen = game.sides_for(setup.players) is Sides.EITHER and setup.partners
    name = translate_name(game.name)
    return _("%(game)s, partners", game=name) if chosen else name


def side_changes(before: Match, after: Match) -> tuple[SideChange, ...]:
    """Return the totals of each side before and after a change."""
    return total_changes(after, before.standing, after.standing)


def total_changes(match: Match, before: Standing, after: Standing) -> tuple[SideChange, ...]:
    """Return the totals of each side at two moments of a match."""
    narrator, totals = narrator_of(match), zip(before.totals, after.totals, strict=False)
    return tuple(
        SideChange(
            match.side_colours[side], narrator.label(side), format_number(was), format_number(now)
        )
        for side, (was, now) in enumerate(totals)
    )


def last_reset(match: Match) -> int:
    """Return the number of the last round that set all totals back to 0; 0 if there is none."""
    return max((scored.number for scored in match.rounds if scored.standing.reset), default=0)


def sides_of(match: Match) -> tuple[Side, ...]:
    """Return the panels of all sides as the match stands now."""
    return sides_at(match.standing, narrator_of(match), match.side_colours)


def reminder(match: Match, *, briefly: bool = False) -> str:
    """Say what to deal and who plays first in the next round."""
    narrator = narrator_of(match)
    standing = match.standing
    lead = narrator.lead(standing.lead, briefly=briefly)
    return f"{narrator.deal(standing.worth, standing.more)} {lead}".strip()


def first_of(match: Match, seats: tuple[int, ...]) -> str:
    """Say on the card of some seats that they play first in the next round; "" elsewhere."""
    if match.standing.over:
        return ""
    return narrator_of(match).first(match.standing.lead, seats)


def shuffles_of(match: Match, seats: tuple[int, ...]) -> str:
    """Say on the card of some seats that they shuffle; "" elsewhere, and if one is out."""
    standing = match.standing
    if standing.over or standing.put_out:
        return ""
    return narrator_of(match).shuffles(standing.lead, seats)


def status_of(match: Match) -> str:
    """Say what the match is played to, and which round is next."""
    setup, number = match.setup, match.next_number
    if setup.game.match.ends is Ends.ROUNDS and not match.standing.over:
        return f"{round_of(setup, number)} · {best_of(setup)}"
    if match.standing.over:
        return goal_of(setup)
    return f"{goal_of(setup)} · {round_of(setup, number)}"


def notice_of(match: Match, standing: Standing) -> str:
    """Say that a round brought everybody back to 0, or why a match goes on at its end; else ""."""
    if standing.reset and standing.worth > 1:
        # For translators: each side has won one round, which is called one all.
        return _("One all: the next round counts %(times)s.", times=times(standing.worth))
    if standing.reset:
        return _("Back to love: everybody starts again from 0.")
    if not standing.level:
        return ""
    narrator = narrator_of(match)
    facts = {
        "names": join_names([narrator.label(side) for side in standing.level]),
        "total": format_number(standing.totals[standing.level[0]]),
    }
    if match.setup.game.match.best is Best.LOW:
        return _(
            "%(names)s share the lowest total, %(total)s: play on until one is ahead.", **facts
        )
    return _("%(names)s share the highest total, %(total)s: play on until one is ahead.", **facts)


def score_of(match: Match) -> str:
    """Return the score with the names: Ana 63, Bea 48."""
    narrator = narrator_of(match)
    return ", ".join(
        f"{narrator.label(side)} {format_number(total)}"
        for side, total in enumerate(match.standing.totals)
    )


def house_rules_of(played: Game) -> tuple[str, ...]:
    """Say how the match differs from its game, without the goal, which stands beside.

    Nothing if its file is gone: a match keeps a copy of its rules.
    """
    try:
        game = load_game(played.id)
    except RuleError:
        return ()
    return () if game.definition == played.definition else _in_words(game, played)


# Every page of a match needs it, and putting rules into words is slow.
@once_a_language
def _in_words(game: Game, played: Game) -> tuple[str, ...]:
    return house_rules_in_words(game, played, but="match.goal")


def headline_of(match: Match) -> str:
    """Say who won a match that is over and the score, or who lost, or that nobody did."""
    if match.standing.drawn:
        # For translators: the match ended level, as in: A draw, 60 to 60.
        return _("A draw, %(score)s", score=ranked_totals(match))
    return _losing(match) or ngettext(
        "%(names)s wins %(score)s",
        "%(names)s win %(score)s",
        _people(match),
        names=_winner(match),
        score=ranked_totals(match),
    )


def celebration_of(match: Match) -> str:
    """Say who won, with an exclamation mark."""
    if match.standing.drawn:
        return _("A draw!")
    return ngettext("%(names)s wins!", "%(names)s win!", _people(match), names=_winner(match))


def match_won(match: Match) -> str:
    """Say in a few words who won the match, or who lost."""
    if match.standing.drawn:
        return _("The match is a draw")
    return _losing(match) or ngettext(
        "%(names)s wins the match",
        "%(names)s win the match",
        _people(match),
        names=_winner(match),
    )


def round_headline(match: Match, scored: ScoredRound) -> str:
    """Say how a round ended and who won it; or who won the match, if its rounds are not known."""
    if match.only_result:
        return f"{match_won(match)}."
    return narrator_of(match.at(scored.number)).headline(scored.score)


def reasons_of(match: Match, scored: ScoredRound) -> tuple[str, ...]:
    """Give the reasons for a score; if only the result is known, the notes to it."""
    if match.only_result:
        notes = [each.note for each in scored.played.corrections if each.note]
        return (_("Only the result of this match is known."), *notes)
    return narrator_of(match.at(scored.number)).reasons(scored.score)


def _losing(match: Match) -> str:
    """Say who lost, if reaching a limit ends the match; otherwise ""."""
    losers, rules = match.standing.losers, match.setup.game.match
    if not losers or rules.eliminate:
        return ""
    sides = narrator_of(match)
    return ngettext(
        "%(names)s reached %(limit)s and loses",
        "%(names)s reached %(limit)s and lose",
        sides.people(*losers),
        names=join_names([sides.side_name(side) for side in losers]),
        limit=format_number(rules.goal),
    )


def totals_text(totals: list[int]) -> str:
    """Join totals: 105 to 48, or 105 · 48 · 20."""
    texts = [format_number(total) for total in totals]
    if len(texts) > 2:
        return " · ".join(texts)
    # For translators: the score of a match, as in: 105 to 48.
    return _("%(one)s to %(other)s", one=texts[0], other=texts[1])


def _people(match: Match) -> int:
    return narrator_of(match).people(match.standing.leaders[0])


def _winner(match: Match) -> str:
    return narrator_of(match).label(match.standing.leaders[0])


def ranked_totals(match: Match) -> str:
    """Return the totals, the best first."""
    high = match.setup.game.match.best is Best.HIGH
    return totals_text(sorted(match.standing.totals, reverse=high))


Result = TypeVar("Result")


def once_a_match(function: Callable[[Match], Result]) -> Callable[[Match], Result]:
    """Cache the result of a function for a match and the language of the page.

    The result must depend on nothing else: no addresses and no dates.
    """

    @wraps(function)
    def once(match: Match) -> Result:
        key = function, phrases()
        if key not in match.remembered_values:
            match.remembered_values[key] = function(match)
        result: Result = match.remembered_values[key]
        return result

    return once
