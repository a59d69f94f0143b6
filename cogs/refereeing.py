"""The arbiter's presses: every one is checked again, and what concerns the players is said to them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.domain.community import Place
from bot.domain.contests import Score
from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView, Told
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.services.playing import confirming, correcting, presence, ruling, stopping, told_scores
from bot.services.timetable import contest_subject
from cogs.crowds import live
from cogs.press import Press
from cogs.routing import Form, on_press
from cogs.subjects import CORRECTED, MATCH, PERSON, SCORE, SIDED, Corrected, Sided, pair

if TYPE_CHECKING:
    from bot.app import TournamentBot


async def show_desk(press: Press, contest_id: ContestId) -> None:
    """Shows what the arbiter can do, to the arbiter alone."""
    view = await press.do(ruling.desk, contest_id)
    await press.answer(match_desk.desk(view, press.voice))


async def ask_why_ruled(press: Press, contest_id: ContestId, score: Score) -> None:
    """Asks for the reason of a ruling, which is left open only where it overrules nobody."""
    voice = press.voice
    overrules = await press.ask(ruling.needs_reason, contest_id, score)
    form = Form(f"rule-why:{contest_id}.{'-'.join(map(str, score))}", voice.say("matches.form_rule"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500, required=overrules)
    await press.form(form)


@on_press("referee", MATCH, Act.RULE_RESULT)
async def referee(press: Press, contest_id: ContestId) -> None:
    """Opens the arbiter's desk of a match."""
    await show_desk(press, contest_id)


@on_press("rule", MATCH, Act.RULE_RESULT)
async def rule(press: Press, contest_id: ContestId) -> None:
    """Takes the score that the arbiter chose, and asks why."""
    await ask_why_ruled(press, contest_id, await press.picked(SCORE))


@on_press("rule-why", pair(MATCH, SCORE), Act.RULE_RESULT)
async def rule_why(press: Press, meant: tuple[ContestId, Score]) -> None:
    """Settles the match by the arbiter's word."""
    contest_id, score = meant
    taken = await press.do(
        told_scores.rule,
        contest_id,
        score,
        press.text("why") or None,
    )
    await tell(press, taken.view, Told.RULED, reason=taken.view.reason)


@on_press("tally", MATCH, Act.RULE_RESULT)
async def tally(press: Press, contest_id: ContestId) -> None:
    """Notes the score between games."""
    score = await press.picked(SCORE)
    view = await press.do(ruling.record_score, contest_id, score)
    await on_desk(press, view, Told.TALLIED)


@on_press("present", SIDED, Act.STOP_MATCH)
async def present(press: Press, meant: Sided) -> None:
    """The arbiter sees that a side is there."""
    contest_id, side = meant
    arrival = await press.do(presence.mark_present, contest_id, side)
    await on_desk(press, arrival.view, Told.SEEN, side)


@on_press("absent", SIDED, Act.STOP_MATCH)
async def absent(press: Press, meant: Sided) -> None:
    """The arbiter sees that a side is missing between games: its clock runs again."""
    contest_id, side = meant
    arrival = await press.do(presence.wait_for, contest_id, side)
    await on_desk(press, arrival.view, Told.MISSING, side)


@on_press("both-lose", MATCH, Act.RULE_RESULT)
async def both_lose(press: Press, contest_id: ContestId) -> None:
    """Gives a double walkover."""
    view = await press.do(ruling.double_walkover, contest_id)
    await tell(press, view, Told.RULED)


@on_press("confirm-result", MATCH, Act.RULE_RESULT)
async def confirm_result(press: Press, contest_id: ContestId) -> None:
    """The arbiter confirms what both players have confirmed: it is final (GO-16.4)."""
    act = partial(_confirm_result, press, contest_id)
    await live(press, contest_subject(contest_id), act)


@on_press("resume", MATCH, Act.STOP_MATCH)
async def resume(press: Press, contest_id: ContestId) -> None:
    """Takes a suspended match up again."""
    view = await press.do(stopping.resume, contest_id)
    await on_desk(press, view, Told.RESUMED)


@on_press("suspend", MATCH, Act.STOP_MATCH)
async def suspend(press: Press, contest_id: ContestId) -> None:
    """Asks why the match has to rest."""
    await ask_why(press, f"suspend-why:{contest_id}", "matches.suspend")


@on_press("annul-game", MATCH, Act.STOP_MATCH)
async def annul_game(press: Press, contest_id: ContestId) -> None:
    """Asks why the game has to be played again."""
    await ask_why(press, f"annul-game-why:{contest_id}", "matches.annul_game")


@on_press("annul-match", MATCH, Act.STOP_MATCH)
async def annul_match(press: Press, contest_id: ContestId) -> None:
    """Asks why the match has to be called again."""
    await ask_why(press, f"annul-match-why:{contest_id}", "matches.annul_match")


@on_press("suspend-why", MATCH, Act.STOP_MATCH)
async def suspend_why(press: Press, contest_id: ContestId) -> None:
    """Suspends the match."""
    why = press.text("why")
    view = await press.do(stopping.suspend, contest_id, why)
    await tell(press, view, Told.SUSPENDED, reason=why)


@on_press("annul-game-why", MATCH, Act.STOP_MATCH)
async def annul_game_why(press: Press, contest_id: ContestId) -> None:
    """Has the game under way played again."""
    why = press.text("why")
    view = await press.do(stopping.annul_game, contest_id, why)
    await tell(press, view, Told.GAME_ANNULLED, reason=why)


@on_press("annul-match-why", MATCH, Act.STOP_MATCH)
async def annul_match_why(press: Press, contest_id: ContestId) -> None:
    """Has the whole match called again."""
    why = press.text("why")
    view = await press.do(stopping.annul_match, contest_id, why)
    await tell(press, view, Told.MATCH_ANNULLED, reason=why)


@on_press("recording", MATCH, Act.ADD_RECORDING)
async def recording(press: Press, contest_id: ContestId) -> None:
    """Asks for the link to a recording."""
    voice = press.voice
    form = Form(f"recording-link:{contest_id}", voice.say("matches.form_recording"))
    form.ask("link", voice.say("matches.form_link"), limit=300)
    await press.form(form)


@on_press("recording-link", MATCH, Act.ADD_RECORDING)
async def recording_link(press: Press, contest_id: ContestId) -> None:
    """Keeps the link with the match (AIJE-D01-6)."""
    link = press.text("link")
    await press.do(ruling.add_recording, contest_id, link)
    await press.say("matches.recording_kept")


@on_press("hand-over", MATCH, Act.HAND_MATCH_ON)
async def hand_over(press: Press, contest_id: ContestId) -> None:
    """Shows who could take the match over."""
    view = await press.do(ruling.desk, contest_id)
    arbiters = await press.ask(ruling.successors, contest_id)
    await press.answer(match_desk.successors(view, arbiters, press.voice))


@on_press("hand-to", MATCH, Act.HAND_MATCH_ON)
async def hand_to(press: Press, contest_id: ContestId) -> None:
    """Gives the match to the arbiter who was chosen."""
    arbiter = await press.picked(PERSON)
    view = await press.do(ruling.hand_over, contest_id, arbiter)
    voice = press.voice
    await press.update(match_notes.mic_given(view, voice))


@on_press("correct", MATCH, Act.CORRECT_RESULT)
async def correct(press: Press, contest_id: ContestId) -> None:
    """Shows what the correction would reopen; nothing is changed yet."""
    score = await press.picked(SCORE)
    found = await press.ask(correcting.preview_correction, contest_id, score)
    await press.answer(match_desk.correction(found, press.voice))


@on_press("correct-it", CORRECTED, Act.CORRECT_RESULT)
async def correct_it(press: Press, meant: Corrected) -> None:
    """Asks for the reason, the last step before a correction."""
    contest_id, score, seen = meant
    await ask_why(press, f"correct-why:{contest_id}.{'-'.join(map(str, score))}.{seen}", "matches.correct_it")


@on_press("correct-why", CORRECTED, Act.CORRECT_RESULT)
async def correct_why(press: Press, meant: Corrected) -> None:
    """Corrects the result; what hung on it is played anew."""
    contest_id, score, seen = meant
    await press.do(correcting.correct, contest_id, score, seen, press.text("why"))
    await press.say("matches.corrected_now")


async def _confirm_result(press: Press, contest_id: ContestId) -> Card:
    await press.do(confirming.confirm_result, contest_id)
    return Card((press.voice.say("matches.is_final"),))


async def ask_why(press: Press, custom_id: str, title: str) -> None:
    """Asks for the reason that everybody reads."""
    voice = press.voice
    form = Form(custom_id, voice.say(title))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await press.form(form)


async def on_desk(press: Press, view: MatchView, what: Told, side: int = 0) -> None:
    """Answers a press on the desk with the new desk, and says to the players what concerns them."""
    await press.update(match_desk.desk(view, press.voice))
    await tell(press, view, what, side)


async def tell(press: Press, view: MatchView, what: Told, side: int = 0, *, reason: str | None = None) -> None:
    """Tells the players where they read it: by the answer itself, which costs nothing, or from elsewhere by a post."""
    note = match_notes.from_arbiter(view, what, side, reason, press.server_voice)
    in_sight = press.is_in(Place.MATCHES)
    await press.answer(note, private=not in_sight)
    if not in_sight:
        await press.do(ruling.tell_players, view.contest_id, what, side)
    await press.stale(contest_subject(view.contest_id))


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
