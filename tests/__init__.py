"""Tests of Scorekeeper."""

import pytest

# What is compared there is shown as in a test.
pytest.register_assert_rewrite("tests.support")
