"""What tests share stands in tests/support or in a file of their folder."""

import ast

from tests.quality.size import ROOT, files_of_tests, parsed


def imported(path):
    """Yield the modules, and what is taken of them, that a file imports."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{'.' * node.level}{node.module or ''}.{each.name}" for each in node.names)


def is_test(module):
    return any(part.startswith("test_") for part in module.split("."))


def test_nothing_is_imported_from_a_test_module():
    found = [
        f"{path.relative_to(ROOT)}: {module}"
        for path in files_of_tests()
        for module in imported(path)
        if module.startswith(("tests.", ".")) and is_test(module)
    ]
    assert not found, "Put what is shared into tests/support:\n" + "\n".join(found)
