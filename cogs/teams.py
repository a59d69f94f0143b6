"""Teams: entering and changing them, line-ups, and matches told board by board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.domain.ids import ContestId, EntrantId, TournamentId
from bot.domain.permissions import Act
from bot.domain.playing.match_views import MatchView, Told
from bot.domain.team_play.stay_on_views import StayOnView
from bot.domain.team_play.team_views import TeamMatch
from bot.errors import NotNow
from bot.i18n import Voice
from bot.rendering.layout import Card
from bot.rendering.playing import match_desk
from bot.rendering.team_play import board_words, stay_on_cards, team_cards, team_words
from bot.services.playing import match_reading, ruling
from bot.services.team_play import stay_on, team_entries, team_matches
from bot.services.timetable import contest_subject, tournament_subject
from cogs.audience import Audience
from cogs.choosing import OpenEvent, Player
from cogs.commands import command
from cogs.crowds import LiveAnswer, live_verb, take_report
from cogs.forms import WHY, Text, Verbatim
from cogs.press import Press
from cogs.refereeing import tell
from cogs.routing import on_press
from cogs.subjects import BOARDS, ENTRANT, EVENT, MARKED, MATCH, NUMBER
from cogs.takes import triple
from cogs.team_forms import named_in_form, open_team_form

FIELDS = 5
"""Inputs that a form has room for."""


@command("team show", Audience.EVERYBODY)
async def show(press: Press, tournament: OpenEvent, team: Player | None = None) -> Card:
    """Shows a team, or one's own."""
    view = await (press.ask(team_entries.own, tournament) if team is None else press.ask(team_entries.of_entrant, team))
    return team_cards.team_card(view, press.voice, own=view.captain.discord_id == press.member_id)


@command("team edit", Audience.PLAYERS)
@on_press("team-edit", EVENT, Audience.PLAYERS)
async def ask_for_team(press: Press, tournament: OpenEvent) -> None:
    """Opens the captain's form, filled with the team as it stands."""
    asked = await press.ask(team_entries.form, tournament)
    await open_team_form(press, asked, f"team-form:{asked.tournament.tournament_id}")


@on_press("team-form", EVENT, Audience.EVERYBODY)
async def take_team(press: Press, tournament_id: TournamentId) -> None:
    """Registers the team, or writes it anew."""
    named = await named_in_form(press, tournament_id)
    panel, name = tournament_subject(tournament_id), press.text("name")
    await live_verb(press, panel, team_cards.receipt, team_entries.save, tournament_id, name, named)


@on_press("team-add", ENTRANT, Audience.PLAYERS)
async def add(press: Press, entrant_id: EntrantId) -> Card:
    """Puts the chosen members of the server into the team."""
    return team_cards.receipt(await press.do(team_entries.add_members, entrant_id, press.members()), press.voice)


@command("team leave", Audience.PLAYERS)
async def leave(press: Press, tournament: OpenEvent) -> Card:
    """Takes the member who typed out of the team."""
    return team_cards.leaving_receipt(await press.do(team_entries.leave, tournament), press.voice)


@on_press("line-up", MATCH, Audience.PLAYERS)
async def line_up(press: Press, contest_id: ContestId) -> None:
    """Asks the captain who sits where; of a challenge in which the winner stays on, who plays in which order."""
    view, names = await press.ask(team_matches.members_to_name, contest_id)
    if view.part(StayOnView) is not None:
        listed = "\n".join(name for seat in names for name in seat)
        asked = Text("boards", "stay_on.form_names", long=True, limit=1500, default=listed or None)
        await press.open_form(f"order-named:{contest_id}", "stay_on.form_order", asked)
    else:
        seats = _seats_to_name(view, names, press.voice)
        await press.open_form(f"line-up-named:{contest_id}", "teams.form_line_up", *seats)


def _seats_to_name(view: MatchView, names: Sequence[Sequence[str]], voice: Voice) -> list[Text]:
    """An input for the players of each board of a dispute of schools, else one for all boards."""
    team = view.part(TeamMatch)
    boards = () if team is None else team.boards
    if view.tournament.rulebook.dispute is None or len(boards) > FIELDS:
        listed = "\n".join(", ".join(seat) for seat in names)
        return [Text("boards", "teams.form_order", long=True, limit=1500, default=listed or None)]
    return [
        Text(
            f"board{one.board}",
            Verbatim(f"{team_words.board_name(one, voice)} {team_words.game_title(one, voice)}"),
            Verbatim(voice.count("teams.seats_hint", one.places)),
            limit=400,
            default=", ".join(seat) or None,
        )
        for one, seat in zip(boards, names, strict=False)
    ]


@on_press("line-up-named", MATCH, Audience.PLAYERS)
async def take_line_up(press: Press, contest_id: ContestId) -> None:
    """Takes the line-up."""
    panel, told = contest_subject(contest_id), team_cards.line_up_taken
    await live_verb(press, panel, told, team_matches.name_line_up, contest_id, _seats(press))


@on_press("order-named", MATCH, Audience.PLAYERS)
async def take_order(press: Press, contest_id: ContestId) -> None:
    """Takes the order of a challenge in which the winner stays on."""
    panel, told = contest_subject(contest_id), team_cards.line_up_taken
    await live_verb(press, panel, told, stay_on.name_order, contest_id, _seats(press))


@on_press("team-boards", MATCH, Audience.PLAYERS)
async def ask_boards(press: Press, contest_id: ContestId) -> None:
    """Asks how each board ended."""
    view = await press.ask(team_matches.reportable, contest_id)
    await press.open_form(
        f"team-told:{contest_id}", "teams.form_report", *boards_to_tell(view, press.voice, most=FIELDS)
    )


@on_press("team-told", MATCH, Audience.PLAYERS, live=contest_subject, public=True)
async def report(press: Press, contest_id: ContestId) -> LiveAnswer:
    """Takes the boards: a captain's report, or the arbiter's word."""
    return await take_report(press, team_matches.report, contest_id, told_boards(press))


@on_press("team-rule", MATCH, Act.RULE_RESULT)
async def rule(press: Press, contest_id: ContestId) -> None:
    """Asks the arbiter how each board ended, and why."""
    view = await press.do(ruling.desk, contest_id)
    why = replace(WHY, required=view.match.report is not None)
    await press.open_form(f"team-ruled:{contest_id}", "teams.form_report", *boards_to_tell(view, press.voice), why)


@on_press("team-ruled", MATCH, Act.RULE_RESULT)
async def submit_ruling(press: Press, contest_id: ContestId) -> None:
    """Settles the match by the arbiter's word."""
    taken = await press.do(team_matches.rule, contest_id, told_boards(press), press.text("why") or None)
    await tell(press, taken.view, Told.RULED, reason=taken.view.reason)


async def ask_for_right_boards(press: Press, view: MatchView, seen: int = 0, told: tuple[str, ...] = ()) -> None:
    """Asks how the boards of a settled match really ended, and why."""
    asked = boards_to_tell(view, press.voice, told)
    await press.open_form(f"team-right:{view.contest_id}.{seen}", "teams.form_right", *asked, WHY)


@on_press("team-right", MARKED, Act.CORRECT_RESULT)
async def right(press: Press, contest_id: ContestId, seen: int) -> Card | None:
    """Corrects a settled match; what that has played anew, and was not seen yet, is shown first."""
    told = told_boards(press)
    found = await press.ask(team_matches.preview_correction, contest_id, told)
    if len(found.reopened) != seen:
        return match_desk.correction(found, press.voice)
    await press.do(team_matches.correct, contest_id, told, press.text("why"), len(found.reopened))
    await press.say("matches.corrected_now")
    return None


@on_press("team-right-again", triple(MATCH, BOARDS, NUMBER), Act.CORRECT_RESULT)
async def right_again(press: Press, contest_id: ContestId, told: tuple[str, ...], seen: int) -> None:
    """Asks for the boards and the reason, the last step before a correction by which matches are played anew."""
    await ask_for_right_boards(press, await press.look(match_reading.find_view, contest_id, press.now), seen, told)


def boards_to_tell(
    view: MatchView, voice: Voice, before: tuple[str, ...] = (), *, most: int = FIELDS - 1
) -> list[Text]:
    """An input for each board, or, where there are more than `most`, one for all of them; `before` fills it."""
    team, challenge = view.part(TeamMatch), view.part(StayOnView)
    if team is None:
        raise NotNow
    if challenge is not None:
        games = "\n".join(stay_on_cards.written_games(view, challenge))
        default = games or None
        return [Text("boards", "stay_on.form_games", "stay_on.games_hint", long=True, limit=600, default=default)]
    filled_in, extra = before or team_words.told_texts(team), team_words.may_need_extra(team)
    if len(team.boards) + extra > most:
        hint, filled = Verbatim(team_words.boards_hint(view, team, voice)), "\n".join(filled_in) or None
        return [Text("boards", "teams.form_boards", hint, long=True, limit=600, default=filled)]
    known = dict(enumerate(filled_in, start=1))
    asked = [
        Text(
            f"board{one.board}",
            Verbatim(f"{one.board}. {team_words.seats_plain(one)}"),
            Verbatim(board_words.hint(view, one, team_words.example(one), voice)),
            limit=12,
            default=known.get(one.board),
        )
        for one in team.boards
    ]
    if extra:
        default = known.get(len(team.boards) + 1)
        asked.append(Text("extra", "teams.extra_label", "teams.extra_hint", limit=12, default=default, required=False))
    return asked


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
