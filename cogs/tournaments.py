"""Creating, changing, cancelling, listing and looking at tournaments."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.events.drafts import Draft
from bot.domain.events.event_proposals import EventProposal
from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.rendering.events import announcement, event_proposal_cards, tournament_cards
from bot.rendering.game_names import titled
from bot.rendering.layout import Card
from bot.rulebooks.library import from_canonical
from bot.services import reading
from bot.services.events import course, drafts, event_proposals, tournaments
from bot.services.playing import games, provisional
from cogs import desk, draw, records
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent, rulebooks_to_announce
from cogs.crowds import live
from cogs.moments import starts_meant
from cogs.press import Press, by_command
from cogs.routing import Form, on_press
from cogs.subjects import DRAFT, EVENT, EVENT_PROPOSAL

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("draft", DRAFT, Audience.ADDRESSED)
async def show_draft(press: Press, draft_id: str) -> None:
    """Shows the preview of the moment that was chosen."""
    draft = await press.ask(drafts.find, draft_id)
    await press.update(await _preview(press, draft))


@on_press("draft-confirm", DRAFT, Audience.ADDRESSED)
async def confirm_draft(press: Press, draft_id: str) -> None:
    """Creates or changes the tournament as previewed."""
    draft = await press.ask(drafts.find, draft_id)
    done = await press.do(drafts.confirm, draft_id)
    voice = press.voice
    if isinstance(done, EventProposal):
        await press.update(event_proposal_cards.proposed(done, voice))
        return
    card = tournament_cards.changed if draft.tournament_id else tournament_cards.created
    await press.update(card(done, voice))


@on_press("event-proposal", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT)
async def show_proposed_event(press: Press, proposal_id: str) -> None:
    """Shows a proposed event to whoever may decide it."""
    await press.ask(event_proposals.to_decide, proposal_id)
    view = await press.look(event_proposals.of_server, proposal_id)
    await press.answer(event_proposal_cards.card(view, press.voice))


@on_press("event-approve", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT)
async def approve_event(press: Press, proposal_id: str) -> None:
    """The President approves a proposed event, which is created and announced."""
    await live(press, event_proposals.proposal_subject(proposal_id), partial(_approved, press, proposal_id))


@on_press("event-refuse", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT)
async def ask_refusal(press: Press, proposal_id: str) -> None:
    """Asks the President for the reason."""
    await press.ask(event_proposals.to_decide, proposal_id)
    voice = press.voice
    form = Form(f"event-refused:{proposal_id}", voice.say("event_proposals.refuse"))
    form.ask("reason", voice.say("event_proposals.reason"), long=True, limit=500)
    await press.form(form)


@on_press("event-refused", EVENT_PROPOSAL, Act.APPROVE_TOURNAMENT)
async def refuse_event(press: Press, proposal_id: str) -> None:
    """The President refuses a proposed event for the reason that was typed."""
    await live(press, event_proposals.proposal_subject(proposal_id), partial(_refused, press, proposal_id))


async def _approved(press: Press, proposal_id: str) -> Card:
    await press.do(event_proposals.approve, proposal_id)
    return await _told(press, proposal_id)


async def _refused(press: Press, proposal_id: str) -> Card:
    reason = press.text("reason")
    await press.do(event_proposals.refuse, proposal_id, reason)
    return await _told(press, proposal_id)


async def _told(press: Press, proposal_id: str) -> Card:
    view = await press.look(event_proposals.of_server, proposal_id)
    return event_proposal_cards.told(view, press.voice)


@on_press("draft-drop", DRAFT, Audience.ADDRESSED)
async def drop_draft(press: Press, draft_id: str) -> None:
    """Forgets the draft."""
    await press.do(drafts.drop, draft_id)
    await press.update(tournament_cards.dropped(press.voice))


@on_press("cancel", EVENT, Act.CANCEL_TOURNAMENT)
async def cancel(press: Press, tournament_id: TournamentId) -> None:
    """Calls the tournament off for the reason that was typed."""
    done = await press.do(tournaments.cancel, tournament_id, press.text("reason"))
    await press.answer(tournament_cards.called_off(done, press.voice))


@on_press("rules", EVENT, Audience.EVERYBODY)
async def rules(press: Press, tournament_id: TournamentId) -> None:
    """Shows the event's own frozen rules in the reader's language."""
    voice = press.voice
    tournament = await press.look(tournaments.find, tournament_id)
    rulebook = titled(tournament.rulebook, await press.look(games.available, voice.locale))
    for card in tournament_cards.rules(rulebook, tournament.name, voice):
        await press.answer(card)


async def _preview(press: Press, draft: Draft) -> Card:
    small = await press.look(provisional.of_draft, draft)
    if draft.tournament_id is None:
        return tournament_cards.preview(draft, from_canonical(draft.rulebook or ""), None, small, press.voice)
    before = await press.look(tournaments.find, draft.tournament_id)
    return tournament_cards.preview(draft, before.rulebook, before, small, press.voice)


async def _offer(press: Press, made: tuple[Draft, ...], offsets: tuple[str, ...]) -> None:
    if len(made) == 1:
        await press.answer(await _preview(press, made[0]))
    else:
        await press.answer(tournament_cards.which_moment(made, offsets, press.voice))


@app_commands.guild_only()
class Tournaments(commands.GroupCog, group_name="tournament", group_description="commands.tournament"):
    """`/tournament create | edit | cancel | list | show | desk | verify | bracket | export | import`."""

    @app_commands.command(name="create", description="commands.tournament_create")
    @app_commands.describe(
        rulebook="commands.option_rulebook", name="commands.tournament_name", start="commands.tournament_start"
    )
    @app_commands.autocomplete(rulebook=rulebooks_to_announce)
    @by_command(Audience.ADDRESSED)
    async def create(self, press: Press, rulebook: str, name: str, start: str) -> None:
        """Shows what will be created; the press under it does it."""
        starts, offsets = starts_meant(press, start)
        made = await press.do(drafts.of_new, name, rulebook, starts)
        await _offer(press, made, offsets)

    @app_commands.command(name="edit", description="commands.tournament_edit")
    @app_commands.describe(
        tournament="commands.option_tournament", name="commands.tournament_name", start="commands.tournament_start"
    )
    @by_command(Act.EDIT_TOURNAMENT)
    async def edit(
        self, press: Press, tournament: OpenEvent, name: str | None = None, start: str | None = None
    ) -> None:
        """Shows what will change; the press under it does it."""
        starts, offsets = starts_meant(press, start) if start else ((), ())
        made = await press.do(drafts.of_change, tournament, name, starts)
        await _offer(press, made, offsets)

    @app_commands.command(name="cancel", description="commands.tournament_cancel")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Act.CANCEL_TOURNAMENT)
    async def cancel_command(self, press: Press, tournament: OpenEvent) -> None:
        """Asks for the reason that everyone will read."""
        await press.ask(tournaments.cancellable, tournament)
        voice = press.voice
        form = Form(f"cancel:{tournament}", voice.say("tournament.cancel_title"))
        form.ask("reason", voice.say("tournament.cancel_reason"), long=True, limit=500)
        await press.form(form)

    @app_commands.command(name="list", description="commands.tournament_list")
    @by_command(Audience.EVERYBODY)
    async def list_command(self, press: Press) -> None:
        """Lists the server's tournaments."""
        found = await press.look(reading.of_guild)
        await press.answer(tournament_cards.listing_of(found, press.voice))

    @app_commands.command(name="show", description="commands.tournament_show")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.EVERYBODY)
    async def show(self, press: Press, tournament: AnyEvent) -> None:
        """Shows one tournament as its announcement does, in the reader's language."""
        view, voice = await press.look(reading.of_server, tournament), press.voice
        running = await press.look(course.course_of_server, tournament, press.now)
        await press.answer(announcement.in_progress(announcement.announcement(view, voice), running, voice))

    @app_commands.command(name="desk", description="commands.tournament_desk")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Act.SEE_DESK)
    async def desk_command(self, press: Press, tournament: OpenEvent) -> None:
        """Shows the organiser what holds up the next step."""
        await desk.desk(press, tournament)

    @app_commands.command(name="verify", description="commands.tournament_verify")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.EVERYBODY)
    async def verify_command(self, press: Press, tournament: AnyEvent) -> None:
        """Runs the draw again from its public record."""
        await draw.verify(press, tournament)

    @app_commands.command(name="bracket", description="commands.tournament_bracket")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.EVERYBODY)
    async def bracket_command(self, press: Press, tournament: AnyEvent) -> None:
        """Shows the bracket as it stands."""
        await draw.bracket(press, tournament)

    @app_commands.command(name="export", description="commands.record_export")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.EVERYBODY)
    async def export_command(self, press: Press, tournament: AnyEvent) -> None:
        """Hands over the event as files that anybody can check."""
        await records.export(press, tournament)

    @app_commands.command(name="import", description="commands.record_import")
    @app_commands.describe(file="commands.record_file", confirm="commands.record_confirm")
    @by_command(Act.CREATE_TOURNAMENT)
    async def import_command(self, press: Press, file: discord.Attachment, confirm: bool = False) -> None:
        """Brings in an event that is over from its record."""
        await records.bring(press, file, confirm=confirm)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Tournaments())
