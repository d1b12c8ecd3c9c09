"""Sides and results for draws and standings."""

from scorekeeper.club.standings import By, TableResult


def sides(count, first=0):
    return [(first + 2 * at, first + 2 * at + 1) for at in range(count)]


def result_of(number, one, other, points, by=By.GOAL, goal=100, **more):
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    facts = {"winner": winner, **more}
    return TableResult(number, (one, other), points, goal, by, **facts)
