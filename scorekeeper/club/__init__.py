"""A club night with many tables: who plays whom (`draw.py`), and who is ahead (`standings.py`).

It needs Python and a graph library, and knows no database and no page. People are numbers. A side
is two people who score together; a table is two sides.
"""
