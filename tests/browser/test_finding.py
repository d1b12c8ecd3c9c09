"""Which browser is chosen, and what happens without one."""

from pathlib import Path

import pytest

from tests.browser.finding import NoBrowser, Which, find_browser


def machine_with(*programs: str) -> Which:
    """Return a machine on which these programs can be run."""
    return lambda name: f"/bin/{name}" if name in programs else None


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return the place of Playwright's own browser, which is there."""
    browser = tmp_path / "chrome"
    browser.touch()
    return browser


def test_the_browser_that_is_named_comes_first(own: Path) -> None:
    environment = {"SCOREKEEPER_BROWSER": "brave"}
    machine = machine_with("brave", "chromium")
    assert find_browser(environment, own, machine) == Path("/bin/brave")


def test_playwrights_own_browser_comes_before_the_machines(own: Path) -> None:
    assert find_browser({}, own, machine_with("chromium")) == own


@pytest.mark.parametrize(
    ("programs", "chosen"),
    [
        (("chromium", "chromium-headless-shell"), "chromium-headless-shell"),
        (("microsoft-edge", "google-chrome", "chromium"), "chromium"),
        (("microsoft-edge", "google-chrome-stable", "chromium-browser"), "chromium-browser"),
        (("microsoft-edge", "google-chrome-stable", "google-chrome"), "google-chrome"),
        (("microsoft-edge", "google-chrome-stable"), "google-chrome-stable"),
        (("firefox", "microsoft-edge"), "microsoft-edge"),
    ],
)
def test_a_browser_on_the_machine_will_do(
    tmp_path: Path, programs: tuple[str, ...], chosen: str
) -> None:
    assert find_browser({}, tmp_path / "absent", machine_with(*programs)) == Path("/bin", chosen)


@pytest.mark.parametrize(("value", "required"), [("1", True), ("0", False), ("", False)])
def test_without_a_browser_the_tests_are_skipped_unless_one_is_required(
    tmp_path: Path, value: str, required: bool
) -> None:
    environment = {"SCOREKEEPER_REQUIRE_BROWSER": value}
    with pytest.raises(NoBrowser, match="install Chromium, Chrome or Edge") as missing:
        find_browser(environment, tmp_path / "absent", machine_with())
    assert missing.value.required is required


def test_a_named_browser_that_is_not_there_is_never_passed_over(own: Path) -> None:
    with pytest.raises(NoBrowser, match="SCOREKEEPER_BROWSER names chrom, which") as missing:
        find_browser({"SCOREKEEPER_BROWSER": "chrom"}, own, machine_with("chromium"))
    assert missing.value.required
