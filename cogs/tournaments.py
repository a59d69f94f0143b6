"""Creating, changing, cancelling, listing and looking at tournaments."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.events.drafts import Draft
from bot.domain.ids import GuildId, TournamentId
from bot.domain.registry.event_proposals import EventProposal
from bot.errors import NotFound, Subject
from bot.rendering.events import announcement, tournament_cards
from bot.rendering.game_names import titled
from bot.rendering.layout import Card
from bot.rendering.registry import event_proposal_cards
from bot.rulebooks.library import from_canonical
from bot.services import reading
from bot.services.events import course, drafts, tournaments
from bot.services.playing import games
from bot.services.registry import event_proposals
from cogs import desk, draw, records
from cogs.answering import Interaction, answer, presser_of, update, voice_of
from cogs.choosing import all_tournaments, open_tournaments, rulebook_names, tournament_meant
from cogs.crowds import press
from cogs.moments import starts_meant
from cogs.routing import Form, on_press, text_of

if TYPE_CHECKING:
    from bot.app import TournamentBot


@on_press("draft")
async def show_draft(interaction: Interaction, subject: str) -> None:
    """Shows the preview of the moment that was chosen."""
    draft = await interaction.client.house.ask(drafts.find, presser_of(interaction), subject)
    await update(interaction, await _preview(interaction, draft))


@on_press("draft-confirm")
async def confirm_draft(interaction: Interaction, subject: str) -> None:
    """Creates or changes the tournament as previewed."""
    draft = await interaction.client.house.ask(drafts.find, presser_of(interaction), subject)
    done = await interaction.client.house.do(drafts.confirm, presser_of(interaction), subject)
    voice = voice_of(interaction)
    if isinstance(done, EventProposal):
        await update(interaction, event_proposal_cards.proposed(done, voice))
        return
    card = tournament_cards.changed if draft.tournament_id else tournament_cards.created
    await update(interaction, card(done, voice))


@on_press("event-proposal")
async def show_proposed_event(interaction: Interaction, subject: str) -> None:
    """Shows a proposed event to whoever may decide it."""
    await interaction.client.house.ask(event_proposals.to_decide, presser_of(interaction), subject)
    view = await interaction.client.house.ask(event_proposals.view, subject)
    if view is not None:
        await answer(interaction, event_proposal_cards.card(view, voice_of(interaction)))


@on_press("event-approve")
async def approve_event(interaction: Interaction, subject: str) -> None:
    """The President approves a proposed event, which is created and announced."""
    await press(interaction, event_proposals.proposal_subject(subject), partial(_approved, interaction, subject))


@on_press("event-refuse")
async def ask_refusal(interaction: Interaction, subject: str) -> None:
    """Asks the President for the reason."""
    await interaction.client.house.ask(event_proposals.to_decide, presser_of(interaction), subject)
    voice = voice_of(interaction)
    form = Form(f"event-refused:{subject}", voice.say("event_proposals.refuse"))
    form.ask("reason", voice.say("event_proposals.reason"), long=True, limit=500)
    await interaction.response.send_modal(form)


@on_press("event-refused")
async def refuse_event(interaction: Interaction, subject: str) -> None:
    """The President refuses a proposed event for the reason that was typed."""
    await press(interaction, event_proposals.proposal_subject(subject), partial(_refused, interaction, subject))


async def _approved(interaction: Interaction, proposal_id: str) -> Card:
    await interaction.client.house.do(event_proposals.approve, presser_of(interaction), proposal_id)
    return await _told(interaction, proposal_id)


async def _refused(interaction: Interaction, proposal_id: str) -> Card:
    reason = text_of(interaction, "reason")
    await interaction.client.house.do(event_proposals.refuse, presser_of(interaction), proposal_id, reason)
    return await _told(interaction, proposal_id)


async def _told(interaction: Interaction, proposal_id: str) -> Card:
    view = await interaction.client.house.ask(event_proposals.view, proposal_id)
    if view is None:
        raise NotFound(what=Subject.TOURNAMENT)
    return event_proposal_cards.told(view, voice_of(interaction))


@on_press("draft-drop")
async def drop_draft(interaction: Interaction, subject: str) -> None:
    """Forgets the draft."""
    await interaction.client.house.do(drafts.drop, presser_of(interaction), subject)
    await update(interaction, tournament_cards.dropped(voice_of(interaction)))


@on_press("cancel")
async def cancel(interaction: Interaction, subject: str) -> None:
    """Calls the tournament off for the reason that was typed."""
    done = await interaction.client.house.do(
        tournaments.cancel, presser_of(interaction), TournamentId(subject), text_of(interaction, "reason")
    )
    await answer(interaction, tournament_cards.called_off(done, voice_of(interaction)))


@on_press("rules")
async def rules(interaction: Interaction, subject: str) -> None:
    """Shows the event's own frozen rules in the reader's language."""
    house, guild_id, voice = interaction.client.house, GuildId(interaction.guild_id or 0), voice_of(interaction)
    tournament = await house.ask(tournaments.find, guild_id, TournamentId(subject))
    rulebook = titled(tournament.rulebook, await house.ask(games.available, guild_id, voice.locale))
    for card in tournament_cards.rules(rulebook, tournament.name, voice):
        await answer(interaction, card)


async def _preview(interaction: Interaction, draft: Draft) -> Card:
    if draft.tournament_id is None:
        return tournament_cards.preview(draft, from_canonical(draft.rulebook or ""), None, voice_of(interaction))
    before = await interaction.client.house.ask(tournaments.find, draft.guild_id, draft.tournament_id)
    return tournament_cards.preview(draft, before.rulebook, before, voice_of(interaction))


async def _offer(interaction: Interaction, made: tuple[Draft, ...], offsets: tuple[str, ...]) -> None:
    if len(made) == 1:
        await answer(interaction, await _preview(interaction, made[0]))
    else:
        await answer(interaction, tournament_cards.which_moment(made, offsets, voice_of(interaction)))


@app_commands.guild_only()
class Tournaments(commands.GroupCog, group_name="tournament", group_description="commands.tournament"):
    """`/tournament create | edit | cancel | list | show | desk | verify | bracket | export | import`."""

    @app_commands.command(name="create", description="commands.tournament_create")
    @app_commands.describe(
        rulebook="commands.option_rulebook", name="commands.tournament_name", start="commands.tournament_start"
    )
    @app_commands.autocomplete(rulebook=rulebook_names)
    async def create(self, interaction: Interaction, rulebook: str, name: str, start: str) -> None:
        """Shows what will be created; the press under it does it."""
        starts, offsets = starts_meant(interaction, start)
        made = await interaction.client.house.do(drafts.of_new, presser_of(interaction), name, rulebook, starts)
        await _offer(interaction, made, offsets)

    @app_commands.command(name="edit", description="commands.tournament_edit")
    @app_commands.describe(
        tournament="commands.option_tournament", name="commands.tournament_name", start="commands.tournament_start"
    )
    @app_commands.autocomplete(tournament=open_tournaments)
    async def edit(
        self, interaction: Interaction, tournament: str, name: str | None = None, start: str | None = None
    ) -> None:
        """Shows what will change; the press under it does it."""
        tournament_id = await tournament_meant(interaction, tournament)
        starts, offsets = starts_meant(interaction, start) if start else ((), ())
        made = await interaction.client.house.do(drafts.of_change, presser_of(interaction), tournament_id, name, starts)
        await _offer(interaction, made, offsets)

    @app_commands.command(name="cancel", description="commands.tournament_cancel")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def cancel_command(self, interaction: Interaction, tournament: str) -> None:
        """Asks for the reason that everyone will read."""
        tournament_id = await tournament_meant(interaction, tournament)
        await interaction.client.house.ask(tournaments.cancellable, presser_of(interaction), tournament_id)
        voice = voice_of(interaction)
        form = Form(f"cancel:{tournament_id}", voice.say("tournament.cancel_title"))
        form.ask("reason", voice.say("tournament.cancel_reason"), long=True, limit=500)
        await interaction.response.send_modal(form)

    @app_commands.command(name="list", description="commands.tournament_list")
    async def list_command(self, interaction: Interaction) -> None:
        """Lists the server's tournaments."""
        found = await interaction.client.house.ask(reading.of_guild, GuildId(interaction.guild_id or 0))
        await answer(interaction, tournament_cards.listing_of(found, voice_of(interaction)))

    @app_commands.command(name="show", description="commands.tournament_show")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def show(self, interaction: Interaction, tournament: str) -> None:
        """Shows one tournament as its announcement does, in the reader's language."""
        tournament_id = await tournament_meant(interaction, tournament)
        view = await interaction.client.house.ask(reading.tournament_view, tournament_id)
        if view is not None:
            house, voice = interaction.client.house, voice_of(interaction)
            running = await house.ask(course.course, tournament_id, house.clock())
            await answer(interaction, announcement.in_progress(announcement.announcement(view, voice), running, voice))

    @app_commands.command(name="desk", description="commands.tournament_desk")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def desk_command(self, interaction: Interaction, tournament: str) -> None:
        """Shows the organiser what holds up the next step."""
        await desk.desk(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="verify", description="commands.tournament_verify")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def verify_command(self, interaction: Interaction, tournament: str) -> None:
        """Runs the draw again from its public record."""
        await draw.verify(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="bracket", description="commands.tournament_bracket")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def bracket_command(self, interaction: Interaction, tournament: str) -> None:
        """Shows the bracket as it stands."""
        await draw.bracket(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="export", description="commands.record_export")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=all_tournaments)
    async def export_command(self, interaction: Interaction, tournament: str) -> None:
        """Hands over the event as files that anybody can check."""
        await records.export(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="import", description="commands.record_import")
    @app_commands.describe(file="commands.record_file", confirm="commands.record_confirm")
    async def import_command(self, interaction: Interaction, file: discord.Attachment, confirm: bool = False) -> None:
        """Brings in an event that is over from its record."""
        await records.bring(interaction, file, confirm=confirm)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Tournaments())
