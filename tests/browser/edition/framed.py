"""A page in the frame of the shell, for whoever drives a browser."""

# What is asked of a page is asked of the one in the frame.
INSIDE = """(...given) => {
  const window = document.querySelector("iframe:not([hidden])").contentWindow;
  return ((document, performance, location, history) => (%s)(...given))(
    window.document, window.performance, window.location, window.history);
}"""


class Framed:
    """Drives the page in the frame, which fills the window."""

    def __init__(self, driver):
        self._driver = driver
        self.open, self.tap, self.type = driver.open, driver.tap, driver.type
        self.shell = driver.evaluate

    def evaluate(self, function, *given):
        return self._driver.evaluate(INSIDE % function, *given)
