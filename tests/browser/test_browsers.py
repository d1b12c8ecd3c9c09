"""Which browsers are chosen, and what is left in one for the next test."""

from pathlib import Path

import pytest

from tests.browser.finding import NoBrowser, find_browser, find_firefox, find_webkit
from tests.browser.live import EMPTY, Complaints

MINI = Path("/usr/lib/webkit2gtk-4.1/MiniBrowser")


def machine_with(*programs):
    return lambda name: f"/bin/{name}" if name in programs else None


@pytest.mark.parametrize(
    ("named", "own_is_there", "programs", "chosen"),
    [
        ("brave", True, "brave chromium", "/bin/brave"),
        ("", True, "chromium", "own"),
        ("", False, "chromium chromium-headless-shell", "/bin/chromium-headless-shell"),
        ("", False, "microsoft-edge google-chrome chromium", "/bin/chromium"),
        ("", False, "firefox microsoft-edge", "/bin/microsoft-edge"),
    ],
)
def test_the_browser_that_is_named_comes_first_then_playwrights_then_the_machines(
    tmp_path, named, own_is_there, programs, chosen
):
    own = tmp_path / "chrome"
    if own_is_there:
        own.touch()
    found = find_browser({"SCOREKEEPER_BROWSER": named}, own, machine_with(*programs.split()))
    assert found == (own if chosen == "own" else Path(chosen))


@pytest.mark.parametrize("required", [True, False])
def test_without_a_browser_the_tests_are_skipped_unless_one_is_required_or_named(
    monkeypatch, required
):
    monkeypatch.setenv("TESTS_REQUIRE_BROWSER", str(int(required)))
    named = {"SCOREKEEPER_BROWSER": "chrom"}
    missing = {
        "install Chromium, Chrome": lambda: find_browser({}, MINI, machine_with()),
        "install firefox-esr": lambda: find_firefox(machine_with()),
        "webkit2gtk-driver and xvfb": lambda: find_webkit([MINI], machine_with("Xvfb")),
        "names chrom, which": lambda: find_browser(named, MINI, machine_with("chromium")),
    }
    for said, find in missing.items():
        with pytest.raises(NoBrowser, match=said) as error:
            find()
        assert error.value.required is (required or said.startswith("names"))


USE = """async () => {
  localStorage.known = sessionStorage.known = "yes";
  document.cookie = "known=yes";
}"""
LEFT = """async () => {
  const { state } = await navigator.permissions.query({ name: "clipboard-read" });
  return [localStorage.length, sessionStorage.length, document.cookie, navigator.onLine, state];
}"""


def test_nothing_is_left_for_the_next_test(contexts, browser_context_args):
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
        page = second.new_page()
        page.goto("/")
        assert page.evaluate(LEFT) == before


def test_a_host_that_is_asked_and_an_answer_that_is_missing_are_heard_during_a_test_only(
    page, complaints, home, stage
):
    page.goto(EMPTY)
    over = Complaints(home, stage)
    with over.of(page.context):
        pass
    with page.expect_event("requestfailed"):
        page.evaluate("fetch('http://127.0.0.2:9/').catch(() => {})")
    with page.expect_response("**/nowhere"):
        page.evaluate("fetch('/nowhere').then((answer) => answer.text())")
    heard = sorted(complaints.heard(page.context))
    complaints.clear()
    assert [each.rpartition(": ")[0] or each.rpartition("/")[2] for each in heard] == [
        "Another host was asked",
        "nowhere answered 404",
    ]
    assert over.heard(page.context) == []


def test_what_a_page_of_the_test_before_asks_for_is_not_of_the_next(
    contexts, browser_context_args, app, stage
):
    with contexts.lend(browser_context_args) as context:
        page = context.new_page()
        page.goto(EMPTY)
        with stage.shows(app):
            assert page.evaluate("fetch('/nowhere').then(({ status }) => status)") == 503
            assert stage.take() == []
