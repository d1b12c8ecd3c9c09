"""The network goes away and comes back, in every engine: nothing is lost."""

import pytest

from tests.unchanged import rows

KEPT = "No connection: your round is kept and will be sent by itself."
# A tablet that sleeps, or wakes.
ASLEEP = """(asleep) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: asleep });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_round_recorded_without_a_network_is_sent_once_it_is_back(guest, visitor, switch, app):
    guest.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    guest.hold("Ana", "")
    switch.off()
    guest.hold("Bea", "6-6")
    guest.press("Record round")
    guest.sees(KEPT)
    switch.on()
    guest.press("Why?")
    guest.sees("Ana went out and wins the round.", "+12", "88 to go")
    assert len(rows(app)["rounds"]) == 1


@pytest.mark.webkit
def test_what_was_tapped_without_a_network_is_there_when_the_page_is_opened_again(
    guest, visitor, switch
):
    address = f"{visitor.start('Ana', 'Bea').address}/rounds/new"
    guest.open(address)
    guest.hold("Ana", "")
    switch.off()
    guest.hold("Bea", "6-6 1-2")
    guest.waits_for("Bea, 15 pips, 2 tiles")
    switch.on()
    guest.open(address)
    guest.waits_for("Ana, went out")
    guest.waits_for("Bea, 15 pips, 2 tiles")


def test_a_table_that_missed_a_round_shows_it_once_the_network_is_back(guest, visitor, switch):
    table = visitor.start("Ana", "Bea")
    guest.open(table.address)
    guest.sees("Enter round 1")
    switch.off()
    visitor.play(table, "", "6-6")
    switch.on()
    guest.sees("Ana went out", "88 to go")


@pytest.mark.webkit
def test_a_table_that_slept_shows_what_it_missed(guest, visitor):
    table = visitor.start("Ana", "Bea")
    guest.open(table.address)
    guest.driver.evaluate(ASLEEP, True)
    visitor.play(table, "", "6-6")
    guest.driver.evaluate(ASLEEP, False)
    guest.sees("Ana went out", "88 to go")
