"""A context that tests share: nothing of one is left for the next but what the browser cached."""

import pytest

from tests.browser.live import EMPTY, Complaints

USE = """async () => {
  localStorage.known = sessionStorage.known = "yes";
  document.cookie = "known=yes";
}"""
LEFT = """async () => {
  const { state } = await navigator.permissions.query({ name: "clipboard-read" });
  return [localStorage.length, sessionStorage.length, document.cookie, navigator.onLine, state];
}"""
# How many bytes of the stylesheet that every page has came from the server.
TAKEN = """() => performance.getEntriesByType("resource")
  .filter((each) => each.name.includes("/base.css")).map((each) => each.transferSize)"""
ELSEWHERE = "fetch('http://127.0.0.2:9/').catch(() => {})"


def test_nothing_is_left_for_the_next_test_but_styles_that_were_fetched(
    contexts, browser_context_args
):
    with contexts.lend(browser_context_args) as first:
        page = first.new_page()
        page.goto("/")
        before = page.evaluate(LEFT)
        page.evaluate(USE)
        first.grant_permissions(["clipboard-read"])
        first.route("**/*", lambda route: route.abort())
        first.set_offline(True)
        assert page.evaluate(LEFT) == [1, 1, "known=yes", False, "granted"]
    with contexts.lend(browser_context_args) as second:
        assert second is first
        assert second.cookies() == []
        page = second.new_page()
        page.goto("/")
        assert page.evaluate(LEFT) == before == [0, 0, "", True, before[-1]]
        assert before[-1] != "granted"
        assert page.evaluate(TAKEN) == [0]


def test_a_host_that_is_asked_and_an_answer_that_is_missing_are_heard_during_a_test_only(
    page, complaints, home, stage
):
    page.goto(EMPTY)
    over = Complaints(home, stage)
    with over.of(page.context):
        pass
    with page.expect_event("requestfailed"):
        page.evaluate(ELSEWHERE)
    with page.expect_response("**/nowhere"):
        page.evaluate("fetch('/nowhere').then((answer) => answer.text())")
    heard = sorted(complaints.heard(page.context))
    complaints.clear()
    assert [each.rpartition(": ")[0] or each.rpartition("/")[2] for each in heard] == [
        "Another host was asked",
        "nowhere answered 404",
    ]
    assert over.heard(page.context) == []


@pytest.mark.usefixtures("own_context")
def test_a_test_that_changes_the_clock_has_a_context_of_its_own(
    page, contexts, browser_context_args
):
    page.clock.install(time=0)
    with contexts.lend(browser_context_args) as shared:
        other = shared.new_page()
        other.goto(EMPTY)
        assert other.evaluate("Date.now()") > 10**12
