"""What happened to a match: undo and redo, changes to players and goal, the bin, downloads."""
