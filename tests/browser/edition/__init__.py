"""The browser edition: the whole program in a browser, from a folder of static files."""
