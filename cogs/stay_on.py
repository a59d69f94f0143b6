"""A challenge in which the winner stays on: games told one by one, players who cannot go on, decisions (GO-26.6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.domain.ids import ContestId, PersonId
from bot.domain.playing.match_views import MatchView
from bot.errors import Outdated
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.team_play import stay_on_cards
from bot.services.team_play import stay_on
from bot.services.team_play.stay_on import GameTold
from bot.services.timetable import contest_subject
from cogs.answering import Interaction, answer, presser_of, server_voice, update, voice_of
from cogs.crowds import press
from cogs.marks import ask_why, marked, marked_word, tell_everybody
from cogs.routing import chosen, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot

_WINNERS = {"0": 0, "1": 1, "d": None}
"""What a press says of the game under way: the side that won it, or that it was drawn."""
_RIGHT = {"0": 0, "1": 1, "x": None}
"""What an arbiter says of an earlier game: who won it, or that it is played again."""


@on_press("stay-on-won")
async def won(interaction: Interaction, subject: str) -> None:
    """Takes the end of the game under way."""
    contest_id, mark, side = marked_word(subject)
    act = partial(_tell, interaction, contest_id, mark, side)
    await press(interaction, contest_subject(contest_id), act, private=False)


@on_press("stay-on-out")
async def out(interaction: Interaction, subject: str) -> None:
    """Asks who cannot go on."""
    contest_id, mark = marked(subject)
    asked = await interaction.client.house.ask(stay_on.leaving, presser_of(interaction), contest_id, mark)
    await answer(interaction, stay_on_cards.leavers(*asked, voice_of(interaction)))


@on_press("stay-on-who")
async def who(interaction: Interaction, subject: str) -> None:
    """Asks why the player cannot go on."""
    contest_id, mark = marked(subject)
    custom_id = f"stay-on-left:{contest_id}.{mark}.{''.join(chosen(interaction))}"
    await ask_why(interaction, custom_id, "stay_on.form_why")


@on_press("stay-on-left")
async def left(interaction: Interaction, subject: str) -> None:
    """The player is out, and everybody reads it."""
    contest_id, mark, player = marked_word(subject)
    presser, reason = presser_of(interaction), text_of(interaction, "why")
    told = await interaction.client.house.do(stay_on.leave, presser, contest_id, mark, PersonId(player), reason)
    card = stay_on_cards.left(told.view, PersonId(player), told.reason, server_voice(interaction))
    await tell_everybody(interaction, told.view, _closing(told, card, interaction))


@on_press("stay-on-decide")
async def decide(interaction: Interaction, subject: str) -> None:
    """Asks why a game is given or put right."""
    contest_id, mark = marked(subject)
    custom_id = f"stay-on-why:{contest_id}.{mark}.{''.join(chosen(interaction)).replace('.', '_')}"
    await ask_why(interaction, custom_id, "stay_on.form_why")


@on_press("stay-on-why")
async def why(interaction: Interaction, subject: str) -> None:
    """Gives the game under way, or puts an earlier one right."""
    contest_id, mark, what = marked_word(subject)
    number, _, end = what.partition("_")
    if not number.isdecimal():
        raise Outdated
    reason = text_of(interaction, "why")
    if end in {"g0", "g1"}:
        card = await _give(interaction, contest_id, mark, int(end[1]), reason)
    else:
        card = await _put_right(interaction, contest_id, mark, int(number), end, reason)
    await tell_everybody(interaction, *card)


@on_press("stay-on-back")
async def back(interaction: Interaction, subject: str) -> None:
    """Takes back the last word."""
    contest_id, mark = marked(subject)
    view = await interaction.client.house.do(stay_on.take_back, presser_of(interaction), contest_id, mark)
    await update(interaction, match_desk.desk(view, voice_of(interaction)))
    await tell_everybody(interaction, view, stay_on_cards.taken_back(view, server_voice(interaction)))


async def _tell(interaction: Interaction, contest_id: ContestId, mark: int, side: str) -> Card:
    if side not in _WINNERS:
        raise Outdated
    told = await interaction.client.house.do(stay_on.tell, presser_of(interaction), contest_id, mark, _WINNERS[side])
    voice = server_voice(interaction)
    if told.waits:
        return stay_on_cards.claimed(told.view, voice)
    return _closing(told, stay_on_cards.told(told.view, told.number, told.winner, told.players, voice), interaction)


async def _give(
    interaction: Interaction, contest_id: ContestId, mark: int, side: int, reason: str
) -> tuple[MatchView, Card]:
    told = await interaction.client.house.do(stay_on.give, presser_of(interaction), contest_id, mark, side, reason)
    voice = server_voice(interaction)
    card = stay_on_cards.given(told.view, told.number, told.winner, told.players, told.reason, voice)
    return told.view, _closing(told, card, interaction)


async def _put_right(
    interaction: Interaction, contest_id: ContestId, mark: int, number: int, end: str, reason: str
) -> tuple[MatchView, Card]:
    if end not in _RIGHT:
        raise Outdated
    presser = presser_of(interaction)
    told = await interaction.client.house.do(stay_on.put_right, presser, contest_id, mark, number, _RIGHT[end], reason)
    fallen, voice = len(told.fallen), server_voice(interaction)
    card = stay_on_cards.put_right(told.view, number, told.winner, told.players, fallen, told.reason, voice)
    return told.view, _closing(told, card, interaction)


def _closing(told: GameTold, card: Card, interaction: Interaction) -> Card:
    """With the last game the match has its result, which is what everybody reads then."""
    return match_notes.settled(told.view, server_voice(interaction)) if told.over else card


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
