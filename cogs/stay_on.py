"""A challenge in which the winner stays on: games told one by one, players who cannot go on, decisions (GO-26.6)."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from bot.domain.ids import ContestId, PersonId
from bot.domain.playing.match_views import MatchView
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.team_play import stay_on_cards
from bot.services.team_play import stay_on
from bot.services.team_play.stay_on import GameTold
from bot.services.timetable import contest_subject
from cogs.audience import Audience
from cogs.crowds import live
from cogs.marks import ask_why, tell_everybody
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import MARKED, MATCH, NUMBER, PERSON, WORD, Marked, among, matching, pair, triple

if TYPE_CHECKING:
    from bot.app import TournamentBot

_WINNERS = {"0": 0, "1": 1, "d": None}
"""What a press says of the game under way: the side that won it, or that it was drawn."""
_RIGHT = {"0": 0, "1": 1, "x": None}
"""What an arbiter says of an earlier game: who won it, or that it is played again."""
_GIVEN = {"g0": 0, "g1": 1}
"""What an arbiter says of the game under way: who is given it."""
Decided = tuple[int, str]
DECIDED = matching(
    re.compile(r"[0-9]{1,4}_(?:g0|g1|0|1|x)"), lambda text: (int(text.split("_")[0]), text.split("_")[1])
)


@on_press("stay-on-won", triple(MATCH, NUMBER, among(_WINNERS)), Audience.PLAYERS)
async def won(press: Press, meant: tuple[ContestId, int, int | None]) -> None:
    """Takes the end of the game under way."""
    contest_id, mark, side = meant
    act = partial(_tell, press, contest_id, mark, side)
    await live(press, contest_subject(contest_id), act, private=False)


@on_press("stay-on-out", MARKED, Audience.PLAYERS)
async def out(press: Press, meant: Marked) -> None:
    """Asks who cannot go on."""
    contest_id, mark = meant
    asked = await press.ask(stay_on.leaving, contest_id, mark)
    await press.answer(stay_on_cards.leavers(*asked, press.voice))


@on_press("stay-on-who", MARKED, Audience.PLAYERS)
async def who(press: Press, meant: Marked) -> None:
    """Asks why the player cannot go on."""
    contest_id, mark = meant
    player = await press.picked(PERSON)
    custom_id = f"stay-on-left:{contest_id}.{mark}.{player}"
    await ask_why(press, custom_id, "stay_on.form_why")


@on_press("stay-on-left", triple(MATCH, NUMBER, PERSON), Audience.PLAYERS)
async def left(press: Press, meant: tuple[ContestId, int, PersonId]) -> None:
    """The player is out, and everybody reads it."""
    contest_id, mark, player = meant
    reason = press.text("why")
    told = await press.do(stay_on.leave, contest_id, mark, player, reason)
    card = stay_on_cards.left(told.view, player, told.reason, press.server_voice)
    await tell_everybody(press, told.view, _closing(told, card, press))


@on_press("stay-on-decide", MARKED, Audience.PLAYERS)
async def decide(press: Press, meant: Marked) -> None:
    """Asks why a game is given or put right."""
    contest_id, mark = meant
    number, end = await press.picked(pair(NUMBER, WORD))
    custom_id = f"stay-on-why:{contest_id}.{mark}.{number}_{end}"
    await ask_why(press, custom_id, "stay_on.form_why")


@on_press("stay-on-why", triple(MATCH, NUMBER, DECIDED), Audience.PLAYERS)
async def why(press: Press, meant: tuple[ContestId, int, Decided]) -> None:
    """Gives the game under way, or puts an earlier one right."""
    contest_id, mark, (number, end) = meant
    reason = press.text("why")
    if end in _GIVEN:
        card = await _give(press, contest_id, mark, _GIVEN[end], reason)
    else:
        card = await _put_right(press, contest_id, mark, number, _RIGHT[end], reason)
    await tell_everybody(press, *card)


@on_press("stay-on-back", MARKED, Audience.PLAYERS)
async def back(press: Press, meant: Marked) -> None:
    """Takes back the last word."""
    contest_id, mark = meant
    view = await press.do(stay_on.take_back, contest_id, mark)
    await press.update(match_desk.desk(view, press.voice))
    await tell_everybody(press, view, stay_on_cards.taken_back(view, press.server_voice))


async def _tell(press: Press, contest_id: ContestId, mark: int, side: int | None) -> Card:
    told = await press.do(stay_on.tell, contest_id, mark, side)
    voice = press.server_voice
    if told.waits:
        return stay_on_cards.claimed(told.view, voice, differs=told.differs)
    return _closing(told, stay_on_cards.told(told.view, told.number, told.winner, told.players, voice), press)


async def _give(press: Press, contest_id: ContestId, mark: int, side: int, reason: str) -> tuple[MatchView, Card]:
    told = await press.do(stay_on.give, contest_id, mark, side, reason)
    voice = press.server_voice
    card = stay_on_cards.given(told.view, told.number, told.winner, told.players, told.reason, voice)
    return told.view, _closing(told, card, press)


async def _put_right(
    press: Press, contest_id: ContestId, mark: int, number: int, winner: int | None, reason: str
) -> tuple[MatchView, Card]:
    told = await press.do(stay_on.put_right, contest_id, mark, number, winner, reason)
    fallen, voice = len(told.fallen), press.server_voice
    card = stay_on_cards.put_right(told.view, number, told.winner, told.players, fallen, told.reason, voice)
    return told.view, _closing(told, card, press)


def _closing(told: GameTold, card: Card, press: Press) -> Card:
    """With the last game the match has its result, which is what everybody reads then."""
    return match_notes.settled(told.view, press.server_voice) if told.over else card


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
