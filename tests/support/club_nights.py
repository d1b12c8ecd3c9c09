"""Club nights as people use them: started, filled, drawn and played by their pages."""

from tests.web.pagelint import text_of
from tests.web.visitor import TEN

TWELVE = [*TEN, "Karla", "Leo"]
BACK = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK} Friday"
OFFICIAL = (
    "Only the device that started the club night, or one with its link for officials, can do this."
)


def start(visitor, **filled):
    page = visitor.open("/club?new").pressing("Start club night")
    return _shown(visitor, visitor.send(page, {"name": "Friday"} | filled))


def _shown(visitor, answer):
    return visitor.open(answer.leads_to.removesuffix("/people"))


def come(visitor, night, names):
    page = visitor.open(f"{night.address}/people").pressing("Add them")
    return _shown(visitor, visitor.send(page, {"names": "\n".join(names)}))


def press(visitor, night, button):
    """Press a button of the page as it is now."""
    return visitor.send(visitor.open(night.address).pressing(button))


def tap(visitor, night, person, what, **filled):
    """Press a button in the menu of somebody who came, by the address to which it is sent."""
    page = visitor.open(f"{night.address}/people")
    form = page.pressing("Add them").form
    return visitor.post(f"{night.address}/people/{number_of(page, person)}/{what}", form | filled)


def number_of(page, person):
    """Read the number of somebody who came, as the links and buttons of their menu have it."""
    numbers = dict[str, str]()
    for line in page.all("li"):
        named = [
            each.get("href", "") for each in line.iter("a") if "?name=" in each.get("href", "")
        ]
        people = text_of(next(line.iter("summary"))).split(" & ") if named else []
        numbers |= zip(people, (each.rpartition("=")[2] for each in named), strict=True)
    for button in page.all("button", "left"):
        name = text_of(button).removesuffix(" has left")
        numbers[name] = button.get("formaction", "").split("/")[-2]
    return int(numbers[person])


def open_tables(visitor, night, number=1):
    assert press(visitor, night, f"Make the draw for round {number}").status == 303
    assert press(visitor, night, "Open the tables").status == 303
    return visitor.open(night.address)


def enter(visitor, night, number, table, instead="", **filled):
    page = visitor.open(f"{night.address}/rounds/{number}/tables/{table}")
    form = page.pressing("Enter result").form
    return visitor.post(page.address, form | filled | ({"instead": instead} if instead else {}))


def addresses(codes):
    """Read the addresses of a page of codes, without the site: the last is that of officials."""
    found = (each.get("value", "") for each in codes.all("input", "address"))
    return ["/club/" + address.partition("/club/")[2] for address in found]


def time_left(visitor, night):
    """Ask how much time the tables have left."""
    return visitor.open(f"{night.address}/clock").answer.json


def row(page, name):
    """Read what the standings say of somebody: place, then what is compared."""
    (found,) = (each for each in page.all("tr") if _name(each) == name)
    return [text_of(cell) for cell in found.iter("td")]


def _name(line):
    """Read whose line it is; what is folded out says why, and is not it."""
    heading = next(line.iter("th"))
    return text_of(next(heading.iter("summary"), heading))


def here(visitor, night):
    """Read who is here, pairs together."""
    page = visitor.open(f"{night.address}/people")
    return [text_of(each) for each in page.all("summary", "person")]
