"""Adjourned games: the arbiter's presses, the note of the time used, and clocks that fail (GO-12, GO-14)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.domain.ids import ContestId, GuildId
from bot.domain.local_times import date_order, written
from bot.domain.playing.adjournments import Reading, readings, written_used
from bot.domain.playing.match_views import MatchView
from bot.errors import Outdated
from bot.rendering.layout import Card
from bot.rendering.playing import adjournment_cards, match_desk
from bot.rendering.text import plain
from bot.services.playing import adjourning, match_reading, ruling, time_notes
from bot.services.timetable import contest_subject
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.crowds import press
from cogs.moments import moment_meant
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("adjourn")
async def adjourn(interaction: Interaction, subject: str) -> None:
    """Asks until when the game rests; left empty it is the rulebook's time."""
    voice = voice_of(interaction)
    form = Form(f"adjourn-until:{subject}", voice.say("adjournment.adjourn"))
    form.ask("until", voice.say("adjournment.until"), description=voice.say("adjournment.until_hint"), required=False)
    await interaction.response.send_modal(form)


@on_press("adjourn-until")
async def adjourn_until(interaction: Interaction, subject: str) -> None:
    """Adjourns the game; both players are told where they read it."""
    text = text_of(interaction, "until").strip()
    until = moment_meant(interaction, text) if text else None
    view = await interaction.client.house.do(adjourning.adjourn, presser_of(interaction), ContestId(subject), until)
    await answer(interaction, match_desk.desk(view, voice_of(interaction)))


@on_press("adjourn-move")
async def adjourn_move(interaction: Interaction, subject: str) -> None:
    """Asks for another end of the pause, filled with the one that it has."""
    voice = voice_of(interaction)
    view = await _view(interaction, ContestId(subject))
    pause = view.sessions.running
    if pause is None:
        raise adjourning.NotAdjourned
    form = Form(f"adjourn-moved:{subject}", voice.say("adjournment.move"))
    shown = written(pause.goes_on_at, view.community.time_zone, date_order(str(interaction.locale)))
    form.ask("until", voice.say("adjournment.until"), default=shown, limit=40)
    await interaction.response.send_modal(form)


@on_press("adjourn-moved")
async def adjourn_moved(interaction: Interaction, subject: str) -> None:
    """Gives the pause its other end."""
    until = moment_meant(interaction, text_of(interaction, "until"))
    view = await interaction.client.house.do(adjourning.put_off, presser_of(interaction), ContestId(subject), until)
    await answer(interaction, match_desk.desk(view, voice_of(interaction)))


@on_press("times-note")
async def times_note(interaction: Interaction, subject: str) -> None:
    """Asks the arbiter for the time that each side has used."""
    view = await interaction.client.house.do(ruling.desk, presser_of(interaction), ContestId(subject))
    voice, known = voice_of(interaction), view.sessions.note
    label = "adjournment.note" if known is None else "adjournment.correct"
    form = _times_form(interaction, view, f"times-noted:{subject}", voice.say(label))
    if known is not None:
        form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


@on_press("times-noted")
async def times_noted(interaction: Interaction, subject: str) -> None:
    """Keeps the note; both sides are asked to confirm it."""
    presser, why = presser_of(interaction), text_of(interaction, "why") or None
    contest_id, lines = ContestId(subject), _lines(interaction)
    view = await interaction.client.house.do(time_notes.note, presser, contest_id, lines, why)
    await answer(interaction, match_desk.desk(view, voice_of(interaction)))


@on_press("times-right")
async def times_right(interaction: Interaction, subject: str) -> None:
    """A side finds the note right."""
    contest_id, entry = _two(subject)
    await press(interaction, contest_subject(contest_id), partial(_confirm, interaction, contest_id, entry))


@on_press("times-wrong")
async def times_wrong(interaction: Interaction, subject: str) -> None:
    """A side finds the note wrong; its arbiter is asked."""
    contest_id, entry = _two(subject)
    await interaction.client.house.do(time_notes.doubt, presser_of(interaction), contest_id, entry)
    await answer(interaction, Card((voice_of(interaction).say("adjournment.you_doubted"),)))


@on_press("clock-page")
async def clock_page(interaction: Interaction, subject: str) -> None:
    """Shows what can be done about a clock that failed, to who decides it."""
    page = await interaction.client.house.do(time_notes.clock_page, presser_of(interaction), ContestId(subject))
    await answer(interaction, adjournment_cards.clock_page(page.view, page.played, voice_of(interaction)))


@on_press("times-by-note")
async def times_by_note(interaction: Interaction, subject: str) -> None:
    """The clocks are set by the note."""
    contest_id, entry = _two(subject)
    view = await interaction.client.house.do(time_notes.go_by_note, presser_of(interaction), contest_id, entry)
    await answer(interaction, match_desk.desk(view, voice_of(interaction)))


@on_press("times-split")
async def times_split(interaction: Interaction, subject: str) -> None:
    """Asks for the time that both have used together, filled with what the facts say."""
    contest_id, seconds = _two(subject)
    voice, view = voice_of(interaction), await _view(interaction, contest_id)
    form = Form(f"times-halved:{contest_id}", voice.say("adjournment.split"))
    played = written_used(timedelta(seconds=seconds))
    form.ask("total", voice.say("adjournment.total"), description=voice.say("adjournment.hint"), default=played)
    if view.team is not None:
        form.ask("board", voice.say("adjournment.which_board"), default="1", limit=3)
    await interaction.response.send_modal(form)


@on_press("times-halved")
async def times_halved(interaction: Interaction, subject: str) -> None:
    """Splits the time used equally."""
    presser, board, total = presser_of(interaction), text_of(interaction, "board") or "1", text_of(interaction, "total")
    view = await interaction.client.house.do(time_notes.split, presser, ContestId(subject), board, total)
    await answer(interaction, match_desk.desk(view, voice_of(interaction)))


@on_press("times-rule")
async def times_rule(interaction: Interaction, subject: str) -> None:
    """Asks who decides for the time of each side, with the reason."""
    page = await interaction.client.house.do(time_notes.clock_page, presser_of(interaction), ContestId(subject))
    voice = voice_of(interaction)
    form = _times_form(interaction, page.view, f"times-ruled:{subject}", voice.say("adjournment.rule_times"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


@on_press("times-ruled")
async def times_ruled(interaction: Interaction, subject: str) -> None:
    """Sets the times as decided."""
    presser, why, lines = presser_of(interaction), text_of(interaction, "why"), _lines(interaction)
    view = await interaction.client.house.do(time_notes.rule_times, presser, ContestId(subject), lines, why)
    await answer(interaction, match_desk.desk(view, voice_of(interaction)))


def _times_form(interaction: Interaction, view: MatchView, custom_id: str, title: str) -> Form:
    """A field a side; of teams a line a board."""
    voice, form, known = voice_of(interaction), Form(custom_id, title), view.sessions.note
    if view.team is not None:
        shown = (
            [] if known is None else [" ".join((str(one.board), *map(written_used, one.used))) for one in known.boards]
        )
        hint = voice.say("adjournment.boards_hint")
        return form.ask(
            "boards", voice.say("adjournment.boards"), description=hint, long=True, default="\n".join(shown) or None
        )
    used = None if known is None else known.of(1)
    for side, player in enumerate(view.players):
        default = None if used is None else written_used(used.used[side])
        hint = voice.say("adjournment.hint")
        form.ask(f"side{side}", plain(player.name, 45), description=hint, limit=12, default=default)
    return form


def _lines(interaction: Interaction) -> tuple[Reading, ...]:
    first, second = text_of(interaction, "side0"), text_of(interaction, "side1")
    if first or second:
        return (Reading(1, first, second, f"{first} {second}"),)
    return readings(text_of(interaction, "boards"))


async def _confirm(interaction: Interaction, contest_id: ContestId, entry: int) -> Card:
    view = await interaction.client.house.do(time_notes.confirm, presser_of(interaction), contest_id, entry)
    return adjournment_cards.confirmed(view, voice_of(interaction))


async def _view(interaction: Interaction, contest_id: ContestId) -> MatchView:
    guild_id, now = GuildId(interaction.guild_id or 0), interaction.created_at
    return await interaction.client.house.ask(match_reading.shown, guild_id, contest_id, now)


def _two(subject: str) -> tuple[ContestId, int]:
    contest_id, _, number = subject.partition(".")
    if not number.isdecimal():
        raise Outdated
    return ContestId(contest_id), int(number)


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
