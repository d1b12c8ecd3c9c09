"""Club nights in the scorebook: many tables in one evening, who is here, who plays whom.

`record.py` is what is kept of a night, and what can be done to it; `night.py` how it is played;
`tables.py` what came of each table, and `with_matches.py` of the night; `rows.py` finds and adds
nights; `states.py` reads whether one has changed; `night_log.py` writes changes, once, and takes
them back, with what they do to matches; `slips.py` makes rounds of a result from paper; `nights.py`
is what pages call.
"""
