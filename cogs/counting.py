"""Telling the count of a game: players report it, arbiters rule by it or put it right (GO-9)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.domain.ids import ContestId
from bot.domain.playing.match_views import MatchView, Told
from bot.errors import Outdated
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.playing.colour_words import colour_name
from bot.services.playing import correcting, counting, match_reading
from bot.services.timetable import contest_subject
from cogs.answering import Interaction, answer, presser_of, say, server_voice, voice_of
from cogs.crowds import press
from cogs.refereeing import tell
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("count")
async def count(interaction: Interaction, subject: str) -> None:
    """Asks for the number of the first colour; who does not play is asked for a reason too."""
    presser, contest_id = presser_of(interaction), ContestId(subject)
    view, plays = await interaction.client.house.do(counting.asked, presser, contest_id)
    form = _form(interaction, view, f"{'count-told' if plays else 'count-ruled'}:{subject}")
    if not plays:
        label = voice_of(interaction).say("matches.form_why")
        form.ask("why", label, long=True, limit=500, required=view.match.report is not None)
    await interaction.response.send_modal(form)


@on_press("count-told")
async def count_told(interaction: Interaction, subject: str) -> None:
    """Takes a player's report."""
    contest_id, text = ContestId(subject), text_of(interaction, "count")
    act = partial(_report, interaction, contest_id, text)
    await press(interaction, contest_subject(contest_id), act, private=False)


@on_press("count-ruled")
async def count_ruled(interaction: Interaction, subject: str) -> None:
    """Settles the match by the arbiter's count."""
    text, why = text_of(interaction, "count"), text_of(interaction, "why") or None
    taken = await interaction.client.house.do(counting.rule, presser_of(interaction), ContestId(subject), text, why)
    await tell(interaction, taken.view, Told.RULED, reason=taken.view.reason)


@on_press("count-fix")
async def count_fix(interaction: Interaction, subject: str) -> None:
    """Asks for the right number of a settled match."""
    presser, contest_id = presser_of(interaction), ContestId(subject)
    await interaction.client.house.ask(correcting.correctable, presser, contest_id)
    view = await interaction.client.house.ask(match_reading.shown, presser.guild_id, contest_id, presser.at)
    await interaction.response.send_modal(_form(interaction, view, f"count-fixed:{subject}"))


@on_press("count-fixed")
async def count_fixed(interaction: Interaction, subject: str) -> None:
    """Shows what the correction would reopen; nothing is changed yet."""
    presser, text = presser_of(interaction), text_of(interaction, "count")
    found = await interaction.client.house.ask(counting.preview, presser, ContestId(subject), text)
    await answer(interaction, match_desk.correction(found, voice_of(interaction)))


@on_press("count-correct-it")
async def count_correct_it(interaction: Interaction, subject: str) -> None:
    """Asks for the reason, the last step before a correction."""
    voice = voice_of(interaction)
    form = Form(f"count-correct-why:{subject}", voice.say("matches.correct_it"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


@on_press("count-correct-why")
async def count_correct_why(interaction: Interaction, subject: str) -> None:
    """Corrects the result; what hung on it is played anew."""
    match subject.split("."):
        case [contest_id, halves, seen] if halves.isdecimal() and seen.isdecimal():
            text = f"{int(halves) // 2}{'.5' if int(halves) % 2 else ''}"
        case _:
            raise Outdated
    presser, why = presser_of(interaction), text_of(interaction, "why")
    await interaction.client.house.do(counting.correct, presser, ContestId(contest_id), text, int(seen), why)
    await say(interaction, "matches.corrected_now")


def _form(interaction: Interaction, view: MatchView, custom_id: str) -> Form:
    voice = voice_of(interaction)
    form = Form(custom_id, voice.say("count.form_title"))
    label = voice.say("count.form_number", colour=colour_name(view.colours, 0, voice))
    return form.ask("count", label, description=voice.say("count.form_hint"), limit=8)


async def _report(interaction: Interaction, contest_id: ContestId, text: str) -> Card:
    taken = await interaction.client.house.do(counting.report, presser_of(interaction), contest_id, text)
    return match_notes.reported(taken, server_voice(interaction))


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
