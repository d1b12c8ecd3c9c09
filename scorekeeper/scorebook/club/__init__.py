"""Club nights in the scorebook: many tables in one night, who is here, who plays whom.

`night_record.py` has what is stored of a night and its changes; `night.py` how it is played;
`night_tables.py` the result of each table, and `with_matches.py` of the night; `night_rows.py`
finds and adds nights; `night_state.py` reads whether one has changed; `night_log.py` writes and
undoes changes, with their effect on matches; `nights.py` is what pages call.
"""
