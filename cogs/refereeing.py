"""The arbiter's presses: every one is checked again, and what concerns the players is said to them.

Rules: adjourned games and clocks that fail (GO-12, GO-14), counts (GO-9), rulings on a game and colours taken the
wrong way round (GO-17, GO-20), odd or even for the first colour (GO-10). A warning that loses a game is confirmed
first.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import board_cards as playing_board_cards
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import warnings_verbs as playing_warnings_verbs
from bot.features.playing import words_cards as playing_words_cards
from bot.features.playing.board_model import BoardLine, readings, written_used
from bot.features.playing.match_views_model import ArbiterAct, MatchView, WarningChoice
from bot.features.playing.model import BoardOutcome
from bot.features.playing.words_cards import colour_name
from bot.features.teams.model import TeamMatch
from bot.features.tournaments.facts_verbs import contest_subject
from bot.i18n.moments import date_order, write_local
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.errors import Refused
from bot.kernel.ids import ContestId, Place
from bot.layout.cards import Card
from bot.layout.sentences import plain
from bot.play.contests import Score
from bot.play.counts import Price
from bot.play.draw import Parity
from bot.server.model import Act
from cogs.commands import moment_meant
from cogs.request import Request
from cogs.routing import LiveAnswer, of_match, on_press, take_report
from cogs.subjects import (
    CORRECTED,
    MARKED,
    MATCH,
    NUMBER,
    PERSON,
    SCORE,
    SIDED,
    WARNING,
    WHY,
    Audience,
    Text,
    Verbatim,
    among,
    made_of,
    matching,
    one_of,
    pair,
    quadruple,
    triple,
    with_head,
)

# --- the desk of a match --------------------------------------------------------------------------------------------


@on_press("referee", MATCH, Act.RULE_RESULT)
async def show_desk(request: Request, contest_id: ContestId) -> Card:
    """Shows what the arbiter can do, to the arbiter alone."""
    return playing_arbiter_cards.desk(await request.do(playing_ruling_verbs.desk, contest_id), request.translator)


@on_press("rule", MATCH, Act.RULE_RESULT)
async def rule(request: Request, contest_id: ContestId) -> None:
    """Takes the score that the arbiter chose, and asks why."""
    await ask_why_ruled(request, contest_id, await request.read_choice(SCORE))


async def ask_why_ruled(request: Request, contest_id: ContestId, score: Score) -> None:
    """Asks for the reason of a ruling, which is left open only where it overrules nobody."""
    why = replace(WHY, required=await request.ask(playing_ruling_verbs.needs_reason, contest_id, score))
    await request.open_form(f"rule-why:{contest_id}.{'-'.join(map(str, score))}", "matches.form_rule", why)


@on_press("rule-why", pair(MATCH, SCORE), Act.RULE_RESULT)
async def rule_why(request: Request, contest_id: ContestId, score: Score) -> None:
    """Settles the match by the arbiter's word."""
    taken = await request.do(playing_correcting_verbs.rule_score, contest_id, score, request.text("why") or None)
    await tell(request, taken.view, ArbiterAct.RULED, reason=taken.view.reason)


@on_press("tally", MATCH, Act.RULE_RESULT)
async def tally(request: Request, contest_id: ContestId) -> None:
    """Notes the score between games."""
    view = await request.do(playing_ruling_verbs.record_score, contest_id, await request.read_choice(SCORE))
    await on_desk(request, view, ArbiterAct.TALLIED)


@on_press("present", SIDED, Act.STOP_MATCH)
async def present(request: Request, contest_id: ContestId, side: int) -> None:
    """The arbiter sees that a side is there."""
    arrival = await request.do(playing_presence_verbs.mark_present, contest_id, side)
    await on_desk(request, arrival.view, ArbiterAct.SEEN, side)


@on_press("absent", SIDED, Act.STOP_MATCH)
async def absent(request: Request, contest_id: ContestId, side: int) -> None:
    """The arbiter sees that a side is missing between games: its clock runs again."""
    arrival = await request.do(playing_presence_verbs.wait_for, contest_id, side)
    await on_desk(request, arrival.view, ArbiterAct.MISSING, side)


@on_press("both-lose", MATCH, Act.RULE_RESULT)
async def both_lose(request: Request, contest_id: ContestId) -> None:
    """Gives a double walkover."""
    await tell(request, await request.do(playing_ruling_verbs.double_walkover, contest_id), ArbiterAct.RULED)


@on_press("confirm-result", MATCH, Act.RULE_RESULT, live=contest_subject)
async def confirm_result(request: Request, contest_id: ContestId) -> Card:
    """The arbiter confirms what both players have confirmed: it is final (GO-16.4)."""
    await request.do(playing_correcting_verbs.confirm_result, contest_id)
    return Card((request.translator.say("matches.is_final"),))


@on_press("resume", MATCH, Act.STOP_MATCH)
async def resume(request: Request, contest_id: ContestId) -> None:
    """Takes a suspended match up again."""
    await on_desk(request, await request.do(playing_ruling_verbs.resume, contest_id), ArbiterAct.RESUMED)


@on_press("suspend", MATCH, Act.STOP_MATCH)
async def suspend(request: Request, contest_id: ContestId) -> None:
    """Asks why the match has to rest."""
    await request.open_form(f"suspend-why:{contest_id}", "matches.suspend", WHY)


@on_press("suspend-why", MATCH, Act.STOP_MATCH)
async def suspend_why(request: Request, contest_id: ContestId) -> None:
    """Takes the reason, and suspends the match."""
    why = request.text("why")
    await tell(
        request, await request.do(playing_ruling_verbs.suspend, contest_id, why), ArbiterAct.SUSPENDED, reason=why
    )


@on_press("annul-game", MATCH, Act.STOP_MATCH)
async def annul_game(request: Request, contest_id: ContestId) -> None:
    """Asks why the game has to be played again."""
    await request.open_form(f"annul-game-why:{contest_id}", "matches.annul_game", WHY)


@on_press("annul-game-why", MATCH, Act.STOP_MATCH)
async def annul_game_why(request: Request, contest_id: ContestId) -> None:
    """Has the game under way played again."""
    why = request.text("why")
    await tell(
        request,
        await request.do(playing_ruling_verbs.annul_game, contest_id, why),
        ArbiterAct.GAME_ANNULLED,
        reason=why,
    )


@on_press("annul-match", MATCH, Act.STOP_MATCH)
async def annul_match(request: Request, contest_id: ContestId) -> None:
    """Asks why the match has to be called again."""
    await request.open_form(f"annul-match-why:{contest_id}", "matches.annul_match", WHY)


@on_press("annul-match-why", MATCH, Act.STOP_MATCH)
async def annul_match_why(request: Request, contest_id: ContestId) -> None:
    """Has the whole match called again."""
    why = request.text("why")
    await tell(
        request,
        await request.do(playing_ruling_verbs.annul_match, contest_id, why),
        ArbiterAct.MATCH_ANNULLED,
        reason=why,
    )


@on_press("recording", MATCH, Act.ADD_RECORDING)
async def recording(request: Request, contest_id: ContestId) -> None:
    """Asks for the link to a recording."""
    link = Text("link", "matches.form_link", limit=300)
    await request.open_form(f"recording-link:{contest_id}", "matches.form_recording", link)


@on_press("recording-link", MATCH, Act.ADD_RECORDING)
async def recording_link(request: Request, contest_id: ContestId) -> None:
    """Keeps the link with the match (AIJE-D01-6)."""
    await request.do(playing_ruling_verbs.add_recording, contest_id, request.text("link"))
    await request.say("matches.recording_kept")


@on_press("hand-over", MATCH, Act.HAND_MATCH_ON)
async def hand_over(request: Request, contest_id: ContestId) -> Card:
    """Shows who could take the match over."""
    view = await request.do(playing_ruling_verbs.desk, contest_id)
    return playing_arbiter_cards.successors(
        view, await request.ask(playing_ruling_verbs.successors, contest_id), request.translator
    )


@on_press("hand-to", MATCH, Act.HAND_MATCH_ON, update=True)
async def hand_to(request: Request, contest_id: ContestId) -> Card:
    """Gives the match to the arbiter who was chosen."""
    view = await request.do(playing_ruling_verbs.hand_over, contest_id, await request.read_choice(PERSON))
    return playing_note_cards.mic_given(view, request.translator)


@on_press("correct", MATCH, Act.CORRECT_RESULT)
async def correct(request: Request, contest_id: ContestId) -> Card:
    """Shows what the correction would reopen; nothing is changed yet."""
    found = await request.ask(playing_correcting_verbs.preview_correction, contest_id, await request.read_choice(SCORE))
    return playing_arbiter_cards.correction(found, request.translator)


@on_press("correct-it", CORRECTED, Act.CORRECT_RESULT)
async def correct_it(request: Request, contest_id: ContestId, score: Score, seen: int) -> None:
    """Asks for the reason, the last step before a correction."""
    custom_id = f"correct-why:{contest_id}.{'-'.join(map(str, score))}.{seen}"
    await request.open_form(custom_id, "matches.correct_it", WHY)


@on_press("correct-why", CORRECTED, Act.CORRECT_RESULT)
async def correct_why(request: Request, contest_id: ContestId, score: Score, seen: int) -> None:
    """Corrects the result; what hung on it is played anew."""
    await request.do(playing_correcting_verbs.correct, contest_id, score, seen, request.text("why"))
    await request.say("matches.corrected_now")


async def on_desk(request: Request, view: MatchView, act: ArbiterAct, side: int = 0) -> None:
    """Answers a press on the desk with the new desk, and says to the players what concerns them."""
    await request.update(playing_arbiter_cards.desk(view, request.translator))
    await tell(request, view, act, side)


async def tell(request: Request, view: MatchView, act: ArbiterAct, side: int = 0, *, reason: str | None = None) -> None:
    """Tells the players where they read it: by the answer itself, which costs nothing, or from elsewhere by a post."""
    note = playing_note_cards.from_arbiter(view, act, side, reason, request.server_translator)
    in_sight = await _is_in_sight(request, view)
    await request.answer(note, private=not in_sight)
    if not in_sight:
        await request.do(playing_ruling_verbs.tell_players, view.contest_id, act, side)
    await request.stale(contest_subject(view.contest_id))


async def tell_everybody(request: Request, view: MatchView, card: Card) -> None:
    """Says it where the players read it; from elsewhere their card shows it."""
    await request.answer(card, private=not await _is_in_sight(request, view))
    await request.stale(contest_subject(view.contest_id))


async def _is_in_sight(request: Request, view: MatchView) -> bool:
    """Whether the players read what is said where it was pressed: beside their card, wherever that stands."""
    if view.tournament.rulebook.threads is None:
        return request.is_in(Place.MATCHES)
    return await request.look(kernel_panel_store.channel_of, contest_subject(view.contest_id)) == request.place[0]


# --- adjourned games ------------------------------------------------------------------------------------------------


@on_press("adjourn", MATCH, Act.STOP_MATCH)
async def adjourn(request: Request, contest_id: ContestId) -> None:
    """Asks until when the game rests; left empty it is the rulebook's time."""
    until = Text("until", "adjournment.until", "adjournment.until_hint", required=False)
    await request.open_form(f"adjourn-until:{contest_id}", "adjournment.adjourn", until)


@on_press("adjourn-until", MATCH, Act.STOP_MATCH)
async def adjourn_until(request: Request, contest_id: ContestId) -> Card:
    """Adjourns the game; both players are told where they read it."""
    text = request.text("until").strip()
    view = await request.do(playing_adjourning_verbs.adjourn, contest_id, moment_meant(request, text) if text else None)
    return playing_arbiter_cards.desk(view, request.translator)


@on_press("adjourn-move", MATCH, Act.STOP_MATCH)
async def adjourn_move(request: Request, contest_id: ContestId) -> None:
    """Asks for another end of the pause, filled with the one that it has."""
    view = await request.look(playing_reading_verbs.find_view, contest_id, request.at)
    pause = view.sessions.running
    if pause is None:
        raise Refused("error.NotAdjourned")
    shown = write_local(pause.goes_on_at, view.community.time_zone, date_order(request.locale))
    until = Text("until", "adjournment.until", default=shown, limit=40)
    await request.open_form(f"adjourn-moved:{contest_id}", "adjournment.move", until)


@on_press("adjourn-moved", MATCH, Act.STOP_MATCH)
async def adjourn_moved(request: Request, contest_id: ContestId) -> Card:
    """Gives the pause its other end."""
    view = await request.do(playing_adjourning_verbs.put_off, contest_id, moment_meant(request, request.text("until")))
    return playing_arbiter_cards.desk(view, request.translator)


@on_press("times-note", MATCH, Act.STOP_MATCH)
async def times_note(request: Request, contest_id: ContestId) -> None:
    """Asks the arbiter for the time that each side has used."""
    view = await request.do(playing_ruling_verbs.desk, contest_id)
    known = view.sessions.note
    title, why = ("adjournment.note", ()) if known is None else ("adjournment.correct", (WHY,))
    await request.open_form(f"times-noted:{contest_id}", title, *_times(view), *why)


@on_press("times-noted", MATCH, Act.STOP_MATCH)
async def times_noted(request: Request, contest_id: ContestId) -> Card:
    """Keeps the note; both sides are asked to confirm it."""
    view = await request.do(playing_ruling_verbs.note, contest_id, _lines(request), request.text("why") or None)
    return playing_arbiter_cards.desk(view, request.translator)


@on_press("times-right", MARKED, Audience.PLAYERS, live=contest_subject)
async def times_right(request: Request, contest_id: ContestId, entry: int) -> LiveAnswer:
    """A side finds the note right."""
    view = await request.do(playing_ruling_verbs.confirm, contest_id, entry)
    return of_match(view, playing_board_cards.confirmation(view, request.translator))


@on_press("times-wrong", MARKED, Audience.PLAYERS)
async def times_wrong(request: Request, contest_id: ContestId, entry: int) -> None:
    """A side finds the note wrong; its arbiter is asked."""
    await request.do(playing_ruling_verbs.doubt, contest_id, entry)
    await request.say("adjournment.you_doubted")


@on_press("clock-page", MATCH, Act.STOP_MATCH)
async def clock_page(request: Request, contest_id: ContestId) -> Card:
    """Shows what can be done about a clock that failed, to who decides it."""
    page = await request.do(playing_ruling_verbs.clock_page, contest_id)
    return playing_board_cards.clock_page(page.view, page.played, request.translator)


@on_press("times-by-note", MARKED, Act.STOP_MATCH)
async def times_by_note(request: Request, contest_id: ContestId, entry: int) -> Card:
    """The clocks are set by the note."""
    view = await request.do(playing_ruling_verbs.go_by_note, contest_id, entry)
    return playing_arbiter_cards.desk(view, request.translator)


@on_press("times-split", MARKED, Act.STOP_MATCH)
async def times_split(request: Request, contest_id: ContestId, seconds: int) -> None:
    """Asks for the time that both have used together, filled with what the facts say."""
    view = await request.look(playing_reading_verbs.find_view, contest_id, request.at)
    played = written_used(timedelta(seconds=seconds))
    asked = [Text("total", "adjournment.total", "adjournment.hint", default=played)]
    if view.part(TeamMatch) is not None:
        asked.append(Text("board", "adjournment.which_board", default="1", limit=3))
    await request.open_form(f"times-halved:{contest_id}", "adjournment.split", *asked)


@on_press("times-halved", MATCH, Act.STOP_MATCH)
async def times_halved(request: Request, contest_id: ContestId) -> Card:
    """Splits the time used equally."""
    view = await request.do(
        playing_ruling_verbs.split_clock, contest_id, request.text("board") or "1", request.text("total")
    )
    return playing_arbiter_cards.desk(view, request.translator)


@on_press("times-rule", MATCH, Act.STOP_MATCH)
async def times_rule(request: Request, contest_id: ContestId) -> None:
    """Asks who decides for the time of each side, with the reason."""
    page = await request.do(playing_ruling_verbs.clock_page, contest_id)
    await request.open_form(f"times-ruled:{contest_id}", "adjournment.rule_times", *_times(page.view), WHY)


@on_press("times-ruled", MATCH, Act.STOP_MATCH)
async def times_ruled(request: Request, contest_id: ContestId) -> Card:
    """Sets the times as decided."""
    view = await request.do(playing_ruling_verbs.rule_times, contest_id, _lines(request), request.text("why"))
    return playing_arbiter_cards.desk(view, request.translator)


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


def _lines(request: Request) -> tuple[BoardLine, ...]:
    first, second = request.text("side0"), request.text("side1")
    if first or second:
        return (BoardLine(1, first, second, f"{first} {second}"),)
    return readings(request.text("boards"))


# --- warnings -------------------------------------------------------------------------------------------------------


def _seat(text: str) -> tuple[int, int]:
    side, _, at_board = text.partition("_")
    return int(side), int(at_board or 0)


def _choice(parts: tuple[tuple[int, int], int, Price, bool]) -> WarningChoice:
    (side, at_board), number, price, loses = parts
    return WarningChoice(side, number, price, loses, at_board)


SEAT = matching(re.compile(r"[0-3](?:_[0-9]{1,3})?"), _seat)
"""The inverse of `playing_board_cards.seat_of`: a side, and of teams the board."""
LOSES = among({"0": False, "1": True})
OFFENCE = with_head(MATCH, made_of(quadruple(SEAT, NUMBER, one_of(Price), LOSES), _choice))


@on_press("warn-page", MATCH, Act.RULE_RESULT)
async def show_warnings(request: Request, contest_id: ContestId) -> Card:
    """Shows the arbiter what can be given to whom, and what can be taken back."""
    return playing_board_cards.warning_page(
        await request.do(playing_warnings_verbs.page, contest_id, None), request.translator
    )


@on_press("warn-whose", SIDED, Act.RULE_RESULT)
async def warn_whose(request: Request, contest_id: ContestId, side: int) -> Card:
    """Takes the board of a match of teams, and offers what its player can have done."""
    seat = side, await request.read_choice(NUMBER)
    return playing_board_cards.warning_page(
        await request.do(playing_warnings_verbs.page, contest_id, seat), request.translator
    )


@on_press("warn", pair(MATCH, SEAT), Act.RULE_RESULT)
async def warn(request: Request, contest_id: ContestId, seat: tuple[int, int]) -> Card | None:
    """Takes the offence that was chosen; what loses the game is asked once more."""
    number, price = await request.read_choice(pair(NUMBER, one_of(Price)))
    choice = _choice((seat, number, price, False))
    found = await request.do(playing_warnings_verbs.preview, contest_id, choice)
    if found.choice.loses:
        return playing_board_cards.sure(found, request.translator)
    await ask_note(request, contest_id, choice)
    return None


@on_press("warn-sure", OFFENCE, Act.RULE_RESULT)
async def ask_note(request: Request, contest_id: ContestId, choice: WarningChoice) -> None:
    """Asks for what there is to add; where a game is lost, the arbiter means it."""
    seat = playing_board_cards.seat_of(choice.side, choice.board)
    subject = f"{contest_id}.{seat}.{choice.number}.{choice.price.value}.{int(choice.loses)}"
    note = replace(WHY, label="warnings.form_note", required=False)
    await request.open_form(f"warn-why:{subject}", "warnings.form", note)


@on_press("warn-why", OFFENCE, Act.RULE_RESULT)
async def warn_why(request: Request, contest_id: ContestId, choice: WarningChoice) -> None:
    """Gives the warning, with all that it leads to."""
    view = await request.do(playing_warnings_verbs.warn, contest_id, choice, request.text("why"))
    await tell(request, view, ArbiterAct.WARNED, choice.side)


@on_press("unwarn", MATCH, Act.RULE_RESULT)
async def unwarn(request: Request, _: ContestId) -> None:
    """Asks why the warning is taken back."""
    warning_id = await request.read_choice(WARNING)
    await request.open_form(f"unwarn-why:{warning_id}", "warnings.take_back", WHY)


@on_press("unwarn-why", WARNING, Act.RULE_RESULT)
async def unwarn_why(request: Request, warning_id: str) -> None:
    """Takes the warning back; the players are told."""
    why = request.text("why")
    view = await request.do(playing_warnings_verbs.take_back, warning_id, why)
    await tell(
        request, view, ArbiterAct.WARNING_TAKEN_BACK, playing_warnings_verbs.side_of(view, warning_id), reason=why
    )


# --- counts ---------------------------------------------------------------------------------------------------------


RECOUNTED = triple(MATCH, NUMBER, NUMBER)
"""A match, its right count in halves, and how many matches the correction was seen to reopen."""


@on_press("count", MATCH, Audience.PLAYERS)
async def count(request: Request, contest_id: ContestId) -> None:
    """Asks for the number of the first colour; who does not play is asked for a reason too."""
    view, plays = await request.do(playing_correcting_verbs.match_to_count, contest_id)
    why = () if plays else (replace(WHY, required=view.match.report is not None),)
    await _ask(request, view, "count-told" if plays else "count-ruled", *why)


@on_press("count-told", MATCH, Audience.PLAYERS, live=contest_subject, public=True)
async def count_told(request: Request, contest_id: ContestId) -> LiveAnswer:
    """Takes a player's report."""
    return await take_report(request, playing_correcting_verbs.report_count, contest_id, request.text("count"))


@on_press("count-ruled", MATCH, Act.RULE_RESULT)
async def count_ruled(request: Request, contest_id: ContestId) -> None:
    """Settles the match by the arbiter's count."""
    taken = await request.do(
        playing_correcting_verbs.rule_count, contest_id, request.text("count"), request.text("why") or None
    )
    await tell(request, taken.view, ArbiterAct.RULED, reason=taken.view.reason)


@on_press("count-fix", MATCH, Act.CORRECT_RESULT)
async def count_fix(request: Request, contest_id: ContestId) -> None:
    """Asks for the right number of a settled match."""
    await request.ask(playing_correcting_verbs.correctable, contest_id)
    await _ask(request, await request.look(playing_reading_verbs.find_view, contest_id, request.at), "count-fixed")


@on_press("count-fixed", MATCH, Act.CORRECT_RESULT)
async def count_fixed(request: Request, contest_id: ContestId) -> Card:
    """Shows what the correction would reopen; nothing is changed yet."""
    found = await request.ask(playing_correcting_verbs.preview_count, contest_id, request.text("count"))
    return playing_arbiter_cards.correction(found, request.translator)


@on_press("count-correct-it", RECOUNTED, Act.CORRECT_RESULT)
async def count_correct_it(request: Request, contest_id: ContestId, halves: int, seen: int) -> None:
    """Asks for the reason, the last step before a correction."""
    await request.open_form(f"count-correct-why:{contest_id}.{halves}.{seen}", "matches.correct_it", WHY)


@on_press("count-correct-why", RECOUNTED, Act.CORRECT_RESULT)
async def count_correct_why(request: Request, contest_id: ContestId, halves: int, seen: int) -> None:
    """Corrects the result; what hung on it is played anew."""
    text = f"{halves // 2}{'.5' if halves % 2 else ''}"
    await request.do(playing_correcting_verbs.correct_count, contest_id, text, seen, request.text("why"))
    await request.say("matches.corrected_now")


async def _ask(request: Request, view: MatchView, verb: str, *more: Text) -> None:
    said = {"colour": colour_name(view.colours, 0, request.translator)}
    number = Text("count", "count.form_number", "count.form_hint", said=said, limit=8)
    await request.open_form(f"{verb}:{view.contest_id}", "count.form_title", number, *more)


# --- rulings on a game ----------------------------------------------------------------------------------------------


LONGEST_COUNT = 4
"""Digits of a number of moves."""


@on_press("board-page", MATCH, Act.RULE_RESULT)
async def board_page(request: Request, contest_id: ContestId) -> Card:
    """Shows what can be ruled, to who decides it."""
    view, offered = await request.do(playing_ruling_verbs.page, contest_id)
    return playing_board_cards.page(view, offered, request.translator)


@on_press("board", MATCH, Act.RULE_RESULT)
async def board(request: Request, contest_id: ContestId) -> None:
    """Asks for the reason of the ruling that was chosen."""
    number = await request.read_choice(NUMBER)
    await request.open_form(f"board-why:{contest_id}.{number}", "board.button", WHY)


@on_press("board-why", MARKED, Act.RULE_RESULT)
async def board_why(request: Request, contest_id: ContestId, number: int) -> None:
    """Rules, and tells the players."""
    why = request.text("why")
    view, choice = await request.do(playing_ruling_verbs.decide, contest_id, number, why)
    goes_on = choice.outcome is BoardOutcome.SIDE_LOST and view.contest.result is None
    what = ArbiterAct.TALLIED if goes_on else playing_board_cards.TOLD.get(choice.outcome, ArbiterAct.RULED)
    await tell(request, view, what, reason=why)


@on_press("colours", MATCH, Act.RULE_RESULT)
async def colours(request: Request, contest_id: ContestId) -> None:
    """Asks how many moves were played with the wrong colours."""
    moves = Text("moves", "board.moves_played", limit=LONGEST_COUNT)
    await request.open_form(f"colours-moves:{contest_id}", "board.colours", moves)


@on_press("colours-moves", MATCH, Act.RULE_RESULT)
async def colours_moves(request: Request, contest_id: ContestId) -> None:
    """Says whether the colours are put right."""
    typed = request.text("moves").strip()
    if not (typed.isdecimal() and len(typed) <= LONGEST_COUNT):
        raise Refused("error.NoNumberOfMoves")
    view, right = await request.do(playing_ruling_verbs.wrong_colours, contest_id, int(typed))
    await tell(request, view, ArbiterAct.COLOURS_RIGHT if right else ArbiterAct.COLOURS_STAND)


# --- guesses of who begins ------------------------------------------------------------------------------------------


@on_press("guess", pair(MATCH, one_of(Parity)), Audience.EVERYBODY, live=contest_subject, public=True)
async def guess(request: Request, contest_id: ContestId, said: Parity) -> LiveAnswer:
    """Takes the guess, and tells both who begins."""
    view = await request.do(playing_reporting_verbs.guess, contest_id, said)
    return of_match(view, playing_words_cards.guess_outcome(view, request.server_translator))


@on_press("guess-verify", MATCH, Audience.EVERYBODY)
async def verify(request: Request, contest_id: ContestId) -> Card:
    """Shows what fixes the hidden number, and afterwards what it follows from."""
    return playing_words_cards.proof(await request.look(playing_reporting_verbs.proof, contest_id), request.translator)
