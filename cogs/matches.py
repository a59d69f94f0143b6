"""A match as its players run it: being there, reporting, answering, calling the arbiter; and its commands."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from bot.domain.contests import Score
from bot.domain.ids import ContestId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.without_result import Ending
from bot.domain.tables.table_views import TableView
from bot.domain.team_play.team_views import TeamMatch
from bot.features.arena import cards as arena_cards
from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.evidence import verbs as evidence_verbs
from bot.rendering.events import round_cards
from bot.rendering.layout import Card
from bot.rendering.people import mention
from bot.rendering.playing import match_card, match_desk, match_notes, still_cards, summons_cards
from bot.rendering.playing.match_names import match_name
from bot.rendering.tables import table_desk
from bot.rendering.text import plain
from bot.services import summons_reading
from bot.services.events import rounds
from bot.services.playing import correcting, match_reading, presence, reporting, ruling, told_scores, without_result
from bot.services.timetable import contest_subject
from cogs.audience import Audience
from cogs.commands import command
from cogs.crowds import LiveAnswer, live, of_match, take_report
from cogs.evidence import PROOF_FILE, read_proof
from cogs.forms import Text
from cogs.options import Option, Pairs, suggests, taking
from cogs.press import Press
from cogs.refereeing import ask_why_ruled, show_desk
from cogs.routing import on_press
from cogs.subjects import MATCH, NOTHING, REPORTED, SCORE
from cogs.teams import ask_for_right_boards
from cogs.warnings import show_warnings


@suggests(Audience.EVERYBODY)
async def matches_in_play(press: Press) -> Pairs:
    """Matches without a score, as "Quarter-finals · match 2: Ana – Bia"."""
    return await _match_pairs(press, settled=False)


@suggests(Audience.EVERYBODY)
async def settled_matches(press: Press) -> Pairs:
    """Matches with a score."""
    return await _match_pairs(press, settled=True)


@suggests(Audience.EVERYBODY)
async def any_match(press: Press) -> Pairs:
    """Matches with and without a score."""
    return [*await _match_pairs(press, settled=False), *await _match_pairs(press, settled=True)]


async def _match_pairs(press: Press, *, settled: bool) -> Pairs:
    listed = await press.look(match_reading.match_list, settled=settled, at=press.at)
    return [
        (
            f"{match_name(one.contest.stage, one.contest.round, one.place, press.voice)}: "
            + " – ".join(plain(player.name, 25) for player in one.players),
            one.contest.contest_id,
        )
        for one in listed
    ]


MatchInPlay = Annotated[ContestId, Option(taking(MATCH), matches_in_play)]
SettledMatch = Annotated[ContestId, Option(taking(MATCH), settled_matches)]
AnyMatch = Annotated[ContestId, Option(taking(MATCH), any_match)]


@on_press("here", MATCH, Audience.PLAYERS, live=contest_subject)
async def here(press: Press, contest_id: ContestId) -> LiveAnswer:
    """Notes that the player is there."""
    arrival = await press.do(presence.here, contest_id)
    return of_match(arrival.view, match_notes.arrival_receipt(arrival, press.voice))


@on_press("score", MATCH, Audience.PLAYERS)
async def score(press: Press, contest_id: ContestId) -> None:
    """Takes the score that was chosen: a player's report, or the arbiter's word."""
    given = await press.read_choice(SCORE)
    if await press.ask(ruling.needs_reason, contest_id, given):
        await ask_why_ruled(press, contest_id, given)
        return
    await live(press, contest_subject(contest_id), partial(_report, press, contest_id, given), private=False)


async def _report(press: Press, contest_id: ContestId, given: Score) -> LiveAnswer:
    return await take_report(press, told_scores.report, contest_id, given)


@on_press("agree", REPORTED, Audience.PLAYERS, live=contest_subject)
async def agree(press: Press, contest_id: ContestId, report_id: str) -> LiveAnswer:
    """Confirms the opponent's report."""
    await press.do(reporting.confirm, contest_id, report_id)
    view = await press.look(match_reading.find_view, contest_id, press.now)
    return of_match(view, match_notes.settled_score(view, press.voice))


@on_press("agree-other", REPORTED, Audience.PLAYERS, live=contest_subject, public=True)
async def agree_other(press: Press, contest_id: ContestId, report_id: str) -> LiveAnswer:
    """Agrees with the other's score after two that differ."""
    await press.do(reporting.accept_other, contest_id, report_id)
    view = await press.look(match_reading.find_view, contest_id, press.now)
    return of_match(view, match_notes.settled_score(view, press.server_voice))


@on_press("dispute", REPORTED, Audience.PLAYERS)
async def dispute(press: Press, contest_id: ContestId, report_id: str) -> None:
    """Asks what the person sees differently; the report does not come to stand while that is written."""
    await press.do(reporting.doubt, contest_id, report_id)
    why = Text("why", "matches.form_dispute_why", long=True, limit=500)
    await press.open_form(f"dispute-why:{contest_id}.{report_id}", "matches.form_dispute", why, PROOF_FILE)


@on_press("dispute-why", REPORTED, Audience.PLAYERS, live=contest_subject, public=True)
async def dispute_why(press: Press, contest_id: ContestId, report_id: str) -> LiveAnswer:
    """Takes the dispute, and proof where there is some; the arbiter reads it."""
    given = await read_proof(press)
    view = await press.do(reporting.dispute, contest_id, report_id, press.text("why"))
    if given is not None:
        view = await press.do(evidence_verbs.bring, contest_id, given)
    return of_match(view, match_notes.dispute(view, press.server_voice))


@on_press("call-arbiter", MATCH, Audience.PLAYERS, public=True)
async def call_arbiter(press: Press, contest_id: ContestId) -> Card:
    """Calls the arbiter for a player, or where nobody follows the match who runs the event."""
    view = await press.do(reporting.call_arbiter, contest_id)
    caller = next(player for player in view.players if player.discord_id == press.member_id)
    if view.arbiter is None:
        called = await press.look(summons_reading.who_is_called, view.tournament.tournament_id)
        return summons_cards.called_by_player(mention(caller), called, press.server_voice)
    return match_notes.arbiter_called(view, mention(caller), press.server_voice)


@on_press("end-match", MATCH, Audience.PLAYERS, public=True)
async def end_match(press: Press, contest_id: ContestId) -> Card:
    """A side agrees to end a match that nobody who runs the event decides."""
    agreed = await press.do(without_result.agree, contest_id, Ending.WITHOUT_RESULT)
    await press.stale(contest_subject(contest_id))
    return still_cards.agreement(agreed, press.server_voice)


@on_press("accept-lot", MATCH, Audience.PLAYERS, public=True)
async def accept_lot(press: Press, contest_id: ContestId) -> Card:
    """A side agrees that the lot decides such a match, which needs a winner."""
    agreed = await press.do(without_result.agree, contest_id, Ending.LOT)
    await press.stale(contest_subject(contest_id))
    return still_cards.agreement(agreed, press.server_voice)


@on_press("match", MATCH, Audience.EVERYBODY)
async def show(press: Press, contest_id: ContestId) -> Card:
    """Shows the match to the person alone, in their language."""
    return await _details(press, await press.look(match_reading.find_view, contest_id, press.now))


async def _details(press: Press, view: MatchView) -> Card:
    """The match for the person alone; who plays it in an arena has the own card, with all that can be told there."""
    plays = any(one.discord_id == press.member_id for one in view.players)
    if not plays or view.contest.result is not None or not view.tournament.rulebook.traits.has_lobby:
        card, tournament_id = match_card.details(view, press.voice), view.tournament.tournament_id
        coming = await press.ask(rounds.coming_for, tournament_id)
        return round_cards.with_round_button(card, coming if plays else None, press.voice)
    return arena_cards.own(await press.ask(arena_reading_verbs.mine, view.tournament.tournament_id), press.voice)


@command("score", Audience.EVERYBODY)
async def tell_score(press: Press) -> Card:
    """Opens what the match's card opens, for the match that the presser plays or follows; asks which, of several."""
    views = await press.look(match_reading.mine, press.member_id, press.now)
    if len(views) == 1:
        return await _details(press, views[0])
    return match_card.which(views, press.voice) if views else match_card.none_open(press.voice)


@on_press("score-of", NOTHING, Audience.EVERYBODY)
async def tell_score_of(press: Press) -> Card:
    """Opens the match that was chosen of several."""
    return await show(press, await press.read_choice(MATCH))


@command("match rule", Act.RULE_RESULT)
async def rule(press: Press, match: MatchInPlay) -> Card:
    """Opens the arbiter's desk of the match."""
    return await show_desk(press, match)


@command("match warn", Act.RULE_RESULT)
async def warn(press: Press, match: AnyMatch) -> Card:
    """Opens the warnings of the match: to give one, or to take one back (GO-24)."""
    return await show_warnings(press, match)


@command("match correct", Act.CORRECT_RESULT)
async def correct(press: Press, match: SettledMatch) -> Card | None:
    """Asks for the right score of a settled match; what that reopens is shown before anything happens."""
    scores = await press.ask(correcting.correctable, match)
    view = await press.look(match_reading.find_view, match, press.at)
    if view.part(TeamMatch) is not None:
        await ask_for_right_boards(press, view)
        return None
    table = view.part(TableView)
    if table is not None:
        return table_desk.right_winner(view, table, press.voice)
    return match_desk.correction_scores(view, scores, press.voice)


@command("match recording", Act.ADD_RECORDING)
async def add_recording(press: Press, match: AnyMatch, link: str) -> None:
    """Keeps a link with the match (AIJE-D01-6)."""
    await press.do(ruling.add_recording, match, link)
    await press.say("matches.recording_kept")
