"""Where the API is: each version has an address of its own."""

from flask import Blueprint

from scorekeeper.access.bearer import READ_BY

VERSION = "1"
blueprint = Blueprint(READ_BY, __name__, url_prefix=f"/api/v{VERSION}")
