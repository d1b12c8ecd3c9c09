"""Rounds of every kind, from names to a winner, in few taps, on pages that weigh little."""

import gzip

import pytest
from playwright.sync_api import expect

from tests.browser.pages import FAR, FIVE, FIVE_EACH, FOUR, SAME_ENDS, TIED, played, recording
from tests.browser.scorer import PHONE, SMALL_PHONE, SOON, TABLET
from tests.support.house_rules import TWO, started

# 69 pips: the most that seven tiles can weigh.
HEAVY = "6-6 5-6 4-6 3-6 5-5 4-5 4-4"
# Of the fourteen that nobody held two are wrong.
ASLEEP = "0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1 1-2 1-3 1-4 1-5 2-3 4-5"
LED = "Who played first?"


def hold_all(scorer, *hands):
    for name, hand in zip(FOUR, hands, strict=True):
        scorer.hold(name, hand)


def test_block_is_played_from_two_names_to_the_winner_at_100(scorer):
    scorer.start("Ana", "Bea")
    scorer.walks(f"""
        Enter round 1; Ana: out; Bea: {HEAVY}; Record round | Ana went out / +69 / 31 to go
        Enter round 2; Ana: 1-2 2-4 3-5; Bea: 5-5 3-4 | Blocked: 17 · 17. / 17 (opponents) − 17
        Record round | Blocked: 17 · 17. Ana wins on the lightest tile. / Enter round 3
    """)
    scorer.page.locator(".rounds a").first.tap()
    # The page of a round leads on to the next.
    scorer.walks("""
        Enter round 3; Ana: out; Bea: 6-6 5-6 4-6; Record round | Ana wins! / 69 + 33 = 102
    """)
    # Whoever recorded the round is shown no celebration over it.
    expect(scorer.page.locator("dialog")).to_have_count(0)
    scorer.press("Rematch")
    expect(scorer.page.locator(".score:visible")).to_have_text(["0 points", "0 points"])


def test_a_round_is_recorded_on_the_smallest_phone_and_once_where_it_is_tapped_twice(scorer):
    scorer.page.set_viewport_size(SMALL_PHONE)
    scorer.start(*FOUR, partners=True)
    scorer.press("Enter round 1")
    hold_all(scorer, "6-6 0-0", "0-6 5-5", "", "1-1")
    scorer.control("Record round").dblclick()
    scorer.sees("Ciro went out", "+18", "82 to go", "Enter round 2")


def test_the_sleeping_tiles_are_tapped_as_one_more_hand_and_stay(scorer, visitor):
    scorer.page.set_viewport_size(SMALL_PHONE)
    scorer.open(f"{started(visitor, TWO, table_strict='yes').address}/rounds/new")
    scorer.walks(f"""
        Ana: out; Bea: 6-6 5-6; Boneyard: {ASLEEP}; 4-5 | Tap the tiles that nobody held
        | 14 tiles are in the boneyard: 13 are entered.
        4-5 | This cannot be right: at least one tile is wrong.
        5-6 | 5-6 is in Bea’s hand. Move it to Boneyard?
    """)
    scorer.reload()
    scorer.walks("Boneyard: | Boneyard went out")
    scorer.holds("Boneyard, 55 pips, 14 tiles")
    expect(scorer.page.locator("#went-out")).to_be_disabled()


def test_a_question_where_seats_tie_is_answered_and_a_claim_made(scorer, visitor):
    recording(scorer, visitor, "dominican-patio", *FOUR, partners="y")
    asked = scorer.page.get_by_role("group", name=LED)
    # With 4-4 Bea alone is the lightest.
    hold_all(scorer, "1-2 4-4", *TIED[1:])
    scorer.sees("Blocked: 11 · 3. Bea and Dani win")
    expect(asked).to_be_hidden()
    scorer.walks("Ana: 4-4 | say who played first")
    scorer.choose("Bea", among=LED)
    scorer.walks("""
        | Blocked: 3 · 3. The round goes to Bea and Dani, who played first.
        Record round | +22
        Enter round 2
    """)
    hold_all(scorer, *SAME_ENDS)
    scorer.page.get_by_role("checkbox", name="Capicúa", exact=True).tap()
    scorer.walks("| Capicúa for Ana & Ciro: +25.\n Record round | Ana & Ciro +37")


def test_totals_are_entered_by_the_number_pad(scorer, visitor):
    recording(scorer, visitor, "rummikub", *FOUR[:3])
    scorer.walks("""
        Ana went out | What is left in Bea’s hand?
        1; 3; Delete; 2; Next; 3; 4; 5; Undo | Ciro has 34 left on the rack: −34.
        Record round | Ana +46 Bea −12 Ciro −34
    """)


def test_plays_are_tapped_as_they_are_laid_from_whoever_led_on(scorer, visitor):
    recording(scorer, visitor, "italian", *FIVE)
    scorer.choose("Dani", among=LED)
    scorer.walks("""
        6-6 | Tap the tile Eva plays
        5-6 | 23 on the table · next scoring total 30 / Tap the tile Ana plays
        3-4 | Ana’s 3-4 brought the table to 30: +10.
        Undo | 23 on the table
        Ana passes; 3-4 | Bea’s 3-4 brought the table to 30: +10.
        +10 entered for Ciro | Ciro scored 10 points in play.
    """)
    expect(scorer.tile("6-6")).to_have_accessible_name("double six, played by Dani")
    expect(scorer.page.locator(".prizes .total:visible")).to_have_text("30")
    scorer.walks("Record round | Bea +10 Ciro +10")


def test_scores_in_play_count_in_the_order_they_are_tapped(scorer, visitor):
    table = visitor.start("Ana", "Bea", game="fives-and-threes")
    made = {"hands-0-tally": "58", "hands-1-tally": "57", "hands-0-tiles": "12"}
    visitor.send(visitor.open_round(table), made | {"hands-1-tiles": "34", "action": "record"})
    scorer.open(f"{table.address}/rounds/new")
    in_play = scorer.page.locator("#steps-of:visible")
    scorer.walks("Bea:; +3; Ana:; +4; +3; Bea:; +1 | Ana reached 61 first and wins the match.")
    # 4 would take Ana past 61; her 3 do not, and come before the last of Bea.
    expect(in_play).to_have_text("In play, Bea 3+1 = 4")
    scorer.walks("Undo; Undo")
    expect(in_play).to_have_text("In play, Ana 4")
    # Bea goes out: it depends on whether her 1 came with the last tile.
    scorer.walks("Bea:; +1; Ana: 1-2; Bea: out | say whether that tile scored in play too")
    scorer.choose("No", among="Did the last tile score in play?")
    scorer.walks("| Bea reached 61 first and wins the match.\n Record round | Bea wins!")


def test_ends_are_confirmed_by_one_tap_or_else_doubted_and_recorded_all_the_same(scorer, visitor):
    recording(scorer, visitor, "partnership", *FOUR)
    hands = "Ana: out; Bea: 1-2; Ciro: 2-3; Dani: 3-4"
    scorer.walks(f"""
        {hands} | The line should end in 1 and 4. Right?
        Yes | The line ends in 1 and 4, as it should.
        Record round; Enter round 2; {hands}; No
    """)
    for end in ("2", "4"):
        scorer.page.locator(".ends").get_by_role("button", name=end, exact=True).tap()
    doubt = scorer.live.locator(".doubts li:visible")
    expect(doubt).to_have_count(1)
    said = doubt.inner_text()
    # What records the round leads back to the tiles where it is doubted.
    sends = scorer.page.locator("#send")
    before = sends.bounding_box()
    scorer.press("Check tiles")
    expect(doubt).to_have_text(said)
    # Ana went out: the first hand with tiles is gone through first.
    expect(scorer.seat("Bea")).to_have_attribute("aria-pressed", "true")
    # As soon as it is no longer pressed down.
    scorer.until(lambda: sends.bounding_box() == before, "that it is where it was")
    scorer.record("Record anyway")
    scorer.page.locator(".rounds a").first.tap()
    scorer.sees(f"Recorded anyway: {said}")


def test_hands_are_changed_by_touch_until_they_are_right_and_each_tap_can_be_taken_back(pad):
    # A full hand gives the turn away, and a tile tapped again goes back to the pad.
    pad.walks("""
        Ana: 0-0 0-1 0-2 0-3 0-4 | Tap the tiles left in Bea’s hand
        Ana: 0-5 | 5 tiles at most: Ana cannot hold more. / Ana, 10 pips, 5 tiles
        0-4 0-3 0-2 | Ana, 1 pip, 2 tiles
        More; Clear Ana | Ana, not entered yet
        Undo | Ana, 1 pip, 2 tiles
        Bea: 0-1 | 0-1 is in Ana’s hand. Move it to Bea?
    """)
    expect(pad.tile("0-4")).to_have_attribute("aria-pressed", "false")
    expect(pad.line.get_by_role("img")).to_have_accessible_name("blank-one")
    pad.walks("""
        No | Ana, 1 pip, 2 tiles / Tap the tiles left in Bea’s hand
        0-1; Move | 0-1 moved from Ana to Bea / Ana, 0 pips, 1 tile / Bea, 1 pip, 1 tile
        Ana: out | Ana, went out / Tap the tiles left in Ciro’s hand
        6-6 | Ana went out and wins the round.
    """)
    expect(pad.tile("0-1")).to_have_accessible_name("blank-one, in Bea’s hand")
    # Whoever gets a tile did not go out, and only one did.
    pad.walks("""
        Ana: 0-5; Yes | Ana, 5 pips, 1 tile
        Bea: out; Ciro: out; Yes | Ciro, went out / Bea, not entered yet
    """)
    # Five tiles, three taken back, one moved, Ana out, 6-6, 0-5, Bea out, and Ciro out.
    for _ in range(14):
        pad.press("Undo")
    expect(pad.control("Undo")).to_be_disabled()


def test_typing_instead_tapping_again_or_another_language_keeps_every_hand(pad):
    pad.hold("Ana", "3-5 1-2")
    pad.press_in_menu("Type them in")
    expect(pad.page.get_by_label("Ana: Tiles left")).to_have_value("3-5 1-2")
    pad.type("Bea", "66 5|4")
    pad.type("Ciro", "3-3")
    # They are there after a look at the pips, too.
    pad.walks("""
        | Blocked: 11 · 21 · 6. Ciro wins.
        Tiles | Ana, 11 pips, 2 tiles / Bea, 21 pips, 2 tiles
        Count pips; Tiles | Ana, 11 pips, 2 tiles
    """)
    expect(pad.tile("4-5")).to_have_accessible_name("four-five, in Bea’s hand")
    # What the scripts say is in the language of the page.
    pad.speak("es")
    pad.sees("Tranque: 11 · 21 · 6. Gana Ciro.")
    pad.seat("Ana").tap()
    expect(pad.line).to_have_text("Toca las fichas que le quedan a Ana")
    expect(pad.page.locator(".pick").first).to_have_accessible_name("Ana, 11 puntos, 2 fichas")


def test_a_hand_that_is_missing_is_asked_about_and_nothing_is_red_before_it_is_recorded(pad):
    # One question is asked at a time.
    pad.walks("""
        Bea: 6-6 | hands of Ana and Ciro are not entered yet.
        Record round | The hands of Ana and Ciro are not entered yet.
        Ciro: 1-2 | Ana’s hand is not entered yet. / not hands of Ana and Ciro
        Record round | Ana has no tiles. Did Ana go out?
        No | Bea, 12 pips, 1 tile / not Did Ana go out?
        Ana:; Record round | Did Ana go out?
        6-6 | Move it to Ana? / not Did Ana go out?
        Record round | Did Ana go out? / not Move
        Yes | +15
    """)


def test_a_tie_in_pips_asks_for_the_lightest_tiles_of_the_tied_hands_only(pad):
    def fill(what, **hands):
        for name, text in hands.items():
            pad.page.get_by_label(f"{name}: {what}").fill(text)

    pad.press("Count pips")
    fill("Pips left", Ana="14")
    # A hand whose pips were counted is not yet entered in tiles.
    pad.walks("Tiles | Ana, not entered yet\n Count pips")
    fill("Pips left", Ana="17", Bea="17", Ciro="30")
    pad.sees("It is a tie. Enter the lightest tile in Ana’s hand and in Bea’s hand.")
    expect(pad.page.get_by_label("Ciro: Lightest tile")).to_be_hidden()
    # Who records before that is told the same, on a phone too.
    pad.press("Record round")
    for _screen in pad.on(TABLET, PHONE):
        pad.sees("It is a tie. Enter the lightest tile in Ana’s hand and in Bea’s hand.")
    fill("Lightest tile", Ana="1-2", Bea="3-4")
    pad.record()
    pad.reads_in_banner("Blocked: 17 · 17 · 30. Ana wins on the lightest tile.", "+30")


# Milliseconds between the taps of somebody quick, and what is a rest.
QUICK, REST = 149, 150
# Counts what is tapped from when the page is opened.
COUNT = """addEventListener("click", () => {
  sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""


@pytest.fixture
def address(visitor):
    """Return the table of four, five tiles dealt, whom no round takes to the goal."""
    return visitor.start(*FOUR, **FAR).address


def test_four_hands_with_fifteen_tiles_take_at_most_eighteen_taps(scorer, address):
    scorer.page.add_init_script(COUNT)
    scorer.open(address)
    scorer.press("Enter round 1")
    for name, hand in zip(FOUR, FIVE_EACH, strict=True):
        expect(scorer.line).to_have_text(f"Tap the tiles left in {name}’s hand")
        scorer.press("Bea went out") if name == "Bea" else scorer.tap(hand)
    scorer.record()
    # The table is back.
    scorer.reads_in_banner("Bea went out", "+102")
    expect(scorer.control("Enter round 2")).to_be_visible()
    assert int(scorer.page.evaluate("sessionStorage.taps")) <= 18


@pytest.mark.usefixtures("own_context")
def test_fifteen_quick_taps_send_at_most_eight_requests(scorer, phone, address):
    clock = scorer.page.clock
    clock.install(time=0)
    for each in (phone, scorer):
        each.open(f"{address}/rounds/new")
    expect(scorer.line).to_have_text("Tap the tiles left in Ana’s hand")
    # The page asks for what others entered: a tap before the answer has a request of its own.
    with scorer.page.expect_response("**/draft"):
        clock.pause_at(60_000)
    sent = []
    scorer.page.on("request", lambda each: sent.append(each.url))
    for tile in " ".join(FIVE_EACH[:3]).split():
        scorer.tile(tile).dispatch_event("click")
        clock.run_for(QUICK)
    clock.run_for(REST)
    scorer.sees("Dani’s hand is not entered yet.")
    assert len(sent) <= 8
    for name, pips in {"Ana": 50, "Bea": 40, "Ciro": 30}.items():
        phone.holds(f"{name}, {pips} pips, 5 tiles", timeout=SOON)
    # A tap after a rest is sent at once, and what is tapped before its answer is sent after that.
    held = []
    scorer.page.route("**/rounds/preview", lambda route: held.append(route), times=1)
    with scorer.page.expect_request("**/rounds/preview"):
        scorer.tile("3-3").dispatch_event("click")
        clock.run_for(1)
    for tile in ("2-3", "1-3"):
        scorer.tile(tile).dispatch_event("click")
        clock.run_for(REST)
    with scorer.page.expect_request("**/rounds/preview") as later:
        held[0].continue_()
    assert "3-3+2-3+1-3" in later.value.post_data


MOST_BYTES = {"": 30_000, "/rounds/new": 45_000}


@pytest.mark.parametrize("address", MOST_BYTES, ids=["table", "record"])
def test_a_page_of_a_match_weighs_little(scorer, visitor, address):
    asked = {}
    scorer.page.on("request", lambda each: asked.update({each.url: each.resource_type}))
    scorer.open(f"{played(visitor, 12).address}{address}")
    assert {"document", "stylesheet", "script"} <= {*asked.values()}
    # A stream has no end.
    ends = [url for url, kind in asked.items() if kind != "eventsource"]
    # As something compresses them on their way.
    bodies = [gzip.compress(scorer.page.request.get(url).body(), 6) for url in ends]
    assert sum(map(len, bodies)) <= MOST_BYTES[address]
