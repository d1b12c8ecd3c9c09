"""A club night of many tables: who plays whom (`draw.py`), and who is ahead (`standings.py`).

It needs Python and a library of graphs, and knows no database and no page. People are numbers. A
side is two of them, who score together; a table is two sides.
"""
