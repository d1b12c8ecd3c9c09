"""The same tests in every engine: Chromium, Firefox and WebKit."""
