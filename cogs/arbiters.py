"""Arbiters on duty, the chief arbiter of an event (GO-30), and ceremonies (GO-23.6)."""

from __future__ import annotations

from typing import Annotated

from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.rounds import ending_cards as rounds_ending_cards
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.rounds.model import Attendance
from bot.features.tournaments import draft_cards as tournaments_draft_cards
from bot.features.tournaments import proposal_verbs as tournaments_proposal_verbs
from bot.features.tournaments.arbiters_model import EventRole
from bot.kernel.ids import ContestId, PersonId, TournamentId
from bot.layout.cards import Card
from bot.layout.sentences import plain
from bot.server.model import Act
from cogs.commands import AnyEvent, Member, Moment, OpenEvent, Option, Pairs, command, moment_meant, suggests, taking
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import CEREMONY, EVENT, MATCH, NOTHING, PERSON, WHY, Audience, Text, pair
from cogs.tournaments import ask_for_draft

# --- the chief arbiter ----------------------------------------------------------------------------------------------


@command("chief show", Audience.EVERYBODY)
async def show(request: Request, tournament: AnyEvent) -> Card:
    """Shows who decides in the event."""
    return playing_arbiter_cards.referees(
        await request.look(playing_arbiters_verbs.view, tournament), request.translator
    )


@command("chief name", Act.NAME_CHIEF)
async def name(request: Request, tournament: OpenEvent, arbiter: Member) -> Card:
    """Names the chief arbiter."""
    done = await request.do(playing_arbiters_verbs.name, tournament, arbiter.member_id, EventRole.CHIEF)
    return playing_arbiter_cards.referees(done, request.translator)


@command("chief deputy", Act.NAME_CHIEF)
async def deputy(request: Request, tournament: OpenEvent, arbiter: Member) -> Card:
    """Names a deputy."""
    done = await request.do(playing_arbiters_verbs.name, tournament, arbiter.member_id, EventRole.DEPUTY)
    return playing_arbiter_cards.referees(done, request.translator)


@command("chief relieve", Act.RELIEVE_ARBITER)
async def relieve(request: Request, tournament: OpenEvent, arbiter: Member, reason: str) -> Card:
    """Relieves an arbiter of the duty in the event."""
    done = await request.do(playing_arbiters_verbs.relieve_in_event, tournament, arbiter.member_id, reason)
    return playing_arbiter_cards.referees(done, request.translator)


@command("chief rules", Act.DRAFT_EVENT_RULES)
async def rules(request: Request, tournament: OpenEvent) -> None:
    """Opens the form for the event's own rules."""
    await ask_for_draft(request, tournament)


@command("chief rules-show", Audience.EVERYBODY)
async def rules_show(request: Request, tournament: AnyEvent) -> Card:
    """Shows the rules of the event that count beside the rulebook."""
    return tournaments_draft_cards.in_force(
        await request.look(tournaments_proposal_verbs.rules_view, tournament), request.translator
    )


@on_press("pass-up", MATCH, Act.HAND_MATCH_ON)
async def pass_up(request: Request, contest_id: ContestId) -> None:
    """Asks the arbiter what the chief has to decide."""
    question = Text("question", "chief.question", long=True, limit=playing_arbiters_verbs.QUESTION_LIMIT)
    await request.open_form(f"pass-up-why:{contest_id}", "chief.pass_up", question)


@on_press("pass-up-why", MATCH, Act.HAND_MATCH_ON)
async def pass_up_why(request: Request, contest_id: ContestId) -> None:
    """Passes the question up."""
    await request.do(playing_arbiters_verbs.pass_up, contest_id, request.text("question"))
    await request.say("chief.passed_up")


@on_press("closing-report", EVENT, Act.FILE_REPORT)
async def write_report(request: Request, tournament_id: TournamentId) -> None:
    """Opens the form for the report, for the chief alone."""
    await request.ask(playing_arbiters_verbs.may_report, tournament_id)
    report = Text("report", "chief.report_text", long=True, limit=playing_arbiters_verbs.REPORT_LIMIT)
    await request.open_form(f"closing-report-filed:{tournament_id}", "chief.write_report", report)


@on_press("closing-report-filed", EVENT, Act.FILE_REPORT)
async def file_report(request: Request, tournament_id: TournamentId) -> None:
    """Files the report; it is told in the record."""
    await request.do(playing_arbiters_verbs.file_report, tournament_id, request.text("report"))
    await request.say("chief.report_filed")


# --- ceremonies -----------------------------------------------------------------------------------------------------


@command("ceremony add", Act.STATE_CEREMONY)
async def add(request: Request, tournament: OpenEvent, name: str, when: Moment) -> Card:
    """States a ceremony."""
    view = await request.do(rounds_ending_verbs.state, tournament, name, moment_meant(request, when))
    return rounds_ending_cards.desk(view, request.translator)


@command("ceremony list", Audience.EVERYBODY)
async def list_ceremonies(request: Request, tournament: AnyEvent) -> Card:
    """Shows the ceremonies of an event."""
    return rounds_ending_cards.all_of_event(
        await request.look(rounds_ending_verbs.listing, tournament), request.translator
    )


@on_press("ceremony-here", CEREMONY, Audience.PLAYERS)
async def here(request: Request, ceremony_id: str) -> None:
    """Notes that the player is there."""
    await request.do(rounds_ending_verbs.here, ceremony_id)
    await request.say("ceremonies.noted")


@on_press("ceremony", NOTHING, Act.NOTE_ATTENDANCE)
async def show_chosen(request: Request) -> Card:
    """Opens the attendance of a ceremony that was chosen."""
    return await show_desk(request, await request.read_choice(CEREMONY))


@on_press("ceremony-desk", CEREMONY, Act.NOTE_ATTENDANCE)
async def show_desk(request: Request, ceremony_id: str) -> Card:
    """Opens the attendance of one ceremony."""
    return rounds_ending_cards.desk(await request.do(rounds_ending_verbs.desk, ceremony_id), request.translator)


@on_press("ceremony-present", CEREMONY, Act.NOTE_ATTENDANCE, update=True)
async def present(request: Request, ceremony_id: str) -> Card:
    """Notes a player as there."""
    return await _note(request, ceremony_id, Attendance.PRESENT)


@on_press("ceremony-excused", CEREMONY, Act.NOTE_ATTENDANCE, update=True)
async def excuse(request: Request, ceremony_id: str) -> Card:
    """Notes a player as absent with good reason."""
    return await _note(request, ceremony_id, Attendance.EXCUSED)


@on_press("ceremony-off", CEREMONY, Act.STATE_CEREMONY)
async def call_off(request: Request, ceremony_id: str) -> None:
    """Calls the ceremony off."""
    await request.do(rounds_ending_verbs.call_off, ceremony_id)
    await request.say("ceremonies.is_off")


@on_press("reprimand", CEREMONY, Act.REPRIMAND)
async def reprimand(request: Request, ceremony_id: str) -> None:
    """Asks for the reason of a reprimand."""
    person_id = await request.read_choice(PERSON)
    await request.open_form(f"reprimand-why:{ceremony_id}.{person_id}", "ceremonies.reprimand", WHY)


@on_press("reprimand-why", pair(CEREMONY, PERSON), Act.REPRIMAND)
async def reprimand_why(request: Request, ceremony_id: str, person_id: PersonId) -> None:
    """Gives the reprimand, in public."""
    await request.do(rounds_ending_verbs.reprimand, ceremony_id, person_id, request.text("why"))
    await request.say("ceremonies.reprimand_given")


async def _note(request: Request, ceremony_id: str, attendance: Attendance) -> Card:
    view = await request.do(rounds_ending_verbs.note, ceremony_id, await request.read_choice(PERSON), attendance)
    return rounds_ending_cards.desk(view, request.translator)


# --- duty -----------------------------------------------------------------------------------------------------------


@suggests(Audience.EVERYBODY)
async def open_matches(request: Request) -> Pairs:
    """Matches of running events that are not settled, by their players."""
    found = await request.look(playing_arbiters_verbs.open_matches)
    return [(" – ".join(plain(person.name, 40) for person in one.people), one.contest.contest_id) for one in found]


OpenMatch = Annotated[ContestId, Option(taking(MATCH), open_matches)]


@command("arbiter on", Act.GO_ON_DUTY)
@on_press("duty-on", NOTHING, Act.GO_ON_DUTY)
async def go_on(request: Request) -> Card:
    """Takes the presser on duty; matches that wait are called at once."""
    return playing_arbiter_cards.on_duty(await request.do(playing_arbiters_verbs.go_on), request.translator)


@command("arbiter off", Act.GO_ON_DUTY)
@on_press("duty-off", NOTHING, Act.GO_ON_DUTY)
async def go_off(request: Request) -> Card:
    """Ends the presser's duty; open matches are handed over."""
    return playing_arbiter_cards.off_duty(await request.do(playing_arbiters_verbs.go_off), request.translator)


@command("arbiter list", Audience.EVERYBODY)
async def list_all(request: Request) -> Card:
    """Shows who is on duty and who follows what."""
    return playing_arbiter_cards.duty_listing(await request.look(playing_arbiters_verbs.listing), request.translator)


@command("arbiter assign", Act.ASSIGN_ARBITER)
async def assign(request: Request, match: OpenMatch, arbiter: Member) -> Card:
    """Gives a match to an arbiter by hand."""
    given = await request.do(playing_arbiters_verbs.assign, match, arbiter.member_id)
    return playing_arbiter_cards.assignment(given, arbiter.member_id, request.translator)
