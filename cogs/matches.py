"""A match as its players run it: being there, reporting, answering, calling the arbiter, proof; and its commands."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from bot.features.arena import cards as arena_cards
from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.evidence import cards as evidence_cards
from bot.features.evidence import verbs as evidence_verbs
from bot.features.evidence.model import ProofFile
from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import cards as playing_cards
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.match_views_model import MatchView, TableView
from bot.features.playing.words_cards import match_name
from bot.features.rounds import cards as rounds_cards
from bot.features.tables import cards as tables_cards
from bot.features.teams.model import TeamMatch
from bot.features.tournaments import draft_cards as tournaments_draft_cards
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject
from bot.kernel.errors import Outdated
from bot.kernel.ids import ContestId
from bot.layout.cards import Card
from bot.layout.sentences import plain
from bot.living.apart_child import PROOF
from bot.people.cards import mention
from bot.play.contests import Score
from bot.play.matches import Ending
from bot.server.model import Act
from cogs.commands import Option, Pairs, command, suggests, taking
from cogs.refereeing import ask_why_ruled, show_desk, show_warnings
from cogs.request import Request
from cogs.routing import LiveAnswer, live, of_match, on_press, take_report
from cogs.subjects import MATCH, NOTHING, REPORTED, SCORE, Audience, File, Text
from cogs.teams import ask_for_right_boards


@suggests(Audience.EVERYBODY)
async def matches_in_play(request: Request) -> Pairs:
    """Matches without a score, as "Quarter-finals · match 2: Ana – Bia"."""
    return await _match_pairs(request, settled=False)


@suggests(Audience.EVERYBODY)
async def settled_matches(request: Request) -> Pairs:
    """Matches with a score."""
    return await _match_pairs(request, settled=True)


@suggests(Audience.EVERYBODY)
async def any_match(request: Request) -> Pairs:
    """Matches with and without a score."""
    return [*await _match_pairs(request, settled=False), *await _match_pairs(request, settled=True)]


async def _match_pairs(request: Request, *, settled: bool) -> Pairs:
    listed = await request.look(playing_reading_verbs.match_list, settled=settled, at=request.at)
    return [
        (
            f"{match_name(one.contest.stage, one.contest.round, one.place, request.translator)}: "
            + " – ".join(plain(player.name, 25) for player in one.players),
            one.contest.contest_id,
        )
        for one in listed
    ]


MatchInPlay = Annotated[ContestId, Option(taking(MATCH), matches_in_play)]
SettledMatch = Annotated[ContestId, Option(taking(MATCH), settled_matches)]
AnyMatch = Annotated[ContestId, Option(taking(MATCH), any_match)]


@on_press("here", MATCH, Audience.PLAYERS, live=contest_subject)
async def here(request: Request, contest_id: ContestId) -> LiveAnswer:
    """Notes that the player is there."""
    arrival = await request.do(playing_presence_verbs.here, contest_id)
    return of_match(arrival.view, playing_note_cards.arrival_receipt(arrival, request.translator))


@on_press("score", MATCH, Audience.PLAYERS)
async def score(request: Request, contest_id: ContestId) -> None:
    """Takes the score that was chosen: a player's report, or the arbiter's word."""
    given = await request.read_choice(SCORE)
    if await request.ask(playing_ruling_verbs.needs_reason, contest_id, given):
        await ask_why_ruled(request, contest_id, given)
        return
    await live(request, contest_subject(contest_id), partial(_report, request, contest_id, given), private=False)


async def _report(request: Request, contest_id: ContestId, given: Score) -> LiveAnswer:
    return await take_report(request, playing_correcting_verbs.report_score, contest_id, given)


@on_press("agree", REPORTED, Audience.PLAYERS, live=contest_subject)
async def agree(request: Request, contest_id: ContestId, report_id: str) -> LiveAnswer:
    """Confirms the opponent's report."""
    await request.do(playing_reporting_verbs.confirm, contest_id, report_id)
    view = await request.look(playing_reading_verbs.find_view, contest_id, request.now)
    return of_match(view, playing_note_cards.settled_score(view, request.translator))


@on_press("agree-other", REPORTED, Audience.PLAYERS, live=contest_subject, public=True)
async def agree_other(request: Request, contest_id: ContestId, report_id: str) -> LiveAnswer:
    """Agrees with the other's score after two that differ."""
    await request.do(playing_reporting_verbs.accept_other, contest_id, report_id)
    view = await request.look(playing_reading_verbs.find_view, contest_id, request.now)
    return of_match(view, playing_note_cards.settled_score(view, request.server_translator))


@on_press("dispute", REPORTED, Audience.PLAYERS)
async def dispute(request: Request, contest_id: ContestId, report_id: str) -> None:
    """Asks what the person sees differently; the report does not come to stand while that is written."""
    await request.do(playing_reporting_verbs.doubt, contest_id, report_id)
    why = Text("why", "matches.form_dispute_why", long=True, limit=500)
    await request.open_form(f"dispute-why:{contest_id}.{report_id}", "matches.form_dispute", why, PROOF_FILE)


@on_press("dispute-why", REPORTED, Audience.PLAYERS, live=contest_subject, public=True)
async def dispute_why(request: Request, contest_id: ContestId, report_id: str) -> LiveAnswer:
    """Takes the dispute, and proof where there is some; the arbiter reads it."""
    given = await read_proof(request)
    view = await request.do(playing_reporting_verbs.dispute, contest_id, report_id, request.text("why"))
    if given is not None:
        view = await request.do(evidence_verbs.bring, contest_id, given)
    return of_match(view, playing_note_cards.dispute(view, request.server_translator))


@on_press("call-arbiter", MATCH, Audience.PLAYERS, public=True)
async def call_arbiter(request: Request, contest_id: ContestId) -> Card:
    """Calls the arbiter for a player, or where nobody follows the match who runs the event."""
    view = await request.do(playing_reporting_verbs.call_arbiter, contest_id)
    caller = next(player for player in view.players if player.discord_id == request.member_id)
    if view.arbiter is None:
        called = await request.look(tournaments_summons_verbs.who_is_called, view.tournament.tournament_id)
        return tournaments_draft_cards.called_by_player(mention(caller), called, request.server_translator)
    return playing_note_cards.arbiter_called(view, mention(caller), request.server_translator)


@on_press("end-match", MATCH, Audience.PLAYERS, public=True)
async def end_match(request: Request, contest_id: ContestId) -> Card:
    """A side agrees to end a match that nobody who runs the event decides."""
    agreed = await request.do(playing_presence_verbs.agree, contest_id, Ending.WITHOUT_RESULT)
    await request.stale(contest_subject(contest_id))
    return playing_note_cards.agreement(agreed, request.server_translator)


@on_press("accept-lot", MATCH, Audience.PLAYERS, public=True)
async def accept_lot(request: Request, contest_id: ContestId) -> Card:
    """A side agrees that the lot decides such a match, which needs a winner."""
    agreed = await request.do(playing_presence_verbs.agree, contest_id, Ending.LOT)
    await request.stale(contest_subject(contest_id))
    return playing_note_cards.agreement(agreed, request.server_translator)


@on_press("match", MATCH, Audience.EVERYBODY)
async def show(request: Request, contest_id: ContestId) -> Card:
    """Shows the match to the person alone, in their language."""
    return await _details(request, await request.look(playing_reading_verbs.find_view, contest_id, request.now))


async def _details(request: Request, view: MatchView) -> Card:
    """The match for the person alone; who plays it in an arena has the own card, with all that can be told there."""
    plays = any(player.discord_id == request.member_id for player in view.players)
    if not plays or view.contest.result is not None or not view.tournament.rulebook.traits.has_lobby:
        card, tournament_id = playing_cards.details(view, request.translator), view.tournament.tournament_id
        coming = await request.ask(course_rounds_verbs.coming_for, tournament_id)
        return rounds_cards.with_round_button(card, coming if plays else None, request.translator)
    return arena_cards.own(
        await request.ask(arena_reading_verbs.mine, view.tournament.tournament_id), request.translator
    )


@command("score", Audience.EVERYBODY)
async def tell_score(request: Request) -> Card:
    """Opens what the match's card opens, for the match that the presser plays or follows; asks which, of several."""
    views = await request.look(playing_reading_verbs.mine, request.member_id, request.now)
    if len(views) == 1:
        return await _details(request, views[0])
    return playing_cards.which(views, request.translator) if views else playing_cards.none_open(request.translator)


@on_press("score-of", NOTHING, Audience.EVERYBODY)
async def tell_score_of(request: Request) -> Card:
    """Opens the match that was chosen of several."""
    return await show(request, await request.read_choice(MATCH))


@command("match rule", Act.RULE_RESULT)
async def rule(request: Request, match: MatchInPlay) -> Card:
    """Opens the arbiter's desk of the match."""
    return await show_desk(request, match)


@command("match warn", Act.RULE_RESULT)
async def warn(request: Request, match: AnyMatch) -> Card:
    """Opens the warnings of the match: to give one, or to take one back (GO-24)."""
    return await show_warnings(request, match)


@command("match correct", Act.CORRECT_RESULT)
async def correct(request: Request, match: SettledMatch) -> Card | None:
    """Asks for the right score of a settled match; what that reopens is shown before anything happens."""
    scores = await request.ask(playing_correcting_verbs.correctable, match)
    view = await request.look(playing_reading_verbs.find_view, match, request.at)
    if view.part(TeamMatch) is not None:
        await ask_for_right_boards(request, view)
        return None
    table = view.part(TableView)
    if table is not None:
        return tables_cards.right_winner(view, table, request.translator)
    return playing_arbiter_cards.correction_scores(view, scores, request.translator)


@command("match recording", Act.ADD_RECORDING)
async def add_recording(request: Request, match: AnyMatch, link: str) -> None:
    """Keeps a link with the match (AIJE-D01-6)."""
    await request.do(playing_ruling_verbs.add_recording, match, link)
    await request.say("matches.recording_kept")


# --- proof ----------------------------------------------------------------------------------------------------------

PROOF_FILE: Final = File("proof", "proofs.form_file", "proofs.form_file_hint")


@on_press("proof-bring", MATCH, Audience.ADDRESSED)
async def ask_for_proof(request: Request, contest_id: ContestId) -> None:
    """Asks for a file."""
    await request.ask(evidence_verbs.refuse_more, contest_id)
    needed = File("proof", "proofs.form_file", "proofs.form_file_hint", required=True)
    await request.open_form(f"proof-brought:{contest_id}", "proofs.form_title", needed)


@on_press("proof-brought", MATCH, Audience.ADDRESSED)
async def take_proof(request: Request, contest_id: ContestId) -> Card:
    """Keeps the file; who may not bring one is refused before it is fetched."""
    await request.ask(evidence_verbs.refuse_more, contest_id)
    given = await read_proof(request)
    if given is None:
        raise Outdated
    return evidence_cards.receipt(await request.do(evidence_verbs.bring, contest_id, given), request.translator)


@on_press("proof-look", MATCH, Audience.ADDRESSED)
async def show_proof(request: Request, contest_id: ContestId) -> Card:
    """Shows what was brought."""
    return evidence_cards.proof_listing(await request.ask(evidence_verbs.look, contest_id), request.translator)


async def read_proof(request: Request) -> ProofFile | None:
    """What was put into a form as proof, read apart; None where nothing was."""
    file = request.file("proof")
    if file is None:
        return None
    found: ProofFile = await request.read(PROOF, file)
    return found
