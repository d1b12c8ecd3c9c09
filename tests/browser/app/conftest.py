"""Somebody whose device keeps pages."""

from typing import Any

import pytest
from flask import Flask

from tests.browser.app.kept_pages import eventually_kept
from tests.browser.live import Switch
from tests.browser.scorer import Scorer


@pytest.fixture
def home(app: Flask, switch: Switch) -> str:
    """Return where the scorebook is served, while it is; tables are live."""
    app.config["STREAMS"] = 100
    return switch.url


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Let pages be kept."""
    return {**browser_context_args, "service_workers": "allow"}


@pytest.fixture
def app_user(scorer: Scorer) -> Scorer:
    """Return somebody whose device keeps pages."""
    scorer.open("/")
    eventually_kept(scorer.page, "/")
    return scorer
