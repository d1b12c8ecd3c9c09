"""Which browser is chosen, and what happens without one."""

from pathlib import Path

import pytest

from tests.browser.finding import NoBrowser, Which, find_browser


def machine_with(*programs: str) -> Which:
    """Return a machine on which these programs can be run."""
    return lambda name: f"/bin/{name}" if name in programs else None


@pytest.mark.parametrize(
    ("named", "own_is_there", "programs", "chosen"),
    [
        ("brave", True, ("brave", "chromium"), "/bin/brave"),
        ("", True, ("chromium",), "own"),
        ("", False, ("chromium", "chromium-headless-shell"), "/bin/chromium-headless-shell"),
        ("", False, ("microsoft-edge", "google-chrome", "chromium"), "/bin/chromium"),
        ("", False, ("google-chrome-stable", "chromium-browser"), "/bin/chromium-browser"),
        ("", False, ("google-chrome-stable", "google-chrome"), "/bin/google-chrome"),
        ("", False, ("microsoft-edge", "google-chrome-stable"), "/bin/google-chrome-stable"),
        ("", False, ("firefox", "microsoft-edge"), "/bin/microsoft-edge"),
    ],
)
def test_the_browser_that_is_named_comes_first_then_playwrights_then_the_machines(
    tmp_path: Path, named: str, own_is_there: bool, programs: tuple[str, ...], chosen: str
) -> None:
    own = tmp_path / "chrome"
    if own_is_there:
        own.touch()
    found = find_browser({"SCOREKEEPER_BROWSER": named}, own, machine_with(*programs))
    assert found == (own if chosen == "own" else Path(chosen))


@pytest.mark.parametrize(("value", "required"), [("1", True), ("0", False), ("", False)])
def test_without_a_browser_the_tests_are_skipped_unless_one_is_required(
    tmp_path: Path, value: str, required: bool
) -> None:
    environment = {"SCOREKEEPER_REQUIRE_BROWSER": value}
    with pytest.raises(NoBrowser, match="install Chromium, Chrome or Edge") as missing:
        find_browser(environment, tmp_path / "absent", machine_with())
    assert missing.value.required is required


def test_a_named_browser_that_is_not_there_is_never_passed_over(tmp_path: Path) -> None:
    with pytest.raises(NoBrowser, match="SCOREKEEPER_BROWSER names chrom, which") as missing:
        find_browser({"SCOREKEEPER_BROWSER": "chrom"}, tmp_path, machine_with("chromium"))
    assert missing.value.required
