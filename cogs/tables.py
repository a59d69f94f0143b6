"""Telling how a game at a table of three ended: who won, then everybody's influence; and the arbiter's word on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.domain.contests import NOTHING_MORE, Particulars, Score
from bot.domain.ids import ContestId, GuildId
from bot.domain.playing.match_views import MatchView, TableView, Told
from bot.domain.tables.table_state import marks
from bot.errors import NotNow, Outdated
from bot.i18n import Voice
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.text import plain
from bot.services.playing import correcting, match_reading, presence, ruling, told_scores
from bot.services.tables.table_results import read_influence
from bot.services.timetable import contest_subject
from cogs.answering import Interaction, answer, presser_of, say, server_voice, voice_of
from cogs.crowds import press
from cogs.refereeing import ask_why, on_desk, side_meant, tell
from cogs.routing import Form, chosen, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("table-won")
async def won(interaction: Interaction, subject: str) -> None:
    """Takes who won, and asks for everybody's influence; an extra game has none that counts."""
    view, table = await _table(interaction, ContestId(subject))
    score = chosen_winners(interaction, view)
    plays = any(player.discord_id == interaction.user.id for player in view.players)
    if not plays:
        # Who may not decide here is told so before a form is filled in.
        await interaction.client.house.do(ruling.desk, presser_of(interaction), view.contest_id)
    if table.extra:
        await _tell_report(interaction, view, score, NOTHING_MORE)
        return
    await _ask_influence(interaction, view, table, "table-told", score, why=not plays)


@on_press("table-told")
async def told(interaction: Interaction, subject: str) -> None:
    """Takes what a player tells of the game; an arbiter's word settles it."""
    view, _, score = await _meant(interaction, subject)
    particulars, presser = told_influence(interaction, view), presser_of(interaction)
    if await interaction.client.house.ask(ruling.needs_reason, presser, view.contest_id, score, particulars):
        await _rule(interaction, view.contest_id, score, particulars)
        return
    await _tell_report(interaction, view, score, particulars)


@on_press("table-rule")
async def rule(interaction: Interaction, subject: str) -> None:
    """Takes whom the arbiter says has won, and asks for the rest."""
    view, table = await _table(interaction, ContestId(subject))
    await _ask_influence(interaction, view, table, "table-ruled", chosen_winners(interaction, view), why=True)


@on_press("table-ruled")
async def ruled(interaction: Interaction, subject: str) -> None:
    """Settles the game by the arbiter's word."""
    view, table, score = await _meant(interaction, subject)
    particulars = NOTHING_MORE if table.extra else told_influence(interaction, view)
    await _rule(interaction, view.contest_id, score, particulars)


@on_press("table-out")
async def out(interaction: Interaction, subject: str) -> None:
    """Has the table play without a player who is missing."""
    contest_id, side = side_meant(subject)
    view = await interaction.client.house.do(presence.seat_out, presser_of(interaction), contest_id, side)
    if view.contest.result is not None:
        await tell(interaction, view, Told.RULED)
    else:
        await on_desk(interaction, view, Told.SEATED_OUT, side)


@on_press("table-right")
async def right(interaction: Interaction, subject: str) -> None:
    """Takes who won a settled game after all, and asks for everybody's influence."""
    view, table = await _table(interaction, ContestId(subject))
    score = chosen_winners(interaction, view)
    if table.extra:
        await _preview(interaction, view.contest_id, score, NOTHING_MORE)
    else:
        await _ask_influence(interaction, view, table, "table-right-told", score, why=False)


@on_press("table-right-told")
async def right_told(interaction: Interaction, subject: str) -> None:
    """Shows what the correction would take back; nothing is changed yet."""
    view, _, score = await _meant(interaction, subject)
    await _preview(interaction, view.contest_id, score, told_influence(interaction, view))


@on_press("table-correct-it")
async def correct_it(interaction: Interaction, subject: str) -> None:
    """Asks for the reason, the last step before a correction."""
    await ask_why(interaction, f"table-correct-why:{subject}", "matches.correct_it")


@on_press("table-correct-why")
async def correct_why(interaction: Interaction, subject: str) -> None:
    """Corrects the result; what hung on it is played anew."""
    match subject.split("."):
        case [contest_id, code, seen] if seen.isdecimal():
            score, particulars = read_table_code(code)
        case _:
            raise Outdated
    presser, why = presser_of(interaction), text_of(interaction, "why")
    await interaction.client.house.do(
        correcting.correct, presser, ContestId(contest_id), score, int(seen), why, particulars
    )
    await say(interaction, "matches.corrected_now")


async def _table(interaction: Interaction, contest_id: ContestId) -> tuple[MatchView, TableView]:
    guild_id, now = GuildId(interaction.guild_id or 0), interaction.client.house.clock()
    view = await interaction.client.house.ask(match_reading.shown, guild_id, contest_id, now)
    if view.table is None:
        raise NotNow
    return view, view.table


async def _meant(interaction: Interaction, subject: str) -> tuple[MatchView, TableView, Score]:
    """The game and the winners that a form carries; raises Outdated for anything else."""
    contest_id, _, told_marks = subject.partition(".")
    view, table = await _table(interaction, ContestId(contest_id))
    if len(told_marks) != len(view.players) or not set(told_marks) <= set("01"):
        raise Outdated
    return view, table, tuple(map(int, told_marks))


def chosen_winners(interaction: Interaction, view: MatchView) -> Score:
    """The marks of who won, as they were chosen from the menu."""
    sides = chosen(interaction)
    if not all(side.isdecimal() for side in sides):
        raise Outdated
    return marks([int(side) for side in sides], len(view.players))


def _present(view: MatchView) -> list[int]:
    """The sides that were in the game."""
    result = view.contest.result
    away = view.match.away if result is None else result.absent
    return [side for side in range(len(view.players)) if side not in away]


async def _ask_influence(
    interaction: Interaction, view: MatchView, table: TableView, verb: str, score: Score, *, why: bool
) -> None:
    voice = voice_of(interaction)
    custom_id = f"{verb}:{view.contest_id}.{''.join(map(str, score))}"
    form = influence_form(view, table, custom_id, score, voice)
    if why:
        form.ask("why", voice.say("tables.form_why"), long=True, limit=500, required=False)
    await interaction.response.send_modal(form)


def influence_form(view: MatchView, table: TableView, custom_id: str, score: Score, voice: Voice) -> Form:
    """Asks for the influence of everybody who was there."""
    form = Form(custom_id, voice.say("tables.form_influence"))
    for side in () if table.extra else _present(view):
        label = voice.say("tables.form_of", name=plain(view.players[side].name, 25))
        form.ask(f"side{side}", label, limit=6, default=str(table.influence_to_win) if score[side] else None)
    return form


def told_influence(interaction: Interaction, view: MatchView) -> Particulars:
    """Everybody's influence as it was typed; raises NoInfluence."""
    present = _present(view)
    typed = [text_of(interaction, f"side{side}") for side in range(len(view.players))]
    influence = (
        read_influence(text, view.players[side].name) if side in present else 0 for side, text in enumerate(typed)
    )
    return Particulars(influence=tuple(influence))


async def _tell_report(interaction: Interaction, view: MatchView, score: Score, particulars: Particulars) -> None:
    act = partial(_report, interaction, view.contest_id, score, particulars)
    await press(interaction, contest_subject(view.contest_id), act, private=False)


async def _report(interaction: Interaction, contest_id: ContestId, score: Score, particulars: Particulars) -> Card:
    presser = presser_of(interaction)
    taken = await interaction.client.house.do(told_scores.report_table, presser, contest_id, score, particulars)
    return match_notes.reported(taken, server_voice(interaction))


async def _rule(interaction: Interaction, contest_id: ContestId, score: Score, particulars: Particulars) -> None:
    why, presser = text_of(interaction, "why") or None, presser_of(interaction)
    taken = await interaction.client.house.do(told_scores.rule_table, presser, contest_id, score, why, particulars)
    await tell(interaction, taken.view, Told.RULED, reason=taken.view.reason)


async def _preview(interaction: Interaction, contest_id: ContestId, score: Score, particulars: Particulars) -> None:
    presser = presser_of(interaction)
    found = await interaction.client.house.ask(correcting.preview_correction, presser, contest_id, score, particulars)
    await answer(interaction, match_desk.correction(found, voice_of(interaction)))


def read_table_code(code: str) -> tuple[Score, Particulars]:
    """The inverse of `match_desk.table_code`; raises Outdated."""
    told_marks, *influence = code.split("_")
    if not told_marks or not set(told_marks) <= set("01"):
        raise Outdated
    try:
        return tuple(map(int, told_marks)), Particulars(influence=tuple(map(int, influence)))
    except ValueError:
        raise Outdated from None


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
