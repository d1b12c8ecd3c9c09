"""Lets the reader of photos run other models than those of the program."""

from scorekeeper.vision import networks


def use(models):
    """Run the networks of another folder from now on."""
    networks.MODELS = models
    networks._session.cache_clear()
