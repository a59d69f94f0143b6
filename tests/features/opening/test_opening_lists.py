"""An opening list comes in as it was shown, whole or not at all, and counts from its day on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.opening import verbs as opening_verbs
from bot.features.opening import who_verbs as opening_who_verbs
from bot.features.opening.model import Column, Trouble
from bot.features.opening.plans_model import OpeningListBrought, OpeningListWaits, OpeningPreview
from bot.features.opening.store import OpeningList
from bot.features.profile import verbs as profile_verbs
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.registry import store as registry_store
from bot.features.registry.titles_model import MasterTitle, RequirementKind
from bot.kernel.context import Query
from bot.kernel.errors import AlreadyDone, NotAllowed, Outdated
from bot.kernel.ids import MemberId, Switch
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.lists_model import AllSame, LineMeans, SomeNew
from bot.people.model import ArbiterTitle, Office, account_key
from bot.server import store as server_store
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import (
    DISCORD,
    EVERYTHING,
    ORGANISER,
    OWNER,
    actor,
    bring,
    confirm,
    digest,
    dump,
    known_as,
    look,
    person,
    send,
    troubles,
)
from tests.refusals import refuses


@pytest.fixture(autouse=True)
def known(hall: Hall) -> None:
    hall.person(ORGANISER)
    hall.person(OWNER)


def test_everything_that_a_list_tells_stands_where_such_facts_stand(hall: Hall) -> None:
    opening = bring(hall, EVERYTHING)
    ana, bruno, clara = (person(hall, name) for name in ("Ana", "Bruno", "Clara"))
    current = hall.ask(people_ratings_store.current, GUILD)
    assert current is not None
    assert {one.person_id: (one.rating, one.games) for one in current.rated.values()} == {
        ana: (2050.5, 120),
        bruno: (2010, 40),
        clara: (1990.25, 7),
    }
    assert hall.ask(people_store.offices, GUILD) == {Office.PRESIDENT: ana}
    assert list(hall.ask(registry_store.titles_of, ana)) == [MasterTitle.NM, MasterTitle.MA]
    assert hall.ask(registry_store.arbiter_since, bruno) == (ArbiterTitle.ANP, datetime(2026, 1, 10, 12, tzinfo=UTC))
    assert [one.event for one in hall.ask(people_store.world_titles, GUILD)] == ["World 2020"]
    assert hall.ask(people_store.country_of_person, bruno) == "PT"
    held = hall.ask(people_account_store.holder, GUILD, "Jeek Online", account_key("ana_99"))
    assert held is not None
    assert held.person_id == ana
    (bar,) = hall.ask(entering_eligibility_verbs.bars_of, clara, hall.now)
    assert (bar.explanation, bar.until) == ("Threats in two events", datetime(2027, 1, 1, tzinfo=UTC))
    assert bar.since == datetime(2026, 2, 1, 12, tzinfo=UTC)
    assert len(hall.promised(OpeningListBrought, opening.list_id)) == 2
    page = hall.ask(profile_verbs.player_page, GUILD, hall.ask(people_store.by_ids, [ana])[ana], hall.now)
    assert page.line is not None
    assert (page.line.place, page.earlier.club) == (1, "Azul")


def test_the_commands_by_which_the_list_is_seen_are_there_from_then_on(hall: Hall) -> None:
    bring(hall, "name;rating;accounts\nAna;2000;OGS: ana\n", ORGANISER)
    community = hall.ask(server_store.load, GUILD)
    assert community is not None
    assert {Switch.ASSOCIATION, Switch.ACCOUNTS} <= community.switches
    assert Switch.CASES not in community.switches


def requirement(hall: Hall, name: str, title: MasterTitle | ArbiterTitle, kind: RequirementKind) -> tuple[bool, object]:
    one = hall.ask(people_store.by_ids, [person(hall, name)])[person(hall, name)]
    page = hall.ask(registry_exams_verbs.page, GUILD, one, hall.now)
    check = next(check for check in page.checks if check.title is title)
    found = next(one for one in check.requirements if one.kind is kind)
    return found.met, found.has if found.due_at is None else found.due_at


def test_what_was_before_counts_for_titles(hall: Hall) -> None:
    bring(hall, EVERYTHING)
    assert requirement(hall, "Ana", MasterTitle.GM, RequirementKind.VICTORIES) == (False, 2)
    assert requirement(hall, "Bruno", ArbiterTitle.AJ, RequirementKind.REFEREED)[1] == 4
    due = requirement(hall, "Bruno", ArbiterTitle.AN, RequirementKind.TIME_AS_ANP)
    assert due == (False, datetime(2026, 4, 1, 18, tzinfo=UTC))


def test_who_had_served_long_enough_lacks_the_exam_alone(hall: Hall) -> None:
    bring(hall, "name;rating;arbiter title;time as arbiter\nBruno;2000;ANP;5 months\n")
    assert requirement(hall, "Bruno", ArbiterTitle.AN, RequirementKind.TIME_AS_ANP)[0]


@pytest.mark.parametrize("rating", ["2050,5", "2.050,5", "2050.5"])
def test_an_event_rates_on_from_the_opening_list(hall: Hall, rating: str) -> None:
    bring(hall, f"name;discord;rating;games\nP2;{DISCORD + 2};{rating};10\nP3;{DISCORD + 3};1900;10\n", ORGANISER)
    before = hall.ask(people_ratings_store.ratings, GUILD)
    assert sorted(before.values()) == [1900, 2050.5]


def test_the_same_file_again_changes_nothing_and_says_since_when(hall: Hall) -> None:
    opening = bring(hall, EVERYTHING)
    draft = send(hall, EVERYTHING)
    first = look(hall, draft)
    assert first.brought_at == opening.brought_at
    assert [one.same is not None for one in first.questions] == [True, True]
    hall.act(actor(hall, OWNER), opening_who_verbs.say_who, draft, AllSame(digest(first)))
    view = look(hall, draft)
    assert (view.new, view.changed, view.unchanged, view.faults) == (0, 0, 3, ())
    assert not view.can_be_confirmed
    before = dump(hall)
    with refuses("error.OpeningListNotReady"):
        confirm(hall, draft)
    assert dump(hall) == before


def test_a_list_of_a_known_person_tells_what_changes(hall: Hall) -> None:
    known_as(hall, hall.person(2), DISCORD)
    bring(hall, f"name;discord;rating;games\nP2;{DISCORD};1987;3\n")
    view = look(hall, send(hall, f"name;discord;rating;games\nP2;{DISCORD};2050,5;4\n"))
    (plan,) = view.plans
    assert plan.person is not None
    assert [(one.column, one.before, one.after) for one in plan.changes] == [
        (Column.RATING, 1987, 2050.5),
        (Column.GAMES, 3, 4),
    ]


def test_nobody_is_taken_for_somebody_by_a_name_alone(hall: Hall) -> None:
    hall.person(2)
    draft = send(hall, "name;rating\nP2;2000\nAna;1900\nAna;1800\nBia;1700\n")
    view = look(hall, draft)
    assert [(one.number, one.twin, bool(one.same)) for one in view.questions] == [(2, None, True), (4, 3, False)]
    with refuses("error.OpeningListNotReady"):
        confirm(hall, draft)
    hall.act(actor(hall, OWNER), opening_who_verbs.say_who, draft, LineMeans(4, None))
    hall.act(actor(hall, OWNER), opening_who_verbs.say_who, draft, SomeNew([2]))
    assert isinstance(confirm(hall, draft), OpeningList)
    names = [name for _, name in hall.ask(people_store.names, GUILD)]
    assert (names.count("Ana"), names.count("P2")) == (2, 2)


def test_who_was_said_to_be_new_is_asked_about_again_once_another_list_has_brought_one_of_that_name(hall: Hall) -> None:
    hall.person(2)
    theirs = send(hall, "name;rating\nP2;2000\nBia;1700\n")
    hall.act(actor(hall, OWNER), opening_who_verbs.say_who, theirs, SomeNew([2]))
    seen = look(hall, theirs).seen
    hall.now += timedelta(minutes=1)
    other = send(hall, "name;rating\nP2;2000\n", 1)
    hall.act(actor(hall, 1), opening_who_verbs.say_who, other, SomeNew([2]))
    assert isinstance(confirm(hall, other, 1), OpeningList)
    shown = hall.act(actor(hall, OWNER), opening_verbs.confirm, theirs, seen)
    assert isinstance(shown, OpeningPreview), "both organisers had said that the one P2 is somebody new"
    assert [(one.number, len(one.alike)) for one in shown.questions] == [(2, 2)]


def test_one_person_cannot_be_meant_by_two_lines(hall: Hall) -> None:
    two = hall.person(2)
    draft = send(hall, "name;rating\nP2;2000\nP 2;1900\n")
    first, second = look(hall, draft).questions
    assert (first.same, second.same) == (None, None)
    hall.act(actor(hall, OWNER), opening_who_verbs.say_who, draft, LineMeans(2, two.person_id))
    with pytest.raises(Outdated):
        hall.act(actor(hall, OWNER), opening_who_verbs.say_who, draft, LineMeans(3, two.person_id))


def test_an_organiser_previews_titles_and_only_owner_or_president_confirms_them(hall: Hall) -> None:
    draft = send(hall, EVERYTHING, ORGANISER)
    view = look(hall, draft, ORGANISER)
    assert not view.may_confirm
    assert Column.OFFICE in view.reserved
    assert Column.RATING not in view.reserved
    before = dump(hall)
    with pytest.raises(NotAllowed):
        confirm(hall, draft, ORGANISER)
    assert dump(hall) == before
    assert hall.act(actor(hall, ORGANISER), opening_verbs.hand_over, draft) == ()
    assert isinstance(confirm(hall, draft, OWNER), OpeningList)


def test_a_list_is_handed_on_once(hall: Hall) -> None:
    president = hall.person(5)
    hall.do(
        lambda tx: people_store.give_office(
            tx, GUILD, Office.PRESIDENT, president.person_id, hall.now, president.person_id
        )
    )
    draft = send(hall, EVERYTHING.replace(";president", ";"), ORGANISER)
    assert hall.act(actor(hall, ORGANISER), opening_verbs.hand_over, draft) == (president.discord_id,)
    assert len(hall.promised(OpeningListWaits, draft)) == 1
    with pytest.raises(AlreadyDone):
        hall.act(actor(hall, ORGANISER), opening_verbs.hand_over, draft)
    assert isinstance(confirm(hall, draft, 5), OpeningList)


@pytest.mark.parametrize("number", [2, 20])
def test_nobody_else_brings_looks_or_confirms(hall: Hall, number: int) -> None:
    draft = send(hall, "name;rating\nAna;2000\n")
    hall.arbiter(20, ArbiterTitle.AI)
    with pytest.raises(NotAllowed):
        send(hall, "name;rating\nAna;2000\n", number)
    with pytest.raises(NotAllowed):
        look(hall, draft, number)
    with pytest.raises(NotAllowed):
        hall.act(actor(hall, number), opening_verbs.confirm, draft, "x")


def test_an_organiser_brings_ratings_countries_and_clubs(hall: Hall) -> None:
    draft = send(hall, "name;rating;country;club;games\nAna;2000;BR;Azul;3\n", ORGANISER)
    assert look(hall, draft, ORGANISER).may_confirm
    assert isinstance(confirm(hall, draft, ORGANISER), OpeningList)


def test_a_second_press_does_nothing(hall: Hall) -> None:
    draft = send(hall, EVERYTHING)
    seen = look(hall, draft).seen
    hall.act(actor(hall, OWNER), opening_verbs.confirm, draft, seen)
    before = dump(hall)
    with pytest.raises(Outdated):
        hall.act(actor(hall, OWNER), opening_verbs.confirm, draft, seen)
    assert dump(hall) == before


def test_what_was_shown_has_to_hold_when_it_is_confirmed(hall: Hall) -> None:
    draft = send(hall, f"name;discord;country\nP2;{DISCORD};BR\n")
    seen = look(hall, draft).seen
    known_as(hall, hall.person(2), DISCORD)
    again = hall.act(actor(hall, OWNER), opening_verbs.confirm, draft, seen)
    assert isinstance(again, OpeningPreview)
    assert again.has_moved
    assert isinstance(hall.act(actor(hall, OWNER), opening_verbs.confirm, draft, again.seen), OpeningList)


def test_a_fault_anywhere_keeps_all_of_it_out(hall: Hall) -> None:
    draft = send(hall, "name;rating\nAna;2000\nBruno;many\n")
    before = dump(hall)
    with refuses("error.OpeningListNotReady"):
        confirm(hall, draft)
    assert dump(hall) == before


def test_an_error_in_the_middle_leaves_nothing_behind(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = send(hall, EVERYTHING)
    seen, before = look(hall, draft).seen, dump(hall)

    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("bot.features.opening.store.add_acts", fail)
    with pytest.raises(RuntimeError):
        hall.act(actor(hall, OWNER), opening_verbs.confirm, draft, seen)
    assert dump(hall) == before


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("name;registered since\nAna;2030-01-01\n", Trouble.IN_THE_FUTURE),
        ("name;bar reason;bar until\nAna;Late;2026-02-01\n", Trouble.BAR_IS_OVER),
        ("name;arbiter title;master title\nAna;AN;MA\n", Trouble.ARBITER_AND_MASTER),
        ("name;office\nAna;president\n", Trouble.OFFICE_WITHOUT_DISCORD),
        ("name;accounts\nAna;OGS: a\nBruno;ogs: A\n", Trouble.ACCOUNT_TWICE),
        (f"name;discord\nAna;{DISCORD}\nBruno;{DISCORD}\n", Trouble.MEMBER_TWICE),
        ("name;world titles\nAna;W 1 (2020-01-01)\nBruno;W 1 (2020-01-01)\n", Trouble.EVENT_TWICE),
        ("name;championships\nAna;O (2020-01-01) | O (2021-01-01)\n", Trouble.EVENT_TWICE),
        (
            f"name;discord;office\nAna;{DISCORD};leader\nBia;{DISCORD + 1};leader\n",
            Trouble.OFFICE_TWICE,
        ),
    ],
)
def test_lines_that_cannot_be_meant_are_told(hall: Hall, text: str, trouble: Trouble) -> None:
    assert trouble in {found for _, found in troubles(look(hall, send(hall, text)))}


def test_what_somebody_else_holds_here_is_not_given_away(hall: Hall) -> None:
    bring(hall, EVERYTHING)
    text = "name;discord;accounts;world titles;office\n"
    text += f"Zoe;{DISCORD + 7};Jeek Online: ANA_99;World 2020 (2020-12-12);president\n"
    assert {found for _, found in troubles(look(hall, send(hall, text)))} == {
        Trouble.ACCOUNT_HELD,
        Trouble.EVENT_HAS_CHAMPION,
        Trouble.OFFICE_HELD,
    }


def test_a_title_that_is_held_is_changed_by_its_own_procedures(hall: Hall) -> None:
    known_as(hall, hall.arbiter(3, ArbiterTitle.AN), DISCORD)
    view = look(hall, send(hall, f"name;discord;arbiter title;master title\nP3;{DISCORD};AI;GM\n"))
    assert [found for _, found in troubles(view)] == [Trouble.ARBITER_AND_MASTER, Trouble.ARBITER_TITLE_HELD]


def test_a_bar_that_holds_already_is_not_imposed_twice(hall: Hall) -> None:
    known_as(hall, hall.person(3), DISCORD)
    text = f"name;discord;bar reason\nP3;{DISCORD};Threats\n"
    bring(hall, text)
    assert look(hall, send(hall, text)).unchanged == 1
    assert troubles(look(hall, send(hall, text.replace("Threats", "Other threats")))) == [(2, Trouble.BARRED_ALREADY)]


def test_the_day_of_a_list_is_one_that_has_come_and_no_later_list_stands(hall: Hall) -> None:
    text = "name;rating\nAna;2000\n"
    with refuses("error.OpeningDateInTheFuture"):
        send(hall, text, day="2026-03-02")
    with pytest.raises(opening_who_verbs.OpeningDateUnreadable):
        send(hall, text, day="soon")
    opening = bring(hall, text, day="2025-12-31")
    assert opening.dated_at == datetime(2025, 12, 31, 12, tzinfo=UTC)
    with refuses("error.OpeningDateTooEarly"):
        send(hall, text, day="2025-12-30")


def test_a_rating_from_an_event_here_is_not_changed_by_a_list(hall: Hall) -> None:
    event = hall.announce()
    hall.play_out(hall.begin(event, 2, 3, 4, 5))
    rated = hall.ask(people_ratings_store.ratings, GUILD)[hall.person(2).person_id]
    known_as(hall, hall.person(2), DISCORD)
    view = look(hall, send(hall, f"name;discord;rating\nP2;{DISCORD};{rated + 50:.2f}\nAna;;2000\n"))
    assert troubles(view) == [(2, Trouble.RATING_STANDS)]


def test_byes_go_by_the_opening_ratings(hall: Hall) -> None:
    text = "name;discord;rating\n" + "".join(f"P{one};{DISCORD + one};{2000 + one}\n" for one in range(2, 8))
    bring(hall, text)
    for one in range(2, 8):
        found = hall.ask(people_store.of_member, GUILD, MemberId(DISCORD + one))
        assert found is not None
        known_as(hall, found, one)
    event = hall.begin(hall.announce(), 2, 3, 4, 5, 6, 7)
    byes = {number for contest in hall.ask(lambda tx: _contests(tx, event.tournament_id)) for number in contest}
    assert byes == {6, 7}


def _contests(tx: Query, tournament_id: str) -> list[tuple[int, ...]]:
    rows = tx.fetch_all(
        "SELECT p.discord_id FROM contests c JOIN contest_sides s USING (contest_id) JOIN entrants e USING (entrant_id)"
        " JOIN people p USING (person_id) WHERE c.tournament_id = ? AND c.bye_reason = 'rating' ORDER BY p.discord_id",
        (tournament_id,),
    )
    return [(row["discord_id"],) for row in rows]


@pytest.mark.parametrize(("told", "expected"), [("PT", []), ("BR", [("PT", "BR")])])
def test_a_country_is_held_against_that_of_the_lists_own_day(
    hall: Hall, told: str, expected: list[tuple[str, str]]
) -> None:
    bring(hall, "name;country\nBruno;PT\n", day="2026-01-01")
    bruno = person(hall, "Bruno")
    hall.do(lambda tx: people_store.declare_country(tx, bruno, "BR", tx.now - timedelta(days=1)))
    draft = send(hall, f"name;country\nBruno;{told}\n", day="2026-02-01")
    hall.act(actor(hall, OWNER), opening_who_verbs.say_who, draft, LineMeans(2, bruno))
    (found,) = look(hall, draft).plans
    assert [(one.before, one.after) for one in found.changes] == expected
