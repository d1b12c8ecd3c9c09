"""Entering a round, editing one, its preview, drafts and result."""
