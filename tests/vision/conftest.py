"""The reader's tests are skipped where the extra `photo` is missing, or fail where it has to be."""

import pytest

from scorekeeper.vision import is_there
from tests.photos.needed import need_reader


class Missing(pytest.Module):
    """A file of tests that cannot be imported here."""

    def collect(self):
        need_reader()
        return []


def pytest_pycollect_makemodule(module_path, parent):
    if is_there():
        return None
    made: pytest.Module = Missing.from_parent(parent, path=module_path)
    return made
