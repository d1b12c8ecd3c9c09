"""Links to a match, with QR codes, and making a new link."""
