"""Telling the count of a game: players report it, arbiters rule by it or put it right (GO-9)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView, Told
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk
from bot.rendering.playing.colour_words import colour_name
from bot.services.playing import correcting, counting, match_reading
from bot.services.timetable import contest_subject
from cogs.audience import Audience
from cogs.crowds import LiveAnswer, take_report
from cogs.forms import WHY, Text
from cogs.press import Press
from cogs.refereeing import tell
from cogs.routing import on_press
from cogs.subjects import MATCH, NUMBER
from cogs.takes import triple

RECOUNTED = triple(MATCH, NUMBER, NUMBER)
"""A match, its right count in halves, and how many matches the correction was seen to reopen."""


@on_press("count", MATCH, Audience.PLAYERS)
async def count(press: Press, contest_id: ContestId) -> None:
    """Asks for the number of the first colour; who does not play is asked for a reason too."""
    view, plays = await press.do(counting.match_to_count, contest_id)
    why = () if plays else (replace(WHY, required=view.match.report is not None),)
    await _ask(press, view, "count-told" if plays else "count-ruled", *why)


@on_press("count-told", MATCH, Audience.PLAYERS, live=contest_subject, public=True)
async def count_told(press: Press, contest_id: ContestId) -> LiveAnswer:
    """Takes a player's report."""
    return await take_report(press, counting.report, contest_id, press.text("count"))


@on_press("count-ruled", MATCH, Act.RULE_RESULT)
async def count_ruled(press: Press, contest_id: ContestId) -> None:
    """Settles the match by the arbiter's count."""
    taken = await press.do(counting.rule, contest_id, press.text("count"), press.text("why") or None)
    await tell(press, taken.view, Told.RULED, reason=taken.view.reason)


@on_press("count-fix", MATCH, Act.CORRECT_RESULT)
async def count_fix(press: Press, contest_id: ContestId) -> None:
    """Asks for the right number of a settled match."""
    await press.ask(correcting.correctable, contest_id)
    await _ask(press, await press.look(match_reading.find_view, contest_id, press.at), "count-fixed")


@on_press("count-fixed", MATCH, Act.CORRECT_RESULT)
async def count_fixed(press: Press, contest_id: ContestId) -> Card:
    """Shows what the correction would reopen; nothing is changed yet."""
    found = await press.ask(counting.preview, contest_id, press.text("count"))
    return match_desk.correction(found, press.voice)


@on_press("count-correct-it", RECOUNTED, Act.CORRECT_RESULT)
async def count_correct_it(press: Press, contest_id: ContestId, halves: int, seen: int) -> None:
    """Asks for the reason, the last step before a correction."""
    await press.open_form(f"count-correct-why:{contest_id}.{halves}.{seen}", "matches.correct_it", WHY)


@on_press("count-correct-why", RECOUNTED, Act.CORRECT_RESULT)
async def count_correct_why(press: Press, contest_id: ContestId, halves: int, seen: int) -> None:
    """Corrects the result; what hung on it is played anew."""
    text = f"{halves // 2}{'.5' if halves % 2 else ''}"
    await press.do(counting.correct, contest_id, text, seen, press.text("why"))
    await press.say("matches.corrected_now")


async def _ask(press: Press, view: MatchView, verb: str, *more: Text) -> None:
    said = {"colour": colour_name(view.colours, 0, press.voice)}
    number = Text("count", "count.form_number", "count.form_hint", said=said, limit=8)
    await press.open_form(f"{verb}:{view.contest_id}", "count.form_title", number, *more)
