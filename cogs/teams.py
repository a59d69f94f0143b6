"""Teams: entering and changing them, line-ups, and matches told board by board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.domain.ids import ContestId, EntrantId, MemberId, TournamentId
from bot.domain.playing.match_views import MatchView, Told
from bot.errors import NotNow, Outdated
from bot.i18n import Voice
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.team_play import stay_on_cards, team_cards, team_words
from bot.services.playing import match_reading, ruling
from bot.services.team_play import stay_on, team_matches, team_staff, teams
from bot.services.timetable import contest_subject, tournament_subject
from cogs.answering import Interaction, answer, presser_of, say, server_voice, voice_of
from cogs.choosing import open_tournaments, players, tournament_meant
from cogs.crowds import press, press_verb
from cogs.refereeing import tell
from cogs.routing import Form, fields, on_press, text_of
from cogs.team_forms import named_in_form, picked_members, team_form
from cogs.team_staff import ask_to_change, ask_to_enter

if TYPE_CHECKING:
    from bot.app import TournamentBot

FIELDS = 5
"""Inputs that a form has room for."""


async def ask_for_team(interaction: Interaction, tournament_id: TournamentId) -> None:
    """Opens the captain's form, filled with the team as it stands."""
    asked = await interaction.client.house.ask(teams.form, presser_of(interaction), tournament_id)
    custom_id = f"team-form:{asked.tournament.tournament_id}"
    await interaction.response.send_modal(team_form(asked, voice_of(interaction), custom_id))


@on_press("team-edit")
async def edit(interaction: Interaction, subject: str) -> None:
    """Opens the form again."""
    await ask_for_team(interaction, TournamentId(subject))


@on_press("team-form")
async def take(interaction: Interaction, subject: str) -> None:
    """Registers the team, or writes it anew."""
    tournament_id, presser = TournamentId(subject), presser_of(interaction)
    named = await named_in_form(interaction, tournament_id)
    panel = tournament_subject(tournament_id)
    given = (presser, tournament_id, text_of(interaction, "name"), named)
    await press_verb(interaction, panel, team_cards.saved, teams.save, *given)


@on_press("team-add")
async def add(interaction: Interaction, subject: str) -> None:
    """Puts the chosen members of the server into the team."""
    picked = picked_members(interaction)
    view = await interaction.client.house.do(teams.add_members, presser_of(interaction), EntrantId(subject), picked)
    await answer(interaction, team_cards.saved(view, voice_of(interaction)))


@on_press("line-up")
async def line_up(interaction: Interaction, subject: str) -> None:
    """Asks the captain who sits where."""
    house, presser = interaction.client.house, presser_of(interaction)
    view, names = await house.ask(team_matches.members_to_name, presser, ContestId(subject))
    voice = voice_of(interaction)
    if view.stay_on is not None:
        await interaction.response.send_modal(_order_form(subject, names, voice))
        return
    form = Form(f"line-up-named:{subject}", voice.say("teams.form_line_up"))
    boards = () if view.team is None else view.team.boards
    if view.tournament.rulebook.dispute is not None and len(boards) <= FIELDS:
        for one, seat in zip(boards, names, strict=False):
            hint = voice.count("teams.seats_hint", one.places)
            label = f"{team_words.board_name(one, voice)} {team_words.game_title(one, voice)}"
            form.ask(f"board{one.board}", label, description=hint, limit=400, default=", ".join(seat) or None)
    else:
        listed = "\n".join(", ".join(seat) for seat in names)
        form.ask("boards", voice.say("teams.form_order"), long=True, limit=1500, default=listed or None)
    await interaction.response.send_modal(form)


@on_press("line-up-named")
async def line_up_named(interaction: Interaction, subject: str) -> None:
    """Takes the line-up."""
    panel, given = contest_subject(ContestId(subject)), (presser_of(interaction), ContestId(subject))
    told, named = team_cards.line_up_taken, _seats(interaction)
    await press_verb(interaction, panel, told, team_matches.name_line_up, *given, named)


@on_press("order-named")
async def order_named(interaction: Interaction, subject: str) -> None:
    """Takes the order of a challenge in which the winner stays on."""
    panel, given = contest_subject(ContestId(subject)), (presser_of(interaction), ContestId(subject))
    await press_verb(interaction, panel, team_cards.line_up_taken, stay_on.name_order, *given, _seats(interaction))


@on_press("team-boards")
async def boards(interaction: Interaction, subject: str) -> None:
    """Asks how each board ended."""
    house, presser = interaction.client.house, presser_of(interaction)
    view = await house.ask(team_matches.reportable, presser, ContestId(subject))
    await interaction.response.send_modal(_asked(view, f"team-told:{subject}", voice_of(interaction), most=FIELDS))


@on_press("team-told")
async def told(interaction: Interaction, subject: str) -> None:
    """Takes the boards: a captain's report, or the arbiter's word."""
    act = partial(_report, interaction, ContestId(subject))
    await press(interaction, contest_subject(ContestId(subject)), act, private=False)


@on_press("team-rule")
async def rule(interaction: Interaction, subject: str) -> None:
    """Asks the arbiter how each board ended, and why."""
    house, presser = interaction.client.house, presser_of(interaction)
    view = await house.do(ruling.desk, presser, ContestId(subject))
    voice = voice_of(interaction)
    form = _asked(view, f"team-ruled:{subject}", voice, most=FIELDS - 1)
    overrules = view.match.report is not None
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500, required=overrules)
    await interaction.response.send_modal(form)


@on_press("team-ruled")
async def ruled(interaction: Interaction, subject: str) -> None:
    """Settles the match by the arbiter's word."""
    why = text_of(interaction, "why") or None
    taken = await interaction.client.house.do(
        team_matches.rule, presser_of(interaction), ContestId(subject), told_boards(interaction), why
    )
    await tell(interaction, taken.view, Told.RULED, reason=taken.view.reason)


async def ask_for_right_boards(interaction: Interaction, view: MatchView) -> None:
    """Asks for the boards of a settled match as they really ended, and why."""
    voice = voice_of(interaction)
    await interaction.response.send_modal(right_boards_form(view, f"team-right:{view.contest_id}.0", voice))


@on_press("team-right")
async def right(interaction: Interaction, subject: str) -> None:
    """Corrects a settled match; what that has played anew, and was not seen yet, is shown first."""
    contest_id, _, seen = subject.partition(".")
    house, presser, told = interaction.client.house, presser_of(interaction), told_boards(interaction)
    found = await house.ask(team_matches.preview_correction, presser, ContestId(contest_id), told)
    if str(len(found.reopened)) != seen:
        await answer(interaction, match_desk.correction(found, voice_of(interaction)))
        return
    why, reopened = text_of(interaction, "why"), len(found.reopened)
    await house.do(team_matches.correct, presser, ContestId(contest_id), told, why, reopened)
    await say(interaction, "matches.corrected_now")


@on_press("team-right-again")
async def right_again(interaction: Interaction, subject: str) -> None:
    """Asks for the boards and the reason, the last step before a correction by which matches are played anew."""
    match subject.split("."):
        case [contest_id, code, seen] if seen.isdecimal():
            pass
        case _:
            raise Outdated
    house, guild_id, voice = interaction.client.house, presser_of(interaction).guild_id, voice_of(interaction)
    view = await house.ask(match_reading.shown, guild_id, ContestId(contest_id), house.clock())
    told = tuple(code.split("_")) if code else ()
    await interaction.response.send_modal(right_boards_form(view, f"team-right:{contest_id}.{seen}", voice, told))


def right_boards_form(view: MatchView, custom_id: str, voice: Voice, told: tuple[str, ...] = ()) -> Form:
    """Asks how the boards of a settled match really ended, and why."""
    form = _asked(view, custom_id, voice, most=FIELDS - 1, title="teams.form_right", before=told)
    return form.ask("why", voice.say("matches.form_why"), long=True, limit=500)


async def _report(interaction: Interaction, contest_id: ContestId) -> Card:
    given = (presser_of(interaction), contest_id, told_boards(interaction))
    taken = await interaction.client.house.do(team_matches.report, *given)
    return match_notes.reported(taken, server_voice(interaction))


def _asked(
    view: MatchView,
    custom_id: str,
    voice: Voice,
    *,
    most: int,
    title: str = "teams.form_report",
    before: tuple[str, ...] = (),
) -> Form:
    """A form with an input for each board, or, where there are too many, one for all of them; `before` fills it."""
    if view.team is None:
        raise NotNow
    form = Form(custom_id, voice.say(title))
    if view.stay_on is not None:
        return _ask_games(form, stay_on_cards.written_games(view, view.stay_on), voice)
    filled_in, extra = before or team_words.told_texts(view.team), team_words.may_need_extra(view.team)
    if len(view.team.boards) + extra > most:
        hint = team_words.boards_hint(view.team, voice)
        filled, label = "\n".join(filled_in) or None, voice.say("teams.form_boards")
        return form.ask("boards", label, description=hint, long=True, limit=600, default=filled)
    known = dict(enumerate(filled_in, start=1))
    for one in view.team.boards:
        label = f"{one.board}. {team_words.seats_plain(one)}"
        hint = voice.say("teams.board_hint", games=one.games, example=team_words.example(one))
        form.ask(f"board{one.board}", label, description=hint, limit=12, default=known.get(one.board))
    if extra:
        label, hint = voice.say("teams.extra_label"), voice.say("teams.extra_hint")
        default = known.get(len(view.team.boards) + 1)
        form.ask("extra", label, description=hint, limit=12, default=default, required=False)
    return form


def _ask_games(form: Form, told: Sequence[str], voice: Voice) -> Form:
    """An input for all games of a challenge in which the winner stays on."""
    label, hint = voice.say("stay_on.form_games"), voice.say("stay_on.games_hint")
    return form.ask("boards", label, description=hint, long=True, limit=600, default="\n".join(told) or None)


def _order_form(subject: str, names: Sequence[Sequence[str]], voice: Voice) -> Form:
    """Asks who plays, and in which order."""
    listed = "\n".join(name for seat in names for name in seat)
    form = Form(f"order-named:{subject}", voice.say("stay_on.form_order"))
    return form.ask("boards", voice.say("stay_on.form_names"), long=True, limit=1500, default=listed or None)


def _seats(interaction: Interaction) -> list[tuple[str, ...]]:
    """The names that were typed of each board, commas between those of one."""
    return [
        tuple(name.strip() for name in re.split(r"[,;]", line) if name.strip()) for line in told_boards(interaction)
    ]


def told_boards(interaction: Interaction) -> list[str]:
    """What was typed of each board: in inputs of their own, or in one, a line each."""
    typed = fields(interaction)
    if "boards" in typed:
        return [one.strip() for one in re.split(r"\n", str(typed["boards"])) if one.strip()]
    told = [str(typed[f"board{number}"]) for number in range(1, FIELDS + 1) if f"board{number}" in typed]
    extra = str(typed.get("extra", "")).strip()
    return [*told, extra] if extra else told


@app_commands.guild_only()
class Teams(commands.GroupCog, group_name="team", group_description="commands.team"):
    """The same by command."""

    @app_commands.command(name="show", description="commands.team_show")
    @app_commands.describe(tournament="commands.option_tournament", team="commands.team_option")
    @app_commands.autocomplete(tournament=open_tournaments, team=players)
    async def show(self, interaction: Interaction, tournament: str, team: str | None = None) -> None:
        """Shows a team, or one's own."""
        tournament_id, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
        house, voice = interaction.client.house, voice_of(interaction)
        if team is not None:
            view = await house.ask(teams.of_entrant, presser, EntrantId(team))
        else:
            view = await house.ask(teams.own, presser, tournament_id)
        await answer(interaction, team_cards.shown(view, voice, own=view.captain.discord_id == presser.member_id))

    @app_commands.command(name="edit", description="commands.team_edit")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def change(self, interaction: Interaction, tournament: str) -> None:
        """Opens the captain's form."""
        await ask_for_team(interaction, await tournament_meant(interaction, tournament))

    @app_commands.command(name="leave", description="commands.team_leave")
    @app_commands.describe(tournament="commands.option_tournament")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def leave(self, interaction: Interaction, tournament: str) -> None:
        """Takes the member who typed out of the team."""
        tournament_id, presser = await tournament_meant(interaction, tournament), presser_of(interaction)
        view = await interaction.client.house.do(teams.leave, presser, tournament_id)
        await answer(interaction, team_cards.left(view, voice_of(interaction)))

    @app_commands.command(name="enter", description="commands.team_enter")
    @app_commands.describe(tournament="commands.option_tournament", captain="commands.team_enter_captain")
    @app_commands.autocomplete(tournament=open_tournaments)
    async def enter(self, interaction: Interaction, tournament: str, captain: discord.Member | None = None) -> None:
        """Opens a new team's form for staff, who write it down for people who cannot."""
        await ask_to_enter(interaction, await tournament_meant(interaction, tournament), captain)

    @app_commands.command(name="change", description="commands.team_change")
    @app_commands.describe(tournament="commands.option_tournament", team="commands.team_which")
    @app_commands.autocomplete(tournament=open_tournaments, team=players)
    async def rewrite(self, interaction: Interaction, tournament: str, team: str) -> None:
        """Opens the form of any team for staff."""
        await tournament_meant(interaction, tournament)
        await ask_to_change(interaction, EntrantId(team))

    @app_commands.command(name="captain", description="commands.team_captain")
    @app_commands.describe(
        tournament="commands.option_tournament", team="commands.team_which", captain="commands.team_new_captain"
    )
    @app_commands.autocomplete(tournament=open_tournaments, team=players)
    async def captain(self, interaction: Interaction, tournament: str, team: str, captain: discord.Member) -> None:
        """Gives a team another captain, in public."""
        await tournament_meant(interaction, tournament)
        known = (MemberId(captain.id), captain.display_name)
        view = await interaction.client.house.do(team_staff.hand_over, presser_of(interaction), EntrantId(team), known)
        await answer(interaction, team_cards.captain_changed(view, server_voice(interaction)), private=False)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Teams())
