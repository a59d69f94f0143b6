"""Granting an appeal, and of one against a ruling the right result: a score, the boards of teams, who won a table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.domain.contests import NOTHING_MORE
from bot.domain.playing.match_views import Correction
from bot.errors import NotFound, Outdated, Subject
from bot.rendering.cases import appeal_cards
from bot.rendering.layout import Card
from bot.services.cases import appeals, file_reading
from bot.services.cases.appeals import Instead
from bot.services.cases.file_record import appeal_subject
from cogs.answering import Interaction, answer, presser_of, voice_of
from cogs.crowds import press
from cogs.refereeing import read_score
from cogs.routing import Form, chosen, on_press, text_of
from cogs.tables import chosen_winners, influence_form, read_table_code, told_influence
from cogs.teams import right_boards_form, told_boards

if TYPE_CHECKING:
    from bot.app import TournamentBot


def reason_form(interaction: Interaction, custom_id: str, title: str) -> Form:
    """Asks for a reason, which everybody reads."""
    voice = voice_of(interaction)
    form = Form(custom_id, voice.say(title))
    return form.ask(
        "reason", voice.say("files.form_reason"), description=voice.say("files.form_reason_why"), long=True, limit=500
    )


async def appeal_decided(
    interaction: Interaction, appeal_id: str, reason: str = "", *, granted: bool, instead: Instead | None = None
) -> Card:
    """Decides the appeal for the reason that was written."""
    house, why = interaction.client.house, reason or text_of(interaction, "reason")
    await house.do(appeals.decide, presser_of(interaction), appeal_id, why, granted=granted, instead=instead)
    view = await house.ask(file_reading.appeal_view, appeal_id)
    if view is None:
        raise NotFound(what=Subject.CASE)
    return appeal_cards.told_decided(view, voice_of(interaction))


@on_press("appeal-grant")
async def ask_grant(interaction: Interaction, subject: str) -> None:
    """Asks why the appeal is granted; against a ruling, first what the right result is."""
    house, presser, voice = interaction.client.house, presser_of(interaction), voice_of(interaction)
    made = await house.ask(appeals.to_decide, presser, subject)
    if made.against_match is None:
        await ask_why_granted(interaction, subject)
        return
    match = await house.ask(appeals.ruling_of, presser, subject)
    if match.team is not None:
        await interaction.response.send_modal(right_boards_form(match, f"appeal-boards:{subject}.0", voice))
        return
    if match.table is not None:
        await answer(interaction, appeal_cards.right_winner(subject, match, match.table, voice))
        return
    scores = await house.ask(appeals.scores, presser, subject)
    view = await house.ask(file_reading.appeal_view, subject)
    if view is not None:
        await answer(interaction, appeal_cards.right_score(view, scores, voice))


@on_press("appeal-score")
async def right_score(interaction: Interaction, subject: str) -> None:
    """Shows what the score that was chosen would reopen; nothing is changed yet."""
    score = read_score("".join(chosen(interaction)))
    found = await interaction.client.house.ask(appeals.preview, presser_of(interaction), subject, score)
    await answer(interaction, appeal_cards.correction(subject, found, voice_of(interaction)))


@on_press("appeal-table")
async def right_winner(interaction: Interaction, subject: str) -> None:
    """Takes who won the table after all, and asks for everybody's influence; an extra game has none that counts."""
    house, presser, voice = interaction.client.house, presser_of(interaction), voice_of(interaction)
    view = await house.ask(appeals.ruling_of, presser, subject)
    if view.table is None:
        raise Outdated
    score = chosen_winners(interaction, view)
    if view.table.extra:
        found = await house.ask(appeals.preview, presser, subject, score)
        await answer(interaction, appeal_cards.correction(subject, found, voice))
        return
    custom_id = f"appeal-table-told:{subject}.{''.join(map(str, score))}"
    await interaction.response.send_modal(influence_form(view, view.table, custom_id, score, voice))


@on_press("appeal-table-told")
async def right_influence(interaction: Interaction, subject: str) -> None:
    """Shows what the right result of a table would reopen; nothing is changed yet."""
    appeal_id, _, marks = subject.partition(".")
    house, presser = interaction.client.house, presser_of(interaction)
    view = await house.ask(appeals.ruling_of, presser, appeal_id)
    score, _ = read_table_code(marks)
    told = told_influence(interaction, view)
    found = await house.ask(appeals.preview, presser, appeal_id, score, told)
    await answer(interaction, appeal_cards.correction(appeal_id, found, voice_of(interaction)))


@on_press("appeal-boards")
async def right_boards(interaction: Interaction, subject: str) -> None:
    """Grants the appeal with the boards as they were; what that has played anew, and was not seen, is shown first."""
    appeal_id, _, seen = subject.partition(".")
    house, presser = interaction.client.house, presser_of(interaction)
    found = await house.ask(appeals.preview_boards, presser, appeal_id, told_boards(interaction))
    if str(len(found.reopened)) != seen:
        await answer(interaction, appeal_cards.correction(appeal_id, found, voice_of(interaction)))
        return
    await _grant(interaction, appeal_id, _instead(found), text_of(interaction, "why"))


@on_press("appeal-boards-again")
async def right_boards_again(interaction: Interaction, subject: str) -> None:
    """Asks for the boards and the reason, the last step before matches are played anew."""
    match subject.split("."):
        case [appeal_id, code, seen] if seen.isdecimal():
            pass
        case _:
            raise Outdated
    view = await interaction.client.house.ask(appeals.ruling_of, presser_of(interaction), appeal_id)
    told, custom_id = tuple(code.split("_")) if code else (), f"appeal-boards:{appeal_id}.{seen}"
    await interaction.response.send_modal(right_boards_form(view, custom_id, voice_of(interaction), told))


@on_press("appeal-grant-it")
async def ask_why_granted(interaction: Interaction, subject: str) -> None:
    """Asks why the appeal is granted, the last step before it is."""
    await interaction.response.send_modal(reason_form(interaction, f"appeal-granted:{subject}", "appeals.grant_title"))


@on_press("appeal-granted")
async def grant(interaction: Interaction, subject: str) -> None:
    """Grants the appeal; one against a ruling carries the right result and how much the judge saw it reopen."""
    appeal_id, *right = subject.split(".")
    await _grant(interaction, appeal_id, _read(right), "")


async def _grant(interaction: Interaction, appeal_id: str, instead: Instead | None, reason: str) -> None:
    decided = partial(appeal_decided, interaction, appeal_id, reason, granted=True, instead=instead)
    await press(interaction, appeal_subject(appeal_id), decided)


def _read(right: list[str]) -> Instead | None:
    """The right score as "3-1", or of a table as its code; nothing where the appeal is not against a ruling."""
    match right:
        case [code, seen] if seen.isdecimal() and "-" in code and "_" not in code:
            return Instead(read_score(code), int(seen), NOTHING_MORE)
        case [code, seen] if seen.isdecimal():
            return Instead(read_table_code(code)[0], int(seen), read_table_code(code)[1])
        case _:
            return None


def _instead(found: Correction) -> Instead:
    return Instead(found.score, len(found.reopened), found.particulars)


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
