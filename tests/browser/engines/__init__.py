"""The same tests in the engines beside Chromium: WebKit and Firefox."""
