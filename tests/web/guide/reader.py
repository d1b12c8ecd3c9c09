"""Reading the pages of the guide."""

from flask import Flask

from tests.web.pagelint import faults, parse, text_of
from tests.web.visitor import Page


class Reader:
    """Opens pages of the guide and checks their HTML; only links to sources may leave the site."""

    def __init__(self, app: Flask) -> None:
        self._client = app.test_client()

    def open(self, address: str) -> Page:
        answer = self._client.get(address)
        page = Page(address, answer, parse(answer.text)[0])
        external = [f"The href of <a> leads elsewhere: {link}" for link in sources(page)]
        assert [fault for fault in faults(answer.text) if fault not in external] == [], address
        return page

    def compare(self, query: str = "") -> Page:
        return self.open(f"/games/compare?{query}")


def sources(page: Page) -> list[str]:
    """Return the links to other sites, which get no Referer."""
    return [a.get("href", "") for a in page.all("a", "source") if a.get("rel") == "noreferrer"]


def table(page: Page, name: str = "sheet") -> dict[str, list[str]]:
    """Return the rows of a table, by their first cell."""
    found = page.all("table", name)
    rows = [row for each in found for body in each.iter("tbody") for row in body.iter("tr")]
    cells = [[text_of(cell) for cell in row] for row in rows]
    return {first: rest for first, *rest in cells}


def unfit(page: Page) -> dict[str, str]:
    """Return the games that cannot score the hands, each with the reason."""
    names, reasons = (page.texts("ul", "unfit", tag) for tag in ("a", "span"))
    return dict(zip(names, reasons, strict=True))
