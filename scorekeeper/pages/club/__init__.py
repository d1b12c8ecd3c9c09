"""Club nights of many tables: who is here, the draw, tables, standings, a season."""
