"""Starting a match: who plays, which game, the goal, house rules."""
