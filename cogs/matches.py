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
from cogs.press import Request
from cogs.refereeing import ask_why_ruled, show_desk, show_warnings
from cogs.routing import LiveAnswer, live, of_match, on_press, take_report
from cogs.subjects import MATCH, NOTHING, REPORTED, SCORE, Audience, File, Text
from cogs.teams import ask_for_right_boards


@suggests(Audience.EVERYBODY)
async def matches_in_play(press: Request) -> Pairs:
    """Matches without a score, as "Quarter-finals · match 2: Ana – Bia"."""
    return await _match_pairs(press, settled=False)


@suggests(Audience.EVERYBODY)
async def settled_matches(press: Request) -> Pairs:
    """Matches with a score."""
    return await _match_pairs(press, settled=True)


@suggests(Audience.EVERYBODY)
async def any_match(press: Request) -> Pairs:
    """Matches with and without a score."""
    return [*await _match_pairs(press, settled=False), *await _match_pairs(press, settled=True)]


async def _match_pairs(press: Request, *, settled: bool) -> Pairs:
    listed = await press.look(playing_reading_verbs.match_list, settled=settled, at=press.at)
    return [
        (
            f"{match_name(one.contest.stage, one.contest.round, one.place, press.translator)}: "
            + " – ".join(plain(player.name, 25) for player in one.players),
            one.contest.contest_id,
        )
        for one in listed
    ]


MatchInPlay = Annotated[ContestId, Option(taking(MATCH), matches_in_play)]
SettledMatch = Annotated[ContestId, Option(taking(MATCH), settled_matches)]
AnyMatch = Annotated[ContestId, Option(taking(MATCH), any_match)]


@on_press("here", MATCH, Audience.PLAYERS, live=contest_subject)
async def here(press: Request, contest_id: ContestId) -> LiveAnswer:
    """Notes that the player is there."""
    arrival = await press.do(playing_presence_verbs.here, contest_id)
    return of_match(arrival.view, playing_note_cards.arrival_receipt(arrival, press.translator))


@on_press("score", MATCH, Audience.PLAYERS)
async def score(press: Request, contest_id: ContestId) -> None:
    """Takes the score that was chosen: a player's report, or the arbiter's word."""
    given = await press.read_choice(SCORE)
    if await press.ask(playing_ruling_verbs.needs_reason, contest_id, given):
        await ask_why_ruled(press, contest_id, given)
        return
    await live(press, contest_subject(contest_id), partial(_report, press, contest_id, given), private=False)


async def _report(press: Request, contest_id: ContestId, given: Score) -> LiveAnswer:
    return await take_report(press, playing_correcting_verbs.report_score, contest_id, given)


@on_press("agree", REPORTED, Audience.PLAYERS, live=contest_subject)
async def agree(press: Request, contest_id: ContestId, report_id: str) -> LiveAnswer:
    """Confirms the opponent's report."""
    await press.do(playing_reporting_verbs.confirm, contest_id, report_id)
    view = await press.look(playing_reading_verbs.find_view, contest_id, press.now)
    return of_match(view, playing_note_cards.settled_score(view, press.translator))


@on_press("agree-other", REPORTED, Audience.PLAYERS, live=contest_subject, public=True)
async def agree_other(press: Request, contest_id: ContestId, report_id: str) -> LiveAnswer:
    """Agrees with the other's score after two that differ."""
    await press.do(playing_reporting_verbs.accept_other, contest_id, report_id)
    view = await press.look(playing_reading_verbs.find_view, contest_id, press.now)
    return of_match(view, playing_note_cards.settled_score(view, press.server_translator))


@on_press("dispute", REPORTED, Audience.PLAYERS)
async def dispute(press: Request, contest_id: ContestId, report_id: str) -> None:
    """Asks what the person sees differently; the report does not come to stand while that is written."""
    await press.do(playing_reporting_verbs.doubt, contest_id, report_id)
    why = Text("why", "matches.form_dispute_why", long=True, limit=500)
    await press.open_form(f"dispute-why:{contest_id}.{report_id}", "matches.form_dispute", why, PROOF_FILE)


@on_press("dispute-why", REPORTED, Audience.PLAYERS, live=contest_subject, public=True)
async def dispute_why(press: Request, contest_id: ContestId, report_id: str) -> LiveAnswer:
    """Takes the dispute, and proof where there is some; the arbiter reads it."""
    given = await read_proof(press)
    view = await press.do(playing_reporting_verbs.dispute, contest_id, report_id, press.text("why"))
    if given is not None:
        view = await press.do(evidence_verbs.bring, contest_id, given)
    return of_match(view, playing_note_cards.dispute(view, press.server_translator))


@on_press("call-arbiter", MATCH, Audience.PLAYERS, public=True)
async def call_arbiter(press: Request, contest_id: ContestId) -> Card:
    """Calls the arbiter for a player, or where nobody follows the match who runs the event."""
    view = await press.do(playing_reporting_verbs.call_arbiter, contest_id)
    caller = next(player for player in view.players if player.discord_id == press.member_id)
    if view.arbiter is None:
        called = await press.look(tournaments_summons_verbs.who_is_called, view.tournament.tournament_id)
        return tournaments_draft_cards.called_by_player(mention(caller), called, press.server_translator)
    return playing_note_cards.arbiter_called(view, mention(caller), press.server_translator)


@on_press("end-match", MATCH, Audience.PLAYERS, public=True)
async def end_match(press: Request, contest_id: ContestId) -> Card:
    """A side agrees to end a match that nobody who runs the event decides."""
    agreed = await press.do(playing_presence_verbs.agree, contest_id, Ending.WITHOUT_RESULT)
    await press.stale(contest_subject(contest_id))
    return playing_note_cards.agreement(agreed, press.server_translator)


@on_press("accept-lot", MATCH, Audience.PLAYERS, public=True)
async def accept_lot(press: Request, contest_id: ContestId) -> Card:
    """A side agrees that the lot decides such a match, which needs a winner."""
    agreed = await press.do(playing_presence_verbs.agree, contest_id, Ending.LOT)
    await press.stale(contest_subject(contest_id))
    return playing_note_cards.agreement(agreed, press.server_translator)


@on_press("match", MATCH, Audience.EVERYBODY)
async def show(press: Request, contest_id: ContestId) -> Card:
    """Shows the match to the person alone, in their language."""
    return await _details(press, await press.look(playing_reading_verbs.find_view, contest_id, press.now))


async def _details(press: Request, view: MatchView) -> Card:
    """The match for the person alone; who plays it in an arena has the own card, with all that can be told there."""
    plays = any(one.discord_id == press.member_id for one in view.players)
    if not plays or view.contest.result is not None or not view.tournament.rulebook.traits.has_lobby:
        card, tournament_id = playing_cards.details(view, press.translator), view.tournament.tournament_id
        coming = await press.ask(course_rounds_verbs.coming_for, tournament_id)
        return rounds_cards.with_round_button(card, coming if plays else None, press.translator)
    return arena_cards.own(await press.ask(arena_reading_verbs.mine, view.tournament.tournament_id), press.translator)


@command("score", Audience.EVERYBODY)
async def tell_score(press: Request) -> Card:
    """Opens what the match's card opens, for the match that the presser plays or follows; asks which, of several."""
    views = await press.look(playing_reading_verbs.mine, press.member_id, press.now)
    if len(views) == 1:
        return await _details(press, views[0])
    return playing_cards.which(views, press.translator) if views else playing_cards.none_open(press.translator)


@on_press("score-of", NOTHING, Audience.EVERYBODY)
async def tell_score_of(press: Request) -> Card:
    """Opens the match that was chosen of several."""
    return await show(press, await press.read_choice(MATCH))


@command("match rule", Act.RULE_RESULT)
async def rule(press: Request, match: MatchInPlay) -> Card:
    """Opens the arbiter's desk of the match."""
    return await show_desk(press, match)


@command("match warn", Act.RULE_RESULT)
async def warn(press: Request, match: AnyMatch) -> Card:
    """Opens the warnings of the match: to give one, or to take one back (GO-24)."""
    return await show_warnings(press, match)


@command("match correct", Act.CORRECT_RESULT)
async def correct(press: Request, match: SettledMatch) -> Card | None:
    """Asks for the right score of a settled match; what that reopens is shown before anything happens."""
    scores = await press.ask(playing_correcting_verbs.correctable, match)
    view = await press.look(playing_reading_verbs.find_view, match, press.at)
    if view.part(TeamMatch) is not None:
        await ask_for_right_boards(press, view)
        return None
    table = view.part(TableView)
    if table is not None:
        return tables_cards.right_winner(view, table, press.translator)
    return playing_arbiter_cards.correction_scores(view, scores, press.translator)


@command("match recording", Act.ADD_RECORDING)
async def add_recording(press: Request, match: AnyMatch, link: str) -> None:
    """Keeps a link with the match (AIJE-D01-6)."""
    await press.do(playing_ruling_verbs.add_recording, match, link)
    await press.say("matches.recording_kept")


# --- proof ----------------------------------------------------------------------------------------------------------

PROOF_FILE: Final = File("proof", "proofs.form_file", "proofs.form_file_hint")


@on_press("proof-bring", MATCH, Audience.ADDRESSED)
async def ask_for_proof(press: Request, contest_id: ContestId) -> None:
    """Asks for a file."""
    await press.ask(evidence_verbs.refuse_more, contest_id)
    needed = File("proof", "proofs.form_file", "proofs.form_file_hint", required=True)
    await press.open_form(f"proof-brought:{contest_id}", "proofs.form_title", needed)


@on_press("proof-brought", MATCH, Audience.ADDRESSED)
async def take_proof(press: Request, contest_id: ContestId) -> Card:
    """Keeps the file; who may not bring one is refused before it is fetched."""
    await press.ask(evidence_verbs.refuse_more, contest_id)
    given = await read_proof(press)
    if given is None:
        raise Outdated
    return evidence_cards.receipt(await press.do(evidence_verbs.bring, contest_id, given), press.translator)


@on_press("proof-look", MATCH, Audience.ADDRESSED)
async def show_proof(press: Request, contest_id: ContestId) -> Card:
    """Shows what was brought."""
    return evidence_cards.proof_listing(await press.ask(evidence_verbs.look, contest_id), press.translator)


async def read_proof(press: Request) -> ProofFile | None:
    """What was put into a form as proof, read apart; None where nothing was."""
    file = press.file("proof")
    if file is None:
        return None
    found: ProofFile = await press.read(PROOF, file)
    return found
