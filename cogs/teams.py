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
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView, Told
from bot.domain.team_play.stay_on_views import StayOnView
from bot.domain.team_play.team_views import TeamMatch
from bot.errors import NotNow
from bot.i18n import Voice
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk, match_notes
from bot.rendering.team_play import board_words, stay_on_cards, team_cards, team_words
from bot.services.playing import match_reading, ruling
from bot.services.team_play import stay_on, team_matches, team_staff, teams
from bot.services.timetable import contest_subject, tournament_subject
from cogs.audience import Audience
from cogs.choosing import OpenEvent, Player
from cogs.crowds import live, live_verb
from cogs.press import Press, by_command
from cogs.refereeing import tell
from cogs.routing import Form, on_press
from cogs.subjects import BOARDS, ENTRANT, EVENT, MARKED, MATCH, NUMBER, Marked, triple
from cogs.team_forms import named_in_form, team_form
from cogs.team_staff import ask_to_change, ask_to_enter

if TYPE_CHECKING:
    from bot.app import TournamentBot

FIELDS = 5
"""Inputs that a form has room for."""


async def ask_for_team(press: Press, tournament_id: TournamentId) -> None:
    """Opens the captain's form, filled with the team as it stands."""
    asked = await press.ask(teams.form, tournament_id)
    custom_id = f"team-form:{asked.tournament.tournament_id}"
    await press.form(team_form(asked, press.voice, custom_id))


@on_press("team-edit", EVENT, Audience.PLAYERS)
async def edit(press: Press, tournament_id: TournamentId) -> None:
    """Opens the form again."""
    await ask_for_team(press, tournament_id)


@on_press("team-form", EVENT, Audience.EVERYBODY)
async def take(press: Press, tournament_id: TournamentId) -> None:
    """Registers the team, or writes it anew."""
    named = await named_in_form(press, tournament_id)
    panel, name = tournament_subject(tournament_id), press.text("name")
    await live_verb(press, panel, team_cards.saved, teams.save, tournament_id, name, named)


@on_press("team-add", ENTRANT, Audience.PLAYERS)
async def add(press: Press, entrant_id: EntrantId) -> None:
    """Puts the chosen members of the server into the team."""
    picked = press.members()
    view = await press.do(teams.add_members, entrant_id, picked)
    await press.answer(team_cards.saved(view, press.voice))


@on_press("line-up", MATCH, Audience.PLAYERS)
async def line_up(press: Press, contest_id: ContestId) -> None:
    """Asks the captain who sits where."""
    view, names = await press.ask(team_matches.members_to_name, contest_id)
    voice = press.voice
    if view.part(StayOnView) is not None:
        await press.form(_order_form(contest_id, names, voice))
        return
    form = Form(f"line-up-named:{contest_id}", voice.say("teams.form_line_up"))
    team = view.part(TeamMatch)
    boards = () if team is None else team.boards
    if view.tournament.rulebook.dispute is not None and len(boards) <= FIELDS:
        for one, seat in zip(boards, names, strict=False):
            hint = voice.count("teams.seats_hint", one.places)
            label = f"{team_words.board_name(one, voice)} {team_words.game_title(one, voice)}"
            form.ask(f"board{one.board}", label, description=hint, limit=400, default=", ".join(seat) or None)
    else:
        listed = "\n".join(", ".join(seat) for seat in names)
        form.ask("boards", voice.say("teams.form_order"), long=True, limit=1500, default=listed or None)
    await press.form(form)


@on_press("line-up-named", MATCH, Audience.PLAYERS)
async def line_up_named(press: Press, contest_id: ContestId) -> None:
    """Takes the line-up."""
    panel, told = contest_subject(contest_id), team_cards.line_up_taken
    await live_verb(press, panel, told, team_matches.name_line_up, contest_id, _seats(press))


@on_press("order-named", MATCH, Audience.PLAYERS)
async def order_named(press: Press, contest_id: ContestId) -> None:
    """Takes the order of a challenge in which the winner stays on."""
    panel, told = contest_subject(contest_id), team_cards.line_up_taken
    await live_verb(press, panel, told, stay_on.name_order, contest_id, _seats(press))


@on_press("team-boards", MATCH, Audience.PLAYERS)
async def boards(press: Press, contest_id: ContestId) -> None:
    """Asks how each board ended."""
    view = await press.ask(team_matches.reportable, contest_id)
    await press.form(_asked(view, f"team-told:{contest_id}", press.voice, most=FIELDS))


@on_press("team-told", MATCH, Audience.PLAYERS)
async def told(press: Press, contest_id: ContestId) -> None:
    """Takes the boards: a captain's report, or the arbiter's word."""
    act = partial(_report, press, contest_id)
    await live(press, contest_subject(contest_id), act, private=False)


@on_press("team-rule", MATCH, Act.RULE_RESULT)
async def rule(press: Press, contest_id: ContestId) -> None:
    """Asks the arbiter how each board ended, and why."""
    view = await press.do(ruling.desk, contest_id)
    voice = press.voice
    form = _asked(view, f"team-ruled:{contest_id}", voice, most=FIELDS - 1)
    overrules = view.match.report is not None
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500, required=overrules)
    await press.form(form)


@on_press("team-ruled", MATCH, Act.RULE_RESULT)
async def ruled(press: Press, contest_id: ContestId) -> None:
    """Settles the match by the arbiter's word."""
    why = press.text("why") or None
    taken = await press.do(team_matches.rule, contest_id, told_boards(press), why)
    await tell(press, taken.view, Told.RULED, reason=taken.view.reason)


async def ask_for_right_boards(press: Press, view: MatchView) -> None:
    """Asks for the boards of a settled match as they really ended, and why."""
    voice = press.voice
    await press.form(right_boards_form(view, f"team-right:{view.contest_id}.0", voice))


@on_press("team-right", MARKED, Act.CORRECT_RESULT)
async def right(press: Press, meant: Marked) -> None:
    """Corrects a settled match; what that has played anew, and was not seen yet, is shown first."""
    contest_id, seen = meant
    told = told_boards(press)
    found = await press.ask(team_matches.preview_correction, contest_id, told)
    if len(found.reopened) != seen:
        await press.answer(match_desk.correction(found, press.voice))
        return
    why, reopened = press.text("why"), len(found.reopened)
    await press.do(team_matches.correct, contest_id, told, why, reopened)
    await press.say("matches.corrected_now")


@on_press("team-right-again", triple(MATCH, BOARDS, NUMBER), Act.CORRECT_RESULT)
async def right_again(press: Press, meant: tuple[ContestId, tuple[str, ...], int]) -> None:
    """Asks for the boards and the reason, the last step before a correction by which matches are played anew."""
    contest_id, told, seen = meant
    voice = press.voice
    view = await press.look(match_reading.shown, contest_id, press.now)
    await press.form(right_boards_form(view, f"team-right:{contest_id}.{seen}", voice, told))


def right_boards_form(view: MatchView, custom_id: str, voice: Voice, told: tuple[str, ...] = ()) -> Form:
    """Asks how the boards of a settled match really ended, and why."""
    form = _asked(view, custom_id, voice, most=FIELDS - 1, title="teams.form_right", before=told)
    return form.ask("why", voice.say("matches.form_why"), long=True, limit=500)


async def _report(press: Press, contest_id: ContestId) -> Card:
    taken = await press.do(team_matches.report, contest_id, told_boards(press))
    return match_notes.reported(taken, press.server_voice)


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
    team, challenge = view.part(TeamMatch), view.part(StayOnView)
    if team is None:
        raise NotNow
    form = Form(custom_id, voice.say(title))
    if challenge is not None:
        return _ask_games(form, stay_on_cards.written_games(view, challenge), voice)
    filled_in, extra = before or team_words.told_texts(team), team_words.may_need_extra(team)
    if len(team.boards) + extra > most:
        hint = team_words.boards_hint(view, team, voice)
        filled, label = "\n".join(filled_in) or None, voice.say("teams.form_boards")
        return form.ask("boards", label, description=hint, long=True, limit=600, default=filled)
    known = dict(enumerate(filled_in, start=1))
    for one in team.boards:
        label = f"{one.board}. {team_words.seats_plain(one)}"
        hint = board_words.hint(view, one, team_words.example(one), voice)
        form.ask(f"board{one.board}", label, description=hint, limit=12, default=known.get(one.board))
    if extra:
        label, hint = voice.say("teams.extra_label"), voice.say("teams.extra_hint")
        default = known.get(len(team.boards) + 1)
        form.ask("extra", label, description=hint, limit=12, default=default, required=False)
    return form


def _ask_games(form: Form, told: Sequence[str], voice: Voice) -> Form:
    """An input for all games of a challenge in which the winner stays on."""
    label, hint = voice.say("stay_on.form_games"), voice.say("stay_on.games_hint")
    return form.ask("boards", label, description=hint, long=True, limit=600, default="\n".join(told) or None)


def _order_form(contest_id: ContestId, names: Sequence[Sequence[str]], voice: Voice) -> Form:
    """Asks who plays, and in which order."""
    listed = "\n".join(name for seat in names for name in seat)
    form = Form(f"order-named:{contest_id}", voice.say("stay_on.form_order"))
    return form.ask("boards", voice.say("stay_on.form_names"), long=True, limit=1500, default=listed or None)


def _seats(press: Press) -> list[tuple[str, ...]]:
    """The names that were typed of each board, commas between those of one."""
    return [tuple(name.strip() for name in re.split(r"[,;]", line) if name.strip()) for line in told_boards(press)]


def told_boards(press: Press) -> list[str]:
    """What was typed of each board: in inputs of their own, or in one, a line each."""
    typed = press.fields()
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
    @by_command(Audience.EVERYBODY)
    async def show(self, press: Press, tournament: OpenEvent, team: Player | None = None) -> None:
        """Shows a team, or one's own."""
        presser = press.presser
        voice = press.voice
        if team is not None:
            view = await press.ask(teams.of_entrant, team)
        else:
            view = await press.ask(teams.own, tournament)
        await press.answer(team_cards.shown(view, voice, own=view.captain.discord_id == presser.member_id))

    @app_commands.command(name="edit", description="commands.team_edit")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.PLAYERS)
    async def change(self, press: Press, tournament: OpenEvent) -> None:
        """Opens the captain's form."""
        await ask_for_team(press, tournament)

    @app_commands.command(name="leave", description="commands.team_leave")
    @app_commands.describe(tournament="commands.option_tournament")
    @by_command(Audience.PLAYERS)
    async def leave(self, press: Press, tournament: OpenEvent) -> None:
        """Takes the member who typed out of the team."""
        view = await press.do(teams.leave, tournament)
        await press.answer(team_cards.left(view, press.voice))

    @app_commands.command(name="enter", description="commands.team_enter")
    @app_commands.describe(tournament="commands.option_tournament", captain="commands.team_enter_captain")
    @by_command(Act.ENTER_OTHER_PERSON)
    async def enter(self, press: Press, tournament: OpenEvent, captain: discord.Member | None = None) -> None:
        """Opens a new team's form for staff, who write it down for people who cannot."""
        await ask_to_enter(press, tournament, captain)

    @app_commands.command(name="change", description="commands.team_change")
    @app_commands.describe(tournament="commands.option_tournament", team="commands.team_which")
    @by_command(Act.ENTER_OTHER_PERSON)
    async def rewrite(self, press: Press, tournament: OpenEvent, team: Player) -> None:
        """Opens the form of any team for staff."""
        await ask_to_change(press, team)

    @app_commands.command(name="captain", description="commands.team_captain")
    @app_commands.describe(
        tournament="commands.option_tournament", team="commands.team_which", captain="commands.team_new_captain"
    )
    @by_command(Act.TAKE_OUT_PLAYER)
    async def captain(self, press: Press, tournament: OpenEvent, team: Player, captain: discord.Member) -> None:
        """Gives a team another captain, in public."""
        known = (MemberId(captain.id), captain.display_name)
        view = await press.do(team_staff.hand_over, team, known)
        await press.answer(team_cards.captain_changed(view, press.server_voice), private=False)


async def setup(bot: TournamentBot) -> None:
    """Adds the cog."""
    await bot.add_cog(Teams())
