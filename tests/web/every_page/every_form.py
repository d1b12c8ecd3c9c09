"""Every form there is, in a scorebook of its own, filled in so that it can be saved."""

from collections.abc import Callable, Mapping

from tests.web.club import test_evening as club
from tests.web.visitor import CHECK, HEAVY, RECORD, Visitor, pips, seated, sent, tiles

# The address of a form, and the fields sent to it.
SentForm = tuple[str, Mapping[str, str | list[str]]]
# Brings somebody to a form, who fills it in.
FilledForm = Callable[[Visitor], SentForm]


def played(rounds=1, **chosen):
    """Let somebody start a match, which is the first, and play some rounds."""

    def play(visitor):
        table = visitor.start("Ana", "Bea", **chosen)
        for _ in range(rounds):
            visitor.play(table, "", "66")

    return play


def first(form):
    """Let somebody send another form before."""
    return lambda visitor: visitor.post(*form(visitor))


def two_tables(visitor):
    visitor.start("Ana", "Bea")
    visitor.start("Ciro", "Dani")


def ask_for_a_pin(visitor):
    visitor.app.config["PIN"] = "Dos77"


def form(place, typed=None, *, before=lambda _visitor: None, button="", to=""):
    """Say how a form is filled in: at an address, or on the page to which another form leads."""

    def fill(visitor):
        before(visitor)
        if isinstance(place, str):
            page = visitor.open(address_of(visitor, place))
        else:
            page = visitor.post(*place(visitor))
            page = visitor.follow(page) if page.status == 303 else page
        page = page.pressing(button)
        return to or page.target, {**page.form, **page.button, **(typed or {})}

    return fill


def address_of(visitor, place):
    """Put the number of Ana, which may be drawn, into the address of a page of hers."""
    if "/Ana/" in place:
        place = place.replace("/Ana", f"/{number_of(visitor, 'Ana')}")
    return place


def number_of(visitor, name):
    return visitor.open("/players").links[name].partition("?")[0].rpartition("/")[2]


def join(visitor):
    address, joining = of_ana("edit", button="Join the two")(visitor)
    return address, {**joining, "into": number_of(visitor, "Ciro")}


def draft(visitor):
    token = form(NEW_ROUND, before=played())(visitor)[1]["csrf_token"]
    parts = ["hands-0", "hands-1"]
    sent_to = f"{MATCH}/rounds/2/draft"
    return sent_to, {"csrf_token": token, "part": parts, "hands-0-tiles": "12"}


def bring_back(visitor):
    played()(visitor)
    return "/matches/1/back", dict(sent(visitor.open("/?state=open").all("form")[-1]))


def split(visitor):
    for other in ("Bea", "Ciro"):
        visitor.start("Ana", other)
    return form("/players/Ana/split", {"ticked": "2"})(visitor)


def of_ana(page, typed=None, button=""):
    return form(f"/players/Ana/{page}", typed, button=button, before=two_tables)


def of_evening(button, typed=None, *, to="", drawn=False, opened=False):
    """Say how a form of an evening of four is filled in, before a draw or once it is `drawn`."""

    def fill(visitor):
        evening = club.come(
            visitor, club.start(visitor, minutes="30"), ("Ana", "Bea", "Ciro", "Eva")
        )
        if drawn:
            club.press(visitor, evening, "Draw round 1")
        if opened:
            club.open_tables(visitor, evening)
        page = visitor.open(evening.address).pressing(button)
        sent_to = f"{evening.address}/{to}" if to else page.target
        return sent_to, {**page.form, **page.button, **(typed or {})}

    return fill


def result_of_evening(visitor):
    address, _form = of_evening("Pause all clocks", opened=True)(visitor)
    page = visitor.open(address.replace("clocks/pause", "rounds/1/tables/1"))
    return page.target, {**page.form, "what": "played", "one": "30", "other": "20"}


MATCH = "/matches/1"
NEW_ROUND, AMEND = f"{MATCH}/rounds/new", f"{MATCH}/rounds/1/amend"
RULES = {"house-blocked-winner-own": "ignored", "save_as": "Sunday", "action": "save"}
OPEN_RULES = form("/matches/new", {"action": "rules"})
SAVE_RULES = form(OPEN_RULES, RULES)
LAST_ROUND = form(NEW_ROUND, tiles("", HEAVY) | RECORD, before=played(goal="50"))
AMENDED = tiles("", "65") | RECORD
UNDO = form(f"{MATCH}/undo", before=played())
# A match that ends after round 1, which was amended after round 3.
ENDED_EARLY = first(form(AMEND, tiles("", HEAVY) | RECORD, before=played(3, goal="50")))
DELETE = form(f"{MATCH}/delete", before=played())
NAMES = form(f"{MATCH}/mend", seated("Ana", "Dani"), button="Save the names", before=played())

OF_EVENING = dict.fromkeys(("goal", "minutes"), "30") | {"name": "Friday"}
EVENINGS: Mapping[str, tuple[str, FilledForm]] = {
    "an evening": ("club.index", form("/club", OF_EVENING, button="Start the evening")),
    "who comes": ("evening.come", of_evening("They are here", {"names": "Ana\nBea"})),
    "who leaves": ("evening.turn", of_evening("They are here", to="people/0/leave")),
    "a draw": ("evening.draw", of_evening("Draw round 1")),
    "two to be swapped": (
        "evening.swap",
        of_evening("Swap", {"swap": ["0", "1"]}, drawn=True),
    ),
    "tables to open": ("evening.open_round", of_evening("Open the tables", drawn=True)),
    "a result": ("evening.result", result_of_evening),
    "clocks to pause": ("evening.clocks", of_evening("Pause all clocks", opened=True)),
}

# What each is, the endpoint it is sent to, and how it is filled in.
EVERY_FORM: Mapping[str, tuple[str, FilledForm]] = {
    "a new match": ("new_match.new", form("/matches/new", seated("Ana", "Bea"))),
    "rules to open": ("new_match.new", OPEN_RULES),
    "rules to save": ("new_match.new", SAVE_RULES),
    "rules to delete": ("new_match.new", form(SAVE_RULES, {"action": "delete-1"})),
    "the same match again": (
        "new_match.again",
        form("/", button="Same as last time", before=played()),
    ),
    "a rematch": ("table.rematch", form(LAST_ROUND)),
    "a round": ("round.record", form(NEW_ROUND, tiles("55", "") | RECORD, before=played())),
    "a round by its counts": (
        "round.record",
        form(f"{NEW_ROUND}?entry=pips", pips("out", "12") | RECORD, before=played()),
    ),
    "a round to check": ("round.record", form(NEW_ROUND, tiles("55", "") | CHECK, before=played())),
    "the last round": ("round.record", LAST_ROUND),
    "starting afresh": ("round.record", form(NEW_ROUND, {"action": "afresh"}, before=first(draft))),
    "a draft": ("draft.keep", draft),
    "a preview": (
        "round.preview",
        form(
            NEW_ROUND,
            tiles("55", ""),
            to=f"{MATCH}/rounds/preview",
            before=played(),
        ),
    ),
    "a preview that keeps a hand": (
        "round.preview",
        form(
            NEW_ROUND,
            tiles("55", "") | {"part": "hands-0"},
            to=f"{MATCH}/rounds/preview",
            before=played(),
        ),
    ),
    "an amended round": ("amend.amend", form(AMEND, AMENDED, before=played(2))),
    "a preview of it": (
        "amend.preview",
        form(AMEND, AMENDED, to=f"{AMEND}/preview", before=played(2)),
    ),
    "new names": ("history.edit_match", form(NAMES)),
    "undo": ("history.undo", UNDO),
    "redo": ("history.redo", form(f"{MATCH}/redo", before=first(UNDO))),
    "a round to remove": ("history.remove", form(f"{MATCH}/rounds/1/remove", before=played())),
    "a match to delete": ("history.delete", DELETE),
    "continuing the match": ("history.play_on", form(f"{MATCH}/play-on", before=ENDED_EARLY)),
    "a clock to pause": (
        "history.turn_timer",
        form(f"{MATCH}/timer/turn", before=played(minutes="30")),
    ),
    "the end": ("history.end", form(f"{MATCH}/end", before=ENDED_EARLY)),
    "out of the bin": ("trash.restore", form(DELETE)),
    "a match that was put away": ("home.bring_back", bring_back),
    "a new link": (
        "share.renew",
        form(f"{MATCH}/links", to=f"{MATCH}/links/watch", before=played()),
    ),
    "another name of a player": (
        "edit_player.edit",
        of_ana("edit", {"name": "Anna"}, button="Save the name"),
    ),
    "two players to join": ("edit_player.edit", join),
    "two players of one": (
        "edit_player.edit",
        form(join, button="Ana is somebody else after all"),
    ),
    "one player who is two people": ("edit_player.split", split),
    "a player to hide": ("edit_player.edit", of_ana("edit", button="Hide from lists")),
    "a player to forget": ("edit_player.forget", of_ana("forget")),
    **EVENINGS,
    "the name of a device": ("device.settings", form("/device", {"name": "Ana’s phone"})),
    "the language": ("device.language", form("/language", {"language": "es"})),
    "the PIN": ("device.pin", form("/pin", {"pin": "Dos77"}, before=ask_for_a_pin)),
}
