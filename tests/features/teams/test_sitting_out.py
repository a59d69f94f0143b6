"""Members whom a bar reaches while the team plays: out from the next match, and no captains (AIJE-D01-2)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.entering.model import Bar, BarReason
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import store as playing_store
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.teams import boards_verbs as teams_boards_verbs
from bot.features.teams import cards as teams_cards
from bot.features.teams import errors_model as teams_errors_model
from bot.features.teams import matches_verbs as teams_matches_verbs
from bot.features.teams import model as teams_model
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.teams import verbs as teams_verbs
from bot.features.teams.model import CaptainChanged, LeadVacant, MemberSitsOut, NamedMember, TeamMatch
from bot.features.teams.plugs import NOTICES
from bot.features.tournaments.tasks_model import UpcomingKind
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.model import IN_FAVOUR, Ground
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel import log, outbox
from bot.kernel.context import to_ms
from bot.kernel.ids import BarId, ChannelId, MemberId, PersonId, Place
from bot.kernel.promises import Message, Promise, ToMember, ToPlace
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.play.contests import Contest
from bot.play.entries import Entrant, Tournament
from bot.play.format_rules import LineUp
from bot.play.rulebook import Rulebook
from bot.server import store as server_store
from tests.hall import challenges
from tests.hall.challenges import Challenge
from tests.hall.chamber import PROOF
from tests.hall.court import LEADER, PRESIDENT, bar_by_verdict, give_office
from tests.hall.hall import GUILD, Hall
from tests.hall.squads import GO, JEEK, SCHOOLS, add, begin, call, captain_of, found, jeek_team, play, publish, save
from tests.refusals import refuses

MEMBER, OTHER = 20, 21
MINUTE = timedelta(minutes=1)


def rules(substitutes: int = 0, rulebook: Rulebook = JEEK) -> Rulebook:
    return replace(rulebook, teams=replace(found(rulebook.teams), substitutes=substitutes))


def teams_of_four(hall: Hall, substitutes: int = 0) -> Tournament:
    """Four teams; Azul has P2, who leads it, Bia, P20 on board 3, and a substitute where it may."""
    publish(hall, P2=2200, P3=2190, P4=2180, P5=2170, P6=2160, P7=2150, P20=2000)
    cup: Tournament = hall.announce_of_before(rules(substitutes), "Times")
    view = save(hall, cup, 2, "Azul", NamedMember("P2", "a"), NamedMember("Bia", "b"))
    add(hall, 2, view, MEMBER)
    if substitutes:
        save(hall, cup, 2, "Azul", *map(NamedMember, ("P2", "Bia", f"P{MEMBER}")), NamedMember("Caio", "c"))
    for captain, name in {3: "Verde", 4: "Roxo", 5: "Rosa"}.items():
        jeek_team(hall, cup, captain, name)
    return cup


@pytest.fixture(params=[0, 1], ids=["no substitute", "a substitute"])
def cup(hall: Hall, request: pytest.FixtureRequest) -> Tournament:
    open_room(hall)
    begun: Tournament = begin(hall, teams_of_four(hall, request.param), 2, 3, 4, 5)
    return begun


@pytest.fixture
def alone(hall: Hall) -> Tournament:
    open_room(hall)
    begun: Tournament = begin(hall, teams_of_four(hall), 2, 3, 4, 5)
    return begun


def open_room(hall: Hall) -> None:
    hall.arbiter(92, ArbiterTitle.AJ)
    for office, number in (("leader", LEADER), ("president", PRESIDENT)):
        hall.do(give_office, office, hall.person(number).person_id)  # type: ignore[arg-type]


def bar(hall: Hall, number: int, until: datetime | None = None) -> Bar:
    hall.now += MINUTE
    return bar_by_verdict(hall, 92, (MemberId(number), f"P{number}"), "Threats", until)


def lift(hall: Hall, one: Bar) -> None:
    hall.now += MINUTE
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift, one.bar_id, "Heard anew")


def azul(hall: Hall, cup: Tournament) -> Entrant:
    return next(one for one in hall.ask(entering_store.of_tournament, cup.tournament_id) if one.team_name == "Azul")


def match_of(hall: Hall, cup: Tournament) -> Contest:
    """The match of Azul that is called and goes on."""
    own = azul(hall, cup).entrant_id
    called = (one for one in hall.open_contests(cup) if found(hall.ask(playing_store.load, one.contest_id)).assigned_at)
    return next(one for one in called if own in one.sides)


def play_round(hall: Hall, cup: Tournament, *boards: str) -> None:
    """Plays what is called, and calls the round that follows."""
    own = azul(hall, cup).entrant_id
    called = [one for one in hall.open_contests(cup) if found(hall.ask(playing_store.load, one.contest_id)).assigned_at]
    for one in called:
        hall.now += MINUTE
        call(hall, one)
        told = boards if own in one.sides and boards else ("4-0", "4-0", "4-0")
        play(hall, cup, one, *told)
    for one in hall.open_contests(cup):
        call(hall, one)


def sitting(hall: Hall, cup: Tournament, contest: Contest) -> list[str]:
    """Who sits on the boards of Azul, board by board; "" where nobody does."""
    view = found(hall.ask(playing_reading_verbs.view_of, contest.contest_id, hall.now))
    side = contest.sides.index(azul(hall, cup).entrant_id)
    seats = (one.seats[side] for one in found(view.part(TeamMatch)).boards)
    return [", ".join(person.name for person in seat) for seat in seats]


def letters(hall: Hall, kind: type[Message], cup: Tournament, language: str = "en-US") -> dict[object, str]:
    """What each reader of messages of that kind about Azul reads."""
    promised: list[Promise[Message]] = hall.ask(outbox.all_promises, kind, azul(hall, cup).entrant_id)
    composed = {one.target: hall.ask(NOTICES[kind], one) for one in promised}
    return {
        target: " ".join(one(Translator(language)).paragraphs) for target, one in composed.items() if one is not None
    }


def to(number: int) -> ToMember:
    return ToMember(MemberId(number))


# --- the boards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D01-2")
def test_a_match_that_was_called_goes_on_with_a_member_who_is_barred_in_it(hall: Hall, cup: Tournament) -> None:
    contest = match_of(hall, cup)
    bar(hall, MEMBER)
    assert sitting(hall, cup, contest) == ["P2", "Bia", "P20"]
    play_round(hall, cup)
    boards = found(found(hall.ask(playing_store.load, contest.contest_id)).contest.result).boards
    assert hall.person(MEMBER).person_id in {one for board in boards for seat in board.players for one in seat}


@pytest.mark.rule("AIJE-D01-2", "AIJE-D05-2")
def test_a_barred_member_sits_out_from_the_next_match_and_no_other_board_moves(hall: Hall, cup: Tournament) -> None:
    bar(hall, MEMBER)
    play_round(hall, cup)
    stands_in = "Caio" if found(cup.rulebook.teams).substitutes else ""
    for _ in range(2):
        assert sitting(hall, cup, match_of(hall, cup)) == ["P2", "Bia", stands_in]
        own = match_of(hall, cup).sides.index(azul(hall, cup).entrant_id)
        play_round(hall, cup, "4-0", "4-0", "4-0" if stands_in else ("-+", "+-")[own])


@pytest.mark.rule("AIJE-D05-3")
def test_a_board_that_nobody_takes_is_told_as_given_and_only_that(hall: Hall, alone: Tournament) -> None:
    bar(hall, MEMBER)
    play_round(hall, alone)
    contest = match_of(hall, alone)
    own = contest.sides.index(azul(hall, alone).entrant_id)
    captain = captain_of(hall, alone, contest, own)
    with refuses("error.NobodySits") as refused:
        hall.act(hall.actor(captain), teams_matches_verbs.report, contest.contest_id, ("4-0", "4-0", "2-2"))
    assert refused.value.board == 3
    play_round(hall, alone, "4-0", "4-0", ("-+", "+-")[own])
    boards = found(found(hall.ask(playing_store.load, contest.contest_id)).contest.result).boards
    assert boards[2].players[own] == ()
    assert boards[2].walkover_games[1 - own] == 4
    assert [one.walkover_games for one in boards[:2]] == [(0, 0), (0, 0)]


@pytest.mark.rule("AIJE-D01-2")
def test_who_is_free_before_the_next_match_is_called_plays_in_it(hall: Hall, cup: Tournament) -> None:
    lift(hall, bar(hall, MEMBER))
    play_round(hall, cup)
    assert sitting(hall, cup, match_of(hall, cup)) == ["P2", "Bia", "P20"]


@pytest.mark.rule("AIJE-D01-2")
def test_a_match_called_meanwhile_goes_on_without_who_is_free_again_and_the_next_one_has_them(
    hall: Hall, cup: Tournament
) -> None:
    held = bar(hall, MEMBER)
    play_round(hall, cup)
    contest, stands_in = match_of(hall, cup), "Caio" if found(cup.rulebook.teams).substitutes else ""
    lift(hall, held)
    assert sitting(hall, cup, contest) == ["P2", "Bia", stands_in]
    own = contest.sides.index(azul(hall, cup).entrant_id)
    play_round(hall, cup, "4-0", "4-0", "4-0" if stands_in else ("-+", "+-")[own])
    assert sitting(hall, cup, match_of(hall, cup)) == ["P2", "Bia", "P20"]
    right = ("4-0", "3-1", "4-0" if stands_in else ("-+", "+-")[own])
    hall.act(hall.actor(1), teams_matches_verbs.correct, contest.contest_id, right, "Wrong way round")
    boards = found(found(hall.ask(playing_store.load, contest.contest_id)).contest.result).boards
    assert (boards[2].players[own] == ()) is not bool(stands_in)
    assert sitting(hall, cup, contest) == ["P2", "Bia", stands_in]


def test_a_bar_for_a_time_ends_by_itself_for_the_matches_after_it(hall: Hall, cup: Tournament) -> None:
    bar(hall, MEMBER, hall.now + timedelta(minutes=3))
    assert hall.ask(entering_teams_store.out_at, azul(hall, cup).entrant_id, hall.now)
    play_round(hall, cup)
    assert sitting(hall, cup, match_of(hall, cup))[2] == "P20"


def test_a_longer_bar_keeps_out_for_longer_and_of_two_the_last_one_counts(hall: Hall, alone: Tournament) -> None:
    short = bar(hall, MEMBER, hall.now + timedelta(minutes=4))
    bar(hall, MEMBER, hall.now + timedelta(days=4))
    lift(hall, short)
    play_round(hall, alone)
    assert sitting(hall, alone, match_of(hall, alone))[2] == ""
    assert len(hall.ask(outbox.all_promises, MemberSitsOut, azul(hall, alone).entrant_id)) == 2


@pytest.mark.rule("AIJE-D01-2")
def test_a_bar_under_another_account_keeps_out_until_the_two_are_no_longer_held_for_one(
    hall: Hall, alone: Tournament
) -> None:
    bar(hall, OTHER)
    both = (MemberId(MEMBER), f"P{MEMBER}"), (MemberId(OTHER), f"P{OTHER}")
    link = hall.act(hall.actor(LEADER), cases_links_verbs.record, both, "The same phone number")
    assert hall.ask(entering_teams_store.out_at, azul(hall, alone).entrant_id, hall.now) == {
        hall.person(MEMBER).person_id
    }
    hall.now += MINUTE
    hall.act(hall.actor(PRESIDENT), cases_links_verbs.undo, link.link_id, "They are two")
    assert not hall.ask(entering_teams_store.out_at, azul(hall, alone).entrant_id, hall.now)
    play_round(hall, alone)
    assert sitting(hall, alone, match_of(hall, alone))[2] == "P20"


@pytest.mark.rule("AIJE-B03-2")
def test_a_bar_that_comes_by_itself_is_from_tournaments_to_come_and_who_was_let_in_plays(
    hall: Hall, alone: Tournament
) -> None:
    one = Bar(BarId("b"), GUILD, hall.person(MEMBER).person_id, BarReason.UNJUSTIFIED_ABSENCE, None, hall.now)
    hall.do(cases_barring_verbs.impose, one)
    play_round(hall, alone)
    assert sitting(hall, alone, match_of(hall, alone))[2] == "P20"


@pytest.mark.rule("AIJE-D01-2")
def test_a_bar_between_the_close_and_its_step_keeps_a_member_out_of_the_first_match(hall: Hall) -> None:
    open_room(hall)
    cup = teams_of_four(hall)
    hall.now = cup.start_at - MINUTE
    for captain in (2, 3, 4, 5):
        hall.act(hall.actor(captain), entering_check_in_verbs.check_in, cup.tournament_id)
    hall.now = cup.start_at + timedelta(seconds=1)
    bar_by_verdict(hall, 92, (MemberId(MEMBER), f"P{MEMBER}"), "Threats")
    hall.now = cup.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(cup))
    hall.do(rounds_drawing_verbs.draw_when_closed, cup.tournament_id)
    assert sitting(hall, cup, match_of(hall, cup)) == ["P2", "Bia", ""]


# --- line-ups --------------------------------------------------------------------------------------------------------


def go_teams(hall: Hall, line_up: LineUp, substitutes: int, *, barred: bool = True) -> Tournament:
    """Two teams of Go; P20, the fourth of Azul, is barred at the close."""
    open_room(hall)
    teams = replace(found(GO.teams), line_up=line_up, substitutes=substitutes)
    cup: Tournament = hall.announce(replace(GO, teams=teams), "Go")
    view = save(hall, cup, 2, "Azul", *map(NamedMember, ("P2", "A2", "A3")))
    add(hall, 2, view, MEMBER)
    if substitutes:
        save(hall, cup, 2, "Azul", *map(NamedMember, ("P2", "A2", "A3", f"P{MEMBER}", "A5")))
    save(hall, cup, 3, "Verde", *map(NamedMember, ("P3", "B2", "B3", "B4")))
    hall.now = cup.start_at - MINUTE
    for captain in (2, 3):
        hall.act(hall.actor(captain), entering_check_in_verbs.check_in, cup.tournament_id)
    hall.now = cup.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(cup))
    if barred:
        bar(hall, MEMBER)
    hall.do(rounds_drawing_verbs.draw_when_closed, cup.tournament_id)
    for contest in hall.open_contests(cup):
        call(hall, contest)
    return hall.load(cup)


def seats(*names: str) -> list[tuple[str, ...]]:
    return [(one,) for one in names]


@pytest.mark.rule("GO-25.1")
def test_naming_who_sits_out_is_refused_with_the_name_and_the_substitute_stands_there_already(hall: Hall) -> None:
    cup = go_teams(hall, LineUp.FIXED_WITH_SUBSTITUTES, 1)
    contest = match_of(hall, cup)
    assert sitting(hall, cup, contest) == ["P2", "A2", "A3", "A5"]
    with pytest.raises(teams_errors_model.MemberBarred) as refused:
        hall.act(hall.actor(2), teams_matches_verbs.name_line_up, contest.contest_id, seats("P2", "A2", "A3", "P20"))
    assert refused.value.name == "P20"
    _, offered = hall.ask_as(hall.actor(2), teams_matches_verbs.members_to_name, contest.contest_id)
    assert offered == (("P2",), ("A2",), ("A3",), ("A5",))
    hall.act(hall.actor(2), teams_matches_verbs.name_line_up, contest.contest_id, offered)
    assert sitting(hall, cup, contest) == ["P2", "A2", "A3", "A5"]


@pytest.mark.rule("GO-25.1")
def test_a_free_order_is_one_short_where_nobody_stands_in_and_no_shorter(hall: Hall) -> None:
    cup = go_teams(hall, LineUp.FREE, 0)
    contest = match_of(hall, cup)
    _, offered = hall.ask_as(hall.actor(2), teams_matches_verbs.members_to_name, contest.contest_id)
    assert offered == (("P2",), ("A2",), ("A3",), ())
    with pytest.raises(teams_errors_model.MemberBarred):
        hall.act(hall.actor(2), teams_matches_verbs.name_line_up, contest.contest_id, seats("P2", "A2", "A3", "P20"))
    with pytest.raises(teams_errors_model.BoardNotFull):
        hall.act(hall.actor(2), teams_matches_verbs.name_line_up, contest.contest_id, seats("A3", "A2"))
    hall.act(hall.actor(2), teams_matches_verbs.name_line_up, contest.contest_id, seats("A3", "A2", "P2"))
    hall.act(hall.actor(3), teams_matches_verbs.name_line_up, contest.contest_id, seats("P3", "B2", "B3", "B4"))
    assert sitting(hall, cup, contest) == ["A3", "A2", "P2", ""]


def called_anew(hall: Hall, contest: Contest) -> None:
    """The match is called by now, and not before."""
    hall.do(lambda tx: tx.execute("UPDATE contests SET assigned_at = ?", (to_ms(hall.now),)))
    call(hall, contest)


@pytest.mark.rule("GO-26.6")
@pytest.mark.parametrize("substitutes", [0, 1])
def test_an_order_of_a_challenge_has_nobody_who_sits_out_and_all_others_who_play(hall: Hall, substitutes: int) -> None:
    open_room(hall)
    challenge = Challenge(hall, rules(substitutes, challenges.rules(3)) if substitutes else None)
    challenge.joins(MEMBER, "A2")
    bar(hall, MEMBER)
    called_anew(hall, challenge.contest)
    side = challenge.captains.index(2)
    with pytest.raises(teams_errors_model.MemberBarred):
        challenge.order(side, "P2", "A2", "A3")
    challenge.order(side, "P2", "A4", "A3")
    challenge.order(1 - side)
    orders = found(challenge.view.state).orders[side]
    assert challenge.names([orders]) == ["P2", "A4", "A3"]


@pytest.mark.rule("GO-26.6")
def test_after_the_limit_a_substitute_plays_in_the_registered_order_for_who_sits_out(hall: Hall) -> None:
    open_room(hall)
    challenge = Challenge(hall)
    challenge.joins(MEMBER, "A2")
    bar(hall, MEMBER)
    called_anew(hall, challenge.contest)
    hall.now += timedelta(hours=1)
    hall.do(teams_boards_verbs.close, challenge.contest.contest_id)
    orders = found(challenge.view.state).orders[challenge.captains.index(2)]
    assert challenge.names([orders]) == ["P2", "A4", "A3"]


@pytest.mark.rule("OLY-3")
def test_a_school_that_lacks_a_pupil_plays_a_group_with_one_fewer_where_it_likes(hall: Hall) -> None:
    open_room(hall)
    cup = hall.announce(SCHOOLS, "Olimpiada")
    for teacher, name in {2: "Azul", 3: "Sul"}.items():
        save(hall, cup, teacher, name, *(NamedMember(f"{name}{one}", None, 7) for one in range(10)))
    cup = begin(hall, cup, 2, 3)
    hall.do(lambda tx: tx.execute("UPDATE people SET discord_id = ? WHERE name = 'Azul9'", (MEMBER,)))
    bar(hall, MEMBER)
    contest = match_of(hall, cup)
    called_anew(hall, contest)
    pupils = [f"Azul{one}" for one in range(10)]
    whole = [*seats(*pupils[:3]), tuple(pupils[3:5]), tuple(pupils[5:])]
    with pytest.raises(teams_errors_model.MemberBarred):
        hall.act(hall.actor(2), teams_matches_verbs.name_line_up, contest.contest_id, whole)
    with pytest.raises(teams_errors_model.BoardNotFull):
        hall.act(hall.actor(2), teams_matches_verbs.name_line_up, contest.contest_id, [*whole[:4], tuple(pupils[5:8])])
    hall.act(hall.actor(2), teams_matches_verbs.name_line_up, contest.contest_id, [*whole[:4], tuple(pupils[5:9])])
    bar(hall, 2)
    assert lead_of(hall, cup) == hall.person(2).person_id, "No pupil leads a school."
    assert set(letters(hall, LeadVacant, cup)) == {to(2), ToPlace(Place.COMMITTEE)}


# --- the captain -----------------------------------------------------------------------------------------------------


def lead_of(hall: Hall, cup: Tournament) -> PersonId:
    return azul(hall, cup).person_id


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-2")
def test_the_lead_of_a_barred_captain_passes_to_the_highest_rated_who_plays(hall: Hall, cup: Tournament) -> None:
    contest = match_of(hall, cup)
    bar(hall, 2)
    assert lead_of(hall, cup) == hall.person(MEMBER).person_id
    with refuses("error.OnlyTheCaptain"):
        hall.act(hall.actor(2), teams_matches_verbs.report, contest.contest_id, ("4-0", "4-0", "4-0"))
    assert hall.act(hall.actor(MEMBER), teams_matches_verbs.report, contest.contest_id, ("4-0", "4-0", "4-0"))
    told = letters(hall, CaptainChanged, cup)
    assert {to(2), to(MEMBER), ToPlace(Place.ANNOUNCEMENTS), ToPlace(Place.COMMITTEE)} == set(told)
    assert "who is barred" in told[to(MEMBER)]
    assert "report for the team" in told[to(MEMBER)]
    assert "check" not in told[to(MEMBER)]


@pytest.mark.rule("AIJE-D05-1", "AIJE-D01-2")
def test_before_the_close_the_team_of_a_barred_captain_stays_and_the_next_one_is_asked_to_check_in(hall: Hall) -> None:
    open_room(hall)
    cup = teams_of_four(hall, 1)
    hall.now = cup.start_at - timedelta(days=1)
    bar(hall, 2)
    assert azul(hall, cup).withdrawn_at is None
    assert lead_of(hall, cup) == hall.person(MEMBER).person_id
    told = letters(hall, CaptainChanged, cup)
    assert "check it in before" in told[to(MEMBER)]
    assert "report for the team" not in told[to(MEMBER)]
    assert letters(hall, teams_model.MemberBarred, cup).keys() == {to(MEMBER)}
    hall.now = cup.start_at - timedelta(minutes=5)
    with pytest.raises(teams_errors_model.MemberBarred):
        hall.act(hall.actor(MEMBER), entering_check_in_verbs.check_in, cup.tournament_id)
    hall.act(hall.actor(MEMBER), teams_staff_verbs.release, azul(hall, cup).entrant_id, hall.person(2).person_id)
    cup = begin(hall, cup, 3, 4, 5, MEMBER)
    assert sitting(hall, cup, match_of(hall, cup)) == ["P20", "Bia", "Caio"]


def test_before_the_close_a_team_that_nobody_may_lead_leaves_the_list_as_its_captain_does(hall: Hall) -> None:
    open_room(hall)
    publish(hall, P2=2200, P3=2190)
    cup = hall.announce(JEEK, "Times")
    jeek_team(hall, cup, 2, "Azul")
    held = bar(hall, 2)
    assert azul(hall, cup).withdrawn_at is not None
    hall.act(hall.actor(LEADER), cases_barring_verbs.lift_and_restore, held.bar_id, "Heard anew")
    assert azul(hall, cup).withdrawn_at is None


@pytest.mark.rule("AIJE-D05-1")
def test_where_nobody_may_lead_the_captain_sits_out_and_reports_on_until_staff_names_another(hall: Hall) -> None:
    open_room(hall)
    publish(hall, P2=2200, P3=2190)
    cup = hall.announce_of_before(JEEK, "Times")
    for captain, name in {2: "Azul", 3: "Verde", 4: "Roxo", 5: "Rosa"}.items():
        publish(hall, P2=2200, P3=2190, P4=2180, P5=2170)
        jeek_team(hall, cup, captain, name)
    cup = begin(hall, cup, 2, 3, 4, 5)
    bar(hall, 2)
    told = letters(hall, LeadVacant, cup)
    assert "Report for it" in told[to(2)] or "report for it" in told[to(2)]
    assert "`/team captain`" in told[ToPlace(Place.COMMITTEE)]
    play_round(hall, cup)
    assert sitting(hall, cup, match_of(hall, cup)) == ["", "Azul 2", "Azul 3"]
    hall.act(hall.actor(1), teams_staff_verbs.hand_over, azul(hall, cup).entrant_id, (MemberId(30), "P30"))
    assert letters(hall, LeadVacant, cup) == {}
    assert sitting(hall, cup, match_of(hall, cup)) == ["", "Azul 2", "Azul 3"]


@pytest.mark.rule("GO-25.1")
@pytest.mark.parametrize("barred", [True, False])
def test_where_strength_does_not_say_who_leads_the_first_does_who_can_press(hall: Hall, barred: bool) -> None:
    cup = go_teams(hall, LineUp.FREE, 1, barred=barred)
    bar(hall, 2)
    leads = found(hall.ask(people_store.load, lead_of(hall, cup)))
    assert leads.name == ("A2" if barred else f"P{MEMBER}")


@pytest.mark.rule("AIJE-A02-2")
def test_an_expelled_captain_leaves_and_the_team_plays_on_under_the_next(hall: Hall, alone: Tournament) -> None:
    community = found(hall.ask(server_store.load, GUILD))
    hall.do(lambda tx: server_store.save(tx, replace(community, committee=ChannelId(3))))
    hall.now += MINUTE
    matter = VoteMatter("harm", hall.person(2).person_id, ground=Ground.CONDUCT, proof=PROOF)
    vote = hall.act(hall.actor(LEADER), voting_verbs.open_matter, "player-expulsion", matter)
    for officer in (LEADER, PRESIDENT):
        hall.act(hall.actor(officer), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    assert azul(hall, alone).withdrawn_at is None
    assert lead_of(hall, alone) == hall.person(MEMBER).person_id
    assert hall.ask(entering_teams_store.out_at, azul(hall, alone).entrant_id, hall.now)


# --- the team, and what there is to do --------------------------------------------------------------------------------


def team_lines(hall: Hall, cup: Tournament) -> list[str]:
    view = hall.ask(teams_verbs.view, cup, azul(hall, cup), hall.now)
    return teams_cards.team_card(view, Translator("en-US"), own=False).paragraphs[1].split("\n")


def outlooks(hall: Hall, number: int) -> set[UpcomingKind]:
    return {one.outlook for one in hall.ask_as(hall.actor(number), guidance_verbs.tasks).prospects}


@pytest.mark.rule("AIJE-D01-2")
def test_the_team_and_the_own_list_mark_who_sits_out_until_they_play_again(hall: Hall, alone: Tournament) -> None:
    assert not any("sits out" in line for line in team_lines(hall, alone))
    held = bar(hall, MEMBER)
    marked = [line for line in team_lines(hall, alone) if "sits out" in line]
    assert marked == [f"3. <@{MEMBER}> · 2000 · account{MEMBER} · ⛔ sits out"]
    assert UpcomingKind.SITS_OUT in outlooks(hall, MEMBER)
    assert not outlooks(hall, 2) & {UpcomingKind.SITS_OUT}
    lift(hall, held)
    assert not any("sits out" in line for line in team_lines(hall, alone))
    assert outlooks(hall, MEMBER) & {UpcomingKind.SITS_OUT, UpcomingKind.IN_TEAM} == {UpcomingKind.IN_TEAM}


# --- letters ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AIJE-D01-2")
def test_the_member_and_the_captain_read_what_happened_and_what_to_do_next(hall: Hall, alone: Tournament) -> None:
    held = bar(hall, MEMBER)
    out = letters(hall, MemberSitsOut, alone)
    assert set(out) == {to(MEMBER), to(2)}
    assert "`/bar list`" in out[to(MEMBER)]
    assert "The other boards stay" in out[to(2)]
    lift(hall, held)
    back = letters(hall, MemberSitsOut, alone)
    assert set(back) == {to(MEMBER), to(2)}
    assert "again" in back[to(MEMBER)]
    assert "Count on them" in back[to(2)]
    acts = [one.act for one in hall.ask(log.of_tournament, alone.tournament_id)]
    assert [one for one in acts if one in {"sit_out", "play_again"}] == ["sit_out", "play_again"]


def test_where_line_ups_are_named_the_captain_is_asked_to_name_the_next_with_somebody_else(hall: Hall) -> None:
    cup = go_teams(hall, LineUp.FREE, 0)
    assert "name one fewer" in letters(hall, MemberSitsOut, cup)[to(2)]


@pytest.mark.parametrize("language", LOCALES)
def test_the_letters_are_whole_in_each_language(hall: Hall, alone: Tournament, language: str) -> None:
    bar(hall, 2)
    for kind in (MemberSitsOut, CaptainChanged):
        for text in letters(hall, kind, alone, language).values():
            assert "Azul" in text
            assert "{" not in text


def test_a_captain_barred_with_a_member_gets_one_letter_of_each_and_the_new_one_both(
    hall: Hall, alone: Tournament
) -> None:
    bar(hall, 2)
    promised = hall.ask(outbox.all_promises, MemberSitsOut, azul(hall, alone).entrant_id)
    assert [one.target for one in promised] == [to(2), to(MEMBER)]
