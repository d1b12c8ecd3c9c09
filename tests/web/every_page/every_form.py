"""Every form there is, filled in so that it can be saved; an address of every view there is."""

from collections.abc import Callable, Mapping

from tests.support import club_nights as club
from tests.web.visitor import CHECK, FOUR, HEAVY, RECORD, Visitor, pips, seated, sent, tiles

# Brings somebody to a form, who fills it in; gives its address and the fields sent to it.
FilledForm = Callable[[Visitor], tuple[str, Mapping[str, str | list[str]]]]


def played(rounds=1, **chosen):
    """Let somebody start a match, which is the first, and play some rounds."""

    def play(visitor):
        table = visitor.start("Ana", "Bea", **chosen)
        for _ in range(rounds):
            visitor.play(table, "", "66")

    return play


def first(form):
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
            # The number of Ana may be drawn.
            ana = number_of(visitor, "Ana") if "/Ana/" in place else ""
            page = visitor.open(place.replace("/Ana/", f"/{ana}/"))
        else:
            page = visitor.post(*place(visitor))
            page = visitor.follow(page) if page.status == 303 else page
        page = page.pressing(button)
        return to or page.target, {**page.form, **page.button, **(typed or {})}

    return fill


def number_of(visitor, name):
    return visitor.open("/players").links[name].partition("?")[0].rpartition("/")[2]


def join(visitor):
    address, joining = of_ana("edit", button="Merge the two")(visitor)
    return address, {**joining, "into": number_of(visitor, "Ciro")}


def draft(visitor):
    token = form(NEW_ROUND, before=played())(visitor)[1]["csrf_token"]
    parts = {"part": ["hands-0", "hands-1"], "hands-0-tiles": "12"}
    return f"{MATCH}/rounds/2/draft", {"csrf_token": token, **parts}


def bring_back(visitor):
    played()(visitor)
    return "/matches/1/back", dict(sent(visitor.open("/?state=open").all("form")[-1]))


def split(visitor):
    for other in ("Bea", "Ciro"):
        visitor.start("Ana", other)
    return form("/players/Ana/split", {"ticked": "2"})(visitor)


def of_ana(page, typed=None, button=""):
    return form(f"/players/Ana/{page}", typed, button=button, before=two_tables)


def of_night(button, typed=None, *, to="", at="", drawn=False, opened=False):
    """Say how a form of a night of four is filled in, before a draw or once it is `drawn`."""

    def fill(visitor):
        night = club.come(visitor, club.start(visitor, name="Ana", minutes="30"), FOUR)
        if drawn:
            club.press(visitor, night, "Make the draw for round 1")
        if opened:
            club.open_tables(visitor, night)
        page = visitor.open(f"{night.address}{at}").pressing(button)
        sent_to = f"{night.address}/{to}" if to else page.target
        return sent_to, {**page.form, **page.button, **(typed or {})}

    return fill


def as_last_time(visitor):
    club.come(visitor, club.start(visitor, name="Ana"), FOUR)
    page = visitor.open("/club").pressing("Start like last time")
    return page.target, page.form


MATCH = "/matches/1"
NEW_ROUND, EDIT = f"{MATCH}/rounds/new", f"{MATCH}/rounds/1/edit"
RULES = {"house-blocked-winner-own": "0", "save_as": "Bea", "action": "save"}
OPEN_RULES = form("/matches/new", {"action": "rules"})
WHO_PLAYED = "/matches/finished?who=y"
SCORE = form(WHO_PLAYED, seated("Ana", "Bea"), button="Enter score", to="/matches/finished")
SAVE_RULES = form(OPEN_RULES, RULES)
LAST_ROUND = form(NEW_ROUND, tiles("", HEAVY) | RECORD, before=played(goal="50"))
EDITED = tiles("", "65") | RECORD
UNDO = form(f"{MATCH}/undo", before=played())
# A match that ends after round 1, which was edited after round 3.
ENDED_EARLY = first(form(EDIT, tiles("", HEAVY) | RECORD, before=played(3, goal="50")))
DELETE = form(f"{MATCH}/delete", before=played())
NAMES = form(f"{MATCH}/edit", seated("Ana", "Dani"), button="Save names", before=played())

PREVIEW, BONES = f"{MATCH}/rounds/preview", tiles("55", "")
THE_NIGHT = dict.fromkeys(("goal", "minutes"), "30") | {"name": "Ana"}
OF_NIGHTS: Mapping[str, Mapping[str, FilledForm]] = {
    "club.index": {"a night": form("/club?new", THE_NIGHT, button="Start club night")},
    "club.again": {"a night as last time": as_last_time},
    "officials.add_people": {"who comes": of_night("Add them", {"names": "Ana\nBea"})},
    "officials.person": {"who leaves": of_night("Add them", to="people/1/leave")},
    "officials.draw": {"a draw": of_night("Make the draw for round 1")},
    "officials.swap": {
        "two to be swapped": of_night(
            "Make the draw again", {"one": "1", "other": "2"}, to="swap", drawn=True
        )
    },
    "officials.step": {"tables to open": of_night("Open the tables", drawn=True)},
    "officials.sanction": {
        "a sanction": of_night(
            "Take points off",
            {"side": "0", "points": "30", "reason": "Ana"},
            at="/rounds/1/tables/1/sanction",
            opened=True,
        )
    },
    "officials.result": {
        "a result": of_night(
            "Enter result",
            {"one": "30", "other": "20"},
            at="/rounds/1/tables/1",
            opened=True,
        )
    },
    "officials.clocks": {
        "clocks to pause": of_night("Pause all clocks", opened=True),
        "more time for all": of_night("+5 minutes", opened=True),
    },
}
# The forms that are sent to each endpoint, and how they are filled in.
BY_ENDPOINT: Mapping[str, Mapping[str, FilledForm]] = {
    "new_match.new": {
        "a new match": form("/matches/new", seated("Ana", "Bea")),
        "rules to open": OPEN_RULES,
        "rules to save": SAVE_RULES,
        "rules to play by": form(OPEN_RULES, RULES | {"action": "play"}),
    },
    "new_match.saved_rules": {
        "rules to delete": form("/matches/rules", button="Delete", before=first(SAVE_RULES)),
    },
    "new_match.finished": {
        "a finished match": form(SCORE, {"points-0": "104", "points-1": "58"}),
    },
    "new_match.again": {
        "the same match again": form("/", button="Same as last time", before=played()),
    },
    "table.rematch": {"a rematch": form(LAST_ROUND)},
    "round.record": {
        "a round": form(NEW_ROUND, BONES | RECORD, before=played()),
        "a round by its counts": form(
            f"{NEW_ROUND}?entry=pips", pips("out", "12") | RECORD, before=played()
        ),
        "a round to check": form(NEW_ROUND, BONES | CHECK, before=played()),
        "the last round": LAST_ROUND,
        "starting afresh": form(NEW_ROUND, {"action": "afresh"}, before=first(draft)),
    },
    "draft.keep": {"a draft": draft},
    "round.preview": {
        "a preview": form(NEW_ROUND, BONES, to=PREVIEW, before=played()),
        "a preview that keeps a hand": form(
            NEW_ROUND, BONES | {"part": "hands-0"}, to=PREVIEW, before=played()
        ),
    },
    "edit_round.edit": {"an edited round": form(EDIT, EDITED, before=played(2))},
    "edit_round.preview": {
        "a preview of it": form(EDIT, EDITED, to=f"{EDIT}/preview", before=played(2)),
    },
    "history.edit_match": {"new names": form(NAMES)},
    "people.show": {
        "another player": form(
            f"{MATCH}/people?seat=0",
            {"name": "Ciro"},
            button="Take Ana’s place",
            before=played(),
        ),
    },
    "history.undo": {"undo": UNDO},
    "history.redo": {"redo": form(f"{MATCH}/redo", before=first(UNDO))},
    "history.remove": {"a round to remove": form(f"{MATCH}/rounds/1/remove", before=played())},
    "history.delete": {"a match to delete": DELETE},
    "history.play_on": {"continuing the match": form(f"{MATCH}/play-on", before=ENDED_EARLY)},
    "history.turn_timer": {
        "a clock to pause": form(f"{MATCH}/timer/turn", before=played(minutes="30")),
    },
    "history.end": {
        "the end": form(f"{MATCH}/end", before=ENDED_EARLY),
        "an early end": form(f"{MATCH}/end", before=played()),
    },
    "bin.restore": {"out of the bin": form(DELETE)},
    "home.bring_back": {"a match that was put away": bring_back},
    "links.renew": {
        "a new link": form(f"{MATCH}/links", to=f"{MATCH}/links/watch", before=played()),
    },
    "edit_player.edit": {
        "another name of a player": of_ana("edit", {"name": "Ana Bea"}, button="Save name"),
        "two players to join": join,
        "two players of one": form(join, button="Ana is another person after all"),
        "a player to hide": of_ana("edit", button="Hide from lists"),
    },
    "edit_player.split": {"one player who is two people": split},
    "edit_player.forget": {"a player to forget": of_ana("forget")},
    **OF_NIGHTS,
    "device.settings": {"the name of a device": form("/device", {"name": "Ana’s phone"})},
    "device.language": {"the language": form("/language", {"language": "es"})},
    "device.pin": {"the PIN": form("/pin", {"pin": "Dos77"}, before=ask_for_a_pin)},
}
EVERY_FORM = {name: form for forms in BY_ENDPOINT.values() for name, form in forms.items()}

# Parts of addresses; all others are numbers, and 1.
VALUES = {
    "other_id": 2,
    "place": 0,
    "day": "2026-03-08",
    "language": "es",
    "token": "x",
    "filename": "shared/base.css",
    "rest": "nothing",
    "game_id": "block",
    "key": "none",
    "kind": "own",
    "what": "longer",
    "way": "back",
    "change": "go_on",
}


# Where the same word means another thing.
VALUES_OF = {
    "officials.person": {"what": "leave"},
    "officials.step": {"what": "open"},
    "club.paper": {"what": "places"},
}


def views(app, method="GET"):
    """Yield each view that takes a method, and an address of it: that of match 1, round 1 …"""
    adapter = app.url_map.bind("")
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()):
            known = VALUES | VALUES_OF.get(rule.endpoint, {}) | (rule.defaults or {})
            values = {name: known.get(name, 1) for name in rule.arguments}
            yield rule, adapter.build(rule.endpoint, values)
