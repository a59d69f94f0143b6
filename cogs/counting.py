"""Telling the count of a game: players report it, arbiters rule by it or put it right (GO-9)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView, Told
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.playing.colour_words import colour_name
from bot.services.playing import correcting, counting, match_reading
from bot.services.timetable import contest_subject
from cogs.audience import Audience
from cogs.crowds import live
from cogs.press import Press
from cogs.refereeing import tell
from cogs.routing import Form, on_press
from cogs.subjects import MATCH, NUMBER, triple

if TYPE_CHECKING:
    from bot.app import TournamentBot


RECOUNTED = triple(MATCH, NUMBER, NUMBER)
"""A match, its right count in halves, and how many matches the correction was seen to reopen."""
Recounted = tuple[ContestId, int, int]


@on_press("count", MATCH, Audience.PLAYERS)
async def count(press: Press, contest_id: ContestId) -> None:
    """Asks for the number of the first colour; who does not play is asked for a reason too."""
    view, plays = await press.do(counting.asked, contest_id)
    form = _form(press, view, f"{'count-told' if plays else 'count-ruled'}:{contest_id}")
    if not plays:
        label = press.voice.say("matches.form_why")
        form.ask("why", label, long=True, limit=500, required=view.match.report is not None)
    await press.form(form)


@on_press("count-told", MATCH, Audience.PLAYERS)
async def count_told(press: Press, contest_id: ContestId) -> None:
    """Takes a player's report."""
    text = press.text("count")
    act = partial(_report, press, contest_id, text)
    await live(press, contest_subject(contest_id), act, private=False)


@on_press("count-ruled", MATCH, Act.RULE_RESULT)
async def count_ruled(press: Press, contest_id: ContestId) -> None:
    """Settles the match by the arbiter's count."""
    text, why = press.text("count"), press.text("why") or None
    taken = await press.do(counting.rule, contest_id, text, why)
    await tell(press, taken.view, Told.RULED, reason=taken.view.reason)


@on_press("count-fix", MATCH, Act.CORRECT_RESULT)
async def count_fix(press: Press, contest_id: ContestId) -> None:
    """Asks for the right number of a settled match."""
    presser = press.presser
    await press.ask(correcting.correctable, contest_id)
    view = await press.look(match_reading.shown, contest_id, presser.at)
    await press.form(_form(press, view, f"count-fixed:{contest_id}"))


@on_press("count-fixed", MATCH, Act.CORRECT_RESULT)
async def count_fixed(press: Press, contest_id: ContestId) -> None:
    """Shows what the correction would reopen; nothing is changed yet."""
    text = press.text("count")
    found = await press.ask(counting.preview, contest_id, text)
    await press.answer(match_desk.correction(found, press.voice))


@on_press("count-correct-it", RECOUNTED, Act.CORRECT_RESULT)
async def count_correct_it(press: Press, meant: Recounted) -> None:
    """Asks for the reason, the last step before a correction."""
    voice = press.voice
    contest_id, halves, seen = meant
    form = Form(f"count-correct-why:{contest_id}.{halves}.{seen}", voice.say("matches.correct_it"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await press.form(form)


@on_press("count-correct-why", RECOUNTED, Act.CORRECT_RESULT)
async def count_correct_why(press: Press, meant: Recounted) -> None:
    """Corrects the result; what hung on it is played anew."""
    contest_id, halves, seen = meant
    text = f"{halves // 2}{'.5' if halves % 2 else ''}"
    why = press.text("why")
    await press.do(counting.correct, contest_id, text, seen, why)
    await press.say("matches.corrected_now")


def _form(press: Press, view: MatchView, custom_id: str) -> Form:
    voice = press.voice
    form = Form(custom_id, voice.say("count.form_title"))
    label = voice.say("count.form_number", colour=colour_name(view.colours, 0, voice))
    return form.ask("count", label, description=voice.say("count.form_hint"), limit=8)


async def _report(press: Press, contest_id: ContestId, text: str) -> Card:
    taken = await press.do(counting.report, contest_id, text)
    return match_notes.reported(taken, press.server_voice)


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
