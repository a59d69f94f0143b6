"""Teams: entering and changing them, line-ups, and matches told board by board.

Staff write a team down for people who cannot. Rules: challenges in which the winner stays on (GO-26.6), late players
(GO-22), teams that do not fit the ranking or a bar any more (AIJE-D05-1).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import note_cards as playing_note_cards
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing.match_views_model import ArbiterAct, MatchView
from bot.features.teams import absences_verbs as teams_absences_verbs
from bot.features.teams import cards as teams_cards
from bot.features.teams import match_cards as teams_match_cards
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams import stay_on_cards as teams_stay_on_cards
from bot.features.teams import stay_on_verbs as teams_stay_on_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.errors_model import NotASchoolYear
from bot.features.teams.model import NamedMember, StayOnView, TeamForm, TeamMatch
from bot.features.teams.stay_on_verbs import TeamGameTold
from bot.features.tournaments.facts_verbs import contest_subject, tournament_subject
from bot.i18n.catalogue import Translator
from bot.kernel.errors import Missing, NotNow, Subject
from bot.kernel.ids import ContestId, EntrantId, MemberId, PersonId, TournamentId
from bot.layout.cards import Card
from bot.layout.sentences import plain
from bot.play.teams import read_school_year
from bot.server.model import Act
from cogs.commands import Member, OpenEvent, Player, command
from cogs.refereeing import tell, tell_everybody
from cogs.request import Request
from cogs.routing import LiveAnswer, live_verb, on_press, take_report
from cogs.subjects import (
    BOARDS,
    ENTRANT,
    EVENT,
    MARKED,
    MATCH,
    NUMBER,
    PERSON,
    SNOWFLAKE,
    WHY,
    WORD,
    Audience,
    Text,
    Verbatim,
    among,
    matching,
    pair,
    triple,
)

# --- challenges in which the winner stays ---------------------------------------------------------------------------


_WINNERS = {"0": 0, "1": 1, "d": None}
"""What a press says of the game under way: the side that won it, or that it was drawn."""
_RIGHT = {"0": 0, "1": 1, "x": None}
"""What an arbiter says of an earlier game: who won it, or that it is played again."""
_GIVEN = {"g0": 0, "g1": 1}
"""What an arbiter says of the game under way: who is given it."""
Decided = tuple[int, str]
DECIDED = matching(
    re.compile(r"[0-9]{1,4}_(?:g0|g1|0|1|x)"), lambda text: (int(text.split("_")[0]), text.split("_")[1])
)


@on_press("stay-on-won", triple(MATCH, NUMBER, among(_WINNERS)), Audience.PLAYERS, live=contest_subject, public=True)
async def tell_end(request: Request, contest_id: ContestId, mark: int, side: int | None) -> Card:
    """Takes the end of the game under way."""
    told, translator = await request.do(teams_stay_on_verbs.tell, contest_id, mark, side), request.server_translator
    if told.waits:
        return teams_stay_on_cards.claim(told.view, translator, differs=told.differs)
    return _closing(
        told, teams_stay_on_cards.game_result(told.view, told.number, told.winner, told.players, translator), request
    )


@on_press("stay-on-out", MARKED, Audience.PLAYERS)
async def out(request: Request, contest_id: ContestId, mark: int) -> Card:
    """Asks who cannot go on."""
    asked = await request.ask(teams_stay_on_verbs.leaving, contest_id, mark)
    return teams_stay_on_cards.leavers(*asked, request.translator)


@on_press("stay-on-who", MARKED, Audience.PLAYERS)
async def who(request: Request, contest_id: ContestId, mark: int) -> None:
    """Asks why the player cannot go on."""
    player = await request.read_choice(PERSON)
    await request.open_form(f"stay-on-left:{contest_id}.{mark}.{player}", "stay_on.form_why", WHY)


@on_press("stay-on-left", triple(MATCH, NUMBER, PERSON), Audience.PLAYERS)
async def take_out(request: Request, contest_id: ContestId, mark: int, player: PersonId) -> None:
    """The player is out, and everybody reads it."""
    told = await request.do(teams_stay_on_verbs.leave, contest_id, mark, player, request.text("why"))
    card = teams_stay_on_cards.departure(told.view, player, told.reason, request.server_translator)
    await tell_everybody(request, told.view, _closing(told, card, request))


@on_press("stay-on-decide", MARKED, Audience.PLAYERS)
async def decide(request: Request, contest_id: ContestId, mark: int) -> None:
    """Asks why a game is given or put right."""
    number, end = await request.read_choice(pair(NUMBER, WORD))
    await request.open_form(f"stay-on-why:{contest_id}.{mark}.{number}_{end}", "stay_on.form_why", WHY)


@on_press("stay-on-why", triple(MATCH, NUMBER, DECIDED), Audience.PLAYERS)
async def why(request: Request, contest_id: ContestId, mark: int, decided: Decided) -> None:
    """Gives the game under way, or puts an earlier one right."""
    (number, end), reason, translator = decided, request.text("why"), request.server_translator
    if end in _GIVEN:
        told = await request.do(teams_stay_on_verbs.give, contest_id, mark, _GIVEN[end], reason)
        card = teams_stay_on_cards.awarded_game(
            told.view, told.number, told.winner, told.players, told.reason, translator
        )
    else:
        told = await request.do(teams_stay_on_verbs.put_right, contest_id, mark, number, _RIGHT[end], reason)
        fallen = len(told.fallen)
        card = teams_stay_on_cards.put_right(
            told.view, number, told.winner, told.players, fallen, told.reason, translator
        )
    await tell_everybody(request, told.view, _closing(told, card, request))


@on_press("stay-on-back", MARKED, Audience.PLAYERS)
async def back(request: Request, contest_id: ContestId, mark: int) -> None:
    """Takes back the last word."""
    view = await request.do(teams_stay_on_verbs.take_back, contest_id, mark)
    await request.update(playing_arbiter_cards.desk(view, request.translator))
    await tell_everybody(request, view, teams_stay_on_cards.taken_back(view, request.server_translator))


def _closing(told: TeamGameTold, card: Card, request: Request) -> Card:
    """With the last game the match has its result, which is what everybody reads then."""
    return playing_note_cards.settled_score(told.view, request.server_translator) if told.over else card


# --- the form -------------------------------------------------------------------------------------------------------


async def open_team_form(request: Request, asked: TeamForm, custom_id: str) -> None:
    """Asks for a team's name and members, filled with the team as it stands."""
    school, site = asked.tournament.rulebook.dispute is not None, asked.tournament.rulebook.registration.account
    name, hint = "teams.form_name", "teams.form_plain" if site is None else "teams.form_account"
    if school:
        name, hint = "teams.form_school", "teams.form_year"
    filled = teams_cards.members_text(asked) or None
    await request.open_form(
        custom_id,
        "teams.form_title",
        Text("name", name, limit=80, default=asked.name or None),
        Text("members", "teams.form_members", hint, said={"site": site or ""}, long=True, limit=2000, default=filled),
    )


async def named_in_form(request: Request, tournament_id: TournamentId) -> list[NamedMember]:
    """The members that were typed into a team's form."""
    years = await request.ask(teams_verbs.asks_years, tournament_id)
    return _read_members(request.text("members"), years=years)


def _read_members(text: str, *, years: bool) -> list[NamedMember]:
    """The members of the form: a name to a line, and behind a semicolon the account or the school year."""
    found: list[NamedMember] = []
    for line in text.splitlines():
        name, _, behind = (part.strip() for part in line.partition(";"))
        if not name and behind:
            raise Missing(what=Subject.NAME)
        if not name:
            continue
        if not years:
            found.append(NamedMember(name, behind or None))
            continue
        year = read_school_year(behind)
        if behind and year is None:
            raise NotASchoolYear(name=name, given=plain(behind, 20))
        found.append(NamedMember(name, None, year))
    return found


# --- teams ----------------------------------------------------------------------------------------------------------


FIELDS = 5
"""Inputs that a form has room for."""


@command("team show", Audience.EVERYBODY)
async def show(request: Request, tournament: OpenEvent, team: Player | None = None) -> Card:
    """Shows a team, or one's own."""
    view = await (
        request.ask(teams_verbs.own, tournament) if team is None else request.ask(teams_verbs.of_entrant, team)
    )
    return teams_cards.team_card(view, request.translator, own=view.captain.discord_id == request.member_id)


@command("team edit", Audience.PLAYERS)
@on_press("team-edit", EVENT, Audience.PLAYERS)
async def ask_for_team(request: Request, tournament: OpenEvent) -> None:
    """Opens the captain's form, filled with the team as it stands."""
    asked = await request.ask(teams_verbs.form, tournament)
    await open_team_form(request, asked, f"team-form:{asked.tournament.tournament_id}")


@on_press("team-form", EVENT, Audience.EVERYBODY)
async def take_team(request: Request, tournament_id: TournamentId) -> None:
    """Registers the team, or writes it anew."""
    named = await named_in_form(request, tournament_id)
    panel, name = tournament_subject(tournament_id), request.text("name")
    await live_verb(request, panel, teams_cards.receipt, teams_verbs.save, tournament_id, name, named)


@on_press("team-add", ENTRANT, Audience.PLAYERS)
async def add(request: Request, entrant_id: EntrantId) -> Card:
    """Puts the chosen members of the server into the team."""
    return teams_cards.receipt(
        await request.do(teams_verbs.add_members, entrant_id, request.members()), request.translator
    )


@command("team leave", Audience.PLAYERS)
async def leave(request: Request, tournament: OpenEvent) -> Card:
    """Takes the member who typed out of the team."""
    return teams_cards.leaving_receipt(await request.do(teams_verbs.leave, tournament), request.translator)


@on_press("line-up", MATCH, Audience.PLAYERS)
async def line_up(request: Request, contest_id: ContestId) -> None:
    """Asks the captain who sits where; of a challenge in which the winner stays on, who plays in which order."""
    view, names = await request.ask(teams_matches_verbs.members_to_name, contest_id)
    if view.part(StayOnView) is not None:
        listed = "\n".join(name for seat in names for name in seat)
        asked = Text("boards", "stay_on.form_names", long=True, limit=1500, default=listed or None)
        await request.open_form(f"order-named:{contest_id}", "stay_on.form_order", asked)
    else:
        seats = _seats_to_name(view, names, request.translator)
        await request.open_form(f"line-up-named:{contest_id}", "teams.form_line_up", *seats)


def _seats_to_name(view: MatchView, names: Sequence[Sequence[str]], translator: Translator) -> list[Text]:
    """An input for the players of each board of a dispute of schools, else one for all boards."""
    team = view.part(TeamMatch)
    boards = () if team is None else team.boards
    if view.tournament.rulebook.dispute is None or len(boards) > FIELDS:
        listed = "\n".join(", ".join(seat) for seat in names)
        return [Text("boards", "teams.form_order", long=True, limit=1500, default=listed or None)]
    return [
        Text(
            f"board{one.board}",
            Verbatim(
                f"{teams_match_cards.board_name(one, translator)} {teams_match_cards.game_title(one, translator)}"
            ),
            Verbatim(translator.count("teams.seats_hint", one.places)),
            limit=400,
            default=", ".join(seat) or None,
        )
        for one, seat in zip(boards, names, strict=False)
    ]


@on_press("line-up-named", MATCH, Audience.PLAYERS)
async def take_line_up(request: Request, contest_id: ContestId) -> None:
    """Takes the line-up."""
    panel, told = contest_subject(contest_id), teams_cards.line_up_taken
    await live_verb(request, panel, told, teams_matches_verbs.name_line_up, contest_id, _seats(request))


@on_press("order-named", MATCH, Audience.PLAYERS)
async def take_order(request: Request, contest_id: ContestId) -> None:
    """Takes the order of a challenge in which the winner stays on."""
    panel, told = contest_subject(contest_id), teams_cards.line_up_taken
    await live_verb(request, panel, told, teams_stay_on_verbs.name_order, contest_id, _seats(request))


@on_press("team-boards", MATCH, Audience.PLAYERS)
async def ask_boards(request: Request, contest_id: ContestId) -> None:
    """Asks how each board ended."""
    view = await request.ask(teams_matches_verbs.reportable, contest_id)
    await request.open_form(
        f"team-told:{contest_id}", "teams.form_report", *boards_to_tell(view, request.translator, most=FIELDS)
    )


@on_press("team-told", MATCH, Audience.PLAYERS, live=contest_subject, public=True)
async def report(request: Request, contest_id: ContestId) -> LiveAnswer:
    """Takes the boards: a captain's report, or the arbiter's word."""
    return await take_report(request, teams_matches_verbs.report, contest_id, told_boards(request))


@on_press("team-rule", MATCH, Act.RULE_RESULT)
async def rule(request: Request, contest_id: ContestId) -> None:
    """Asks the arbiter how each board ended, and why."""
    view = await request.do(playing_ruling_verbs.desk, contest_id)
    why = replace(WHY, required=view.match.report is not None)
    await request.open_form(
        f"team-ruled:{contest_id}", "teams.form_report", *boards_to_tell(view, request.translator), why
    )


@on_press("team-ruled", MATCH, Act.RULE_RESULT)
async def submit_ruling(request: Request, contest_id: ContestId) -> None:
    """Settles the match by the arbiter's word."""
    taken = await request.do(teams_matches_verbs.rule, contest_id, told_boards(request), request.text("why") or None)
    await tell(request, taken.view, ArbiterAct.RULED, reason=taken.view.reason)


async def ask_for_right_boards(request: Request, view: MatchView, seen: int = 0, told: tuple[str, ...] = ()) -> None:
    """Asks how the boards of a settled match really ended, and why."""
    asked = boards_to_tell(view, request.translator, told)
    await request.open_form(f"team-right:{view.contest_id}.{seen}", "teams.form_right", *asked, WHY)


@on_press("team-right", MARKED, Act.CORRECT_RESULT)
async def right(request: Request, contest_id: ContestId, seen: int) -> Card | None:
    """Corrects a settled match; what that has played anew, and was not seen yet, is shown first."""
    told = told_boards(request)
    found = await request.ask(teams_matches_verbs.preview_correction, contest_id, told)
    if len(found.reopened) != seen:
        return playing_arbiter_cards.correction(found, request.translator)
    await request.do(teams_matches_verbs.correct, contest_id, told, request.text("why"), len(found.reopened))
    await request.say("matches.corrected_now")
    return None


@on_press("team-right-again", triple(MATCH, BOARDS, NUMBER), Act.CORRECT_RESULT)
async def right_again(request: Request, contest_id: ContestId, told: tuple[str, ...], seen: int) -> None:
    """Asks for the boards and the reason, the last step before a correction by which matches are played anew."""
    await ask_for_right_boards(
        request, await request.look(playing_reading_verbs.find_view, contest_id, request.now), seen, told
    )


def boards_to_tell(
    view: MatchView, translator: Translator, before: tuple[str, ...] = (), *, most: int = FIELDS - 1
) -> list[Text]:
    """An input for each board, or, where there are more than `most`, one for all of them; `before` fills it."""
    team, challenge = view.part(TeamMatch), view.part(StayOnView)
    if team is None:
        raise NotNow
    if challenge is not None:
        games = "\n".join(teams_stay_on_cards.written_games(view, challenge))
        default = games or None
        return [Text("boards", "stay_on.form_games", "stay_on.games_hint", long=True, limit=600, default=default)]
    filled_in, extra = before or teams_match_cards.told_texts(team), teams_match_cards.may_need_extra(team)
    if len(team.boards) + extra > most:
        hint, filled = Verbatim(teams_match_cards.boards_hint(view, team, translator)), "\n".join(filled_in) or None
        return [Text("boards", "teams.form_boards", hint, long=True, limit=600, default=filled)]
    known = dict(enumerate(filled_in, start=1))
    asked = [
        Text(
            f"board{board.board}",
            Verbatim(f"{board.board}. {teams_match_cards.seats_plain(board)}"),
            Verbatim(teams_match_cards.hint(view, board, teams_match_cards.example(board), translator)),
            limit=12,
            default=known.get(board.board),
        )
        for board in team.boards
    ]
    if extra:
        default = known.get(len(team.boards) + 1)
        asked.append(Text("extra", "teams.extra_label", "teams.extra_hint", limit=12, default=default, required=False))
    return asked


def _seats(request: Request) -> list[tuple[str, ...]]:
    """The names that were typed of each board, commas between those of one."""
    return [tuple(name.strip() for name in re.split(r"[,;]", line) if name.strip()) for line in told_boards(request)]


def told_boards(request: Request) -> list[str]:
    """What was typed of each board: in inputs of their own, or in one, a line each."""
    typed = request.fields()
    if "boards" in typed:
        return [one.strip() for one in re.split(r"\n", str(typed["boards"])) if one.strip()]
    told = [str(typed[f"board{number}"]) for number in range(1, FIELDS + 1) if f"board{number}" in typed]
    extra = str(typed.get("extra", "")).strip()
    return [*told, extra] if extra else told


# --- teams that staff write -----------------------------------------------------------------------------------------


_NOBODY = 0
"""Stands for a captain who is not in the server, and so is the first name of the form."""


@command("team enter", Act.ENTER_OTHER_PERSON)
async def ask_to_enter(request: Request, tournament: OpenEvent, captain: Member | None = None) -> None:
    """Opens a new team's form for staff, who write it down for people who cannot."""
    asked = await request.do(teams_staff_verbs.begin, tournament, captain)
    leads = _NOBODY if captain is None else captain.member_id
    await open_team_form(request, asked, f"team-staff-new:{tournament}.{leads}")


@on_press("team-staff-new", pair(EVENT, SNOWFLAKE), Act.ENTER_OTHER_PERSON)
async def enter(request: Request, tournament_id: TournamentId, captain: int) -> Card:
    """Puts the team on the list."""
    # The captain became known when the form was opened, so the name is on record.
    known = None if captain == _NOBODY else (MemberId(captain), "")
    named = await named_in_form(request, tournament_id)
    view = await request.do(teams_staff_verbs.enter, tournament_id, known, request.text("name"), named)
    return teams_cards.by_staff(view, request.translator)


@command("team change", Act.ENTER_OTHER_PERSON)
async def rewrite(request: Request, tournament: OpenEvent, team: Player) -> None:
    """Opens the form of any team for staff."""
    await edit(request, team)


@on_press("team-staff-edit", ENTRANT, Act.ENTER_OTHER_PERSON)
async def edit(request: Request, entrant_id: EntrantId) -> None:
    """Opens the form again."""
    asked = await request.ask(teams_staff_verbs.form_of, entrant_id)
    await open_team_form(request, asked, f"team-staff-form:{entrant_id}")


@on_press("team-staff-form", ENTRANT, Act.ENTER_OTHER_PERSON)
async def change(request: Request, entrant_id: EntrantId) -> Card:
    """Writes the team anew."""
    before = await request.ask(teams_verbs.of_entrant, entrant_id)
    named = await named_in_form(request, before.tournament.tournament_id)
    view = await request.do(teams_staff_verbs.change, entrant_id, request.text("name"), named)
    return teams_cards.by_staff(view, request.translator)


@on_press("team-leads", pair(ENTRANT, PERSON), Act.ENTER_OTHER_PERSON, update=True)
async def leads(request: Request, entrant_id: EntrantId, person_id: PersonId) -> Card:
    """Takes the one whom the captain's name means."""
    return teams_cards.by_staff(
        await request.do(teams_staff_verbs.say_who_leads, entrant_id, person_id), request.translator
    )


@on_press("team-leads-new", ENTRANT, Act.ENTER_OTHER_PERSON, update=True)
async def leads_new(request: Request, entrant_id: EntrantId) -> Card:
    """Takes it that nobody is meant who is known."""
    return teams_cards.by_staff(await request.do(teams_staff_verbs.say_who_leads, entrant_id, None), request.translator)


@on_press("team-staff-add", ENTRANT, Act.ENTER_OTHER_PERSON)
async def add_by_staff(request: Request, entrant_id: EntrantId) -> Card:
    """Puts the chosen members of the server into the team."""
    return teams_cards.by_staff(
        await request.do(teams_staff_verbs.add_members, entrant_id, request.members()), request.translator
    )


@command("team captain", Act.TAKE_OUT_PLAYER, public=True)
async def captain(request: Request, tournament: OpenEvent, team: Player, captain: Member) -> Card:
    """Gives a team another captain, in public."""
    return teams_cards.captain_changed(
        await request.do(teams_staff_verbs.hand_over, team, captain), request.server_translator
    )


# --- late players ---------------------------------------------------------------------------------------------------


def _parse(text: str) -> tuple[int, int, bool]:
    side, board, waits = text.split(".")
    return int(side), int(board), waits == "1"


SEAT = matching(re.compile(r"[01]\.[0-9]{1,3}\.[01]"), _parse)
"""A side, a board, and whether its player is waited for or has come."""


@on_press("board-late", MATCH, Audience.PLAYERS)
async def page(request: Request, contest_id: ContestId) -> Card:
    """Offers the boards of which who pressed may speak."""
    view, sides = await request.do(teams_absences_verbs.page, contest_id)
    return teams_match_cards.page(view, sides, request.translator)


@on_press("board-late-who", MATCH, Audience.PLAYERS, public=True)
async def who_is_late(request: Request, contest_id: ContestId) -> Card:
    """Notes it, and tells everybody, so that who is waited for is called by name."""
    side, board, waits = await request.read_choice(SEAT)
    verb = teams_absences_verbs.wait_for if waits else teams_absences_verbs.come
    noted = await request.do(verb, contest_id, side, board)
    return teams_match_cards.board_notice(noted.view, noted.side, noted.board, request.server_translator)


# --- teams that do not fit ------------------------------------------------------------------------------------------


@on_press("team-fit", EVENT, Audience.PLAYERS)
async def look(request: Request, tournament_id: TournamentId) -> Card:
    """Shows the own team with what does not fit; its captain finds the presses there."""
    view = await request.ask(teams_verbs.own, tournament_id)
    return teams_cards.team_card(view, request.translator, own=view.captain.discord_id == request.member_id)


@on_press("team-lead", pair(ENTRANT, PERSON), Audience.PLAYERS)
async def pass_lead(request: Request, entrant_id: EntrantId, person_id: PersonId) -> Card:
    """Lets the highest rated lead the team."""
    view = await request.do(teams_staff_verbs.pass_lead, entrant_id, person_id)
    return teams_cards.team_card(view, request.translator, own=False)


@on_press("team-release", pair(ENTRANT, PERSON), Audience.PLAYERS)
async def release(request: Request, entrant_id: EntrantId, person_id: PersonId) -> Card:
    """Lets a member go with whom the team could not play."""
    return teams_cards.receipt(await request.do(teams_staff_verbs.release, entrant_id, person_id), request.translator)
