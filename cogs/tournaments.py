"""Confirming, changing, cancelling, listing and looking at tournaments."""

from __future__ import annotations

from bot.domain.events.drafts import Draft
from bot.domain.events.event_proposals import EventProposal
from bot.domain.ids import TournamentId
from bot.domain.local_times import date_order, write_local
from bot.domain.permissions import Act
from bot.features.sign_ups import cards as sign_ups_cards
from bot.features.sign_ups import taking_in_verbs as sign_ups_taking_in_verbs
from bot.features.sign_ups import verbs as sign_ups_verbs
from bot.rendering.events import (
    announcement,
    course_words,
    event_proposal_cards,
    poster_words,
    start_change_cards,
    tournament_cards,
)
from bot.rendering.game_names import with_titles
from bot.rendering.layout import Card
from bot.rendering.playing import pause_cards
from bot.rulebooks.library import from_canonical
from bot.services import reading
from bot.services.events import course, drafts, event_proposals, fixed_starts, official, posters, tournaments
from bot.services.playing import ahead, games, pausing
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent
from cogs.commands import command
from cogs.forms import Text
from cogs.moments import Moment, moment_meant, starts_meant, zone_of
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import DRAFT, EVENT, EVENT_PROPOSAL, NOTHING
from cogs.surroundings import around


@command("tournament edit", Act.EDIT_TOURNAMENT)
async def edit(press: Press, tournament: OpenEvent, name: str | None = None, start: Moment | None = None) -> Card:
    """Shows what will change; the press under it does it."""
    starts, offsets = starts_meant(press, start) if start else ((), ())
    return await offer_drafts(press, await press.do(drafts.of_change, tournament, name, starts), offsets)


@on_press("event-move", EVENT, Act.EDIT_TOURNAMENT)
async def ask_new_start(press: Press, tournament_id: TournamentId) -> None:
    """Asks for another start, with the present one as it would be typed."""
    before = await press.look(tournaments.find_unfinished, tournament_id)
    present = write_local(before.start_at, zone_of(press), date_order(press.locale))
    start = Text("start", "cups.start", "cups.start_hint", said={"zone": zone_of(press)}, limit=100, default=present)
    await press.open_form(f"event-moved:{tournament_id}", "tournament.move_start", start)


@on_press("event-moved", EVENT, Act.EDIT_TOURNAMENT)
async def move_start(press: Press, tournament_id: TournamentId) -> Card:
    """Shows the event at the start that was typed, to be confirmed."""
    starts, offsets = starts_meant(press, press.text("start"))
    return await offer_drafts(press, await press.do(drafts.of_change, tournament_id, None, starts), offsets)


async def offer_drafts(press: Press, made: tuple[Draft, ...], offsets: tuple[str, ...]) -> Card:
    """The preview of what was drafted, or the question which of two moments is meant."""
    if len(made) == 1:
        return await show_preview(press, made[0])
    return tournament_cards.which_moment(made, offsets, press.voice)


async def show_preview(press: Press, draft: Draft) -> Card:
    """What the draft will do, with the people who will be entered with it."""
    foreseen = await press.ask(ahead.foresee, draft, around(press))
    told = await press.look(posters.of_draft, draft)
    if draft.tournament_id is None:
        written, waiting = from_canonical(draft.rulebook or ""), await press.ask(sign_ups_verbs.preview_for_new)
        rules, standing = await press.look(official.preview, written)
        card = tournament_cards.preview(draft, rules, None, foreseen, press.voice, standing)
        card = sign_ups_cards.with_sign_ups(card, draft.draft_id, rules, waiting, press.voice)
        return poster_words.on_preview(card, told, draft.name or "", press.voice)
    before = await press.look(tournaments.find, draft.tournament_id)
    card = tournament_cards.preview(draft, before.rulebook, before, foreseen, press.voice)
    return poster_words.on_preview(card, told, draft.name or before.name, press.voice)


@on_press("draft", DRAFT, Audience.ADDRESSED, update=True)
async def show_draft(press: Press, draft_id: str) -> Card:
    """Shows the preview of the moment that was chosen."""
    return await show_preview(press, await press.ask(drafts.find, draft_id))


@on_press("draft-confirm", DRAFT, Audience.ADDRESSED, update=True)
async def confirm_draft(press: Press, draft_id: str) -> Card:
    """Creates or changes the tournament as previewed."""
    draft = await press.ask(drafts.find, draft_id)
    done, brought = await press.do(sign_ups_taking_in_verbs.create_with, draft_id)
    if isinstance(done, EventProposal):
        return event_proposal_cards.receipt(done, press.voice)
    if draft.tournament_id:
        asked = await press.look(fixed_starts.find_view, draft.tournament_id)
        if asked is not None and asked.change.start_at == draft.start_at:
            return start_change_cards.request_receipt(asked, press.voice)
        return tournament_cards.change_receipt(done, press.voice)
    card = tournament_cards.creation_receipt(done, press.voice)
    return sign_ups_cards.with_brought(card, done, brought, press.voice)


@on_press("draft-drop", DRAFT, Audience.ADDRESSED, update=True)
async def drop_draft(press: Press, draft_id: str) -> Card:
    """Forgets the draft."""
    await press.do(sign_ups_taking_in_verbs.drop_with, draft_id)
    return tournament_cards.drop_receipt(press.voice)


@on_press("event-proposal", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT)
async def show_proposed_event(press: Press, proposal_id: str) -> Card:
    """Shows a proposed event to whoever may decide it."""
    await press.ask(event_proposals.to_decide, proposal_id)
    return event_proposal_cards.card(await press.look(event_proposals.of_server, proposal_id), press.voice)


@on_press("event-approve", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT, live=event_proposals.proposal_subject)
async def approve_event(press: Press, proposal_id: str) -> Card:
    """The President approves a proposed event, which is created and announced."""
    await press.do(event_proposals.approve, proposal_id)
    return event_proposal_cards.decision_receipt(await press.look(event_proposals.of_server, proposal_id), press.voice)


@on_press("event-refuse", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT)
async def ask_why_refused(press: Press, proposal_id: str) -> None:
    """Asks the President for the reason."""
    await press.ask(event_proposals.to_decide, proposal_id)
    reason = Text("reason", "event_proposals.reason", long=True, limit=500)
    await press.open_form(f"event-refused:{proposal_id}", "event_proposals.refuse", reason)


@on_press("event-refused", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT, live=event_proposals.proposal_subject)
async def refuse_event(press: Press, proposal_id: str) -> Card:
    """The President refuses a proposed event for the reason that was typed."""
    await press.do(event_proposals.refuse, proposal_id, press.text("reason"))
    return event_proposal_cards.decision_receipt(await press.look(event_proposals.of_server, proposal_id), press.voice)


@command("tournament cancel", Act.CANCEL_TOURNAMENT)
async def ask_why_cancelled(press: Press, tournament: OpenEvent) -> None:
    """Asks for the reason that everyone will read."""
    await press.ask(tournaments.cancellable, tournament)
    reason = Text("reason", "tournament.cancel_reason", long=True, limit=500)
    await press.open_form(f"cancel:{tournament}", "tournament.cancel_title", reason)


@on_press("cancel", EVENT, Act.CANCEL_TOURNAMENT)
async def cancel(press: Press, tournament_id: TournamentId) -> Card:
    """Calls the tournament off for the reason that was typed."""
    done = await press.do(tournaments.cancel, tournament_id, press.text("reason"))
    return tournament_cards.called_off(done, press.voice)


@command("tournament pause", Act.PAUSE_TOURNAMENT)
async def ask_why_paused(press: Press, tournament: OpenEvent) -> None:
    """Asks for the reason that the players will read, and for the end."""
    reason = Text("reason", "event_pause.reason", long=True, limit=500)
    end = Text("until", "event_pause.end", "event_pause.end_hint", required=False, limit=40)
    await press.open_form(f"pause:{tournament}", "event_pause.title", reason, end)


@on_press("pause", EVENT, Act.PAUSE_TOURNAMENT)
async def pause(press: Press, tournament_id: TournamentId) -> Card:
    """Pauses the event for the reason that was typed, until the moment, if there is one."""
    text = press.text("until").strip()
    until = moment_meant(press, text) if text else None
    view = await press.do(pausing.pause, tournament_id, press.text("reason"), until)
    return pause_cards.pause_card(view, press.voice)


@command("tournament resume", Act.PAUSE_TOURNAMENT)
async def resume(press: Press, tournament: OpenEvent) -> Card:
    """Lets a paused event go on before its time."""
    return pause_cards.resumption_card(await press.do(pausing.resume, tournament), press.voice)


@on_press("event-resume", EVENT, Act.PAUSE_TOURNAMENT)
async def resume_from_desk(press: Press, tournament_id: TournamentId) -> Card:
    """As `/tournament resume`, by the button of the desk."""
    return pause_cards.resumption_card(await press.do(pausing.resume, tournament_id), press.voice)


@command("events", Audience.EVERYBODY)
async def events(press: Press, tournament: AnyEvent | None = None) -> Card:
    """Lists the server's tournaments, or shows the one that was chosen."""
    if tournament is not None:
        return await show(press, tournament)
    return tournament_cards.listing_of(await press.look(reading.of_guild), press.voice)


@on_press("event-chosen", NOTHING, Audience.EVERYBODY)
async def show_chosen(press: Press) -> Card:
    """Shows the tournament that was chosen from the list."""
    return await show(press, await press.read_choice(EVENT))


async def show(press: Press, tournament_id: TournamentId) -> Card:
    """Shows one tournament as its announcement does, in the reader's language."""
    view = await press.look(reading.of_server, tournament_id)
    running = await press.look(course.course_of_server, tournament_id)
    told = None if running is None else course_words.until_end(running, press.voice)
    return announcement.announcement(view, press.voice, told)


@on_press("rules", EVENT, Audience.EVERYBODY)
async def rules(press: Press, tournament_id: TournamentId) -> None:
    """Shows the event's own frozen rules in the reader's language."""
    voice = press.voice
    tournament = await press.look(tournaments.find, tournament_id)
    rulebook = with_titles(tournament.rulebook, await press.look(games.available, voice.locale))
    for card in tournament_cards.rules(rulebook, tournament.name, voice):
        await press.answer(card)
