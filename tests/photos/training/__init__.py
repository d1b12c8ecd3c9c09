"""Trains the two networks that read tiles in photos, from rendered pictures and nothing else.

`python -m tests.photos.training --out DIR` renders, trains and exports in hours on a CPU; with
`--small` it takes seconds and shows that the way there works. It needs the extra `photo` and torch.
The way: `styles.py` and `tables.py` say how things look, `scenes.py` lays them on a table,
`spoiling.py` takes the picture, `samples.py` cuts out what is learnt, `learning.py` learns it,
from nothing or from networks that were trained before (`--start`, by `exported.py`); `mean.py`
makes one network of two.
"""
