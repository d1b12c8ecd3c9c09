"""The links of a match, as they are passed from device to device."""

from flask import Flask

from tests.web.visitor import Page, Visitor

KINDS = ("watch", "score", "own")


def links(visitor: Visitor, table: Page) -> dict[str, str]:
    """Read the links that a device may pass on, by kind."""
    page = visitor.open(f"{table.address}/links")
    fields = [each for each in page.all("input") if "readonly" in each.attrib]
    found = [(field.get("id", ""), field.get("value", "")) for field in fields]
    return {name.removesuffix("-address"): local(link) for name, link in found}


def local(link: str) -> str:
    """Leave out where the site is."""
    return f"/join/{link.rpartition('/join/')[2]}"


def renew(visitor: Visitor, table: Page, kind: str) -> Page:
    """Make a link anew, by the button for it."""
    page = visitor.open(f"{table.address}/links")
    return visitor.send(page, to=f"{table.address}/links/{kind}")


def joined(app: Flask, link: str) -> Visitor:
    """Return another device that came by a link."""
    guest = Visitor(app)
    assert guest.open(link).status == 303
    return guest
