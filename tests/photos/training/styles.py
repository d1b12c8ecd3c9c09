"""How a box of tiles looks: every part of it by chance, far beyond what is sold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.photos.training.chance import (
    Random,
    Values,
    any_of,
    bright,
    dark,
    light,
    maybe,
    unlike,
    wooden,
)

BODIES = {"light": 0.6, "dark": 0.17, "bright": 0.13, "wooden": 0.1}
PIPS = {"flat": 0.28, "drilled": 0.3, "glossy": 0.2, "engraved": 0.14, "square": 0.08}
# Never trained on.
HELD_OUT_PIPS = ("ringed", "diamond")
BARS = {"bar": 0.45, "whole": 0.22, "thin": 0.23, "faint": 0.1}
WIDTHS = {"bar": (0.04, 0.1), "whole": (0.012, 0.05), "thin": (0.015, 0.04), "faint": (0.01, 0.03)}
METALS = ((190, 150, 60), (180, 175, 170), (150, 100, 50))
HIGHEST = (6, 9, 12)
# How often a box far away is dark, and how often it has a dent wherever a pip may be.
FAR_DARK, SOCKETS = 0.8, 0.5
MOST_PIPS = 12


@dataclass(frozen=True, kw_only=True, eq=False)
class Style:
    """How all tiles of a box look; lengths are in parts of a tile's width."""

    body: Values
    side: Values
    back: Values
    wooden: bool
    # The colour of each number of pips.
    colours: list[Values]
    pip: str
    sockets: bool
    pip_size: float
    # How far apart pips are: 1 is halfway from the middle to the edge.
    spread: float
    mirrored: bool
    across: bool
    bar: str
    bar_colour: Values
    bar_length: float
    bar_width: float
    spinner: Values | None
    spinner_size: float
    round_corners: float
    ratio: float
    thick: float
    bevel: float
    worn: float
    marked_back: bool
    highest: int


def style(random: Random, *, held_out: bool = False, far: bool = False) -> Style:
    """Draw a box by chance; one of those that are held out has a new hue or new pips."""
    kind = "dark" if far and maybe(random, FAR_DARK) else any_of(random, BODIES)
    new_hue = held_out and maybe(random, 0.5)
    body = bright(random, held_out=True) if new_hue else _body(random, kind)
    new_pips = held_out and not new_hue
    pip = str(random.choice(HELD_OUT_PIPS)) if new_pips else any_of(random, PIPS)
    colours = _colours(random, body, pip)
    sockets = far and maybe(random, SOCKETS)
    # Where every place is a dent, hardly anything parts the ends.
    bar = "faint" if sockets else any_of(random, BARS)
    length = 1.0 if bar == "whole" else random.uniform(0.55, 0.95)
    spread = random.uniform(0.84, 1.32)
    return Style(
        body=body,
        side=body * random.uniform(0.45, 0.95) if maybe(random, 0.85) else unlike(random, body),
        back=body if maybe(random, 0.75) else unlike(random, body),
        wooden=kind == "wooden" and not new_hue,
        colours=colours,
        pip=pip,
        sockets=sockets,
        # Pips of one end never touch.
        pip_size=random.uniform(0.055, 0.11) * spread,
        spread=spread,
        mirrored=maybe(random, 0.5),
        across=maybe(random, 0.06),
        bar=bar,
        bar_colour=_bar_colour(random, body, bar, colours[1]),
        bar_length=length,
        bar_width=random.uniform(*WIDTHS[bar]),
        spinner=_metal(random) if maybe(random, 0.32) else None,
        spinner_size=random.uniform(0.03, 0.085),
        round_corners=random.uniform(0.02, 0.22),
        ratio=random.uniform(1.82, 2.12),
        thick=random.uniform(0, 0.5),
        bevel=random.uniform(-0.25, 0.35),
        worn=float(random.choice((0, 0.3, 0.9), p=(0.45, 0.3, 0.25))),
        marked_back=maybe(random, 0.4),
        highest=int(random.choice(HIGHEST, p=(0.6, 0.15, 0.25))),
    )


def _body(random: Random, kind: str) -> Values:
    return {"light": light, "dark": dark, "bright": bright, "wooden": wooden}[kind](random)


def _colours(random: Random, body: Values, pip: str) -> list[Values]:
    """Draw the pips' colours: none of their own, one for all, or one for each number."""
    if pip == "engraved" and maybe(random, 0.6):
        return [body * random.uniform(0.5, 0.85)] * (MOST_PIPS + 1)
    if maybe(random, 0.5):
        plain = dark(random) if body.mean() > 110 else light(random)
        seen = abs(plain - body).max() > 70 and maybe(random, 0.75)
        return [plain if seen else unlike(random, body, 70)] * (MOST_PIPS + 1)
    return [unlike(random, body, 55) for _ in range(MOST_PIPS + 1)]


def _bar_colour(random: Random, body: Values, bar: str, pip: Values) -> Values:
    if bar == "faint":
        return np.asarray(body * random.uniform(0.6, 0.9))
    if maybe(random, 0.5):
        return pip
    return unlike(random, body) if maybe(random, 0.6) else np.asarray(body * 0.6)


def _metal(random: Random) -> Values:
    return np.array(METALS[random.integers(len(METALS))], np.float32) * random.uniform(0.7, 1.2)
