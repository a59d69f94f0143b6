"""Boards as captains and arbiters write them into forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rehearsal.acts.playing import Table
from rehearsal.cast import Character, Player
from rehearsal.cups.teams.diary import TeamCup, Told, Wrong, worth
from rehearsal.cups.teams.rules import TeamRules
from rehearsal.diary import Played
from rehearsal.members import TEXT_INPUT, Answer, Member
from rehearsal.posts import walk

_MENTION: Final = re.compile(r"<@(\d+)>")


def mentions(text: str) -> list[int]:
    """Everybody who is mentioned, in order, each once."""
    return list(dict.fromkeys(int(found) for found in _MENTION.findall(text)))


def inputs(asked: Answer) -> list[str]:
    """The inputs of a form, in order."""
    return [str(one["custom_id"]) for one in walk([asked.form]) if one.get("type") == TEXT_INPUT]


async def fill_boards(member: Member, asked: Answer, boards: Sequence[Told], why: str = "") -> Answer:
    """Writes the boards into the form: each into its own input, or a line each into the one that it has."""
    return await fill_lines(member, asked, [one.text for one in boards], why)


async def fill_lines(member: Member, asked: Answer, lines: Sequence[str], why: str = "") -> Answer:
    """The same with anything that somebody might write; a game more comes last."""
    names = inputs(asked)
    if "boards" in names:
        given = {"boards": "\n".join(lines)}
    else:
        given = dict(zip((one for one in names if one != "why"), lines, strict=False))
    return await member.fill(asked, **given, **({"why": why} if "why" in names else {}))


async def tell_boards(cup: TeamCup, table: Table, member: Member, boards: Sequence[Told]) -> Answer:
    """A captain's report."""
    asked = await member.press(cup.play.stage.again(table.card), "team-boards")
    return await fill_boards(member, asked, boards)


async def try_in_vain(cup: TeamCup, table: Table, player: Player, boards: Sequence[Told]) -> None:
    """Before the report: a board that cannot be, too many boards, and one that lateness has cost told as played."""
    if table.odd is not None and table.odd.character is Character.LATE and any(any(one.given) for one in boards):
        await _tell_as_played(cup, table, player, boards)
    elif not cup.has_tried(Wrong.IMPOSSIBLE):
        await _tell_the_impossible(cup, table, player, boards)


async def _tell_the_impossible(cup: TeamCup, table: Table, player: Player, boards: Sequence[Told]) -> None:
    game, too_many = cup.rules_of(table.card).games[-1], 2 if cup.teams.extra_game and cup.teams.bracket else 1
    lines = [*(one.text for one in boards[:-1]), f"{game.times}-{game.times}"]
    asked = await player.member.press(cup.play.stage.again(table.card), "team-boards")
    refused = await fill_lines(player.member, asked, lines)
    cup.refuse(Wrong.IMPOSSIBLE, player.name, refused, str(game.board), lines[-1])
    cup.play.note(player.member, f"tells {lines[-1]} of board {game.board}", refused)
    if "boards" in inputs(asked):
        asked = await player.member.press(cup.play.stage.again(table.card), "team-boards")
        refused = await fill_lines(player.member, asked, [*(one.text for one in boards), *("1-0",) * too_many])
        cup.refuse(Wrong.TOO_MANY_BOARDS, player.name, refused, str(len(boards)), str(len(boards) + too_many))
        cup.play.note(player.member, f"tells {too_many} boards too many", refused)


async def _tell_as_played(cup: TeamCup, table: Table, player: Player, boards: Sequence[Told]) -> None:
    """As if whoever came late had won every game."""
    late, times = table.players.index(table.odd or player), [sum(one.score) + one.draws for one in boards]
    asked = await player.member.press(cup.play.stage.again(table.card), "team-boards")
    refused = await fill_boards(player.member, asked, [Told((one, 0) if late == 0 else (0, one)) for one in times])
    lost = sum(boards[0].given)
    cup.refuse(Wrong.NOT_GIVEN, player.name, refused, str(lost) if lost < times[0] else ("-+", "+-")[late])
    cup.play.note(player.member, "tells all boards as played", refused)


async def have_a_mate_tell(cup: TeamCup, table: Table) -> None:
    """Who plays for the team without leading it cannot report, which is tried once."""
    squads = [cup.squad(one.member.id) for one in table.players]
    mates = [(one.member, squad) for squad in squads for one in squad.people]
    found = [(one, squad) for one, squad in mates if one is not None and one is not squad.captain.member]
    if not found or cup.has_tried(Wrong.NOT_A_CAPTAIN):
        return
    mate, squad = found[0]
    refused = await mate.press(cup.play.stage.again(table.card), "team-boards")
    cup.refuse(Wrong.NOT_A_CAPTAIN, mate.name, refused, squad.captain.name)
    cup.play.note(mate, "wants to report without leading the team", refused)


def given_away(rules: TeamRules, boards: Sequence[Told], side: int, lost: int) -> list[Told]:
    """The boards with so many games of each given to the other side, as far as so many are played there."""
    return [
        give(board, game.times, side, min(lost, game.times)) for game, board in zip(rules.games, boards, strict=True)
    ]


def give(board: Told, times: int, side: int, lost: int) -> Told:
    """The board with so many games of the side given to the other one."""
    if not lost:
        return board
    won = min(board.score[side], times - lost)
    made = Told((won, times - won), 0, (0, lost))
    return made if side == 0 else made.turned


def with_the_winner_kept(boards: Sequence[Told], rules: TeamRules) -> list[Told] | None:
    """With one board put right that does not decide the match: turned, or won by a game more; None where none is."""
    first, second = worth(boards, rules)
    for change in (_turn, _one_game_more):
        for at, board in enumerate(boards):
            righted = [*boards[:at], change(board), *boards[at + 1 :]]
            own, their = worth(righted, rules)
            if righted != list(boards) and (own - their) * (first - second) > 0:
                return righted
    return None


def _turn(board: Told) -> Told:
    return board.turned


def _one_game_more(board: Told) -> Told:
    """For the board's winner; as it was where the loser has won none."""
    won, lost = max(board.score), min(board.score)
    if not lost or won == lost:
        return board
    return replace(board, score=(won + 1, lost - 1) if board.score[0] == won else (lost - 1, won + 1))


def remember(cup: TeamCup, played: Played, boards: Sequence[Told]) -> None:
    """The score of the match: boards won and level ones, or games where each counts by itself.

    A game more that separates level teams is no part of it.
    """
    boards = boards if cup.teams.stays_on else boards[: len(cup.teams.games)]
    if cup.teams.counts_games:
        won = [sum(one.score[side] for one in boards) for side in (0, 1)]
        drawn = sum(one.draws for one in boards)
    else:
        won = [sum(one.score[side] > one.score[1 - side] for one in boards) for side in (0, 1)]
        drawn = sum(map(_is_drawn, boards)) if cup.teams.draws else 0
    played.games = dict(zip(played.players, won, strict=True))
    played.drawn = drawn


def _is_drawn(board: Told) -> bool:
    """Whether the board was level; one that nobody wins is no drawn board."""
    return board.score[0] == board.score[1] and any((*board.score, board.draws))
