"""The arbiter's presses: every one is checked again, and what concerns the players is said to them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.domain.community import Place
from bot.domain.contests import Score
from bot.domain.ids import ContestId, PersonId
from bot.domain.playing.match_views import MatchView, Told
from bot.errors import Outdated
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.services import panels as panels_service
from bot.services.playing import confirming, correcting, presence, ruling, stopping, told_scores
from bot.services.timetable import contest_subject
from cogs.answering import Interaction, answer, presser_of, say, server_voice, update, voice_of
from cogs.crowds import press
from cogs.routing import Form, chosen, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


def read_score(text: str) -> Score:
    """The score that a menu or a form carries, "3-1"; raises Outdated for anything else."""
    parts = text.split("-")
    if len(parts) not in {2, 3} or not all(part.isdecimal() for part in parts):
        raise Outdated
    return tuple(map(int, parts))


async def show_desk(interaction: Interaction, contest_id: ContestId) -> None:
    """Shows what the arbiter can do, to the arbiter alone."""
    view = await interaction.client.house.do(ruling.desk, presser_of(interaction), contest_id)
    await answer(interaction, match_desk.desk(view, voice_of(interaction)))


async def ask_why_ruled(interaction: Interaction, contest_id: ContestId, score: Score) -> None:
    """Asks for the reason of a ruling, which is left open only where it overrules nobody."""
    voice = voice_of(interaction)
    overrules = await interaction.client.house.ask(ruling.needs_reason, presser_of(interaction), contest_id, score)
    form = Form(f"rule-why:{contest_id}.{'-'.join(map(str, score))}", voice.say("matches.form_rule"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500, required=overrules)
    await interaction.response.send_modal(form)


@on_press("referee")
async def referee(interaction: Interaction, subject: str) -> None:
    """Opens the arbiter's desk of a match."""
    await show_desk(interaction, ContestId(subject))


@on_press("rule")
async def rule(interaction: Interaction, subject: str) -> None:
    """Takes the score that the arbiter chose, and asks why."""
    await ask_why_ruled(interaction, ContestId(subject), read_score("".join(chosen(interaction))))


@on_press("rule-why")
async def rule_why(interaction: Interaction, subject: str) -> None:
    """Settles the match by the arbiter's word."""
    contest_id, _, score = subject.partition(".")
    taken = await interaction.client.house.do(
        told_scores.rule,
        presser_of(interaction),
        ContestId(contest_id),
        read_score(score),
        text_of(interaction, "why") or None,
    )
    await tell(interaction, taken.view, Told.RULED, reason=taken.view.reason)


@on_press("tally")
async def tally(interaction: Interaction, subject: str) -> None:
    """Notes the score between games."""
    contest_id, score = ContestId(subject), read_score("".join(chosen(interaction)))
    view = await interaction.client.house.do(ruling.record_score, presser_of(interaction), contest_id, score)
    await on_desk(interaction, view, Told.TALLIED)


@on_press("present")
async def present(interaction: Interaction, subject: str) -> None:
    """The arbiter sees that a side is there."""
    contest_id, side = side_meant(subject)
    arrival = await interaction.client.house.do(presence.mark_present, presser_of(interaction), contest_id, side)
    await on_desk(interaction, arrival.view, Told.SEEN, side)


@on_press("absent")
async def absent(interaction: Interaction, subject: str) -> None:
    """The arbiter sees that a side is missing between games: its clock runs again."""
    contest_id, side = side_meant(subject)
    arrival = await interaction.client.house.do(presence.wait_for, presser_of(interaction), contest_id, side)
    await on_desk(interaction, arrival.view, Told.MISSING, side)


@on_press("both-lose")
async def both_lose(interaction: Interaction, subject: str) -> None:
    """Gives a double walkover."""
    view = await interaction.client.house.do(ruling.double_walkover, presser_of(interaction), ContestId(subject))
    await tell(interaction, view, Told.RULED)


@on_press("confirm-result")
async def confirm_result(interaction: Interaction, subject: str) -> None:
    """The arbiter confirms what both players have confirmed: it is final (GO-16.4)."""
    act = partial(_confirm_result, interaction, ContestId(subject))
    await press(interaction, contest_subject(ContestId(subject)), act)


@on_press("resume")
async def resume(interaction: Interaction, subject: str) -> None:
    """Takes a suspended match up again."""
    view = await interaction.client.house.do(stopping.resume, presser_of(interaction), ContestId(subject))
    await on_desk(interaction, view, Told.RESUMED)


@on_press("suspend")
async def suspend(interaction: Interaction, subject: str) -> None:
    """Asks why the match has to rest."""
    await ask_why(interaction, f"suspend-why:{subject}", "matches.suspend")


@on_press("annul-game")
async def annul_game(interaction: Interaction, subject: str) -> None:
    """Asks why the game has to be played again."""
    await ask_why(interaction, f"annul-game-why:{subject}", "matches.annul_game")


@on_press("annul-match")
async def annul_match(interaction: Interaction, subject: str) -> None:
    """Asks why the match has to be called again."""
    await ask_why(interaction, f"annul-match-why:{subject}", "matches.annul_match")


@on_press("suspend-why")
async def suspend_why(interaction: Interaction, subject: str) -> None:
    """Suspends the match."""
    why, presser = text_of(interaction, "why"), presser_of(interaction)
    view = await interaction.client.house.do(stopping.suspend, presser, ContestId(subject), why)
    await tell(interaction, view, Told.SUSPENDED, reason=why)


@on_press("annul-game-why")
async def annul_game_why(interaction: Interaction, subject: str) -> None:
    """Has the game under way played again."""
    why, presser = text_of(interaction, "why"), presser_of(interaction)
    view = await interaction.client.house.do(stopping.annul_game, presser, ContestId(subject), why)
    await tell(interaction, view, Told.GAME_ANNULLED, reason=why)


@on_press("annul-match-why")
async def annul_match_why(interaction: Interaction, subject: str) -> None:
    """Has the whole match called again."""
    why, presser = text_of(interaction, "why"), presser_of(interaction)
    view = await interaction.client.house.do(stopping.annul_match, presser, ContestId(subject), why)
    await tell(interaction, view, Told.MATCH_ANNULLED, reason=why)


@on_press("recording")
async def recording(interaction: Interaction, subject: str) -> None:
    """Asks for the link to a recording."""
    voice = voice_of(interaction)
    form = Form(f"recording-link:{subject}", voice.say("matches.form_recording"))
    form.ask("link", voice.say("matches.form_link"), limit=300)
    await interaction.response.send_modal(form)


@on_press("recording-link")
async def recording_link(interaction: Interaction, subject: str) -> None:
    """Keeps the link with the match (AIJE-D01-6)."""
    link = text_of(interaction, "link")
    await interaction.client.house.do(ruling.add_recording, presser_of(interaction), ContestId(subject), link)
    await say(interaction, "matches.recording_kept")


@on_press("hand-over")
async def hand_over(interaction: Interaction, subject: str) -> None:
    """Shows who could take the match over."""
    contest_id, presser = ContestId(subject), presser_of(interaction)
    view = await interaction.client.house.do(ruling.desk, presser, contest_id)
    arbiters = await interaction.client.house.ask(ruling.successors, presser, contest_id)
    await answer(interaction, match_desk.successors(view, arbiters, voice_of(interaction)))


@on_press("hand-to")
async def hand_to(interaction: Interaction, subject: str) -> None:
    """Gives the match to the arbiter who was chosen."""
    arbiter = PersonId("".join(chosen(interaction)))
    view = await interaction.client.house.do(ruling.hand_over, presser_of(interaction), ContestId(subject), arbiter)
    voice = voice_of(interaction)
    await update(interaction, match_notes.mic_given(view, voice))


@on_press("correct")
async def correct(interaction: Interaction, subject: str) -> None:
    """Shows what the correction would reopen; nothing is changed yet."""
    score = read_score("".join(chosen(interaction)))
    presser = presser_of(interaction)
    found = await interaction.client.house.ask(correcting.preview_correction, presser, ContestId(subject), score)
    await answer(interaction, match_desk.correction(found, voice_of(interaction)))


@on_press("correct-it")
async def correct_it(interaction: Interaction, subject: str) -> None:
    """Asks for the reason, the last step before a correction."""
    await ask_why(interaction, f"correct-why:{subject}", "matches.correct_it")


@on_press("correct-why")
async def correct_why(interaction: Interaction, subject: str) -> None:
    """Corrects the result; what hung on it is played anew."""
    match subject.split("."):
        case [contest_id, score, seen] if seen.isdecimal():
            pass
        case _:
            raise Outdated
    await interaction.client.house.do(
        correcting.correct,
        presser_of(interaction),
        ContestId(contest_id),
        read_score(score),
        int(seen),
        text_of(interaction, "why"),
    )
    await say(interaction, "matches.corrected_now")


async def _confirm_result(interaction: Interaction, contest_id: ContestId) -> Card:
    await interaction.client.house.do(confirming.confirm_result, presser_of(interaction), contest_id)
    return Card((voice_of(interaction).say("matches.is_final"),))


async def ask_why(interaction: Interaction, custom_id: str, title: str) -> None:
    """Asks for the reason that everybody reads."""
    voice = voice_of(interaction)
    form = Form(custom_id, voice.say(title))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


async def on_desk(interaction: Interaction, view: MatchView, what: Told, side: int = 0) -> None:
    """Answers a press on the desk with the new desk, and says to the players what concerns them."""
    await update(interaction, match_desk.desk(view, voice_of(interaction)))
    await tell(interaction, view, what, side)


async def tell(
    interaction: Interaction, view: MatchView, what: Told, side: int = 0, *, reason: str | None = None
) -> None:
    """Tells the players where they read it: by the answer itself, which costs nothing, or from elsewhere by a post."""
    house = interaction.client.house
    note = match_notes.from_arbiter(view, what, side, reason, server_voice(interaction))
    in_sight = interaction.channel_id == view.community.channel(Place.MATCHES)
    await answer(interaction, note, private=not in_sight)
    if not in_sight:
        await house.do(ruling.tell_players, view.community.guild_id, view.contest_id, what, side)
    await house.do(panels_service.mark_stale, contest_subject(view.contest_id))


def side_meant(subject: str) -> tuple[ContestId, int]:
    """The match and the side that a press names; raises Outdated for anything else."""
    contest_id, _, side = subject.partition(".")
    if side not in set("0123"):
        raise Outdated
    return ContestId(contest_id), int(side)


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
