"""Limits on attempts: entering a wrong PIN, starting a match, sending a photo.

Each attempt is counted in the scorebook before it is made, so parallel requests gain nothing. The
count outlives a restart, and several machines share it.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from math import ceil

from flask import current_app

from scorekeeper.access import devices
from scorekeeper.config import Access
from scorekeeper.messages import gettext as _
from scorekeeper.scorebook.permissions import attempt_counts
from scorekeeper.scorebook.permissions.attempt_counts import Rate
from scorekeeper.web.request_limits import client_address

# At most 30 in any hour.
WRONG_PINS = Rate(5, 150)
# From all addresses together: it slows down a guesser with many addresses, locks nobody out for
# long, and does not count devices that entered the PIN before.
WRONG_PINS_OF_ALL = Rate(60, 60)
NEW_MATCHES = Rate(60, 60)
NEW_MATCHES_FROM_ONE_ADDRESS = Rate(600, 6)
# From one address, by devices that own no match yet, where anybody may start one: pretending to be
# another device costs nothing.
NEW_MATCHES_OF_STRANGERS = Rate(60, 60)
# Reading a photo takes as long as a hundred pages. A table sends some each round.
PHOTOS = Rate(40, 5)
# A whole club at one address.
PHOTOS_FROM_ONE_ADDRESS = Rate(200, 1)


class TooMany(Exception):
    """Something was tried too often: `seconds` to wait, and a sentence that says what."""

    def __init__(self, sentence: str, seconds: int) -> None:
        super().__init__(sentence, seconds)
        self.sentence, self.seconds = sentence, seconds


def enter_pin(text: str) -> bool:
    """Check a PIN and let the device in if it is right, which does not count. Raise TooMany.

    The attempt is counted before the PIN is checked.
    """
    rates = _wrong_pin_rates()
    _count(rates, _("Too many wrong PINs were entered."))
    if not devices.enter_pin(text):
        return False
    if current_app.config["RATELIMIT_ENABLED"]:
        attempt_counts.take_back(rates)
    return True


def count_new_match(*, knows_device: bool) -> None:
    """Count a match before it is started; `knows_device` if the device owns one. Raise TooMany."""
    _count(_new_match_rates(knows_device), _("Too many matches were started here."))


def count_photo() -> None:
    """Count a photo before it is read. Raise TooMany."""
    rates = {
        _key("photos", devices.own_device()): PHOTOS,
        _key("photos", client_address()): PHOTOS_FROM_ONE_ADDRESS,
    }
    _count(rates, _("Too many photos at once. Wait a moment, or enter the tiles."))


def _wrong_pin_rates() -> Mapping[str, Rate]:
    rates = {_key("wrong PINs", client_address()): WRONG_PINS}
    if devices.pin_once_passed():
        # It knew the last PIN: guesses of others do not slow it down.
        return rates | {_key("wrong PINs", devices.own_device()): WRONG_PINS}
    return rates | {_key("wrong PINs", "all"): WRONG_PINS_OF_ALL}


def _new_match_rates(knows_device: bool) -> Mapping[str, Rate]:
    address = client_address()
    rates = {
        _key("new matches", devices.own_device()): NEW_MATCHES,
        _key("new matches", address): NEW_MATCHES_FROM_ONE_ADDRESS,
    }
    if knows_device or current_app.config["ACCESS"] == Access.HOUSE:
        return rates
    return rates | {_key("new matches of strangers", address): NEW_MATCHES_OF_STRANGERS}


def _count(rates: Mapping[str, Rate], sentence: str) -> None:
    if current_app.config["RATELIMIT_ENABLED"] and (seconds := attempt_counts.count(rates)):
        raise TooMany(sentence, ceil(seconds))


def _key(what: str, whose: str) -> str:
    """Name a count by a keyed hash, so that no address is stored."""
    secret = str(current_app.secret_key).encode()
    return hmac.digest(secret, f"count of {what}: {whose}".encode(), "sha256").hex()
