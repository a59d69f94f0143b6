"""Adjourned games: the arbiter's presses, the note of the time used, and clocks that fail (GO-12, GO-14)."""

from __future__ import annotations

from datetime import timedelta

from bot.domain.ids import ContestId
from bot.domain.local_times import date_order, write_local
from bot.domain.permissions import Act
from bot.domain.playing.adjournments import Reading, readings, written_used
from bot.domain.playing.match_views import MatchView
from bot.domain.team_play.team_views import TeamMatch
from bot.rendering.layout import Card
from bot.rendering.playing import adjournment_cards, match_desk
from bot.rendering.text import plain
from bot.services.playing import adjourning, match_reading, ruling, time_notes
from bot.services.timetable import contest_subject
from cogs.audience import Audience
from cogs.crowds import LiveAnswer, of_match
from cogs.forms import WHY, Text, Verbatim
from cogs.moments import moment_meant
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import MARKED, MATCH


@on_press("adjourn", MATCH, Act.STOP_MATCH)
async def adjourn(press: Press, contest_id: ContestId) -> None:
    """Asks until when the game rests; left empty it is the rulebook's time."""
    until = Text("until", "adjournment.until", "adjournment.until_hint", required=False)
    await press.open_form(f"adjourn-until:{contest_id}", "adjournment.adjourn", until)


@on_press("adjourn-until", MATCH, Act.STOP_MATCH)
async def adjourn_until(press: Press, contest_id: ContestId) -> Card:
    """Adjourns the game; both players are told where they read it."""
    text = press.text("until").strip()
    view = await press.do(adjourning.adjourn, contest_id, moment_meant(press, text) if text else None)
    return match_desk.desk(view, press.voice)


@on_press("adjourn-move", MATCH, Act.STOP_MATCH)
async def adjourn_move(press: Press, contest_id: ContestId) -> None:
    """Asks for another end of the pause, filled with the one that it has."""
    view = await press.look(match_reading.find_view, contest_id, press.at)
    pause = view.sessions.running
    if pause is None:
        raise adjourning.NotAdjourned
    shown = write_local(pause.goes_on_at, view.community.time_zone, date_order(press.locale))
    until = Text("until", "adjournment.until", default=shown, limit=40)
    await press.open_form(f"adjourn-moved:{contest_id}", "adjournment.move", until)


@on_press("adjourn-moved", MATCH, Act.STOP_MATCH)
async def adjourn_moved(press: Press, contest_id: ContestId) -> Card:
    """Gives the pause its other end."""
    view = await press.do(adjourning.put_off, contest_id, moment_meant(press, press.text("until")))
    return match_desk.desk(view, press.voice)


@on_press("times-note", MATCH, Act.STOP_MATCH)
async def times_note(press: Press, contest_id: ContestId) -> None:
    """Asks the arbiter for the time that each side has used."""
    view = await press.do(ruling.desk, contest_id)
    known = view.sessions.note
    title, why = ("adjournment.note", ()) if known is None else ("adjournment.correct", (WHY,))
    await press.open_form(f"times-noted:{contest_id}", title, *_times(view), *why)


@on_press("times-noted", MATCH, Act.STOP_MATCH)
async def times_noted(press: Press, contest_id: ContestId) -> Card:
    """Keeps the note; both sides are asked to confirm it."""
    view = await press.do(time_notes.note, contest_id, _lines(press), press.text("why") or None)
    return match_desk.desk(view, press.voice)


@on_press("times-right", MARKED, Audience.PLAYERS, live=contest_subject)
async def times_right(press: Press, contest_id: ContestId, entry: int) -> LiveAnswer:
    """A side finds the note right."""
    view = await press.do(time_notes.confirm, contest_id, entry)
    return of_match(view, adjournment_cards.confirmation(view, press.voice))


@on_press("times-wrong", MARKED, Audience.PLAYERS)
async def times_wrong(press: Press, contest_id: ContestId, entry: int) -> None:
    """A side finds the note wrong; its arbiter is asked."""
    await press.do(time_notes.doubt, contest_id, entry)
    await press.say("adjournment.you_doubted")


@on_press("clock-page", MATCH, Act.STOP_MATCH)
async def clock_page(press: Press, contest_id: ContestId) -> Card:
    """Shows what can be done about a clock that failed, to who decides it."""
    page = await press.do(time_notes.clock_page, contest_id)
    return adjournment_cards.clock_page(page.view, page.played, press.voice)


@on_press("times-by-note", MARKED, Act.STOP_MATCH)
async def times_by_note(press: Press, contest_id: ContestId, entry: int) -> Card:
    """The clocks are set by the note."""
    view = await press.do(time_notes.go_by_note, contest_id, entry)
    return match_desk.desk(view, press.voice)


@on_press("times-split", MARKED, Act.STOP_MATCH)
async def times_split(press: Press, contest_id: ContestId, seconds: int) -> None:
    """Asks for the time that both have used together, filled with what the facts say."""
    view = await press.look(match_reading.find_view, contest_id, press.at)
    played = written_used(timedelta(seconds=seconds))
    asked = [Text("total", "adjournment.total", "adjournment.hint", default=played)]
    if view.part(TeamMatch) is not None:
        asked.append(Text("board", "adjournment.which_board", default="1", limit=3))
    await press.open_form(f"times-halved:{contest_id}", "adjournment.split", *asked)


@on_press("times-halved", MATCH, Act.STOP_MATCH)
async def times_halved(press: Press, contest_id: ContestId) -> Card:
    """Splits the time used equally."""
    view = await press.do(time_notes.split, contest_id, press.text("board") or "1", press.text("total"))
    return match_desk.desk(view, press.voice)


@on_press("times-rule", MATCH, Act.STOP_MATCH)
async def times_rule(press: Press, contest_id: ContestId) -> None:
    """Asks who decides for the time of each side, with the reason."""
    page = await press.do(time_notes.clock_page, contest_id)
    await press.open_form(f"times-ruled:{contest_id}", "adjournment.rule_times", *_times(page.view), WHY)


@on_press("times-ruled", MATCH, Act.STOP_MATCH)
async def times_ruled(press: Press, contest_id: ContestId) -> Card:
    """Sets the times as decided."""
    view = await press.do(time_notes.rule_times, contest_id, _lines(press), press.text("why"))
    return match_desk.desk(view, press.voice)


def _times(view: MatchView) -> list[Text]:
    """A field a side; of teams a line a board."""
    known = view.sessions.note
    if view.part(TeamMatch) is not None:
        boards = () if known is None else known.boards
        shown = "\n".join(" ".join((str(one.board), *map(written_used, one.used))) for one in boards)
        return [Text("boards", "adjournment.boards", "adjournment.boards_hint", long=True, default=shown or None)]
    used = None if known is None else known.of(1)
    return [
        Text(
            f"side{side}",
            Verbatim(plain(player.name, 45)),
            "adjournment.hint",
            limit=12,
            default=None if used is None else written_used(used.used[side]),
        )
        for side, player in enumerate(view.players)
    ]


def _lines(press: Press) -> tuple[Reading, ...]:
    first, second = press.text("side0"), press.text("side1")
    if first or second:
        return (Reading(1, first, second, f"{first} {second}"),)
    return readings(press.text("boards"))
