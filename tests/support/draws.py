"""Sides and results for draws and standings."""

from collections import Counter
from itertools import product

from scorekeeper.club.standings import By, TableResult

A, B, C, D = (0, 1), (2, 3), (4, 5), (6, 7)


def sides(count, first=0):
    return [(first + 2 * at, first + 2 * at + 1) for at in range(count)]


def partners(rounds):
    """Count how often each two were partners."""
    return Counter(
        frozenset(side) for each in rounds for table in each.tables for side in table.sides
    )


def opponents(rounds):
    """Count how often each two played against each other."""
    tables = [table for each in rounds for table in each.tables]
    return Counter(frozenset(two) for table in tables for two in product(*table.sides))


def result_of(number, one, other, points, by=By.GOAL, goal=100, **more):
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    facts = {"winner": winner, **more}
    return TableResult(number, (one, other), points, goal, by, **facts)
