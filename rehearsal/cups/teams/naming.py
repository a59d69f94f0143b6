"""Line-ups: who sits where, named for a match, with what captains get wrong first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rehearsal.acts.playing import Table
from rehearsal.cast import Player
from rehearsal.cups.teams.diary import Seats, TeamCup, Wrong
from rehearsal.cups.teams.telling import fill_lines
from rehearsal.members import Answer


async def name_line_up(cup: TeamCup, table: Table, player: Player) -> None:
    """A line-up of its own for the match: the members change places from match to match."""
    names = cup.squad(player.member.id).names
    turned = cup.play.dice.randrange(len(names))
    seats = _seats([*names[turned:], *names[:turned]], cup.teams.places)
    for wrong, tried, words in _mistakes(cup, seats):
        refused = await _send(cup, table, player, tried)
        cup.refuse(wrong, player.name, refused, *words)
        cup.play.note(player.member, f"names {wrong}", refused)
        break
    answer = await _send(cup, table, player, seats)
    cup.line_ups[table.contest_id, player.member.id] = seats
    cup.named_at[table.contest_id, player.member.id] = cup.play.stage.now
    cup.play.note(player.member, "names the line-up", answer)


def _mistakes(cup: TeamCup, seats: Seats) -> Iterator[tuple[Wrong, Seats, tuple[str, ...]]]:
    """What has not been tried yet: somebody in two games at once, and a board with one too many (OLY-3)."""
    if not cup.has_tried(Wrong.SITS_TWICE):
        twice = (seats[-1][0], *seats[0][1:])
        yield Wrong.SITS_TWICE, (twice, *seats[1:]), (seats[-1][0],) if cup.teams.stays_on else (seats[-1][0], "1")
    if not cup.teams.is_dispute and not cup.has_tried(Wrong.OVERFULL_BOARD):
        yield Wrong.OVERFULL_BOARD, (*seats, seats[0]), (str(len(seats) + 1), str(len(seats)))
    elif not cup.has_tried(Wrong.OVERFULL_BOARD):
        # Whoever is too much on the first board is missing on the last: each board is looked at in turn.
        extra = seats[-1][-1]
        overfull = ((*seats[0], extra), *seats[1:-1], seats[-1][:-1])
        yield Wrong.OVERFULL_BOARD, overfull, (extra, "1", str(len(seats[0])))


async def put_in_a_substitute(cup: TeamCup, table: Table, player: Player) -> None:
    """A substitute takes the last board; that two change boards, and a board too many, are refused (GO-25.1)."""
    names, size = cup.squad(player.member.id).names, cup.teams.size
    regular = names[:size]
    moved = [regular[1], regular[0], *regular[2:]]
    refused = await _send(cup, table, player, _seats(moved, (1,) * size))
    cup.refuse(Wrong.MOVED, player.name, refused, moved[0], "1")
    cup.play.note(player.member, "lets two members change boards", refused)
    refused = await _send(cup, table, player, _seats(names, (1,) * (size + 1)))
    cup.refuse(Wrong.OVERFULL_BOARD, player.name, refused, str(size + 1), str(size))
    cup.play.note(player.member, "names one more than there are boards", refused)
    seats = _seats([*regular[:-1], names[size]], (1,) * size)
    answer = await _send(cup, table, player, seats)
    cup.line_ups[table.contest_id, player.member.id] = seats
    cup.named_at[table.contest_id, player.member.id] = cup.play.stage.now
    cup.play.note(player.member, f"puts {names[size]} in for {regular[-1]}", answer)


def _seats(names: list[str], wanted: tuple[int, ...]) -> Seats:
    left = iter(names)
    return tuple(tuple(islice(left, number)) for number in wanted)


async def _send(cup: TeamCup, table: Table, player: Player, seats: Seats) -> Answer:
    asked = await player.member.press(cup.play.stage.again(table.card), "line-up")
    return await fill_lines(player.member, asked, [", ".join(seat) for seat in seats])
