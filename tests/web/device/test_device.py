"""Every change says on which device it was made, by the name the device gave itself."""

import pytest

from scorekeeper.access.devices import guess_name
from tests.web.share.share_links import renew
from tests.web.visitor import HEAVY, Visitor


def call(device, name):
    return device.send(device.open("/device"), {"name": name})


NAMES = {
    "  Ana’s \t phone ": "Ana’s phone",
    "<b>Ana</b>": "<b>Ana</b>",
    "A\x00n\u202ea": "A n a",
    "\x07": "",
    " ": "",
    # These are refused.
    "x" * 41: None,
    "x" * 50_000: None,
}


def test_a_name_is_cleaned_and_shown_as_it_is_or_refused_where_it_is_too_long(visitor):
    for name, kept in NAMES.items():
        assert call(visitor, "Before").leads_to == "/"
        answer = call(visitor, name)
        assert answer.status == (422 if kept is None else 303)
        assert answer.problems == ["Enter a name of at most 40 letters."] * (kept is None)
        assert visitor.open("/device").form["name"] == ("Before" if kept is None else kept)


def test_whatever_is_done_is_noted_with_the_device(app, visitor):
    call(visitor, "The tablet")
    table = visitor.start("Ana", "Bea", goal="50")
    other = Visitor(app)
    call(other, "Bea’s phone")
    other.play(table, "", "66")
    other.send(other.open(f"{table.address}/undo"))
    renew(visitor, table, "watch")
    visitor.play(table, "", HEAVY)
    assert devices(visitor, table) == [
        "The tablet",
        "The tablet",
        "Bea’s phone",
        "Bea’s phone",
        "The tablet",
    ]
    rematch = other.follow(other.send(other.open(f"{table.address}/winner")))
    assert devices(visitor, rematch) == ["Bea’s phone"]


def devices(visitor, table):
    """Read who did what from the history, the latest first."""
    lines = visitor.open(f"{table.address}/mend").texts("ol", "log", "li")
    known = ("The tablet", "Bea’s phone")
    return [name for line in lines for name in known if name in line]


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605", "iPad"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)", "iPhone"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9)", "Android"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "Linux"),
        ("curl/8", "a device"),
        ("", "a device"),
    ],
)
def test_a_device_without_a_name_is_called_what_it_is(user_agent, name):
    assert guess_name(user_agent) == name
