"""What a game’s keys are about, and what each of their values means, in few words."""

from scorekeeper.rules.keys import (
    Among,
    Best,
    Boneyard,
    Ending,
    Ends,
    Entry,
    Layout,
    Leader,
    Mode,
    Rank,
    Reset,
    Sides,
)

LABELS = {
    "tiles.highest": "box",
    "tiles.removed": "taken out",
    "deal": "players × tiles",
    "table.sides": "sides",
    "table.boneyard": "boneyard",
    "table.layout": "layout",
    "table.entry": "entered",
    "lead.first": "first lead",
    "lead.next": "next lead",
    "weights.tile": "tiles left over",
    "weights.blank_end": "blank halves",
    "weights.double": "doubles",
    "weights.holding_a_double": "a hand with a double",
    "weights.joker": "joker",
    "out.winner": "going out pays",
    "out.losers": "after going out the others",
    "out.play_on": "once somebody is out",
    "blocked.among": "compared in a blocked round",
    "blocked.rank": "a blocked round goes to",
    "blocked.tie": "tie",
    "blocked.next_worth": "after a drawn round",
    "blocked.winner": "a blocked round pays",
    "blocked.losers": "after a blocked round the others",
    "rounding": "rounding",
    "tally.steps": "points in play",
    "plays": "table total",
    "match.ends": "match",
    "match.goal": "goal",
    "match.best": "best",
    "match.reset": "back to 0",
    "match.eliminate": "at the goal",
}

SIDES = {
    Sides.SOLO: "each alone",
    Sides.PAIRS: "partners",
    Sides.EITHER: "each alone or partners",
}

BONEYARDS = {
    Boneyard.NONE: "none, every tile is dealt",
    Boneyard.UNUSED: "sleeps, nobody draws",
    Boneyard.DRAWN: "drawn from",
}

LAYOUTS = {Layout.LINE: "a line with two ends", Layout.FREE: "of its own"}

ENTRIES = {
    Entry.TILES: "the tiles left in each hand",
    Entry.TOTALS: "the total of each hand",
    Entry.PLAYS: "the tiles as they are laid",
}

LEADERS = {
    Leader.HIGHEST_DOUBLE: "the highest double",
    Leader.WINNER: "whoever won the last round",
    Leader.WINNERS_SIDE: "the side that won the last round",
    Leader.ALTERNATE: "by turns",
    Leader.PASSES_LEFT: "the player after the last leader",
    Leader.AGREED: "as agreed",
    Leader.HEAVIEST_HAND: "the heaviest hand of the last round",
}

AMONG = {
    Among.ALL: "all",
    Among.BLOCKER_AND_NEXT: "whoever closed the line and the next player",
}

RANKS = {
    Rank.SIDE_TOTAL: "the lightest side",
    Rank.SEAT_TOTAL: "the lightest single hand",
    Rank.LIGHTEST_TILE: "the lightest tile",
    Rank.NEXT_TILES: "the lightest tiles, one after the other",
    Rank.FEWEST_DOUBLES: "the fewest doubles",
    Rank.OPENERS_SIDE: "the side that led",
    Rank.BLOCKERS_SIDE: "the side that closed the line",
    Rank.NOT_BLOCKERS_SIDE: "the side that did not close the line",
    Rank.BLOCKER: "whoever closed the line",
}

MODES = {Mode.NEAREST: "to the nearest", Mode.UP: "up to the next", Mode.DOWN: "down to the last"}

ENDINGS = {
    None: "",
    Ending.WENT_OUT: ", going out",
    Ending.BLOCKED: ", blocked",
    Ending.PLAYED: ", counted to the end",
}

ENDS = {
    Ends.RACE: "the first at the goal wins",
    Ends.LIMIT: "reaching the goal loses",
    Ends.ROUNDS: "ends after the agreed rounds",
}

BEST = {Best.HIGH: "the most points", Best.LOW: "the fewest points"}

RESETS = {
    Reset.NEVER: "never",
    Reset.ALL_SCORED: "once everybody has scored",
    Reset.OTHER_SIDE_WINS: "when the other side wins a round",
}
