"""Confirming, changing, cancelling, listing and looking at tournaments; an event's own rules, and another start.

Own rules are the chief's draft and the organisers' word (GO-30). To another start of an official event all registered
agree, or an officer decides who does not play.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.features.course import cards as course_cards
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.course import verbs as course_verbs
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.pages import cards as pages_cards
from bot.features.pages import verbs as pages_verbs
from bot.features.playing import adjourning_verbs as playing_adjourning_verbs
from bot.features.playing import note_cards as playing_note_cards
from bot.features.repeating import cards as repeating_cards
from bot.features.repeating import verbs as repeating_verbs
from bot.features.sign_ups import cards as sign_ups_cards
from bot.features.sign_ups import taking_in_verbs as sign_ups_taking_in_verbs
from bot.features.sign_ups import verbs as sign_ups_verbs
from bot.features.tournaments import cards as tournaments_cards
from bot.features.tournaments import draft_cards as tournaments_draft_cards
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import official_verbs as tournaments_official_verbs
from bot.features.tournaments import proposal_verbs as tournaments_proposal_verbs
from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.games_cards import with_titles
from bot.features.tournaments.model import Draft, EventProposal
from bot.i18n.moments import date_order, write_local
from bot.kernel.ids import TournamentId
from bot.layout.cards import Card
from bot.rulebooks.library import from_canonical
from bot.server.model import Act
from cogs.commands import AnyEvent, Moment, OpenEvent, command, moment_meant, starts_meant, zone_of
from cogs.health import around
from cogs.request import Request
from cogs.routing import on_press
from cogs.subjects import DRAFT, EVENT, EVENT_PROPOSAL, MOMENT, NOTHING, NUMBER, WHY, Audience, Text, pair

if TYPE_CHECKING:
    from bot.features.tournaments.model import StartChangeView


# --- tournaments ----------------------------------------------------------------------------------------------------


@command("tournament edit", Act.EDIT_TOURNAMENT)
async def edit(request: Request, tournament: OpenEvent, name: str | None = None, start: Moment | None = None) -> Card:
    """Shows what will change; the press under it does it."""
    starts, offsets = starts_meant(request, start) if start else ((), ())
    return await offer_drafts(
        request, await request.do(tournaments_draft_verbs.of_change, tournament, name, starts), offsets
    )


@on_press("event-move", EVENT, Act.EDIT_TOURNAMENT)
async def ask_new_start(request: Request, tournament_id: TournamentId) -> None:
    """Asks for another start, with the present one as it would be typed."""
    before = await request.look(tournaments_facts_verbs.find_unfinished, tournament_id)
    present = write_local(before.start_at, zone_of(request), date_order(request.locale))
    start = Text("start", "cups.start", "cups.start_hint", said={"zone": zone_of(request)}, limit=100, default=present)
    await request.open_form(f"event-moved:{tournament_id}", "tournament.move_start", start)


@on_press("event-moved", EVENT, Act.EDIT_TOURNAMENT)
async def move_start(request: Request, tournament_id: TournamentId) -> Card:
    """Shows the event at the start that was typed, to be confirmed."""
    starts, offsets = starts_meant(request, request.text("start"))
    return await offer_drafts(
        request, await request.do(tournaments_draft_verbs.of_change, tournament_id, None, starts), offsets
    )


async def offer_drafts(request: Request, made: tuple[Draft, ...], offsets: tuple[str, ...]) -> Card:
    """The preview of what was drafted, or the question which of two moments is meant."""
    if len(made) == 1:
        return await show_preview(request, made[0])
    return tournaments_cards.which_moment(made, offsets, request.translator)


async def show_preview(request: Request, draft: Draft) -> Card:
    """What the draft will do, with the people who will be entered with it."""
    foreseen = await request.ask(desk_verbs.foresee, draft, around(request))
    told = await request.look(tournaments_verbs.of_draft, draft)
    if draft.tournament_id is None:
        written, waiting = from_canonical(draft.rulebook or ""), await request.ask(sign_ups_verbs.preview_for_new)
        rules, standing = await request.look(tournaments_official_verbs.preview, written)
        card = tournaments_cards.preview(draft, rules, None, foreseen, request.translator, standing)
        card = sign_ups_cards.with_sign_ups(card, draft.draft_id, rules, waiting, request.translator)
        web = await request.look(pages_verbs.of_draft, draft)
        card = pages_cards.on_preview(card, web, request.translator)
        return tournaments_words_cards.on_preview(card, told, draft.name or "", request.translator)
    before = await request.look(tournaments_facts_verbs.find, draft.tournament_id)
    card = tournaments_cards.preview(draft, before.rulebook, before, foreseen, request.translator)
    return tournaments_words_cards.on_preview(card, told, draft.name or before.name, request.translator)


@on_press("draft", DRAFT, Audience.ADDRESSED, update=True)
async def show_draft(request: Request, draft_id: str) -> Card:
    """Shows the preview of the moment that was chosen."""
    return await show_preview(request, await request.ask(tournaments_draft_verbs.find, draft_id))


@on_press("draft-confirm", DRAFT, Audience.ADDRESSED, update=True)
async def confirm_draft(request: Request, draft_id: str) -> Card:
    """Creates or changes the tournament as previewed."""
    draft = await request.ask(tournaments_draft_verbs.find, draft_id)
    done, brought = await request.do(sign_ups_taking_in_verbs.create_with, draft_id)
    if isinstance(done, EventProposal):
        return tournaments_draft_cards.receipt(done, request.translator)
    if draft.tournament_id:
        asked = await request.look(tournaments_verbs.find_view, draft.tournament_id)
        if asked is not None and asked.change.start_at == draft.start_at:
            return tournaments_draft_cards.request_receipt(asked, request.translator)
        return tournaments_cards.change_receipt(done, request.translator)
    card = tournaments_cards.creation_receipt(done, request.translator)
    return sign_ups_cards.with_brought(card, done, brought, request.translator)


@on_press("draft-drop", DRAFT, Audience.ADDRESSED, update=True)
async def drop_draft(request: Request, draft_id: str) -> Card:
    """Forgets the draft."""
    await request.do(sign_ups_taking_in_verbs.drop_with, draft_id)
    return tournaments_cards.drop_receipt(request.translator)


@on_press("event-proposal", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT)
async def show_proposed_event(request: Request, proposal_id: str) -> Card:
    """Shows a proposed event to whoever may decide it."""
    await request.ask(tournaments_proposal_verbs.to_decide, proposal_id)
    return tournaments_draft_cards.card(
        await request.look(tournaments_proposal_verbs.of_server, proposal_id), request.translator
    )


@on_press("event-approve", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT, live=tournaments_proposal_verbs.proposal_subject)
async def approve_event(request: Request, proposal_id: str) -> Card:
    """The President approves a proposed event, which is created and announced."""
    await request.do(tournaments_proposal_verbs.approve, proposal_id)
    return tournaments_draft_cards.decision_receipt(
        await request.look(tournaments_proposal_verbs.of_server, proposal_id), request.translator
    )


@on_press("event-refuse", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT)
async def ask_why_refused(request: Request, proposal_id: str) -> None:
    """Asks the President for the reason."""
    await request.ask(tournaments_proposal_verbs.to_decide, proposal_id)
    reason = Text("reason", "event_proposals.reason", long=True, limit=500)
    await request.open_form(f"event-refused:{proposal_id}", "event_proposals.refuse", reason)


@on_press("event-refused", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT, live=tournaments_proposal_verbs.proposal_subject)
async def refuse_event(request: Request, proposal_id: str) -> Card:
    """The President refuses a proposed event for the reason that was typed."""
    await request.do(tournaments_proposal_verbs.refuse, proposal_id, request.text("reason"))
    return tournaments_draft_cards.decision_receipt(
        await request.look(tournaments_proposal_verbs.of_server, proposal_id), request.translator
    )


@command("tournament cancel", Act.CANCEL_TOURNAMENT)
async def ask_why_cancelled(request: Request, tournament: OpenEvent) -> None:
    """Asks for the reason that everyone will read."""
    await request.ask(tournaments_verbs.cancellable, tournament)
    reason = Text("reason", "tournament.cancel_reason", long=True, limit=500)
    await request.open_form(f"cancel:{tournament}", "tournament.cancel_title", reason)


@on_press("cancel", EVENT, Act.CANCEL_TOURNAMENT)
async def cancel(request: Request, tournament_id: TournamentId) -> Card:
    """Calls the tournament off for the reason that was typed."""
    done = await request.do(course_ending_verbs.cancel, tournament_id, request.text("reason"))
    return tournaments_cards.called_off(done, request.translator)


@on_press("open-again", EVENT, Act.OPEN_AGAIN)
async def ask_when_again(request: Request, tournament_id: TournamentId) -> None:
    """Asks for the new start of an event that is off, with the same hour of the next day as it would be typed."""
    off = await request.ask(tournaments_verbs.to_open_again, tournament_id)
    default = write_local(off.start_at + timedelta(days=1), zone_of(request), date_order(request.locale))
    start = Text("start", "cups.start", "cups.start_hint", said={"zone": zone_of(request)}, limit=100, default=default)
    await request.open_form(f"opened-again:{tournament_id}", "tournament.open_again", start)


@on_press("opened-again", EVENT, Act.OPEN_AGAIN)
async def open_again(request: Request, tournament_id: TournamentId) -> Card:
    """Opens it again at the start that was typed; everybody on the list is told."""
    start = moment_meant(request, request.text("start"))
    after = await request.do(tournaments_verbs.open_again, tournament_id, start)
    return tournaments_cards.reopening_receipt(after, request.translator)


@on_press("close-off", EVENT, Act.CANCEL_TOURNAMENT)
async def ask_why_called_off(request: Request, tournament_id: TournamentId) -> None:
    """As `/tournament cancel`, by the button of the question before the close."""
    await ask_why_cancelled(request, tournament_id)


@on_press("close-more", pair(EVENT, NUMBER), Act.EXTEND_CHECK_IN)
async def extend_check_in(request: Request, tournament_id: TournamentId, times: int) -> Card:
    """Leaves check-in open for 15 minutes more; everybody is told."""
    after = await request.do(entering_check_in_verbs.extend, tournament_id, times)
    view = await request.look(entering_list_verbs.of_server, after.tournament_id)
    return tournaments_cards.extension_receipt(after, view.check_in_closes_at, request.translator)


@on_press("close-now", EVENT, Act.CUT_CHECK_IN_SHORT)
async def cut_check_in_short(request: Request, tournament_id: TournamentId) -> Card:
    """Begins with those who are there."""
    done = await request.do(entering_check_in_verbs.cut_short, tournament_id)
    return tournaments_cards.cut_short_receipt(done, request.translator)


@command("tournament pause", Act.PAUSE_TOURNAMENT)
async def ask_why_paused(request: Request, tournament: OpenEvent) -> None:
    """Asks for the reason that the players will read, and for the end."""
    reason = Text("reason", "event_pause.reason", long=True, limit=500)
    end = Text("until", "event_pause.end", "event_pause.end_hint", required=False, limit=40)
    await request.open_form(f"pause:{tournament}", "event_pause.title", reason, end)


@on_press("pause", EVENT, Act.PAUSE_TOURNAMENT)
async def pause(request: Request, tournament_id: TournamentId) -> Card:
    """Pauses the event for the reason that was typed, until the moment, if there is one."""
    text = request.text("until").strip()
    until = moment_meant(request, text) if text else None
    view = await request.do(playing_adjourning_verbs.pause, tournament_id, request.text("reason"), until)
    return playing_note_cards.pause_card(view, request.translator)


@command("tournament resume", Act.PAUSE_TOURNAMENT)
async def resume(request: Request, tournament: OpenEvent) -> Card:
    """Lets a paused event go on before its time."""
    return playing_note_cards.resumption_card(
        await request.do(playing_adjourning_verbs.resume, tournament), request.translator
    )


@on_press("event-resume", EVENT, Act.PAUSE_TOURNAMENT)
async def resume_from_desk(request: Request, tournament_id: TournamentId) -> Card:
    """As `/tournament resume`, by the button of the desk."""
    return playing_note_cards.resumption_card(
        await request.do(playing_adjourning_verbs.resume, tournament_id), request.translator
    )


@command("events", Audience.EVERYBODY)
async def events(request: Request, tournament: AnyEvent | None = None) -> Card:
    """Lists the server's tournaments, or shows the one that was chosen."""
    if tournament is not None:
        return await show(request, tournament)
    return tournaments_cards.listing_of(await request.look(entering_list_verbs.of_guild), request.translator)


@on_press("event-chosen", NOTHING, Audience.EVERYBODY)
async def show_chosen(request: Request) -> Card:
    """Shows the tournament that was chosen from the list."""
    return await show(request, await request.read_choice(EVENT))


async def show(request: Request, tournament_id: TournamentId) -> Card:
    """Shows one tournament as its announcement does, in the reader's language."""
    view = await request.look(entering_list_verbs.of_server, tournament_id)
    running = await request.look(course_verbs.course_of_server, tournament_id)
    told = None if running is None else course_cards.until_end(running, request.translator)
    card = tournaments_cards.announcement(view, request.translator, told)
    if await request.ask(repeating_verbs.is_offered, tournament_id):
        return repeating_cards.with_again(card, tournament_id, request.translator)
    return card


@on_press("rules", EVENT, Audience.EVERYBODY)
async def rules(request: Request, tournament_id: TournamentId) -> None:
    """Shows the event's own frozen rules in the reader's language."""
    translator = request.translator
    tournament = await request.look(tournaments_facts_verbs.find, tournament_id)
    rulebook = with_titles(
        tournament.rulebook, await request.look(tournaments_rulebook_verbs.available_games, translator.locale)
    )
    for card in tournaments_cards.rules(rulebook, tournament.name, translator):
        await request.answer(card)


# --- the event's own rules ------------------------------------------------------------------------------------------


DRAFTED = pair(EVENT, NUMBER)
"""An event, and the number of the draft that the card showed."""


async def ask_for_draft(request: Request, tournament_id: TournamentId) -> None:
    """Opens the form for the draft, filled with the last one."""
    _, last = await request.ask(tournaments_proposal_verbs.may_draft, tournament_id)
    known, limit = None if last is None else last.rules, tournaments_proposal_verbs.RULES_LIMIT
    text = Text("rules", "event_rules.text", "event_rules.hint", long=True, limit=limit, default=known)
    await request.open_form(f"rules-draft:{tournament_id}", "event_rules.title", text)


@on_press("rules-draft", EVENT, Act.DRAFT_EVENT_RULES)
async def rules_draft(request: Request, tournament_id: TournamentId) -> Card:
    """Takes the draft; the organisers are asked."""
    await request.do(tournaments_proposal_verbs.draft, tournament_id, request.text("rules"))
    return tournaments_draft_cards.rules_receipt(request.translator)


@on_press("rules-approve", DRAFTED, Act.APPROVE_EVENT_RULES, update=True)
async def rules_approve(request: Request, tournament_id: TournamentId, number: int) -> Card:
    """Approves the draft."""
    view = await request.do(tournaments_proposal_verbs.decide, tournament_id, number)
    return tournaments_draft_cards.draft(view, request.translator)


@on_press("rules-approve-now", DRAFTED, Act.APPROVE_EVENT_RULES)
async def rules_approve_called(request: Request, tournament_id: TournamentId, number: int) -> Card:
    """Approves it from a call, which stays as it is."""
    return await rules_approve(request, tournament_id, number)


@on_press("rules-decline", DRAFTED, Act.APPROVE_EVENT_RULES)
async def rules_decline(request: Request, tournament_id: TournamentId, number: int) -> None:
    """Asks why the draft is declined."""
    await request.do(tournaments_proposal_verbs.deciding, tournament_id)
    await request.open_form(f"rules-declined:{tournament_id}.{number}", "event_rules.decline", WHY)


@on_press("rules-declined", DRAFTED, Act.APPROVE_EVENT_RULES)
async def rules_declined(request: Request, tournament_id: TournamentId, number: int) -> Card:
    """Declines the draft, with the reason."""
    view = await request.do(tournaments_proposal_verbs.decide, tournament_id, number, request.text("why"))
    return tournaments_draft_cards.draft(view, request.translator)


# --- another start --------------------------------------------------------------------------------------------------


CHANGE = pair(EVENT, MOMENT)


@on_press("start-agree", CHANGE, Audience.EVERYBODY)
async def agree(request: Request, tournament_id: TournamentId, start_at: datetime) -> Card:
    """Takes one agreement; with the last one the event moves."""
    view: StartChangeView = await request.do(tournaments_draft_verbs.agree, tournament_id, start_at)
    return tournaments_draft_cards.agreement_receipt(view, request.translator)


@on_press("start-move", CHANGE, Audience.ADDRESSED)
async def allow(request: Request, tournament_id: TournamentId, start_at: datetime) -> Card:
    """Lets the event move, by an officer's word."""
    return tournaments_draft_cards.move_receipt(
        await request.do(tournaments_draft_verbs.allow, tournament_id, start_at), request.translator
    )


@on_press("start-leave", CHANGE, Audience.ADDRESSED)
async def leave(request: Request, tournament_id: TournamentId, start_at: datetime) -> Card:
    """Leaves the start as it is, by an officer's word."""
    return tournaments_draft_cards.stay_receipt(
        await request.do(tournaments_verbs.leave, tournament_id, start_at), request.translator
    )
