"""The pages of one player, and their buttons."""

LIST = "/players"
EDIT, SPLIT = ("edit", "Save the name"), ("split", "Make two players of one")
JOIN, BACK = ("edit", "Join the two"), "They are one person after all"


def player(visitor, name, page=LIST):
    return visitor.open(visitor.open(visitor.open(page).links[name]).links["Rename, join, hide"])


def press(visitor, page, button, **filled):
    return visitor.send(page.pressing(button), filled)
