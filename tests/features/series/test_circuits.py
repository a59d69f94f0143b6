"""A series of events in the services: what counts, what follows, and who plays the final."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.guidance import verbs as guidance_verbs
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import store as playing_store
from bot.features.seats.model import ANSWER_WITHIN, Answer
from bot.features.series import cards as series_cards
from bot.features.series import finals_verbs as series_finals_verbs
from bot.features.series import verbs as series_verbs
from bot.features.series.finals_verbs import FinalHasOthers, FinalistsOutOfBounds, PlacesRise, SeriesFormUnread
from bot.features.series.model import CircuitMoved, CircuitView, FinalFilled, FinalOffered, FinalOverlooked, FinalVacant
from bot.features.series.verbs import TypedSeries
from bot.features.tournaments import verbs as tournaments_verbs
from bot.features.tournaments.facts_verbs import person_of
from bot.features.tournaments.tasks_model import UpcomingKind
from bot.features.undoing import verbs as undoing_verbs
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFound, NotYours, Outdated
from bot.kernel.ids import ChannelId, EntrantId, GuildId, MessageId, PersonId
from bot.kernel.outages import Step
from bot.kernel.promises import Delivery
from bot.people import account_store as people_account_store
from bot.people.model import SamePerson
from bot.play.contests import ResultKind
from bot.play.entries import Tournament
from bot.play.series import CircuitRules
from bot.rulebooks.library import preset
from bot.rulebooks.series_files import preset as rules_of
from bot.server.bounds_model import BOUNDS, Bounded
from bot.wiring import ALL
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

ANA, BIA, CAIO, DAVI, EVA = range(2, 7)
RULES = replace(rules_of("cup-series"), places=(10, 6, 4, 2), played=1, best=2, finalists=2)


class Season:
    """A series of round robins in which earlier numbers win unless it is said otherwise."""

    def __init__(self, hall: Hall, rules: CircuitRules = RULES) -> None:
        self.hall = hall
        self.key = hall.act(hall.actor(1), series_verbs.create, rules).circuit.circuit_id

    def play(self, *order: int, counts: bool = True) -> Tournament:
        """An event in which they come in that order."""
        hall = self.hall
        event = hall.announce(preset("round-robin"), f"Cup {hall.now:%d-%H}")
        if counts:
            hall.act(hall.actor(1), series_verbs.add_event, self.key, event.tournament_id)
        hall.begin(event, *order)
        who = hall.ask(person_of, hall.load(event))
        place = {hall.person(number).person_id: at for at, number in enumerate(order)}
        return hall.play_out(event, lambda one: (1, 0) if self._is_first(place, who, one.sides) else (0, 1))

    @staticmethod
    def _is_first(
        place: Mapping[PersonId, int], who: Mapping[EntrantId, PersonId], sides: tuple[EntrantId, ...]
    ) -> bool:
        first, second = (place[who[side]] for side in sides)
        return first < second

    def view(self) -> CircuitView:
        found = self.hall.ask(series_finals_verbs.by_id, self.key)
        assert found is not None
        return found

    def told(self) -> list[tuple[int, str, int]]:
        """Place, name and points of each line."""
        view = self.view()
        return [(row.rank_from, view.people[row.person_id].name, int(row.points)) for row in view.rows]

    def correct(self, event: Tournament, *pair: int) -> None:
        """Turns the result of the two around, as a granted appeal does."""
        who = self.hall.ask(person_of, event)
        wanted = {self.hall.person(number).person_id for number in pair}
        standing = self.hall.ask(playing_store.of_tournament, event.tournament_id)
        found = next(one for one in standing if {who[side] for side in one.sides} == wanted)
        assert found.result is not None
        turned = (*reversed(found.result.score), found.result.draws)
        match_context = self.hall.ask(playing_correcting_verbs.find_settled, GUILD, found.contest_id, over=True)
        self.hall.do(
            playing_correcting_verbs.apply, match_context, turned, 0, self.hall.person(1), "As an appeal found"
        )

    def final(self, name: str = "Final") -> Tournament:
        return self.hall.announce(preset("cup"), name)

    def name(self, event: Tournament, players: int | None = None) -> None:
        self.hall.act(self.hall.actor(1), series_finals_verbs.name_final, self.key, event.tournament_id, players)

    def answer(self, number: int, *, accept: bool) -> None:
        self.hall.act(self.hall.actor(number), series_finals_verbs.answer, self.key, None, accept=accept)

    def asked(self) -> list[tuple[str, Answer | None]]:
        view = self.view()
        return [(view.people[one.person_id].name, one.answer) for one in view.questions]


def test_the_standings_follow_from_the_events_and_the_worst_result_is_dropped(hall: Hall) -> None:
    season = Season(hall)
    assert season.told() == []
    season.play(ANA, BIA, CAIO)
    season.play(BIA, ANA, CAIO)
    season.play(CAIO, BIA, ANA)
    assert season.told() == [(1, "P3", 16), (2, "P2", 16), (3, "P4", 14)]
    row = season.view().rows[0]
    assert [(int(one.points), one.counts) for one in row.gains] == [(6, True), (10, True), (6, False)]


def test_an_event_counts_whenever_it_is_added_and_only_once(hall: Hall) -> None:
    season, other = Season(hall), Season(hall)
    late = season.play(ANA, BIA, CAIO, counts=False)
    assert season.told() == []
    hall.act(hall.actor(1), series_verbs.add_event, season.key, late.tournament_id)
    assert season.told() == [(1, "P2", 10), (2, "P3", 6), (3, "P4", 4)]
    for key in (season.key, other.key):
        with refuses("error.CountsAlready"):
            hall.act(hall.actor(1), series_verbs.add_event, key, late.tournament_id)


def test_a_corrected_result_changes_the_standings_and_is_told(hall: Hall) -> None:
    season = Season(hall)
    event = season.play(ANA, BIA, CAIO)
    (first,) = hall.promised(CircuitMoved, season.key)
    assert not first.message.corrected
    season.correct(event, ANA, BIA)
    assert season.told()[0] == (1, "P3", 10)
    assert hall.promised(CircuitMoved, season.key)[-1].message.corrected


def test_an_event_that_is_taken_out_or_called_off_gives_nothing(hall: Hall) -> None:
    season = Season(hall)
    event = season.play(ANA, BIA, CAIO)
    hall.act(hall.actor(1), series_verbs.remove_event, season.key, event.tournament_id)
    assert season.told() == []
    with refuses("error.NotInSeries"):
        hall.act(hall.actor(1), series_verbs.remove_event, season.key, event.tournament_id)
    coming = hall.announce(preset("cup"), "Coming")
    hall.act(hall.actor(1), series_verbs.add_event, season.key, coming.tournament_id)
    assert len(season.view().to_come) == 1
    hall.act(hall.actor(1), course_ending_verbs.cancel, coming.tournament_id, "Nobody has time")
    assert season.view().events == ()


def test_adding_and_taking_out_are_undone_by_their_opposite(hall: Hall) -> None:
    season = Season(hall)
    event = season.play(ANA, BIA, CAIO)
    for shown in (0, 3):
        line = next(one for one in hall.ask_as(hall.actor(1), undoing_verbs.mine) if one.hangs is None)
        hall.act(hall.actor(1), undoing_verbs.undo, line.sequence)
        assert len(season.told()) == shown
        if not shown:
            hall.act(hall.actor(1), series_verbs.add_event, season.key, event.tournament_id)
            hall.act(hall.actor(1), series_verbs.remove_event, season.key, event.tournament_id)


def test_who_was_entered_and_never_came_earns_nothing(hall: Hall) -> None:
    season = Season(hall)
    event = hall.announce(preset("round-robin"), "Cup")
    hall.act(hall.actor(1), series_verbs.add_event, season.key, event.tournament_id)
    hall.begin(event, ANA, BIA, CAIO)
    who = hall.ask(person_of, hall.load(event))
    missing = hall.person(CAIO).person_id
    while waiting := hall.open_contests(event):
        sides = [who[side] for side in waiting[0].sides]
        given = (0, 1) if sides[0] == missing else (1, 0)
        came = missing not in sides
        hall.settle(waiting[0], given, (0, 0) if came else given, ResultKind.PLAYED if came else ResultKind.WALKOVER)
    assert {name for _, name, _ in season.told()} == {"P2", "P3"}


def test_two_who_are_one_person_count_as_one(hall: Hall) -> None:
    season = Season(hall)
    season.play(ANA, BIA, CAIO)
    season.play(DAVI, ANA, CAIO)
    assert len(season.told()) == 4
    both = sorted((hall.person(BIA).person_id, hall.person(DAVI).person_id))
    one = SamePerson("link", GUILD, both[0], both[1], "One phone for both", hall.now, hall.person(1).person_id)
    hall.do(lambda tx: people_account_store.add_same_person(tx, one))
    assert len(season.told()) == 3
    assert sorted(points for _, _, points in season.told()) == [8, 16, 16]


def test_who_is_erased_keeps_the_points_under_no_name(hall: Hall) -> None:
    season = Season(hall)
    season.play(ANA, BIA, CAIO)
    hall.act(hall.actor(ANA), erasure_verbs.erase)
    place, name, points = season.told()[0]
    assert (place, points) == (1, 10)
    assert name != "P2"
    season.name(season.final())
    assert [name for name, _ in season.asked()] == ["P3", "P4"]


def test_the_first_are_asked_and_a_refusal_asks_the_next(hall: Hall) -> None:
    season = Season(hall)
    season.play(ANA, BIA, CAIO, DAVI)
    final = season.final()
    season.name(final)
    assert season.asked() == [("P2", None), ("P3", None)]
    with refuses("error.NotInFinal"):
        hall.enter(final, CAIO)
    season.answer(ANA, accept=True)
    season.answer(BIA, accept=False)
    assert [name for name, _ in season.asked()] == ["P2", "P3", "P4"]
    with pytest.raises(AlreadyDone):
        season.answer(BIA, accept=False)
    with refuses("error.NotInFinal"):
        hall.enter(final, BIA)
    season.answer(CAIO, accept=True)
    assert len(hall.promised(FinalOffered, season.key)) == 2
    (filled,) = hall.promised(FinalFilled, season.key)
    assert filled.message.players == 2
    with pytest.raises(NotYours):
        season.answer(EVA, accept=True)


def test_a_yes_enters_the_final_and_who_leaves_its_list_leaves_the_seat(hall: Hall) -> None:
    season = Season(hall)
    season.play(ANA, BIA, CAIO, DAVI)
    final = season.final()
    season.name(final)
    season.answer(ANA, accept=True)
    assert hall.ask(series_finals_verbs._is_entered, final.tournament_id, hall.person(ANA).person_id)
    hall.act(hall.actor(ANA), entering_verbs.withdraw, final.tournament_id)
    assert season.asked() == [("P2", Answer.DECLINED), ("P3", None), ("P4", None)]


def test_silence_passes_the_seat_on_and_registering_is_a_yes(hall: Hall) -> None:
    season = Season(hall)
    season.play(ANA, BIA, CAIO, DAVI)
    final = hall.act(hall.actor(1), tournaments_verbs.create, "Final", preset("cup"), hall.now + timedelta(days=30))
    season.name(final)
    (offered,) = hall.promised(FinalOffered, season.key)
    delivery = Delivery(offered.outbox_id, ChannelId(5), MessageId(6), hall.now)
    hall.do(series_finals_verbs.start_time_to_answer, offered, delivery)
    hall.enter(final, ANA)
    hall.now += ANSWER_WITHIN
    hall.do(series_finals_verbs.expire, season.key, Step.END_INVITATION)
    assert season.asked()[1] == ("P3", None)
    hall.now += timedelta(seconds=10)
    hall.do(series_finals_verbs.expire, season.key, Step.END_INVITATION)
    assert season.asked() == [("P2", Answer.ACCEPTED), ("P3", Answer.SILENT), ("P4", None)]
    with pytest.raises(Outdated):
        season.answer(BIA, accept=True)


def test_a_correction_takes_no_seat_and_tells_organisers_whom_it_put_in(hall: Hall) -> None:
    season = Season(hall)
    event = season.play(ANA, BIA, CAIO, DAVI)
    season.name(season.final())
    season.answer(BIA, accept=True)
    season.correct(event, BIA, CAIO)
    assert season.told()[1][1] == "P4"
    assert [name for name, _ in season.asked()] == ["P2", "P3"]
    (told,) = hall.promised(FinalOverlooked, season.key)
    assert told.message.people == (hall.person(CAIO).person_id,)
    hall.act(hall.actor(1), series_finals_verbs.ask_overlooked, season.key)
    assert season.asked() == [("P2", None), ("P4", None), ("P3", Answer.ACCEPTED)]
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(1), series_finals_verbs.ask_overlooked, season.key)


def test_seats_that_nobody_is_left_for_are_told_to_organisers_once(hall: Hall) -> None:
    season = Season(hall)
    season.play(ANA, BIA, CAIO)
    season.name(season.final(), players=4)
    assert len(hall.promised(FinalVacant, season.key)) == 1
    season.answer(ANA, accept=True)
    assert len(hall.promised(FinalVacant, season.key)) == 1


def test_what_cannot_be_the_final_is_refused(hall: Hall) -> None:
    season = Season(hall, replace(RULES, finalists=0))
    final = season.final()
    with refuses("error.NoStandingsYet"):
        season.name(final, players=2)
    event = season.play(ANA, BIA, CAIO)
    with refuses("error.NoFinalByRules"):
        season.name(final)
    for players in (1, 65, 10**15):
        with pytest.raises(FinalistsOutOfBounds):
            season.name(final, players=players)
    with refuses("error.TournamentIsOver"):
        season.name(event, players=2)
    late = season.final("Late")
    hall.enter(late, DAVI)
    with pytest.raises(FinalHasOthers):
        season.name(late, players=2)
    other = season.final("Other")
    season.name(other, players=2)
    with refuses("error.FinalIsNamed"):
        season.name(season.final("Third"), players=2)


def test_only_the_kinds_that_the_file_names_count_and_teams_never(hall: Hall) -> None:
    swiss = preset("swiss").format
    season = Season(hall, replace(RULES, formats=(swiss,)))
    for name, counts in (("swiss", True), ("cup", False), ("teams", False)):
        event = hall.announce(preset(name), name)
        if counts:
            hall.act(hall.actor(1), series_verbs.add_event, season.key, event.tournament_id)
        else:
            with refuses("error.DoesNotCount"):
                hall.act(hall.actor(1), series_verbs.add_event, season.key, event.tournament_id)


def test_a_closed_series_takes_nothing_more_and_is_still_read(hall: Hall) -> None:
    season = Season(hall)
    event = season.play(ANA, BIA, CAIO)
    hall.act(hall.actor(1), series_verbs.close, season.key)
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(1), series_verbs.close, season.key)
    with refuses("error.SeriesClosed"):
        hall.act(hall.actor(1), series_verbs.remove_event, season.key, event.tournament_id)
    assert len(season.told()) == 3


def test_players_run_no_series_and_another_server_has_none_of_it(hall: Hall) -> None:
    season = Season(hall)
    event = season.play(ANA, BIA, CAIO)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(ANA), series_verbs.create, RULES)
    with pytest.raises(NotAllowed):
        hall.act(hall.actor(ANA), series_verbs.remove_event, season.key, event.tournament_id)
    with pytest.raises(NotFound):
        hall.ask(series_finals_verbs.for_reader, GuildId(2), season.key, hall.actor(1).member_id)


def test_a_server_has_so_many_series_and_no_more(hall: Hall) -> None:
    for _ in range(BOUNDS[Bounded.OPEN_SERIES].most):
        hall.act(hall.actor(1), series_verbs.create, RULES)
    with refuses("error.ServerFull"):
        hall.act(hall.actor(1), series_verbs.create, RULES)


def test_a_few_numbers_make_a_series_and_what_is_wrong_in_them_is_kept(hall: Hall) -> None:
    typed = TypedSeries("  Friday   cups ", "10, 6 4;2", "1", "2", "4")
    made = hall.act(hall.actor(1), series_verbs.create_typed, typed).circuit
    assert (made.name, made.rules.places, made.rules.best) == ("Friday cups", (10, 6, 4, 2), 2)
    wrong = replace(typed, places="10 six")
    with pytest.raises(SeriesFormUnread):
        hall.act(hall.actor(1), series_verbs.create_typed, wrong)
    hall.act(hall.actor(1), series_verbs.keep, wrong)
    assert hall.ask_as(hall.actor(1), series_verbs.form_for) == wrong
    with pytest.raises(PlacesRise):
        hall.act(hall.actor(1), series_verbs.create_typed, replace(typed, places="6 10"))


def test_everybody_is_told_where_they_stand_and_how_many_events_are_left(hall: Hall) -> None:
    season = Season(hall)
    season.play(ANA, BIA, CAIO)
    coming = hall.announce(preset("cup"), "Coming")
    hall.act(hall.actor(1), series_verbs.add_event, season.key, coming.tournament_id)
    found = hall.ask_as(hall.actor(BIA), guidance_verbs.tasks)
    lines = [one for one in found.prospects if one.outlook is UpcomingKind.SERIES_PLACE]
    assert [(one.n, one.left) for one in lines] == [(2, 1)]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_card_of_a_series_speaks_each_language(hall: Hall, locale: str) -> None:
    season, translator = Season(hall), Translator(locale)
    event = season.play(ANA, BIA, CAIO)
    season.name(season.final())
    season.correct(event, BIA, CAIO)
    for kind in (CircuitMoved, FinalOffered, FinalOverlooked):
        for promised in hall.promised(kind, season.key):
            said = hall.ask(ALL[kind], promised)
            assert said is not None
            assert all(said(translator).paragraphs)
    view = season.view()
    own = (hall.person(ANA).person_id,)
    assert all(series_cards.standings(view, own, 0, translator).paragraphs)
    assert series_cards.state(view, translator, for_staff=True).controls
    question = view.question_of(own)
    assert question is not None
    assert series_cards.own(view, question, translator).controls


def test_the_words_behind_the_table_of_a_series_say_who_leads_with_what_after_how_much(hall: Hall) -> None:
    season = Season(hall)
    season.play(ANA, BIA, CAIO)
    season.play(BIA, ANA, CAIO)
    view = season.view()
    (drawn,) = series_cards.standings(view, (), 0, Translator("en-US")).pictures
    assert drawn.description == (
        f"Standings of {view.circuit.name} after 2 events, 3 players. "
        "In front: P3 (Points: 16), P2 (Points: 16) and P4 (Points: 8)."
    )
