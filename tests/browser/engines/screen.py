"""A screen that nobody sees, for browsers that need one."""

import os
import subprocess
from pathlib import Path

ROOM = "1400x1300x24"


class Screen:
    """An X display of our own."""

    def __init__(self, xvfb: Path) -> None:
        told, tells = os.pipe()
        self._process = subprocess.Popen(
            [xvfb, "-displayfd", str(tells), "-screen", "0", ROOM, "-nolisten", "tcp"],
            pass_fds=[tells],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(tells)
        with os.fdopen(told) as number:
            self.name = f":{number.readline().strip()}"

    def close(self) -> None:
        """Switch it off."""
        self._process.terminate()
        self._process.wait()
