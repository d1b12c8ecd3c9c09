"""Nothing that was typed for a new match is lost, whatever is done before it is started."""

import pytest
from playwright.sync_api import expect

from tests.browser.seating import names, plan, sit, suggested


def agree(scorer):
    """Let two known people and a new one play another game, to another goal, by the clock."""
    sit(scorer, "Bea", "Eva")
    scorer.sit_down("Inés")
    suggested(scorer).get_by_text("Draw", exact=True).tap()
    scorer.choose("other")
    for digit in "120":
        scorer.page.get_by_role("dialog").get_by_role("button", name=digit, exact=True).tap()
    scorer.page.locator("#clock").get_by_text("45").tap()
    scorer.press("Done")
    # A name that is half typed.
    scorer.press("New name")
    scorer.page.get_by_role("dialog").get_by_role("textbox").fill("Ju")
    scorer.press("Close")


def ask_how(scorer):
    scorer.press("How to play Draw")
    scorer.page.locator("#about").get_by_role("link", name="All the rules").tap()
    expect(scorer.heading).to_have_text("Draw")
    scorer.page.go_back()


def go_back_and_forth(scorer):
    scorer.open("/games")
    scorer.page.go_back()


def go_home_and_come_again(scorer):
    scorer.press("Back")
    scorer.press("New match")


def speak_spanish_and_english(scorer):
    for words in ("Español", "English"):
        scorer.page.locator(".menu summary").tap()
        scorer.page.locator(".lines a[hreflang], .lines a[href$=language]").first.tap()
        scorer.page.get_by_role("button", name=words).tap()
        expect(scorer.page.locator(".seat:visible b").first).to_have_text("Bea")


def open_house_rules(scorer):
    scorer.press("House rules…")
    scorer.sees("2 rules are changed")


def leave_house_rules(scorer):
    open_house_rules(scorer)
    scorer.press("Back")
    expect(scorer.heading).to_have_text("New match")


def be_refused(scorer):
    scorer.choose("120 · 45 min")
    scorer.page.get_by_label("or minutes").fill("4")
    scorer.press("Done")
    scorer.press("Start match")
    scorer.sees("Enter 5 to 180 minutes.")
    scorer.choose("120 · 4 min")
    scorer.page.get_by_label("or minutes").fill("45")
    scorer.press("Done")


WAYS = {
    "how a game is played": ask_how,
    "back": go_back_and_forth,
    "home": go_home_and_come_again,
    "another language": speak_spanish_and_english,
    "reload": lambda scorer: scorer.page.reload(),
    "house rules": leave_house_rules,
    "refused": be_refused,
    "house rules, reload": lambda scorer: (leave_house_rules(scorer), scorer.page.reload()),
    "house rules, back": lambda scorer: (open_house_rules(scorer), scorer.page.go_back()),
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_that_was_typed_is_lost(new_match, way):
    agree(new_match)
    WAYS[way](new_match)
    expect(names(new_match)).to_have_text(["Bea", "Eva", "Inés", "Seat 4"])
    expect(plan(new_match)).to_have_text("Bea, Eva, Inés Draw · Goal: 120 · 45 min")
    new_match.press("New name")
    expect(new_match.page.get_by_role("dialog").get_by_role("textbox")).to_have_value("Ju")
    new_match.press("Close")
    new_match.press("Start match")
    new_match.sees("first to 120")
    expect(new_match.page.locator(".side h2:visible")).to_have_text(["Bea", "Eva", "Inés"])
    # The next match begins with nobody.
    new_match.open("/matches/new")
    expect(names(new_match).first).to_have_text("Seat 1")
    new_match.page.reload()
    expect(names(new_match).first).to_have_text("Seat 1")


def test_house_rules_are_kept_on_the_way_and_count_for_their_game_alone(new_match):
    page = new_match.page
    sit(new_match, "Ana", "Bea")
    new_match.press("House rules…")
    expect(new_match.heading).to_have_text("House rules")
    page.wait_for_load_state()
    page.get_by_label("2 players").first.fill("9")
    page.get_by_label("3 players").first.focus()
    new_match.sees("1 rule is changed")
    new_match.press("Play by these rules")
    expect(plan(new_match)).to_contain_text("Block with house rules · first to 100")
    page.reload()
    expect(plan(new_match)).to_contain_text("Block with house rules")
    # Another page, and back: rules without a name are kept too.
    new_match.open("/games")
    new_match.open("/matches/new")
    expect(plan(new_match)).to_contain_text("Block with house rules")
    suggested(new_match).get_by_text("Draw", exact=True).tap()
    expect(plan(new_match)).not_to_contain_text("with house rules")
    suggested(new_match).get_by_text("Block with house rules", exact=True).tap()
    new_match.press("Start match")
    new_match.sees("Deal 9 tiles each.")


def test_enter_saves_rules_by_the_name_that_was_typed(new_match):
    page = new_match.page
    new_match.open("/matches/new?game=block&rules=")
    page.wait_for_load_state()
    page.get_by_label("2 players").first.fill("9")
    page.get_by_label("3 players").first.focus()
    new_match.sees("1 rule is changed")
    new_match.press("Save as…")
    page.get_by_role("dialog").get_by_role("textbox").fill("Bar Luna")
    page.keyboard.press("Enter")
    expect(new_match.heading).to_have_text("New match")
    new_match.open("/matches/rules")
    expect(page.locator(".saved h2")).to_have_text(["Bar Luna"])


def test_rules_are_found_by_a_word_and_stepped_up_with_a_finger(new_match):
    page = new_match.page
    new_match.open("/matches/new?game=block&rules=")
    page.get_by_label("Search rules").fill("blank")
    expect(page.locator(".rule:visible h3")).to_contain_text(["Single tiles", "Each blank end"])
    half = page.locator("#rule-weights\\.blank_end")
    for _time in range(3):
        half.get_by_role("button", name="more").tap()
    expect(page.get_by_role("status").last).to_contain_text("1 rule is changed")
    expect(half.get_by_role("textbox")).to_have_value("3")
    half.get_by_role("button", name="Back to usual").tap()
    expect(half.get_by_role("textbox")).to_have_value("0")
    expect(page.get_by_label("Search rules")).to_have_value("blank")


def test_a_page_that_comes_back_from_memory_shows_what_was_entered_last(new_match):
    sit(new_match, "Ana", "Bea")
    page = new_match.page
    # As another page of this tab left it.
    page.evaluate("""() => {
      const draft = JSON.parse(sessionStorage["new match"]);
      draft.fields.push(["names-2", "Gina"]);
      sessionStorage["new match"] = JSON.stringify(draft);
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }""")
    expect(names(new_match)).to_have_text(["Ana", "Bea", "Gina", "Seat 4"])
