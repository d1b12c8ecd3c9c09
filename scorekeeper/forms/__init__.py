"""The forms. Each ends in a method that returns a value of the rules, or None and its problems."""
