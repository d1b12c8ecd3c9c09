"""Club nights in the scorebook: many tables in one evening, who is here, who plays whom.

`night_record.py` is what is kept of a night, and what can be done to it; `night.py` how it is
played; `night_tables.py` what came of each table, and `with_matches.py` of the night;
`night_rows.py` finds and adds nights; `night_state.py` reads whether one has changed;
`night_log.py` writes changes, once, and takes them back, with what they do to matches;
`nights.py` is what pages call.
"""
