"""Settings of one device: its name, language and PIN; the installable app."""
