"""The groups in which games are offered. Every game is in one of them."""

from __future__ import annotations

from scorekeeper.messages import lazy_gettext as _l

# Suggested where nothing was played yet: all three need only the usual box. Block always is.
COMMON = ("block", "draw", "all-fives")

# The best known game of a group comes first.
_GROUPS = (
    (
        _l("Block and its relatives"),
        "block draw partnership hoyle mexican-partners eight-minus-players gaple matador french"
        " hungarian kozel kozel-alone",
    ),
    (
        _l("Caribbean"),
        "dominican-patio dominican-formal cuban-double-nine cuban-east puerto-rico-500"
        " puerto-rico-san-juan jamaican-partners jamaican-one-all jamaican-cut-throat jamaican-draw"
        " venezuelan-partners colombian-partners martinique",
    ),
    (_l("Brazil"), "brazil-to-six brazil-to-100"),
    (_l("Trains and feet"), "mexican-train chicken-foot"),
    (
        _l("Scoring while you play"),
        "all-fives fives-and-threes all-threes five-up sniff bergen italian",
    ),
    (_l("Other tiles"), "triominos rummikub"),
)
GROUPS = tuple((name, tuple(games.split())) for name, games in _GROUPS)
