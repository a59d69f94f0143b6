"""What missing a ceremony can cost beside the reprimand: a place, the prize, a suspension (GO-23.6)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.cases.misconduct_model import MisconductCase
from bot.features.cases.misconduct_verbs import MisconductReport
from bot.features.cases.model import FileLetter
from bot.features.course.facts_verbs import facts
from bot.features.past_events.bringing_verbs import RecordHasSanctions
from bot.features.past_events.drafts_verbs import record_of
from bot.features.rounds import ending_cards as rounds_ending_cards
from bot.features.rounds import ending_verbs as rounds_ending_verbs
from bot.features.rounds.model import Attendance
from bot.features.voting.model import Ground
from bot.i18n.catalogue import Translator
from bot.people.model import ArbiterTitle, Penalty
from bot.play.contests import Sanction
from bot.play.entries import Tournament
from bot.play.formats import FORMATS
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from tests.features.cases.test_files import appeal, decide, now
from tests.hall.arrivals import brought
from tests.hall.court import deliver, open_court
from tests.hall.go import go_rules
from tests.hall.hall import Hall
from tests.hall.squads import found
from tests.refusals import refuses

RULES = replace(go_rules(), official=False, rating=replace(go_rules().rating, rated=False, base_minutes=0.0))
ARBITER_OF_ANOTHER = 61


@pytest.fixture
def court(hall: Hall) -> Hall:
    open_court(hall)
    return hall


@pytest.fixture
def over(court: Hall) -> Tournament:
    """A knock-out of four in which the ceremonies are a duty, played to its end."""
    tournament = court.begin(court.announce(RULES), 2, 3, 4, 5)
    court.play_out(tournament)
    return court.load(tournament)


def order(hall: Hall, tournament: Tournament) -> list[tuple[int, int]]:
    """Place and number of everybody, as everyone reads them who asks for the final order."""
    known = hall.ask(facts, hall.load(tournament))
    rows = FORMATS[tournament.rulebook.format].standings(known, tournament.rulebook)
    return [(row.rank_from, number(hall, tournament, row.entrant_id)) for row in rows]


def number(hall: Hall, tournament: Tournament, entrant_id: str) -> int:
    view = found(hall.ask(record_of, hall.load(tournament)))
    return int(view.names[entrant_id].removeprefix("P"))


def missed(hall: Hall, tournament: Tournament, accused: int, ground: Ground = Ground.CEREMONY) -> MisconductCase:
    person = hall.person(accused).person_id
    hall.now += timedelta(minutes=5)
    file = hall.act(
        hall.actor(9),
        cases_misconduct_verbs.report,
        MisconductReport(person, ground, "Not there", (), tournament.tournament_id),
    )
    deliver(hall, FileLetter)
    return now(hall, file)


@pytest.mark.rule("GO-23.6")
def test_a_lower_place_changes_the_final_order_wherever_it_is_read_until_an_appeal_wins(
    court: Hall, over: Tournament
) -> None:
    before = order(court, over)
    (first, winner), (second, runner_up) = before[:2]
    assert (first, second) == (1, 2)
    file = decide(court, missed(court, over, winner), Penalty.LOWERED)
    assert order(court, over)[:2] == [(1, runner_up), (2, winner)]
    steps = found(court.ask(rounds_ending_verbs.podium_view, over.tournament_id)).places
    assert [(one.rank, one.person.name) for one in steps[:2]] == [(1, f"P{runner_up}"), (2, f"P{winner}")]
    appeal(court, winner, f"file-{file.file_id}")
    assert order(court, over) == before


@pytest.mark.rule("GO-23.6")
@pytest.mark.parametrize("language", ["en-US", "pt-BR", "es-ES", "it"])
def test_a_prize_withheld_stands_on_the_podium_and_changes_no_place(
    court: Hall, over: Tournament, language: str
) -> None:
    before, translator = order(court, over), Translator(language)
    winner = before[0][1]
    file = decide(court, missed(court, over, winner), Penalty.PRIZE_WITHHELD)
    view = found(court.ask(rounds_ending_verbs.podium_view, over.tournament_id))
    assert order(court, over) == before
    assert [one.withheld for one in view.places][:2] == [True, False]
    assert translator.say("ending.prize_withheld") in str(rounds_ending_cards.podium(view, translator).paragraphs)
    appeal(court, winner, f"file-{file.file_id}")
    view = found(court.ask(rounds_ending_verbs.podium_view, over.tournament_id))
    assert not any(one.withheld for one in view.places)


def held(hall: Hall, tournament: Tournament) -> str:
    """A ceremony of the event, held an hour ago."""
    when = hall.now + timedelta(hours=1)
    stated = hall.act(hall.actor(1), rounds_ending_verbs.state, tournament.tournament_id, "Opening", when)
    hall.now = when + timedelta(hours=1)
    return stated.ceremony.ceremony_id


def reported(hall: Hall, accused: int) -> MisconductCase:
    """A report of a missed ceremony that names no match and no event."""
    hall.now += timedelta(minutes=5)
    said = MisconductReport(hall.person(accused).person_id, Ground.CEREMONY, "Not at the opening")
    return hall.act(hall.actor(9), cases_misconduct_verbs.report, said)


@pytest.mark.rule("GO-23.6")
@pytest.mark.parametrize("penalty", [Penalty.LOWERED, Penalty.PRIZE_WITHHELD])
def test_a_report_without_match_and_event_reaches_the_place_and_the_prize(court: Hall, penalty: Penalty) -> None:
    tournament = court.begin(court.announce(RULES), 2, 3, 4, 5)
    held(court, tournament)
    court.play_out(tournament)
    winner = order(court, tournament)[0][1]
    file = reported(court, winner)
    deliver(court, FileLetter)
    assert file.tournament_id == tournament.tournament_id
    decide(court, now(court, file), penalty)
    assert (order(court, tournament)[0][1] == winner) is (penalty is Penalty.PRIZE_WITHHELD)


@pytest.mark.rule("GO-23.6")
def test_a_report_of_a_missed_ceremony_that_could_be_of_no_or_of_two_events_is_asked_for_the_event(court: Hall) -> None:
    first = court.begin(court.announce(RULES), 2, 3, 4, 5)
    with refuses("error.CeremonyOfWhichEvent"):
        reported(court, 2)
    ceremony_id = held(court, first)
    court.act(court.actor(1), rounds_ending_verbs.note, ceremony_id, court.person(3).person_id, Attendance.PRESENT)
    with refuses("error.CeremonyOfWhichEvent"):
        reported(court, 3)
    meant = court.actor(2).member_id, "P2"
    court.act(court.actor(9), cases_misconduct_verbs.about, meant, Ground.CEREMONY)
    court.play_out(first)
    held(court, court.begin(court.announce(RULES), 2, 3, 4, 5))
    with refuses("error.CeremonyOfWhichEvent"):
        reported(court, 2)
    with refuses("error.CeremonyOfWhichEvent"):
        court.act(court.actor(9), cases_misconduct_verbs.about, meant, Ground.CEREMONY)
    court.act(court.actor(9), cases_misconduct_verbs.about, meant, Ground.CEREMONY, None, first.tournament_id)


@pytest.mark.rule("GO-23.6")
def test_the_record_tells_both_and_derives_the_same_order(court: Hall, over: Tournament) -> None:
    winner = order(court, over)[0][1]
    decide(court, missed(court, over, winner), Penalty.LOWERED)
    decide(court, missed(court, over, winner), Penalty.PRIZE_WITHHELD)
    text = write_record(court.ask(record_of, court.load(over)))
    record = read_record(text, "event.json")
    assert [what for _, what in record.facts.sanctions] == [Sanction.LOWERED, Sanction.PRIZE_WITHHELD]
    assert replay(record).difference is None
    forged = text.replace('"what": "lowered"', '"what": "prize_withheld"')
    assert forged != text
    assert replay(read_record(forged, "event.json")).difference is not None
    with pytest.raises(RecordHasSanctions) as refused:
        brought(court, record)
    assert refused.value.place == "sanctions[0]"


@pytest.mark.rule("GO-23.6")
def test_what_a_ceremony_can_cost_and_what_nothing_else_does(court: Hall, over: Tournament) -> None:
    winner = order(court, over)[0][1]
    file = missed(court, over, winner)
    assert court.ask(cases_verdict_verbs.options, file) == (
        Penalty.DISMISSED,
        Penalty.WARNED,
        Penalty.PRIZE_WITHHELD,
        Penalty.LOWERED,
        Penalty.SUSPENDED,
    )
    other = missed(court, over, winner, Ground.CONDUCT)
    assert {Penalty.PRIZE_WITHHELD, Penalty.LOWERED}.isdisjoint(court.ask(cases_verdict_verbs.options, other))
    silent = court.announce(name="Casual")
    court.enter(silent, 6, 7)
    elsewhere = missed(court, silent, 6)
    assert {Penalty.PRIZE_WITHHELD, Penalty.LOWERED}.isdisjoint(court.ask(cases_verdict_verbs.options, elsewhere))


@pytest.mark.rule("GO-23.6", "AIJE-B01-AJ")
def test_an_arbiter_of_another_event_takes_no_place_and_no_prize(court: Hall, over: Tournament) -> None:
    winner = order(court, over)[0][1]
    file = missed(court, over, winner)
    court.act(court.actor(winner), cases_misconduct_verbs.reply, file.file_id, "I was ill")
    court.arbiter(ARBITER_OF_ANOTHER, ArbiterTitle.AN)
    for penalty in (Penalty.LOWERED, Penalty.PRIZE_WITHHELD):
        with pytest.raises(cases_verdict_verbs.SanctionTakesMore):
            court.act(court.actor(ARBITER_OF_ANOTHER), cases_verdict_verbs.decide, file.file_id, penalty, "x")


@pytest.mark.rule("GO-23.6")
def test_a_place_that_is_lost_before_the_end_is_lost_at_the_end(court: Hall) -> None:
    tournament = court.begin(court.announce(RULES), 2, 3, 4, 5)
    person = court.people_of(tournament, court.open_contests(tournament)[0])[0]
    accused = next(one for one in (2, 3, 4, 5) if court.person(one).person_id == person)
    decide(court, missed(court, tournament, accused), Penalty.LOWERED)
    assert court.ask(facts, court.load(tournament)).sanctions == ()
    court.play_out(tournament)
    places = {who: place for place, who in order(court, tournament)}
    assert court.ask(facts, court.load(tournament)).sanctions[0][1] is Sanction.LOWERED
    assert places[accused] > 1
