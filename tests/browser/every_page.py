"""Every page there is, in the states in which people meet it."""

from playwright.sync_api import expect
from sqlalchemy import update

from scorekeeper.scorebook import match_lists
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import writing
from tests.browser import pages
from tests.browser.pages import FOUR, LONG, LONG_TEN, SAME_ENDS, after, begin, of_ten, played, won
from tests.support import club_nights as nights
from tests.support.access import links
from tests.support.played_matches import undecided
from tests.web.visitor import HEAVY, RECORD, pips, tiles

LONG_FIVE = (*LONG, "Eva")


def _page(address, *seen, given=None, fill=None, walk=""):
    """Open an address, `{}` being the match or the night that is given; fill in, and go on."""

    def opened(scorer, visitor):
        there = given and given(visitor)
        scorer.open(address.format(there.address) if "{}" in address else address)
        for label, text in (fill or {}).items():
            scorer.page.get_by_label(label, exact=True).fill(text)
        scorer.walks(walk)
        scorer.sees(*seen)

    return opened


def _turned(scorer, visitor):
    match = after(("", "66", "11", "55"), partners="y")(visitor)
    pages.turn(scorer, match.address)


def _held(game, names, filled, *said):
    """Open the first round of a game, in which hands are entered already."""

    def opened(scorer, visitor):
        begin(scorer, visitor, visitor.start(*names, game=game), filled, *said)

    return opened


def _new_match(scorer, visitor):
    visitor.start(*LONG, partners="y")
    scorer.open("/matches/new")
    scorer.walks("Same 4 as last time | 4 players")


def _new_match_refused(scorer, visitor):
    _new_match(scorer, visitor)
    scorer.choose("other")
    scorer.page.get_by_label("or minutes").fill("3")
    scorer.walks("Done; Start match | Please check this")


def _house_rules(scorer, _visitor):
    scorer.open("/matches/new")
    scorer.sit_down("Ana", "Bea")
    scorer.walks("House rules… | No rule is changed")


_back_to_love = after(*2 * [SAME_ENDS], ("1-2", "", "2-3", "1-3"), game=pages.SIX_LOVE)


def _own_hand(scorer, visitor):
    _turned(scorer, visitor)
    scorer.press("Bea: enter the hand")
    scorer.tap("1-2")


def _looked_at(button, *seen):
    """Open the page that shows what is in a file: a backup of before, or matches of elsewhere."""

    def opened(scorer, visitor):
        after(names=LONG)(visitor)
        backup = visitor.client.get("/moving/backup").data
        matches = visitor.client.get("/moving/matches.json").data
        won(visitor)
        file = backup if "what is in it" in button else matches.replace(b'"key": "', b'"key": "x')
        page = visitor.bring(visitor.open("/moving"), button, file)
        scorer.open(page.leads_to)
        scorer.sees(*seen)

    return opened


def _some_matches(visitor):
    played(visitor, 2)
    visitor.start("Ana", "Bea")
    won(visitor)


def _pin_asked(visitor):
    visitor.app.config["PIN"] = "2468"


def _two_won(visitor):
    won(visitor, *LONG[:2])
    return won(visitor)


def _record_refused(scorer, visitor):
    _held("block", FOUR, tiles(*pages.FIVE_EACH), "Blocked:")(scorer, visitor)
    scorer.press_in_menu("Type them in")
    scorer.type("Ana", "7-1 6")
    scorer.press("Record round")
    expect(scorer.live).to_contain_text("is not a tile")


def _record_stale(scorer, visitor):
    table = visitor.start("Ana", "Bea")
    begin(scorer, visitor, table, tiles("1-2", ""), "Bea went out")
    assert visitor.play(table, "", "66").status == 303
    scorer.walks("""
        Record round | The match went on while this page was open / ≠ differs
        | Ana, 3 pips, 1 tile / Record what you entered as round 2
    """)


def _bin(scorer, visitor):
    table = played(visitor, 2)
    # The bin shows what a device owns.
    scorer.open(links(visitor, table)["own"])
    visitor.send(visitor.open(f"{table.address}/delete"))
    # An open table hears of it, and asks the server what to say.
    scorer.sees("Match not found")
    scorer.open("/bin")
    scorer.sees("Restore")


def _won(visitor):
    return won(visitor, *LONG[:2])


def _put_away(visitor):
    visitor.start(*LONG)
    played(visitor, 2)
    with visitor.app.app_context(), writing() as session:
        session.execute(update(models.MatchRow).values(changed_at=match_lists.EPOCH))


def _joined(visitor):
    visitor.start(*LONG)
    visitor.start(*FOUR)
    visitor.send(visitor.open("/players/1/edit").pressing("Merge the two"), {"into": "6"})


def _figures(visitor):
    for _match in range(2):
        won(visitor, *LONG[:2])
    visitor.play(visitor.start(*LONG, partners="y", goal="50"), "", *pages.FIVE_EACH[:3])


def _links(scorer, _visitor):
    """Show the links of a match that this device started."""
    scorer.start("Ana", "Bea")
    scorer.press_in_menu("Share match")
    scorer.sees("Scan to see this match", "Keep score", "Full control")


def _watched(scorer, visitor):
    """Come to a match by its link to watch."""
    scorer.open(links(visitor, after(SAME_ENDS)(visitor))["watch"])
    scorer.sees("You are watching")


def _game(scorer, _visitor):
    scorer.open("/games/block")
    scorer.page.locator(".example label").nth(1).tap()
    scorer.sees("Not quite.", "Blocked: 9 · 17. Ana wins.")


def _overruled(scorer, visitor):
    """Record a blocked round in which somebody could have played."""
    table = visitor.start(*LONG, game="partnership")
    hands = ("0-1", "1-2", "2-4", "4-5")
    seen = visitor.send(visitor.open_round(table), tiles(*hands) | RECORD)
    scorer.open(visitor.send(seen, RECORD).leads_to)
    scorer.page.locator(".rounds a").first.tap()
    scorer.sees("Recorded anyway")


def _limited(rounds):
    """Let Bea come nearer to the limit of Hungarian, which two rounds pass."""
    return after(*rounds * [("1-2", HEAVY, "3-4")], names=("Ana", "Bea", LONG[0]), game="hungarian")


_CLUB = (*LONG_TEN[:2], *nights.TWELVE[2:], "Mara")


def _official(path, *seen, given, walk=""):
    """Open a page of a night on a device that scanned the code for officials."""

    def opened(scorer, visitor):
        night = given(visitor)
        scorer.open(nights.addresses(visitor.open(f"{night.address}/codes"))[-1])
        scorer.sees("Who is here")
        scorer.open(f"{night.address}{path}")
        scorer.walks(walk)
        scorer.sees(*seen)

    return opened


def _club(visitor):
    return nights.come(visitor, nights.start(visitor, rounds="3", minutes="30"), _CLUB)


def _club_drawn(visitor):
    night = _club(visitor)
    nights.press(visitor, night, "Make the draw for round 1")
    return night


def _club_playing(visitor):
    night = _club(visitor)
    nights.open_tables(visitor, night)
    nights.enter(visitor, night, 1, 1, one="100", other="60")
    return night


_ALL_COUNTED = pips(*(str(100 + seat) for seat in range(10)))
_WRONG = {"PIN": "1234"}
_OUT = ("", HEAVY, "3-5 3-4", "0-1")

# What another state shows again once it is loaded anew, or has whole beside more, is not repeated.
EVERY_PAGE = {
    "home, empty": _page("/"),
    "home": _page("/", "Continue", "1 more open", "Finished", given=_some_matches),
    "no connection": _page("/offline"),
    "new match": _new_match,
    "new match, refused": _new_match_refused,
    "table": _page("{}", given=lambda visitor: played(visitor, 6)),
    "table turned to the players": _turned,
    "own hand": _own_hand,
    "wall": _page("{}/wall", given=after(SAME_ENDS, names=LONG_FIVE, game="chicken-foot")),
    "wall between matches": _page("{}/wall/evening", "Played ", given=_two_won),
    "record, asking": _page(
        "{}/rounds/new", given=after(), walk="Ana: 6-6; Bea: 6-6 | Move it to Bea?"
    ),
    "record, refused": _record_refused,
    "record, stale": _record_stale,
    "pips, refused": _page(
        "{}/rounds/new?entry=pips",
        given=after(),
        fill={f"{name}: Pips left": "17" for name in FOUR},
        # Once it is previewed nothing is sent, and no other page comes.
        walk="| It is a tie.\nRecord round | It is a tie.",
    ),
    "winner": _page("{}/winner", given=_won),
    "undo": _page("{}/undo", given=after(SAME_ENDS, names=LONG)),
    "edit": _page("{}/edit", "History", "Redo the removal of round 1", given=pages.edited),
    "people": _page("{}/people?seat=1", "Who takes Bea’s place?", given=pages.edited),
    "edit-round": _page("{}/rounds/2/edit", "The score stays as it is.", given=pages.edited),
    "remove": _page("{}/rounds/2/remove", given=pages.edited),
    "undecided": _page(
        "{}",
        "was recorded after the end. Keep playing?",
        given=lambda visitor: undecided(visitor)[0],
    ),
    "bin": _bin,
    "moving": _page("/moving", "Download the scorebook", given=after(names=LONG)),
    "moving, restore": _looked_at("See what is in it", "What would be lost"),
    "moving, import": _looked_at("See what will be added", "Nothing has been saved yet"),
    "put away": _page("/?state=away", "Reopen", given=_put_away),
    "for other programs": _page("/api/v1", "Record a round."),
    "players": _page("/players", given=_figures),
    "figures of a player": _page("/players/1", "Head to head", "With a partner", given=_figures),
    "season": _page("/season", given=_won),
    "player": _page("/players/6/edit", "is another person after all", given=_joined),
    "split a player": _page(
        "/players/1/split",
        "Enter days, or tick matches.",
        given=_figures,
        walk="Split into two players",
    ),
    "forget a player": _page("/players/1/forget", given=after(names=LONG)),
    "links": _links,
    "watched": _watched,
    "links, of others": _page("{}/links", given=after()),
    "not yours": _page("{}/delete", "Only the device that started the match", given=after()),
    "device": _page("/device", "What is this device called?"),
    "pin, refused": _page("/", "Please check this", given=_pin_asked, fill=_WRONG, walk="Continue"),
    "language": _page("/language", "Magyar"),
    "games": _page("/games"),
    "game": _game,
    "compare": _page("/games/compare"),
    "compare, refused": _page("/games/compare?hand-1=x", "Please check this"),
    "house rules": _house_rules,
    "italian": _page(
        "{}/rounds/new",
        given=after(names=pages.FIVE, game="italian"),
        walk="6-6 5-6 3-4 | Ciro’s 3-4 brought the table to 30: +10.",
    ),
    "patio, asking": _held("dominican-patio", FOUR, tiles(*pages.TIED), "say who played first"),
    "doubted": _held("partnership", FOUR, tiles("", "1-2", "3-4", "5-6"), "one tile is wrong"),
    "result": _overruled,
    "six-love, reset": _page("{}", "Back to love", given=_back_to_love),
    "six-love, won": _page(
        "{}/winner", "6 in a row · 6 rounds", given=after(*6 * [SAME_ENDS], game=pages.SIX_LOVE)
    ),
    "limit": _page("{}", "reaching 100 loses", given=_limited(1)),
    "limit, reached": _page("{}/winner", "Bea reached 100 in round 2", given=_limited(2)),
    "one is out": _page("{}", "out of the match", given=after(_OUT, game="french")),
    "ten": _page("{}", "round 2 of 2", given=lambda visitor: of_ten(visitor, LONG_TEN, 1)),
    "ten, counted": _held("mexican-train", LONG_TEN, _ALL_COUNTED, "Blocked"),
    "ten, won": _page("{}/winner", "10th", given=lambda visitor: of_ten(visitor, LONG_TEN, 2)),
    "club, refused": _page("/club?new", "Please check this", walk="Start club night"),
    "club, drawn": _official("", "Open the tables", given=_club_drawn),
    "club, tables": _official("", "2 tables are still playing.", given=_club_playing),
    "club, wall": _page("{}/wall", "2 tables are still playing.", given=_club_playing),
    "club, result": _official(
        "/rounds/1/tables/2", given=_club_playing, walk="Enter result | Please check this"
    ),
    "club, sanction": _official(
        "/rounds/1/tables/2/sanction",
        given=_club_playing,
        walk="Take points off | Please check this",
    ),
    "club, list for the wall": _page("{}/paper/places", "Standings", given=_club_playing),
    "club, who played whom": _page("{}/paper/matches", "Round 1", given=_club_playing),
    "club, who are you": _page("{}/me", "I am only watching", given=_club_playing),
    "club, guest": _page("{}/for/1", "round 1 of 3", given=_club_playing),
    "club, codes": _official("/codes", "For officials only", given=_club_playing),
    "table with a clock": _page("{}", "29:", given=after(minutes="30")),
}
