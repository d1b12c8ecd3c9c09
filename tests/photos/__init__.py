"""Pictures of dominoes, drawn by the tests: nobody's photograph, and the same every time."""
