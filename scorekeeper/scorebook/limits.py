"""The most that a column of the database holds."""

# Letters of the name of a player, a rule set or a device.
LONGEST_NAME = 40
# The largest integer of PostgreSQL: a larger id cannot even be looked for.
LARGEST_ID = 2**31 - 1
