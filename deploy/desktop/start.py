"""What the folder starts: the command line, which serves where nothing else is asked for."""

import sys

from scorekeeper.cli import main

main(sys.argv[1:] or ["run"], prog_name="scorekeeper")
