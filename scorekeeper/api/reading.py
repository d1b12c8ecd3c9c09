"""What is sent to the API: who may send it, its JSON, its entry key, and how much it may be."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from flask import request

from scorekeeper.access import bearer
from scorekeeper.api.problems import Refused
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.scorebook.database.limits import LONGEST_NOTE
from scorekeeper.scorebook.people.looks import printable
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.web.same_origin import sent_by_own_page

JSON_TYPE = "application/json"
KEY_HEADER = "Idempotency-Key"
# Long enough that nobody guesses the key of somebody else.
_KEY = re.compile(r"[\w-]{16,100}", re.ASCII)
# More than any round has of them is refused, which no schema can say.
MOST_TILES, MOST_SCORES, MOST_CORRECTIONS = 200, 200, 20
# What a game is called and where its rules are from is no rule.
NO_RULES = {"name", "summary", "source"}


def body() -> Any:
    """Read the JSON that was sent, by whom it may be. Raise Refused."""
    _refuse_other_sites()
    try:
        sent = json.loads(
            request.get_data().decode("utf-8"),
            object_pairs_hook=unique_keys,
            parse_constant=_refuse_constant,
        )
        readable = all(printable(text) == text for text in _texts(sent))
    except RecursionError:
        raise _unreadable("it is too deep") from None
    except ValueError as error:
        raise _unreadable(error) from None
    if not readable:
        sentence = "There is a letter in a text that cannot be shown."
        raise Refused(422, "unreadable_text", sentence)
    return sent


def entry_key() -> str:
    """Return the key of what is sent: the same, sent again, counts once. Raise Refused."""
    key = request.headers.get(KEY_HEADER, "")
    if not _KEY.fullmatch(key):
        sentence = f"Send {KEY_HEADER}: a new random text of 16 to 100 letters, as a UUID is."
        raise Refused(400, "entry_key_needed", sentence)
    sent = request.get_data()
    return sha256(b"\0".join((b"api", request.path.encode(), key.encode(), sent))).hexdigest()


def check_round(sent: Mapping[str, Any]) -> None:
    """Raise InvalidJson where a round has far more tiles, scores or corrections than there are."""
    corrections = sent.get("corrections")
    if _longest(sent.get("hands")) > MOST_TILES:
        raise InvalidJson(f"a hand has at most {MOST_TILES} tiles")
    if _longest(sent.get("tally")) > MOST_SCORES:
        raise InvalidJson(f"a player has at most {MOST_SCORES} scores in play")
    if isinstance(corrections, Mapping | list) and len(corrections) > MOST_CORRECTIONS:
        raise InvalidJson(f"a round has at most {MOST_CORRECTIONS} corrections")


def check_house_rules(rules: object) -> None:
    """Raise InvalidJson where house rules are no rules, or have longer texts than any rule has."""
    if isinstance(rules, Mapping):
        for key in sorted(NO_RULES & rules.keys()):
            raise InvalidJson(f"{key} is no house rule")
    if any(len(text) > LONGEST_NOTE for text in _texts(rules)):
        raise InvalidJson(f"a text in house_rules has at most {LONGEST_NOTE} letters")


def _refuse_other_sites() -> None:
    """Let no page of another site send anything by what this browser may do.

    Browsers send JSON to another site only if that allows it, which ours never does; they send no
    token that a page does not have. What says no site at all is no browser.
    """
    if request.mimetype != JSON_TYPE:
        sentence = f"Send JSON, with Content-Type: {JSON_TYPE}."
        raise Refused(415, "json_needed", sentence)
    by_browser = "Origin" in request.headers or "Sec-Fetch-Site" in request.headers
    if by_browser and bearer.grant() is None and not sent_by_own_page():
        raise Refused(403, "other_site", "A page of another site needs the token of a link.")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _unreadable(why: object) -> Refused:
    return Refused(400, "unreadable_json", f"What was sent is no JSON: {why}.")


def _longest(by_name: object) -> int:
    """Return how many items the longest list of a table has."""
    values = by_name.values() if isinstance(by_name, Mapping) else ()
    return max((len(each) for each in values if isinstance(each, list)), default=0)


def _texts(value: object) -> Iterator[str]:
    """List the texts in a value, however deep they are."""
    if isinstance(value, str):
        yield value
    if isinstance(value, Mapping | list):
        for each in (*value, *value.values()) if isinstance(value, Mapping) else value:
            yield from _texts(each)
