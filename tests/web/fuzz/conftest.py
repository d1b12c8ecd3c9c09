"""Counts what was tried, and says so when the tests are done."""

from collections import Counter

import pytest

TRIED: Counter[str] = Counter()


@pytest.fixture
def tried() -> Counter[str]:
    """Return the count of hostile inputs, by what they were sent to."""
    return TRIED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if TRIED:
        told = ", ".join(f"{count:,} {where}" for where, count in sorted(TRIED.items()))
        terminalreporter.write_line(f"hostile inputs tried: {TRIED.total():,} ({told})")
