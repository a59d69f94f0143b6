"""The arbiter's presses: every one is checked again, and what concerns the players is said to them."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Place
from bot.domain.contests import Score
from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView, Told
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.services import panels
from bot.services.playing import confirming, correcting, presence, ruling, stopping, told_scores
from bot.services.timetable import contest_subject
from cogs.forms import WHY, Text
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import CORRECTED, MATCH, PERSON, SCORE, SIDED
from cogs.takes import pair


@on_press("referee", MATCH, Act.RULE_RESULT)
async def show_desk(press: Press, contest_id: ContestId) -> Card:
    """Shows what the arbiter can do, to the arbiter alone."""
    return match_desk.desk(await press.do(ruling.desk, contest_id), press.voice)


@on_press("rule", MATCH, Act.RULE_RESULT)
async def rule(press: Press, contest_id: ContestId) -> None:
    """Takes the score that the arbiter chose, and asks why."""
    await ask_why_ruled(press, contest_id, await press.read_choice(SCORE))


async def ask_why_ruled(press: Press, contest_id: ContestId, score: Score) -> None:
    """Asks for the reason of a ruling, which is left open only where it overrules nobody."""
    why = replace(WHY, required=await press.ask(ruling.needs_reason, contest_id, score))
    await press.open_form(f"rule-why:{contest_id}.{'-'.join(map(str, score))}", "matches.form_rule", why)


@on_press("rule-why", pair(MATCH, SCORE), Act.RULE_RESULT)
async def rule_why(press: Press, contest_id: ContestId, score: Score) -> None:
    """Settles the match by the arbiter's word."""
    taken = await press.do(told_scores.rule, contest_id, score, press.text("why") or None)
    await tell(press, taken.view, Told.RULED, reason=taken.view.reason)


@on_press("tally", MATCH, Act.RULE_RESULT)
async def tally(press: Press, contest_id: ContestId) -> None:
    """Notes the score between games."""
    view = await press.do(ruling.record_score, contest_id, await press.read_choice(SCORE))
    await on_desk(press, view, Told.TALLIED)


@on_press("present", SIDED, Act.STOP_MATCH)
async def present(press: Press, contest_id: ContestId, side: int) -> None:
    """The arbiter sees that a side is there."""
    arrival = await press.do(presence.mark_present, contest_id, side)
    await on_desk(press, arrival.view, Told.SEEN, side)


@on_press("absent", SIDED, Act.STOP_MATCH)
async def absent(press: Press, contest_id: ContestId, side: int) -> None:
    """The arbiter sees that a side is missing between games: its clock runs again."""
    arrival = await press.do(presence.wait_for, contest_id, side)
    await on_desk(press, arrival.view, Told.MISSING, side)


@on_press("both-lose", MATCH, Act.RULE_RESULT)
async def both_lose(press: Press, contest_id: ContestId) -> None:
    """Gives a double walkover."""
    await tell(press, await press.do(ruling.double_walkover, contest_id), Told.RULED)


@on_press("confirm-result", MATCH, Act.RULE_RESULT, live=contest_subject)
async def confirm_result(press: Press, contest_id: ContestId) -> Card:
    """The arbiter confirms what both players have confirmed: it is final (GO-16.4)."""
    await press.do(confirming.confirm_result, contest_id)
    return Card((press.voice.say("matches.is_final"),))


@on_press("resume", MATCH, Act.STOP_MATCH)
async def resume(press: Press, contest_id: ContestId) -> None:
    """Takes a suspended match up again."""
    await on_desk(press, await press.do(stopping.resume, contest_id), Told.RESUMED)


@on_press("suspend", MATCH, Act.STOP_MATCH)
async def suspend(press: Press, contest_id: ContestId) -> None:
    """Asks why the match has to rest."""
    await press.open_form(f"suspend-why:{contest_id}", "matches.suspend", WHY)


@on_press("suspend-why", MATCH, Act.STOP_MATCH)
async def suspend_why(press: Press, contest_id: ContestId) -> None:
    """Takes the reason, and suspends the match."""
    why = press.text("why")
    await tell(press, await press.do(stopping.suspend, contest_id, why), Told.SUSPENDED, reason=why)


@on_press("annul-game", MATCH, Act.STOP_MATCH)
async def annul_game(press: Press, contest_id: ContestId) -> None:
    """Asks why the game has to be played again."""
    await press.open_form(f"annul-game-why:{contest_id}", "matches.annul_game", WHY)


@on_press("annul-game-why", MATCH, Act.STOP_MATCH)
async def annul_game_why(press: Press, contest_id: ContestId) -> None:
    """Has the game under way played again."""
    why = press.text("why")
    await tell(press, await press.do(stopping.annul_game, contest_id, why), Told.GAME_ANNULLED, reason=why)


@on_press("annul-match", MATCH, Act.STOP_MATCH)
async def annul_match(press: Press, contest_id: ContestId) -> None:
    """Asks why the match has to be called again."""
    await press.open_form(f"annul-match-why:{contest_id}", "matches.annul_match", WHY)


@on_press("annul-match-why", MATCH, Act.STOP_MATCH)
async def annul_match_why(press: Press, contest_id: ContestId) -> None:
    """Has the whole match called again."""
    why = press.text("why")
    await tell(press, await press.do(stopping.annul_match, contest_id, why), Told.MATCH_ANNULLED, reason=why)


@on_press("recording", MATCH, Act.ADD_RECORDING)
async def recording(press: Press, contest_id: ContestId) -> None:
    """Asks for the link to a recording."""
    link = Text("link", "matches.form_link", limit=300)
    await press.open_form(f"recording-link:{contest_id}", "matches.form_recording", link)


@on_press("recording-link", MATCH, Act.ADD_RECORDING)
async def recording_link(press: Press, contest_id: ContestId) -> None:
    """Keeps the link with the match (AIJE-D01-6)."""
    await press.do(ruling.add_recording, contest_id, press.text("link"))
    await press.say("matches.recording_kept")


@on_press("hand-over", MATCH, Act.HAND_MATCH_ON)
async def hand_over(press: Press, contest_id: ContestId) -> Card:
    """Shows who could take the match over."""
    view = await press.do(ruling.desk, contest_id)
    return match_desk.successors(view, await press.ask(ruling.successors, contest_id), press.voice)


@on_press("hand-to", MATCH, Act.HAND_MATCH_ON, update=True)
async def hand_to(press: Press, contest_id: ContestId) -> Card:
    """Gives the match to the arbiter who was chosen."""
    view = await press.do(ruling.hand_over, contest_id, await press.read_choice(PERSON))
    return match_notes.mic_given(view, press.voice)


@on_press("correct", MATCH, Act.CORRECT_RESULT)
async def correct(press: Press, contest_id: ContestId) -> Card:
    """Shows what the correction would reopen; nothing is changed yet."""
    found = await press.ask(correcting.preview_correction, contest_id, await press.read_choice(SCORE))
    return match_desk.correction(found, press.voice)


@on_press("correct-it", CORRECTED, Act.CORRECT_RESULT)
async def correct_it(press: Press, contest_id: ContestId, score: Score, seen: int) -> None:
    """Asks for the reason, the last step before a correction."""
    custom_id = f"correct-why:{contest_id}.{'-'.join(map(str, score))}.{seen}"
    await press.open_form(custom_id, "matches.correct_it", WHY)


@on_press("correct-why", CORRECTED, Act.CORRECT_RESULT)
async def correct_why(press: Press, contest_id: ContestId, score: Score, seen: int) -> None:
    """Corrects the result; what hung on it is played anew."""
    await press.do(correcting.correct, contest_id, score, seen, press.text("why"))
    await press.say("matches.corrected_now")


async def on_desk(press: Press, view: MatchView, what: Told, side: int = 0) -> None:
    """Answers a press on the desk with the new desk, and says to the players what concerns them."""
    await press.update(match_desk.desk(view, press.voice))
    await tell(press, view, what, side)


async def tell(press: Press, view: MatchView, what: Told, side: int = 0, *, reason: str | None = None) -> None:
    """Tells the players where they read it: by the answer itself, which costs nothing, or from elsewhere by a post."""
    note = match_notes.from_arbiter(view, what, side, reason, press.server_voice)
    in_sight = await _is_in_sight(press, view)
    await press.answer(note, private=not in_sight)
    if not in_sight:
        await press.do(ruling.tell_players, view.contest_id, what, side)
    await press.stale(contest_subject(view.contest_id))


async def tell_everybody(press: Press, view: MatchView, card: Card) -> None:
    """Says it where the players read it; from elsewhere their card shows it."""
    await press.answer(card, private=not await _is_in_sight(press, view))
    await press.stale(contest_subject(view.contest_id))


async def _is_in_sight(press: Press, view: MatchView) -> bool:
    """Whether the players read what is said where it was pressed: beside their card, wherever that stands."""
    if view.tournament.rulebook.threads is None:
        return press.is_in(Place.MATCHES)
    return await press.look(panels.channel_of, contest_subject(view.contest_id)) == press.place[0]
