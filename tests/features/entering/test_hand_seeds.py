"""Organisers order the field by hand until check-in closes; the draw takes the order over, and anybody can check it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import facts_verbs as course_facts_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.list_verbs import SeededTwice, SeedUnknown
from bot.features.past_events import drafts_verbs as past_events_drafts_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.sign_ups import taking_in_verbs as sign_ups_taking_in_verbs
from bot.features.sign_ups import verbs as sign_ups_verbs
from bot.features.sign_ups.cards import known_headings
from bot.features.sign_ups.model import SignUpPreview, SignUpsBrought, read
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.undoing import verbs as undoing_verbs
from bot.kernel.errors import NotAllowed
from bot.people import store as people_store
from bot.play.entries import Tournament
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import preset
from tests.hall.hall import Hall
from tests.refusals import refuses


def open_cup(hall: Hall, *numbers: int, kind: str = "cup") -> Tournament:
    cup = hall.announce(preset(kind))
    hall.enter(cup, *numbers)
    return cup


def arrange(hall: Hall, cup: Tournament, text: str) -> tuple[str, ...]:
    order = hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id).order
    done = hall.act(hall.actor(1), entering_list_verbs.arrange, cup.tournament_id, text, order)
    return tuple(one.name for one in done.seeded)


def close_and_draw(hall: Hall, cup: Tournament, *numbers: int) -> Tournament:
    hall.now = cup.start_at - timedelta(minutes=1)
    for number in numbers:
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, cup.tournament_id)
    hall.now = cup.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(cup))
    hall.do(rounds_drawing_verbs.draw_when_closed, cup.tournament_id)
    return hall.load(cup)


def call(hall: Hall, number: int, name: str) -> None:
    known = replace(hall.person(number), name=name)
    hall.do(lambda tx: people_store.save(tx, known))


@pytest.fixture(autouse=True)
def organiser(hall: Hall) -> None:
    hall.person(1)


def test_the_form_lists_everybody_and_the_order_that_is_sent_in_stands(hall: Hall) -> None:
    cup = open_cup(hall, 2, 3, 4)
    form = hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id)
    assert form.text == "1. P2\n2. P3\n3. P4"
    assert arrange(hall, cup, "1. P4\np2") == ("P4", "P2")
    view = hall.ask(tournaments_facts_verbs.tournament_view, cup.tournament_id)
    assert view is not None
    assert [one.name for one in view.seeded] == ["P4", "P2"]
    again = hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id)
    assert again.text == "1. P4\n2. P2\n3. P3"
    assert arrange(hall, cup, "") == ()


def test_a_form_that_does_not_hold_the_field_says_how_many_are_in_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = open_cup(hall, 2, 3, 4)
    whole = hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id)
    assert (whole.shown, whole.field) == (3, 3)
    monkeypatch.setattr(entering_list_verbs, "LONGEST", len("1. P2\n2. P3"))
    part = hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id)
    assert (part.text, part.shown, part.field) == ("1. P2\n2. P3", 2, 3)


def test_whoever_leaves_is_passed_over_and_whoever_comes_later_follows(hall: Hall) -> None:
    cup = open_cup(hall, 2, 3, 4)
    arrange(hall, cup, "P4\nP3\nP2")
    hall.act(hall.actor(3), entering_verbs.withdraw, cup.tournament_id)
    hall.enter(cup, 5)
    standing = hall.ask(entering_list_verbs.standing, cup)
    assert ([one.name for one in standing.seeded], standing.others) == (["P4", "P2"], 1)
    hall.enter(cup, 3)
    assert [one.name for one in hall.ask(entering_list_verbs.standing, cup).seeded] == ["P4", "P3", "P2"]


def test_the_draw_takes_the_seeds_over_and_verify_and_replay_give_the_same_bracket(hall: Hall) -> None:
    numbers = (2, 3, 4, 5, 6)
    cup = open_cup(hall, *numbers)
    arrange(hall, cup, "P6\nP5\nP4\nP3\nP2")
    drawn = close_and_draw(hall, cup, *numbers)
    facts = hall.ask(course_facts_verbs.facts, drawn)
    assert sorted(one.seed or 0 for one in facts.starters) == [1, 2, 3, 4, 5]
    checks = hall.ask(rounds_drawing_verbs.verification, drawn).checks
    assert [(one.problems, one.same_bracket) for one in checks] == [((), True)]
    hall.play_out(drawn)
    record = hall.ask(past_events_drafts_verbs.record_of, hall.load(cup))
    text = write_record(record)
    assert '"seed": 1' in text
    again = replay(read_record(text.encode(), "cup.json"))
    assert again.difference is None
    moved = text.replace('"seed": 1,', '"seed": 9,').replace('"seed": 1}', '"seed": 9}')
    assert not replay(read_record(moved.encode(), "cup.json")).agrees


def test_seeds_are_refused_once_check_in_is_closed_and_what_was_typed_is_kept(hall: Hall) -> None:
    cup = open_cup(hall, 2, 3)
    order = hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id).order
    hall.now = cup.start_at + timedelta(seconds=1)
    hall.act(hall.actor(1), entering_list_verbs.keep_typed, cup.tournament_id, "P3\nP2")
    with refuses("error.SeedsTooLate"):
        hall.act(hall.actor(1), entering_list_verbs.arrange, cup.tournament_id, "P3\nP2", order)


def test_a_form_that_others_were_faster_than_is_refused_and_opens_as_it_was_typed(hall: Hall) -> None:
    cup = open_cup(hall, 2, 3)
    order = hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id).order
    hall.person(7)
    other = hall.actor(7, organiser=True)
    hall.act(other, entering_list_verbs.arrange, cup.tournament_id, "P3", order)
    hall.act(hall.actor(1), entering_list_verbs.keep_typed, cup.tournament_id, "P2\nP3")
    with refuses("error.SeedsMoved"):
        hall.act(hall.actor(1), entering_list_verbs.arrange, cup.tournament_id, "P2\nP3", order)
    assert hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id).text == "P2\nP3"


def test_a_line_that_names_nobody_or_somebody_twice_is_told(hall: Hall) -> None:
    cup = open_cup(hall, 2, 3)
    with pytest.raises(SeedUnknown) as unknown:
        arrange(hall, cup, "P2\n\nNobody")
    assert (unknown.value.line, unknown.value.text) == (3, "Nobody")
    with pytest.raises(SeededTwice):
        arrange(hall, cup, "P2\n2. p2")


@pytest.mark.rule("AIJE-D01-4")
def test_where_the_rulebook_draws_the_field_nobody_orders_it_by_hand(hall: Hall) -> None:
    cup = open_cup(hall, 2, 3, kind="aije-open")
    with refuses("error.SeedsNotByHand"):
        hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id)
    with refuses("error.SeedsNotByHand"):
        hall.act(hall.actor(1), entering_list_verbs.arrange, cup.tournament_id, "P2", "")


def test_only_who_may_change_the_event_seeds_it(hall: Hall) -> None:
    cup = open_cup(hall, 2, 3)
    for verb, more in ((entering_list_verbs.keep_typed, ("P2",)), (entering_list_verbs.arrange, ("P2", ""))):
        with pytest.raises(NotAllowed):
            hall.act(hall.actor(2), verb, cup.tournament_id, *more)


def test_a_list_brings_its_seeds_along_for_who_is_in_already_too(hall: Hall) -> None:
    cup = open_cup(hall)
    text = "name;seed\nAna;2\nBruno;1\nClara;"

    def bring(text: str) -> SignUpsBrought:
        found = read(text.encode(), "list.csv", known_headings())
        draft = hall.act(hall.actor(1), sign_ups_verbs.keep, cup.tournament_id, found, "list.csv").draft_id
        seen = hall.ask_as(hall.actor(1), sign_ups_verbs.preview, draft).seen
        done = hall.act(hall.actor(1), sign_ups_taking_in_verbs.confirm, draft, seen)
        assert isinstance(done, SignUpsBrought)
        return done

    bring(text)
    assert [one.name for one in hall.ask(entering_list_verbs.standing, cup).seeded] == ["Bruno", "Ana"]
    assert bring("name;seed\nClara;1\nAna;2").entered == 0
    assert [one.name for one in hall.ask(entering_list_verbs.standing, cup).seeded] == ["Clara", "Ana"]
    # What entered nobody is no act that enters, and none to take back.
    assert len([one for one in hall.ask_as(hall.actor(1), undoing_verbs.mine) if one.hangs is None]) == 1


def test_whoever_is_called_like_a_namesake_with_a_number_takes_nobodys_place_in_the_form(hall: Hall) -> None:
    cup = open_cup(hall, 2, 3, 4)
    called = {2: "Ana", 3: "ana", 4: "Ana #\u200b２"}
    for number, name in called.items():
        call(hall, number, name)
    form = hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id)
    assert form.text == "1. Ana #1\n2. ana #2\n3. Ana #\u200b２ #3"
    assert arrange(hall, cup, "ana #2\nAna #1") == ("ana", "Ana")


def test_a_name_with_a_line_of_its_own_stays_in_one_line_of_the_form(hall: Hall) -> None:
    cup = open_cup(hall, 2, 3)
    call(hall, 3, "P3\u20281. P2")
    form = hall.ask_as(hall.actor(1), entering_list_verbs.form, cup.tournament_id)
    assert form.text.splitlines() == ["1. P2", "2. P3 1. P2"]
    assert len(arrange(hall, cup, form.text)) == 2


def test_seeds_that_another_organiser_sets_while_a_list_is_looked_at_are_not_written_over(hall: Hall) -> None:
    cup = open_cup(hall, 2, 3)
    found = read(b"name,seed\nP4,1\n", "list.csv", known_headings())
    staff = hall.actor(1, organiser=True)
    draft_id = hall.act(staff, sign_ups_verbs.keep, cup.tournament_id, found, "list.csv").draft_id
    looked_at = hall.ask_as(staff, sign_ups_verbs.preview, draft_id)
    arrange(hall, cup, "P3\nP2")
    shown_anew = hall.act(staff, sign_ups_taking_in_verbs.confirm, draft_id, looked_at.seen)
    assert isinstance(shown_anew, SignUpPreview)
    assert shown_anew.has_moved
    assert [one.name for one in hall.ask(entering_list_verbs.standing, cup).seeded] == ["P3", "P2"]
    assert isinstance(hall.act(staff, sign_ups_taking_in_verbs.confirm, draft_id, shown_anew.seen), SignUpsBrought)
    assert [one.name for one in hall.ask(entering_list_verbs.standing, cup).seeded] == ["P4"]
