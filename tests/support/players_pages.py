"""The pages of one player, and their buttons."""

LIST = "/players"
EDIT, SPLIT = ("edit", "Save name"), ("split", "Split into two players")
JOIN, BACK = ("edit", "Merge the two"), "They are the same person after all"


def player(visitor, name, page=LIST):
    return visitor.open(visitor.open(visitor.open(page).links[name]).links["Rename, merge, hide"])


def press(visitor, page, button, **filled):
    return visitor.send(page.pressing(button), filled)
