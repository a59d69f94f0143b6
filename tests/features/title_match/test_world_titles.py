"""A title match whose result is corrected: the title, what hung on it, and who is told (AIJE-D03-1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import appeals_verbs as cases_appeals_verbs
from bot.features.cases.appeals_verbs import Instead
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.past_events.model import RatingsTaken
from bot.features.playing import cards as playing_cards
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reading_verbs as playing_reading_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.model import ResultCorrected
from bot.features.registry.model import ChampionNamed, TitleMoved
from bot.features.seats.model import SeatsLost, SeatsOffered
from bot.features.title_match import cards as title_match_cards
from bot.features.title_match import holder_verbs as title_match_holder_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.promises_model import Podium
from bot.features.voting.model import Ground
from bot.i18n.catalogue import Translator
from bot.kernel.ids import Place
from bot.kernel.promises import Message, ToPlace, write
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.cards import mention
from bot.people.model import Penalty
from bot.people.store import WorldTitle
from bot.play.contests import Contest
from bot.play.entries import Tournament
from bot.play.rulebook import QualifyingEvent
from bot.record.reading import read_record
from tests.features.cases.test_files import decide, report
from tests.features.seats.test_seats import Season
from tests.hall.arrivals import brought
from tests.hall.court import LEADER, open_court
from tests.hall.hall import GUILD, Hall
from tests.hall.title_matches import CHALLENGER, CHAMPION, OTHER, WORLD, begun, name, seat, side_of, view, won
from tests.refusals import refuses

DAY = timedelta(hours=24)


def ended(hall: Hall, winner: int = CHALLENGER, title: str = "2025") -> tuple[Tournament, Contest]:
    """A match that the member won to love; P2 was champion before."""
    person = hall.person(CHAMPION).person_id
    before = WorldTitle(person, title, hall.now)
    hall.do(lambda tx: people_store.crown(tx, GUILD, before, tx.now, person))
    tournament, contest = begun(hall)
    for _ in range(10):
        won(hall, contest, winner)
    return hall.load(tournament), contest


def correct(hall: Hall, contest: Contest, winner: int, lost: int = 9) -> None:
    side = side_of(hall, contest, winner)
    score = (10, lost) if side == 0 else (lost, 10)
    hall.act(hall.actor(1), playing_correcting_verbs.correct, contest.contest_id, score, 0, "The wrong button")


def titled(hall: Hall) -> list[tuple[str, str]]:
    who = {hall.person(number).person_id: f"P{number}" for number in (CHAMPION, CHALLENGER)}
    return [(who[one.person_id], one.event) for one in hall.ask(people_store.world_titles, GUILD)]


def told(hall: Hall, kind: type[Message], subject: str) -> list[tuple[object, dict[str, str]]]:
    return [(promise.target, write(promise.message).details) for promise in hall.promised(kind, subject)]


@pytest.mark.rule("AIJE-D03-1")
def test_a_corrected_match_gives_the_title_to_who_has_won_it(hall: Hall) -> None:
    tournament, contest = ended(hall)
    assert titled(hall) == [("P2", "2025"), ("P3", "World Championship")]
    correct(hall, contest, CHAMPION)
    assert titled(hall) == [("P2", "2025"), ("P2", "World Championship")]
    lost = hall.ask(people_store.lost_in, tournament.tournament_id)
    assert lost is not None
    assert lost.person_id == hall.person(CHALLENGER).person_id
    # Whoever beat the right champion since has beaten a champion.
    assert hall.ask(people_store.world_titles, GUILD)[-1].won_at == tournament.ended_at


@pytest.mark.rule("AIJE-D03-1")
def test_everybody_reads_of_a_title_that_moved(hall: Hall) -> None:
    tournament, contest = ended(hall)
    correct(hall, contest, CHAMPION)
    moved = told(hall, TitleMoved, tournament.tournament_id)
    assert [target for target, _ in moved] == [ToPlace(Place.ANNOUNCEMENTS), ToPlace(Place.RECORD)]
    assert moved[0][1]["lost"] == hall.person(CHALLENGER).person_id
    assert moved[0][1]["won"] == moved[0][1]["holder"] == hall.person(CHAMPION).person_id
    assert len(hall.promised(ResultCorrected, contest.contest_id)) == 1
    assert len(hall.promised(Podium, tournament.tournament_id)) == 2


def test_another_score_of_the_same_winner_moves_no_title(hall: Hall) -> None:
    tournament, contest = ended(hall)
    correct(hall, contest, CHALLENGER)
    assert titled(hall)[-1] == ("P3", "World Championship")
    assert not hall.promised(TitleMoved, tournament.tournament_id)


@pytest.mark.rule("AIJE-B02-2")
def test_the_ratings_follow_the_corrected_match(hall: Hall) -> None:
    _, contest = ended(hall)
    correct(hall, contest, CHAMPION)
    known = hall.ask(people_ratings_store.ratings, GUILD)
    assert known[hall.person(CHAMPION).person_id] > 2000 > known[hall.person(CHALLENGER).person_id]


@pytest.mark.parametrize(("after", "in_time"), [(DAY, True), (DAY + timedelta(seconds=1), False)])
def test_a_slip_is_corrected_within_a_day_and_listed_until_then(hall: Hall, after: timedelta, in_time: bool) -> None:
    tournament, contest = ended(hall)
    hall.now = (tournament.ended_at or hall.now) + after
    listed = hall.ask(playing_reading_verbs.match_list, GUILD, settled=True, at=hall.now)
    assert [one.contest.contest_id for one in listed] == [contest.contest_id] * in_time
    if in_time:
        correct(hall, contest, CHAMPION)
        return
    with refuses("error.RatingsArePublished"):
        correct(hall, contest, CHAMPION)


@pytest.mark.rule("GO-16.4")
def test_a_granted_appeal_moves_the_title_however_late_it_is_decided(hall: Hall) -> None:
    open_court(hall)
    _, contest = ended(hall)
    made = hall.act(hall.actor(CHAMPION), cases_appeals_verbs.appeal, f"match-{contest.contest_id}", "Game 10 was mine")
    hall.now += 3 * DAY
    side = side_of(hall, contest, CHAMPION)
    instead = Instead((10, 9) if side == 0 else (9, 10), 0)
    hall.act(hall.actor(LEADER), cases_appeals_verbs.decide, made.appeal_id, "It was", granted=True, instead=instead)
    assert titled(hall)[-1] == ("P2", "World Championship")


@pytest.mark.rule("GO-23.1")
def test_an_annulled_win_leaves_the_title_with_who_had_it_and_an_appeal_gives_it_back(hall: Hall) -> None:
    open_court(hall)
    tournament, contest = ended(hall)
    file = report(hall, CHALLENGER, ground=Ground.PROGRAM_HELP, contest=contest.contest_id)
    decide(hall, file, Penalty.GAME_LOST)
    assert titled(hall) == [("P2", "2025")]
    (told_all, _) = told(hall, TitleMoved, tournament.tournament_id)
    assert (told_all[1]["won"], told_all[1]["holder"]) == ("", hall.person(CHAMPION).person_id)
    made = hall.act(hall.actor(CHALLENGER), cases_appeals_verbs.appeal, f"file-{file.file_id}", "No program")
    hall.act(hall.actor(91), cases_appeals_verbs.decide, made.appeal_id, "There was none", granted=True)
    assert titled(hall)[-1] == ("P3", "World Championship")
    assert hall.promised(ChampionNamed, hall.person(CHALLENGER).person_id)


@pytest.mark.rule("AIJE-D03-1")
def test_the_next_match_names_the_right_champion_by_itself(hall: Hall) -> None:
    tournament, contest = ended(hall)
    later = hall.announce(WORLD, "Next")
    seat(hall, CHAMPION, CHALLENGER)
    hall.do(entering_check_in_verbs.open_check_in, later)
    asked = hall.ask(title_match_holder_verbs.holder_view, later.tournament_id)
    assert asked is not None
    assert asked.champion == hall.person(CHALLENGER)
    correct(hall, contest, CHAMPION)
    asked = hall.ask(title_match_holder_verbs.holder_view, later.tournament_id)
    assert asked is not None
    assert asked.champion == hall.person(CHAMPION)
    (*_, for_staff) = told(hall, TitleMoved, tournament.tournament_id)
    assert for_staff[0] == ToPlace(Place.COMMITTEE)
    assert (for_staff[1]["renamed"], for_staff[1]["left"]) == (later.tournament_id, "")


def test_a_champion_named_by_an_organiser_is_left_to_the_staff(hall: Hall) -> None:
    tournament, contest = ended(hall)
    # In a match of the club's own an organiser still names who holds its title.
    later = hall.announce(replace(WORLD, name="club-match", official=False), "Next")
    name(hall, later, CHALLENGER)
    correct(hall, contest, CHAMPION)
    asked = hall.ask(title_match_holder_verbs.holder_view, later.tournament_id)
    assert asked is not None
    assert asked.champion == hall.person(CHALLENGER)
    (*_, for_staff) = told(hall, TitleMoved, tournament.tournament_id)
    assert (for_staff[1]["renamed"], for_staff[1]["left"]) == ("", later.tournament_id)


@pytest.mark.rule("AIJE-D02-1")
def test_the_invitations_follow_the_right_champion(hall: Hall) -> None:
    _, contest = ended(hall)
    season = Season(hall)
    season.confirm()
    right, wrong = hall.person(CHAMPION).person_id, hall.person(CHALLENGER).person_id
    assert wrong not in season.held(QualifyingEvent.CANDIDATES)
    assert right in season.held(QualifyingEvent.CANDIDATES)
    correct(hall, contest, CHAMPION)
    assert season.view().round.champion == right
    assert wrong in season.held(QualifyingEvent.CANDIDATES)
    assert right not in season.held(QualifyingEvent.CANDIDATES)
    lost = told(hall, SeatsLost, season.round_id)
    assert [target for target, _ in lost] == [ToPlace(Place.ANNOUNCEMENTS), ToPlace(Place.COMMITTEE)]
    assert lost[0][1]["lost"] == f"{QualifyingEvent.CANDIDATES.value}.{right}"
    *_, newly = told(hall, SeatsOffered, season.round_id)
    assert newly[1]["asked"] == f"candidates.{wrong}"


@pytest.mark.rule("AIJE-D02-1")
def test_a_proposal_that_nobody_confirmed_yet_shows_the_right_champion(hall: Hall) -> None:
    _, contest = ended(hall)
    season = Season(hall)
    correct(hall, contest, CHAMPION)
    assert season.view().round.champion == hall.person(CHAMPION).person_id
    assert not hall.promised(SeatsLost, season.round_id)


def test_two_events_of_one_name_keep_their_own_champions(hall: Hall) -> None:
    tournament, contest = ended(hall, title="World Championship")
    assert [one.event for one in hall.ask(people_store.world_titles, GUILD)][1].startswith("World Championship (2026-")
    correct(hall, contest, CHAMPION)
    found = hall.ask(people_store.won_in, tournament.tournament_id)
    assert found is not None
    assert found.event.startswith("World Championship (2026-")
    assert hall.ask(title_match_holder_verbs.reigning, GUILD) == hall.person(CHAMPION).person_id
    assert hall.person(OTHER).person_id not in {one.person_id for one in hall.ask(people_store.world_titles, GUILD)}


@pytest.mark.rule("AIJE-D03-1")
def test_the_card_of_a_corrected_match_says_who_set_the_result_and_what_the_games_gave(hall: Hall) -> None:
    _, contest = ended(hall)
    translator = Translator("en-US")

    def said() -> str:
        return playing_cards.situation(view(hall, contest), translator)

    assert "Games:" in said()
    assert "By the games above" not in said()
    correct(hall, contest, CHAMPION)
    games = "0–10" if side_of(hall, contest, CHAMPION) == 0 else "10–0"
    (line,) = [line for line in said().splitlines() if "By the games above" in line]
    assert f"it was {games}" in line
    assert mention(hall.person(1)) in line


def test_a_match_that_was_ruled_in_the_middle_asks_for_no_further_game(hall: Hall) -> None:
    _, contest = begun(hall)
    told = won(hall, contest, CHALLENGER)
    score = (10, 1) if side_of(hall, contest, CHAMPION) == 0 else (1, 10)
    hall.act(hall.actor(1), playing_ruling_verbs.rule, contest.contest_id, score, "Both agreed to stop")
    card = title_match_cards.game_receipt(view(hall, contest), told.number, told.winner, Translator("en-US"))
    assert "By the games above" in card.paragraphs[0]
    assert "Game 2" not in card.paragraphs[0]


@pytest.mark.rule("AIJE-D03-1")
def test_a_match_that_a_file_brought_in_crowns_nobody_even_when_it_is_corrected(hall: Hall) -> None:
    file = """{"rulebook": {"preset": "aije-world"}, "event": {"name": "World 2020"}, "entrants": ["Ana", "Bia"],
    "results": [["Ana", "Bia", "10-4"]]}"""
    record = read_record(file, "world.json")
    brought(hall, record, taken=RatingsTaken.COUNTED)
    (tournament,) = hall.ask(tournaments_store.of_guild, GUILD)
    (contest,) = hall.ask(playing_store.of_tournament, tournament.tournament_id)
    hall.act(hall.actor(1), playing_correcting_verbs.correct, contest.contest_id, (4, 10), 0, "The file had it wrong")
    assert hall.ask(people_store.world_titles, GUILD) == []
