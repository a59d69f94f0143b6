"""The people of a list enter as it was shown, or nobody does; and nobody entered so has promised to come."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Bar, BarReason
from bot.features.entering.verbs import TeamsOnly
from bot.features.erasure import verbs as erasure_verbs
from bot.features.sign_ups import taking_in_verbs as sign_ups_taking_in_verbs
from bot.features.sign_ups import verbs as sign_ups_verbs
from bot.features.sign_ups.cards import known_headings
from bot.features.sign_ups.model import (
    Effect,
    EnteredFromList,
    EntriesTakenBack,
    SignUpPreview,
    SignUpsBrought,
    SignUpTrouble,
    read,
)
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.features.undoing.verbs import SomethingHangs
from bot.kernel.errors import NotAllowed, NotYours, Outdated
from bot.kernel.ids import BarId, MemberId
from bot.people import store as people_store
from bot.people.lists_model import LineMeans
from bot.play.adjusting import with_seats
from bot.play.entries import Tournament
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from bot.server.model import Hanging
from tests.hall.desk_of_entries import names
from tests.hall.hall import Hall
from tests.refusals import refuses

DISCORD = 400_000_000_000_000_000


def cup(**registration_rules: object) -> Rulebook:
    rules = preset("cup")
    return replace(rules, registration=replace(rules.registration, **registration_rules))  # type: ignore[arg-type]


def send(hall: Hall, event: Tournament, text: str, number: int = 1) -> str:
    found = read(text.encode(), "list.csv", known_headings())
    organiser = hall.actor(number, organiser=True)
    return hall.act(organiser, sign_ups_verbs.keep, event.tournament_id, found, "list.csv").draft_id


def look(hall: Hall, draft_id: str) -> SignUpPreview:
    return hall.ask_as(hall.actor(1), sign_ups_verbs.preview, draft_id)


def confirm(hall: Hall, draft_id: str) -> SignUpPreview | SignUpsBrought:
    return hall.act(hall.actor(1), sign_ups_taking_in_verbs.confirm, draft_id, look(hall, draft_id).seen)


def bring(hall: Hall, event: Tournament, text: str) -> SignUpsBrought:
    done = confirm(hall, send(hall, event, text))
    assert isinstance(done, SignUpsBrought)
    hall.now += timedelta(minutes=1)
    return done


def troubles(view: SignUpPreview) -> list[tuple[int, SignUpTrouble]]:
    return [(one.line, one.trouble) for one in view.faults]


def member(hall: Hall, number: int) -> int:
    """Gives the member a number of Discord as long as real ones are."""
    known = hall.person(number)
    hall.do(lambda tx: people_store.save(tx, replace(known, discord_id=MemberId(DISCORD + number))))
    return DISCORD + number


def press(hall: Hall, number: int) -> object:
    return replace(hall.actor(number), member_id=MemberId(DISCORD + number))


@pytest.fixture(autouse=True)
def organiser(hall: Hall) -> None:
    hall.person(1)


def test_all_who_can_be_are_entered_and_whoever_cannot_is_told_with_the_line(hall: Hall) -> None:
    event, barred = hall.announce(cup()), hall.person(3)
    organiser = hall.person(1).person_id
    hall.do(
        lambda tx: entering_bars_store.add(
            tx,
            Bar(
                BarId("bar"),
                event.guild_id,
                barred.person_id,
                BarReason.DISQUALIFIED,
                "-",
                hall.now,
                barred_by=organiser,
            ),
        )
    )
    discord = member(hall, 2)
    member(hall, 3)
    text = f"name;discord\nAna;\nP2;{discord}\nP3;{DISCORD + 3}\nana;\nNew;{DISCORD + 9}"
    view = look(hall, send(hall, event, text))
    assert troubles(view) == [(4, SignUpTrouble.BARRED), (5, SignUpTrouble.TWICE)]
    assert [(one.line.name, one.person is None) for one in view.entering] == [
        ("Ana", True),
        ("P2", False),
        ("New", True),
    ]
    done = bring(hall, event, text)
    assert (done.entered, done.waiting) == (3, 0)
    assert names(hall, event) == (["Ana", "P2", "New"], [])
    (told,) = hall.promised(EnteredFromList, event.tournament_id)
    assert len(told.message.entrants) == 2


def test_an_erasure_brings_nobody_past_a_bar_by_a_list(hall: Hall) -> None:
    event, barred, organiser = hall.announce(cup()), hall.person(3), hall.person(1).person_id
    member(hall, 3)
    given = (BarId("bar"), event.guild_id, barred.person_id, BarReason.DISQUALIFIED, "-", hall.now)
    hall.do(lambda tx: entering_bars_store.add(tx, Bar(*given, barred_by=organiser)))
    hall.act(press(hall, 3), erasure_verbs.erase)  # type: ignore[arg-type]
    view = look(hall, send(hall, event, f"name;discord\nNobody;{DISCORD + 3}\nNew;{DISCORD + 9}"))
    assert troubles(view) == [(2, SignUpTrouble.BARRED)]
    assert [one.line.name for one in view.entering] == ["New"]


def test_beyond_the_seats_one_waits_in_the_order_of_the_list(hall: Hall) -> None:
    event = hall.announce(with_seats(cup(), 2))
    done = bring(hall, event, "Ana\nBruno\nClara\nDavi")
    assert (done.entered, done.waiting) == (4, 2)
    assert names(hall, event) == (["Ana", "Bruno"], ["Clara", "Davi"])


def test_the_same_list_twice_enters_nobody_twice_and_says_so(hall: Hall) -> None:
    event = hall.announce(cup())
    bring(hall, event, "Ana\nBruno")
    draft = send(hall, event, "Ana\nBruno")
    view = look(hall, draft)
    assert view.brought_at is not None
    assert {one.effect for one in view.plans} == {Effect.NOTHING}
    with refuses("error.SignUpsNotReady"):
        confirm(hall, draft)


def test_a_name_that_fits_a_known_person_is_asked_about_and_enters_nobody_before(hall: Hall) -> None:
    event, known = hall.announce(cup()), hall.person(2)
    draft = send(hall, event, "P2\nAna")
    view = look(hall, draft)
    assert [(one.number, one.alike) for one in view.questions] == [(1, (known,))]
    with refuses("error.SignUpsNotReady"):
        confirm(hall, draft)
    with pytest.raises(Outdated):
        hall.act(hall.actor(1), sign_ups_verbs.say_who, draft, LineMeans(2, known.person_id))
    hall.act(hall.actor(1), sign_ups_verbs.say_who, draft, LineMeans(1, known.person_id))
    confirm(hall, draft)
    entry = hall.ask(entering_store.of_person, event.tournament_id, known.person_id)
    assert entry is not None


def test_whoever_is_known_by_the_very_name_without_discord_is_taken_as_where_one_is_entered_alone(hall: Hall) -> None:
    first, second = hall.announce(cup()), hall.announce(cup(), "Next")
    bring(hall, first, "Ana\nBruno")
    view = look(hall, send(hall, second, "Ana\nBruno"))
    assert view.questions == ()
    assert all(one.person is not None for one in view.entering)


def test_where_something_has_changed_since_the_look_nobody_is_entered(hall: Hall) -> None:
    event, known = hall.announce(with_seats(cup(), 2)), hall.person(2)
    draft = send(hall, event, "Ana\nBruno")
    seen = look(hall, draft).seen
    hall.act(hall.actor(2), entering_verbs.register, event.tournament_id)
    shown = hall.act(hall.actor(1), sign_ups_taking_in_verbs.confirm, draft, seen)
    assert isinstance(shown, SignUpPreview)
    assert shown.has_moved
    assert names(hall, event) == ([known.name], [])


def test_whoever_left_the_list_is_not_put_back_on_it_by_a_file(hall: Hall) -> None:
    event, discord = hall.announce(cup()), member(hall, 2)
    text = f"name;discord\nP2;{discord}\nAna;"
    bring(hall, event, text)
    hall.act(press(hall, 2), entering_verbs.withdraw, event.tournament_id)  # type: ignore[arg-type]
    assert troubles(look(hall, send(hall, event, text))) == [(2, SignUpTrouble.HAS_LEFT)]


def test_an_account_that_the_event_asks_for_is_taken_from_the_list_and_never_from_somebody_else(hall: Hall) -> None:
    event = hall.announce(cup(account="Jeek Online"))
    hall.act(hall.actor(2), entering_verbs.register, event.tournament_id, "taken")
    text = "name;account\nAna;ana_99\nBruno;\nClara;taken\nDavi;ana_99"
    draft = send(hall, event, text)
    view = look(hall, draft)
    assert troubles(view) == [(3, SignUpTrouble.ACCOUNT_MISSING), (5, SignUpTrouble.ACCOUNT_TWICE)]
    # The account says that Clara may be whoever holds it, so that is asked first.
    assert [one.number for one in view.questions] == [4]
    hall.act(hall.actor(1), sign_ups_verbs.say_who, draft, LineMeans(4, None))
    assert (4, SignUpTrouble.ACCOUNT_HELD) in troubles(look(hall, draft))
    confirm(hall, draft)
    assert names(hall, event) == (["P2", "Ana"], [])


@pytest.mark.rule("AIJE-D01-5.3")
def test_whoever_was_entered_by_a_list_and_never_agreed_is_asked_about_no_absence(hall: Hall) -> None:
    rules = preset("aije-open")
    event = hall.announce(replace(rules, registration=replace(rules.registration, account=None)))
    silent, there = member(hall, 2), member(hall, 3)
    own = hall.person(4)
    hall.act(hall.actor(4), entering_verbs.register, event.tournament_id)
    bring(hall, event, f"name;discord\nP2;{silent}\nP3;{there}\nAna;")
    hall.now = event.start_at - timedelta(minutes=1)
    hall.act(press(hall, 3), entering_check_in_verbs.check_in, event.tournament_id)  # type: ignore[arg-type]
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(event))
    absent = {one.person_id for one in hall.ask(entering_store.with_outcome, event.tournament_id, "absent")}
    cases = hall.ask(lambda tx: tx.fetch_all("SELECT person_id FROM absence_cases ORDER BY case_id"))
    assert own.person_id in absent
    assert hall.person(4).person_id == own.person_id
    assert [row["person_id"] for row in cases] == [own.person_id]


def test_once_check_in_is_open_the_list_confirms_those_without_discord_alone(hall: Hall) -> None:
    event, discord = hall.announce(cup()), member(hall, 2)
    text = f"name;discord\nP2;{discord}\nAna;"
    bring(hall, event, text)
    hall.now = event.start_at - timedelta(minutes=5)
    view = look(hall, send(hall, event, text))
    assert [(one.line.name, one.effect) for one in view.plans] == [
        ("P2", Effect.NOTHING),
        ("Ana", Effect.CHECKS_IN),
    ]
    assert bring(hall, event, text).confirmed == 1
    late = bring(hall, event, f"name;discord\nBruno;\nEva;{DISCORD + 8}")
    assert late.entered == 2
    on_list = hall.ask(entering_store.of_tournament, event.tournament_id)
    assert [one.checked_in_at is not None for one in on_list] == [False, True, True, False]


def test_a_list_is_taken_back_as_one_act_and_who_has_pressed_since_stays(hall: Hall) -> None:
    event, discord = hall.announce(cup()), member(hall, 2)
    hall.enter(event, 4)
    text = f"name;discord\nP2;{discord}\nP3;{member(hall, 3)}\nAna;"
    bring(hall, event, text)
    hall.now = event.start_at - timedelta(minutes=5)
    hall.act(press(hall, 3), entering_check_in_verbs.check_in, event.tournament_id)  # type: ignore[arg-type]
    (line,) = hall.ask_as(hall.actor(1), undoing_verbs.mine)
    assert line.hangs is None
    hall.act(hall.actor(1), undoing_verbs.undo, line.sequence)
    assert names(hall, event) == (["P4", "P3"], [])
    assert len(hall.promised(EntriesTakenBack, event.tournament_id)) == 1
    with pytest.raises(SomethingHangs):
        hall.act(hall.actor(1), undoing_verbs.undo, line.sequence)
    # The list that was put right comes in again: nobody has left by their own word.
    assert bring(hall, event, text).entered == 2


def test_who_was_put_out_and_entered_anew_by_hand_stays_when_the_list_is_taken_back(hall: Hall) -> None:
    event = hall.announce(cup())
    bring(hall, event, "Ana\nBruno")
    (line,) = hall.ask_as(hall.actor(1), undoing_verbs.mine)
    hall.now += timedelta(minutes=1)
    ana = next(one for one in hall.ask(entering_store.of_tournament, event.tournament_id) if one.number == 1)
    hall.act(hall.actor(1), entering_verbs.remove, ana.entrant_id, "by mistake")
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(1), entering_verbs.enter_known, event.tournament_id, ana.person_id)
    hall.act(hall.actor(1), undoing_verbs.undo, line.sequence)
    assert names(hall, event) == (["Ana"], [])


def test_once_check_in_is_closed_no_list_comes_in_or_is_taken_back(hall: Hall) -> None:
    event = hall.announce(cup())
    bring(hall, event, "Ana\nBruno")
    waits = send(hall, event, "Clara")
    hall.enter(event, 2, 3)
    hall.now = event.start_at - timedelta(minutes=1)
    for number in (2, 3):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, event.tournament_id)
    hall.now = event.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(event))
    with refuses("error.UseLate"):
        hall.act(hall.actor(1), sign_ups_taking_in_verbs.confirm, waits, "seen")
    (line,) = hall.ask_as(hall.actor(1), undoing_verbs.mine)
    assert line.hangs is Hanging.CLOSED


def test_only_organisers_send_lists_and_each_confirms_the_own(hall: Hall) -> None:
    event = hall.announce(cup())
    draft = send(hall, event, "Ana")
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(5), sign_ups_taking_in_verbs.confirm, draft, look(hall, draft).seen)
    hall.person(6)
    with pytest.raises(NotYours):
        hall.act(hall.actor(6, organiser=True), sign_ups_taking_in_verbs.confirm, draft, "seen")
    confirm(hall, draft)
    with pytest.raises(Outdated):
        hall.act(hall.actor(1), sign_ups_taking_in_verbs.confirm, draft, "seen")


def test_teams_enter_by_their_captains_and_by_no_list(hall: Hall) -> None:
    event = hall.announce(preset("teams"))
    with pytest.raises(TeamsOnly):
        send(hall, event, "Ana")


def for_new(hall: Hall, text: str) -> str:
    """A cup is drafted with a list; answers the draft of the cup."""
    start = hall.now + timedelta(hours=2)
    (drafted,) = hall.act(hall.actor(1), tournaments_draft_verbs.of_new, "Cup", preset("cup"), (start,))
    found = read(text.encode(), "list.csv", known_headings())
    hall.act(hall.actor(1), sign_ups_verbs.keep_for_new, drafted.draft_id, found, "list.csv")
    return drafted.draft_id


def test_the_list_of_a_drafted_cup_comes_in_with_the_cup(hall: Hall) -> None:
    drafted = for_new(hall, "Ana\nBruno")
    view = hall.ask_as(hall.actor(1), sign_ups_verbs.preview_for_new)
    assert view is not None
    assert len(view.entering) == 2
    event, brought = hall.act(hall.actor(1), sign_ups_taking_in_verbs.create_with, drafted)
    assert isinstance(event, Tournament)
    assert brought is not None
    assert names(hall, event) == (["Ana", "Bruno"], [])
    assert hall.ask_as(hall.actor(1), sign_ups_verbs.preview_for_new) is None


def test_a_change_of_another_event_that_is_given_up_leaves_the_list_of_the_new_one(hall: Hall) -> None:
    announced = hall.announce(preset("cup"), "Earlier")
    for_new(hall, "Ana\nBruno")
    (change,) = hall.act(hall.actor(1), tournaments_draft_verbs.of_change, announced.tournament_id, "Later", ())
    hall.act(hall.actor(1), sign_ups_taking_in_verbs.drop_with, change.draft_id)
    assert hall.ask_as(hall.actor(1), sign_ups_verbs.waits_for_new) is not None


def test_names_that_were_not_asked_about_keep_the_list_waiting_for_the_created_cup(hall: Hall) -> None:
    known = hall.person(2)
    drafted = for_new(hall, "P2\nAna")
    event, _ = hall.act(hall.actor(1), sign_ups_taking_in_verbs.create_with, drafted)
    assert isinstance(event, Tournament)
    assert names(hall, event) == (["Ana"], [])
    waits = hall.ask(lambda tx: tx.fetch_all("SELECT draft_id FROM sign_up_drafts ORDER BY draft_id"))
    hall.act(hall.actor(1), sign_ups_verbs.say_who, waits[0]["draft_id"], LineMeans(1, known.person_id))
    confirm(hall, waits[0]["draft_id"])
    assert names(hall, event) == (["Ana", "P2"], [])


def test_a_cup_that_is_given_up_lets_go_of_its_list(hall: Hall) -> None:
    hall.act(hall.actor(1), sign_ups_taking_in_verbs.drop_with, for_new(hall, "Ana"))
    assert hall.ask_as(hall.actor(1), sign_ups_verbs.preview_for_new) is None
    assert hall.ask(lambda tx: tx.fetch_all("SELECT 1 FROM sign_up_drafts ORDER BY draft_id")) == []


def test_two_of_one_last_name_are_two_people_and_nobody_asks_which_is_meant(hall: Hall) -> None:
    event = hall.announce(cup())
    view = look(hall, send(hall, event, "Name;FirstName;Rank\nSilva;Ana;2D\n王;二;5K\n王;三;12K\n"))
    assert (view.questions, view.faults, view.unread) == ((), (), ("Rank",))
    assert isinstance(
        hall.act(hall.actor(1), sign_ups_taking_in_verbs.confirm, view.draft_id, view.seen), SignUpsBrought
    )
    assert sorted(names(hall, event)[0]) == ["Silva Ana", "王 三", "王 二"]
