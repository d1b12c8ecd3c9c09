"""What the pages of the guide show: each game from its data, and hands under every game."""
