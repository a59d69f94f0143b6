"""A challenge in which the winner stays on: games told one by one, players who cannot go on, decisions (GO-26.6)."""

from __future__ import annotations

import re

from bot.domain.ids import ContestId, PersonId
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.team_play import stay_on_cards
from bot.services.team_play import stay_on
from bot.services.team_play.stay_on import GameTold
from bot.services.timetable import contest_subject
from cogs.audience import Audience
from cogs.forms import WHY
from cogs.press import Press
from cogs.refereeing import tell_everybody
from cogs.routing import on_press
from cogs.subjects import MARKED, MATCH, NUMBER, PERSON, WORD
from cogs.takes import among, matching, pair, triple

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


@on_press("stay-on-won", triple(MATCH, NUMBER, among(_WINNERS)), Audience.PLAYERS, live=contest_subject, public=True)
async def tell_end(press: Press, contest_id: ContestId, mark: int, side: int | None) -> Card:
    """Takes the end of the game under way."""
    told, voice = await press.do(stay_on.tell, contest_id, mark, side), press.server_voice
    if told.waits:
        return stay_on_cards.claim(told.view, voice, differs=told.differs)
    return _closing(told, stay_on_cards.game_result(told.view, told.number, told.winner, told.players, voice), press)


@on_press("stay-on-out", MARKED, Audience.PLAYERS)
async def out(press: Press, contest_id: ContestId, mark: int) -> Card:
    """Asks who cannot go on."""
    asked = await press.ask(stay_on.leaving, contest_id, mark)
    return stay_on_cards.leavers(*asked, press.voice)


@on_press("stay-on-who", MARKED, Audience.PLAYERS)
async def who(press: Press, contest_id: ContestId, mark: int) -> None:
    """Asks why the player cannot go on."""
    player = await press.read_choice(PERSON)
    await press.open_form(f"stay-on-left:{contest_id}.{mark}.{player}", "stay_on.form_why", WHY)


@on_press("stay-on-left", triple(MATCH, NUMBER, PERSON), Audience.PLAYERS)
async def take_out(press: Press, contest_id: ContestId, mark: int, player: PersonId) -> None:
    """The player is out, and everybody reads it."""
    told = await press.do(stay_on.leave, contest_id, mark, player, press.text("why"))
    card = stay_on_cards.departure(told.view, player, told.reason, press.server_voice)
    await tell_everybody(press, told.view, _closing(told, card, press))


@on_press("stay-on-decide", MARKED, Audience.PLAYERS)
async def decide(press: Press, contest_id: ContestId, mark: int) -> None:
    """Asks why a game is given or put right."""
    number, end = await press.read_choice(pair(NUMBER, WORD))
    await press.open_form(f"stay-on-why:{contest_id}.{mark}.{number}_{end}", "stay_on.form_why", WHY)


@on_press("stay-on-why", triple(MATCH, NUMBER, DECIDED), Audience.PLAYERS)
async def why(press: Press, contest_id: ContestId, mark: int, decided: Decided) -> None:
    """Gives the game under way, or puts an earlier one right."""
    (number, end), reason, voice = decided, press.text("why"), press.server_voice
    if end in _GIVEN:
        told = await press.do(stay_on.give, contest_id, mark, _GIVEN[end], reason)
        card = stay_on_cards.awarded_game(told.view, told.number, told.winner, told.players, told.reason, voice)
    else:
        told = await press.do(stay_on.put_right, contest_id, mark, number, _RIGHT[end], reason)
        fallen = len(told.fallen)
        card = stay_on_cards.put_right(told.view, number, told.winner, told.players, fallen, told.reason, voice)
    await tell_everybody(press, told.view, _closing(told, card, press))


@on_press("stay-on-back", MARKED, Audience.PLAYERS)
async def back(press: Press, contest_id: ContestId, mark: int) -> None:
    """Takes back the last word."""
    view = await press.do(stay_on.take_back, contest_id, mark)
    await press.update(match_desk.desk(view, press.voice))
    await tell_everybody(press, view, stay_on_cards.taken_back(view, press.server_voice))


def _closing(told: GameTold, card: Card, press: Press) -> Card:
    """With the last game the match has its result, which is what everybody reads then."""
    return match_notes.settled_score(told.view, press.server_voice) if told.over else card
