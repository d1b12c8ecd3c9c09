"""The pages about who comes in, and about the device, in the states in which people meet them."""

from collections.abc import Mapping

from tests.browser.pages import FOUR, Opening
from tests.browser.scorer import Scorer
from tests.web.visitor import Visitor


def _links(scorer: Scorer, visitor: Visitor) -> None:
    """Show the links of a match that this device started."""
    del visitor
    scorer.start("Ana", "Bea")
    scorer.press_in_menu("Share this match")
    scorer.sees("Watch the score", "Enter scores", "Full control")


def _links_of_others(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{visitor.start(*FOUR).address}/links")


def _not_yours(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{visitor.start(*FOUR).address}/delete")
    scorer.sees("Only the device that started the match, or one with its link")


def _link_ended(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/join/wrong")


def _device(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/device")
    scorer.sees("What is this device called?")


def _device_refused(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/device")
    field = scorer.page.get_by_label("What is this device called?")
    field.evaluate("field => field.removeAttribute('maxlength')")
    field.fill("x" * 41)
    scorer.press("Save")
    scorer.sees("Please check this")


def _pin(scorer: Scorer, visitor: Visitor) -> None:
    visitor.app.config["PIN"] = "2468"
    scorer.open("/")
    scorer.sees("This scorebook asks each device for the PIN")


def _pin_refused(scorer: Scorer, visitor: Visitor) -> None:
    _pin(scorer, visitor)
    scorer.page.get_by_label("PIN").fill("1234")
    scorer.press("Continue")
    scorer.sees("Please check this")


def _language(scorer: Scorer, _visitor: Visitor) -> None:
    scorer.open("/language")
    scorer.sees("Magyar")


ACCESS_PAGES: Mapping[str, Opening] = {
    "links": _links,
    "links, of others": _links_of_others,
    "not yours": _not_yours,
    "link, ended": _link_ended,
    "device": _device,
    "device, refused": _device_refused,
    "pin": _pin,
    "pin, refused": _pin_refused,
    "language": _language,
}
