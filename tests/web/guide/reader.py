"""Reading the pages of the guide."""

from tests.web.pagelint import text_of


def sources(page):
    """Return the links to other sites, which get no Referer."""
    return [a.get("href", "") for a in page.all("a", "source") if a.get("rel") == "noreferrer"]


def table(page, name="sheet"):
    """Return the rows of a table, by their first cell."""
    found = page.all("table", name)
    rows = [row for each in found for body in each.iter("tbody") for row in body.iter("tr")]
    cells = [[text_of(cell) for cell in row] for row in rows]
    return {first: rest for first, *rest in cells}


def unfit(page):
    """Return the games that cannot score the hands, each with the reason."""
    names, reasons = (page.texts("ul", "unfit", tag) for tag in ("a", "span"))
    return dict(zip(names, reasons, strict=True))
