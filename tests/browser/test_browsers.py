"""Which browsers are chosen, and what is left in one for the next test."""

from pathlib import Path

import pytest

from tests.browser.finding import NoBrowser, find_browser, find_firefox, find_webkit
from tests.browser.live import EMPTY, Complaints

MINI = Path("/usr/lib/webkit2gtk-4.1/MiniBrowser")


def machine_with(*programs):
    """Return a machine on which these programs can be run."""
    return lambda name: f"/bin/{name}" if name in programs else None


@pytest.mark.parametrize(
    ("named", "own_is_there", "programs", "chosen"),
    [
        ("brave", True, "brave chromium", "/bin/brave"),
        ("", True, "chromium", "own"),
        ("", False, "chromium chromium-headless-shell", "/bin/chromium-headless-shell"),
        ("", False, "microsoft-edge google-chrome chromium", "/bin/chromium"),
        ("", False, "google-chrome-stable chromium-browser", "/bin/chromium-browser"),
        ("", False, "google-chrome-stable google-chrome", "/bin/google-chrome"),
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


def test_firefox_is_found_by_either_name_and_webkit_with_its_driver_and_a_screen():
    assert find_firefox(machine_with("firefox", "firefox-esr")) == Path("/bin/firefox-esr")
    assert find_firefox(machine_with("firefox")) == Path("/bin/firefox")
    found = find_webkit([MINI], machine_with("WebKitWebDriver", "Xvfb"))
    assert found == (Path("/bin/WebKitWebDriver"), MINI, Path("/bin/Xvfb"))


@pytest.mark.parametrize(("value", "required"), [("1", True), ("0", False), ("", False)])
@pytest.mark.parametrize(
    ("said", "find"),
    [
        ("install Chromium, Chrome", lambda: find_browser({}, Path("/absent"), machine_with())),
        ("install firefox-esr", lambda: find_firefox(machine_with())),
        ("driver and xvfb", lambda: find_webkit([MINI], machine_with("Xvfb"))),
        ("driver and xvfb", lambda: find_webkit([MINI], machine_with("WebKitWebDriver"))),
        ("driver and xvfb", lambda: find_webkit([], machine_with("WebKitWebDriver", "Xvfb"))),
    ],
    ids=["Chromium", "Firefox", "driver", "screen", "WebKit"],
)
def test_without_a_browser_the_tests_are_skipped_unless_one_is_required(
    monkeypatch, value, required, said, find
):
    monkeypatch.setenv("SCOREKEEPER_REQUIRE_BROWSER", value)
    with pytest.raises(NoBrowser, match=said) as missing:
        find()
    assert missing.value.required is required


def test_a_named_browser_that_is_not_there_is_never_passed_over(tmp_path, monkeypatch):
    monkeypatch.delenv("SCOREKEEPER_REQUIRE_BROWSER", raising=False)
    with pytest.raises(NoBrowser, match="SCOREKEEPER_BROWSER names chrom, which") as missing:
        find_browser({"SCOREKEEPER_BROWSER": "chrom"}, tmp_path, machine_with("chromium"))
    assert missing.value.required


USE = """async () => {
  localStorage.known = sessionStorage.known = "yes";
  document.cookie = "known=yes";
}"""
LEFT = """async () => {
  const { state } = await navigator.permissions.query({ name: "clipboard-read" });
  return [localStorage.length, sessionStorage.length, document.cookie, navigator.onLine, state];
}"""
# The styles and scripts of a page, with whether they came from the server.
TAKEN = """() => Object.fromEntries(performance.getEntriesByType("resource")
  .filter((each) => /\\/(static|words)\\//.test(each.name))
  .map((each) => [each.name, each.transferSize > 0]))"""
ELSEWHERE = "fetch('http://127.0.0.2:9/').catch(() => {})"


def test_nothing_is_left_for_the_next_test_but_styles_and_scripts_which_no_page_asks_for_again(
    contexts, browser_context_args, visitor
):
    record = f"{visitor.start('Ana', 'Bea').address}/rounds/new"
    with contexts.lend(browser_context_args) as first:
        page = first.new_page()
        page.goto(record)
        fetched = page.evaluate(TAKEN)
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
        page.goto(record)
        assert page.evaluate(TAKEN) == dict.fromkeys(fetched, False)
        assert len(fetched) > 2


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
