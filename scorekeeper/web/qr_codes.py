"""Addresses as QR codes: on a page, and in a terminal."""

import io

import click
import segno
from markupsafe import Markup

# The width of a module of the code, in drawing units.
SCALE = 4
# How many letters fit in the largest code.
LARGEST_CODE = 2953


def qr_code(address: str) -> Markup:
    """Draw an address as a QR code for a page, dark on light even in dark mode."""
    drawing = segno.make(address, micro=False).svg_inline(scale=SCALE, light="#fff", omitsize=True)
    # The drawing contains no text, so there is nothing to escape.
    return Markup(drawing)  # noqa: S704


def qr_code_in_terminal(address: str) -> str:
    """Draw an address as a QR code of half blocks, white on black in any terminal."""
    drawing = io.StringIO()
    segno.make(address, micro=False).terminal(drawing, border=2, compact=True)
    lines = drawing.getvalue().splitlines()
    return "\n".join(click.style(line, fg="bright_white", bg="black") for line in lines)
