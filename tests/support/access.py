"""How a device comes to its rights: by the links of a match, and by the PIN."""

from scorekeeper.access.devices import token_of
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.permissions.rights import Grant, Right, link_state
from tests.web.visitor import Visitor

# What stands in a link, which whoever has it may do with a match.
TOKEN = token_of(Grant(1, Right.OWN, 1, "abcdef01"), "key")


def links(visitor, table):
    """Return the links that a device may pass on, by kind, as paths."""
    page = visitor.open(f"{table.address}/links")
    fields = [each for each in page.all("input") if "readonly" in each.attrib]
    found = [
        (field.get("id", ""), field.get("value", "").rpartition("/join/")[2]) for field in fields
    ]
    return {name.removesuffix("-address"): f"/join/{token}" for name, token in found}


def renew(visitor, table, kind):
    page = visitor.open(f"{table.address}/links")
    return visitor.send(page, to=f"{table.address}/links/{kind}")


def owns(device, address):
    return device.open(f"{address}/delete").status == 200


def joined(app, link):
    guest = Visitor(app)
    assert guest.open(link).status == 303
    return guest


def links_of_others(app, count, right):
    """Let others start matches like the first; return a link to each, by its id."""
    with app.app_context():
        match = matches.find_match(1)
        ids = [
            matches.open_match(match.setup, match.names, f"{number:064}") for number in range(count)
        ]
        states = filter(None, map(link_state, ids))
        tokens = [token_of(state.link(right), str(app.secret_key)) for state in states]
    return {match_id: f"/join/{token}" for match_id, token in zip(ids, tokens, strict=True)}


def give(device, pin, address="/pin"):
    """Answer the question for the PIN."""
    return device.send(device.open(address), {"pin": pin})
