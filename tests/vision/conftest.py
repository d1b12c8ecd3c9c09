"""The reader's tests are skipped where the extra `photo` is missing, or fail where it has to be."""

from tests.photos.needed import need_reader


def pytest_pycollect_makemodule():
    # No file of these tests can be imported without it.
    need_reader()
