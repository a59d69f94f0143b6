"""Adjourned games: the arbiter's presses, the note of the time used, and clocks that fail (GO-12, GO-14)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

from bot.domain.ids import ContestId
from bot.domain.local_times import date_order, written
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
from cogs.crowds import live
from cogs.moments import moment_meant
from cogs.press import Press
from cogs.routing import Form, on_press
from cogs.subjects import MARKED, MATCH, Marked

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("adjourn", MATCH, Act.STOP_MATCH)
async def adjourn(press: Press, contest_id: ContestId) -> None:
    """Asks until when the game rests; left empty it is the rulebook's time."""
    voice = press.voice
    form = Form(f"adjourn-until:{contest_id}", voice.say("adjournment.adjourn"))
    form.ask("until", voice.say("adjournment.until"), description=voice.say("adjournment.until_hint"), required=False)
    await press.form(form)


@on_press("adjourn-until", MATCH, Act.STOP_MATCH)
async def adjourn_until(press: Press, contest_id: ContestId) -> None:
    """Adjourns the game; both players are told where they read it."""
    text = press.text("until").strip()
    until = moment_meant(press, text) if text else None
    view = await press.do(adjourning.adjourn, contest_id, until)
    await press.answer(match_desk.desk(view, press.voice))


@on_press("adjourn-move", MATCH, Act.STOP_MATCH)
async def adjourn_move(press: Press, contest_id: ContestId) -> None:
    """Asks for another end of the pause, filled with the one that it has."""
    voice = press.voice
    view = await _view(press, contest_id)
    pause = view.sessions.running
    if pause is None:
        raise adjourning.NotAdjourned
    form = Form(f"adjourn-moved:{contest_id}", voice.say("adjournment.move"))
    shown = written(pause.goes_on_at, view.community.time_zone, date_order(press.locale))
    form.ask("until", voice.say("adjournment.until"), default=shown, limit=40)
    await press.form(form)


@on_press("adjourn-moved", MATCH, Act.STOP_MATCH)
async def adjourn_moved(press: Press, contest_id: ContestId) -> None:
    """Gives the pause its other end."""
    until = moment_meant(press, press.text("until"))
    view = await press.do(adjourning.put_off, contest_id, until)
    await press.answer(match_desk.desk(view, press.voice))


@on_press("times-note", MATCH, Act.STOP_MATCH)
async def times_note(press: Press, contest_id: ContestId) -> None:
    """Asks the arbiter for the time that each side has used."""
    view = await press.do(ruling.desk, contest_id)
    voice, known = press.voice, view.sessions.note
    label = "adjournment.note" if known is None else "adjournment.correct"
    form = _times_form(press, view, f"times-noted:{contest_id}", voice.say(label))
    if known is not None:
        form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await press.form(form)


@on_press("times-noted", MATCH, Act.STOP_MATCH)
async def times_noted(press: Press, contest_id: ContestId) -> None:
    """Keeps the note; both sides are asked to confirm it."""
    why = press.text("why") or None
    lines = _lines(press)
    view = await press.do(time_notes.note, contest_id, lines, why)
    await press.answer(match_desk.desk(view, press.voice))


@on_press("times-right", MARKED, Audience.PLAYERS)
async def times_right(press: Press, meant: Marked) -> None:
    """A side finds the note right."""
    contest_id, entry = meant
    await live(press, contest_subject(contest_id), partial(_confirm, press, contest_id, entry))


@on_press("times-wrong", MARKED, Audience.PLAYERS)
async def times_wrong(press: Press, meant: Marked) -> None:
    """A side finds the note wrong; its arbiter is asked."""
    contest_id, entry = meant
    await press.do(time_notes.doubt, contest_id, entry)
    await press.answer(Card((press.voice.say("adjournment.you_doubted"),)))


@on_press("clock-page", MATCH, Act.STOP_MATCH)
async def clock_page(press: Press, contest_id: ContestId) -> None:
    """Shows what can be done about a clock that failed, to who decides it."""
    page = await press.do(time_notes.clock_page, contest_id)
    await press.answer(adjournment_cards.clock_page(page.view, page.played, press.voice))


@on_press("times-by-note", MARKED, Act.STOP_MATCH)
async def times_by_note(press: Press, meant: Marked) -> None:
    """The clocks are set by the note."""
    contest_id, entry = meant
    view = await press.do(time_notes.go_by_note, contest_id, entry)
    await press.answer(match_desk.desk(view, press.voice))


@on_press("times-split", MARKED, Act.STOP_MATCH)
async def times_split(press: Press, meant: Marked) -> None:
    """Asks for the time that both have used together, filled with what the facts say."""
    contest_id, seconds = meant
    voice, view = press.voice, await _view(press, contest_id)
    form = Form(f"times-halved:{contest_id}", voice.say("adjournment.split"))
    played = written_used(timedelta(seconds=seconds))
    form.ask("total", voice.say("adjournment.total"), description=voice.say("adjournment.hint"), default=played)
    if view.part(TeamMatch) is not None:
        form.ask("board", voice.say("adjournment.which_board"), default="1", limit=3)
    await press.form(form)


@on_press("times-halved", MATCH, Act.STOP_MATCH)
async def times_halved(press: Press, contest_id: ContestId) -> None:
    """Splits the time used equally."""
    board, total = press.text("board") or "1", press.text("total")
    view = await press.do(time_notes.split, contest_id, board, total)
    await press.answer(match_desk.desk(view, press.voice))


@on_press("times-rule", MATCH, Act.STOP_MATCH)
async def times_rule(press: Press, contest_id: ContestId) -> None:
    """Asks who decides for the time of each side, with the reason."""
    page = await press.do(time_notes.clock_page, contest_id)
    voice = press.voice
    form = _times_form(press, page.view, f"times-ruled:{contest_id}", voice.say("adjournment.rule_times"))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await press.form(form)


@on_press("times-ruled", MATCH, Act.STOP_MATCH)
async def times_ruled(press: Press, contest_id: ContestId) -> None:
    """Sets the times as decided."""
    why, lines = press.text("why"), _lines(press)
    view = await press.do(time_notes.rule_times, contest_id, lines, why)
    await press.answer(match_desk.desk(view, press.voice))


def _times_form(press: Press, view: MatchView, custom_id: str, title: str) -> Form:
    """A field a side; of teams a line a board."""
    voice, form, known = press.voice, Form(custom_id, title), view.sessions.note
    if view.part(TeamMatch) is not None:
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


def _lines(press: Press) -> tuple[Reading, ...]:
    first, second = press.text("side0"), press.text("side1")
    if first or second:
        return (Reading(1, first, second, f"{first} {second}"),)
    return readings(press.text("boards"))


async def _confirm(press: Press, contest_id: ContestId, entry: int) -> Card:
    view = await press.do(time_notes.confirm, contest_id, entry)
    return adjournment_cards.confirmed(view, press.voice)


async def _view(press: Press, contest_id: ContestId) -> MatchView:
    now = press.at
    return await press.look(match_reading.shown, contest_id, now)


async def setup(_: TournamentBot) -> None:
    """Adds nothing: importing the module has registered its presses."""
