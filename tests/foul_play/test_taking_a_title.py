"""Tried by who wants a title without having won it: by seats, by arrangement, by old presses, and what came of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import NotInvited
from bot.features.erasure import verbs as erasure_verbs
from bot.features.registry.model import ChampionNamed
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.title_match import holder_verbs as title_match_holder_verbs
from bot.features.title_match import verbs as title_match_verbs
from bot.features.tournaments.recusal_verbs import OwnCase
from bot.i18n.catalogue import Translator
from bot.kernel.errors import AlreadyDone, NotYours, Outdated
from bot.kernel.ids import MemberId, Place
from bot.kernel.promises import ToPlace
from bot.people import store as people_store
from bot.play.entries import Tournament
from bot.play.rulebook import Asked, QualifyingEvent
from bot.wiring import ALL
from tests.features.seats.test_seats import Season, number_of
from tests.hall import title_matches
from tests.hall.hall import GUILD, Hall
from tests.hall.title_matches import CHALLENGER, CHAMPION

WORLD = QualifyingEvent.WORLD


def drawn(hall: Hall) -> Tournament:
    """A match for the title whose players confirmed, drawn a moment ago."""
    tournament = title_matches.announced(hall)
    hall.now = tournament.start_at - timedelta(minutes=1)
    for number in (CHAMPION, CHALLENGER):
        hall.act(hall.actor(number), entering_check_in_verbs.check_in, tournament.tournament_id)
    hall.now = tournament.start_at + timedelta(seconds=3)
    hall.do(entering_check_in_verbs.close, hall.load(tournament))
    hall.do(rounds_drawing_verbs.draw_when_closed, tournament.tournament_id)
    return tournament


@pytest.mark.rule("AIJE-D03-1")
@pytest.mark.parametrize("how", ["leaves", "is erased"])
def test_a_title_without_a_game_is_told_so_to_everybody_and_the_committee(hall: Hall, how: str) -> None:
    tournament = drawn(hall)
    if how == "leaves":
        hall.act(hall.actor(CHAMPION), rounds_drawing_verbs.leave, tournament.tournament_id)
    else:
        hall.act(hall.actor(CHAMPION), erasure_verbs.erase)
    winner = hall.person(CHALLENGER).person_id
    assert [one.person_id for one in hall.ask(people_store.world_titles, GUILD)] == [winner]
    told = hall.promised(ChampionNamed, winner)
    places = {one.target.place for one in told if isinstance(one.target, ToPlace)}
    assert places == {Place.ANNOUNCEMENTS, Place.RECORD, Place.COMMITTEE}
    composed = hall.ask(ALL[ChampionNamed], told[0])
    assert composed is not None
    assert "No game of the match was played" in "\n".join(composed(Translator("en-US")).paragraphs)


def test_a_title_that_was_played_for_is_no_matter_of_the_committee(hall: Hall) -> None:
    _, contest = title_matches.begun(hall)
    for _ in range(10):
        title_matches.won(hall, contest, CHALLENGER)
    told = hall.promised(ChampionNamed, hall.person(CHALLENGER).person_id)
    assert len(told) == 2
    composed = hall.ask(ALL[ChampionNamed], told[0])
    assert composed is not None
    assert "No game" not in "\n".join(composed(Translator("en-US")).paragraphs)


@pytest.mark.rule("AIJE-D03-1")
def test_an_organiser_takes_no_place_in_the_match_for_the_title(hall: Hall) -> None:
    with pytest.raises(OwnCase):
        hall.act(hall.actor(1), seats_by_hand_verbs.give, (MemberId(1), "P1"), WORLD, "nobody else is left")


@pytest.mark.parametrize("place", [3, 5])
def test_an_organiser_takes_no_seat_that_would_be_the_organisers_next(hall: Hall, place: int) -> None:
    season = Season(hall)
    season.confirm()
    first, next_in_line = season.league[0], season.league[place]
    cheat = hall.actor(number_of(hall, next_in_line), organiser=True)
    rival = (MemberId(number_of(hall, first)), "rival")
    with pytest.raises(OwnCase):
        hall.act(cheat, seats_by_hand_verbs.take, rival, QualifyingEvent.LEAGUE, "noise")
    assert first in season.held(QualifyingEvent.LEAGUE)


def test_nobody_names_themselves_the_champion_of_a_match(hall: Hall) -> None:
    tournament = hall.announce(title_matches.WORLD, "World Championship")
    title_matches.seat(hall, CHAMPION, CHALLENGER)
    cheat = hall.actor(CHALLENGER, organiser=True)
    with pytest.raises(OwnCase):
        hall.act(cheat, title_match_holder_verbs.name_champion, tournament.tournament_id, (MemberId(CHALLENGER), "P3"))


@pytest.mark.rule("AIJE-D03-1")
def test_who_has_no_seat_does_not_enter_beside_the_two(hall: Hall) -> None:
    tournament = title_matches.announced(hall)
    with pytest.raises(NotInvited):
        hall.act(hall.actor(9), entering_verbs.register, tournament.tournament_id, "account9")


def test_a_game_is_told_by_no_card_of_before_and_claimed_once(hall: Hall) -> None:
    _, contest = title_matches.begun(hall)
    old = title_matches.state(hall, contest).entries
    title_matches.won(hall, contest, CHAMPION)
    own = title_matches.side_of(hall, contest, CHALLENGER)
    with pytest.raises(Outdated):
        hall.act(hall.actor(CHALLENGER), title_match_verbs.tell, contest.contest_id, old, own)
    mark = title_matches.state(hall, contest).entries
    assert hall.act(hall.actor(CHALLENGER), title_match_verbs.tell, contest.contest_id, mark, own).waits
    with pytest.raises(AlreadyDone):
        hall.act(hall.actor(CHALLENGER), title_match_verbs.tell, contest.contest_id, mark, own)
    assert sum(title_matches.view(hall, contest).state.score) == 1


@pytest.mark.rule("AIJE-D04-1")
def test_a_place_declined_to_enter_the_open_does_not_come_back(hall: Hall) -> None:
    season = Season(hall)
    season.confirm()
    cheat = season.league[0]
    season.answer(cheat, Asked.LEAGUE, accept=False)
    opened, number = hall.announce(), number_of(hall, cheat)
    hall.act(hall.actor(number), entering_verbs.register, opened.tournament_id, f"account{number}")
    with pytest.raises(Outdated):
        season.answer(cheat, Asked.LEAGUE)
    with pytest.raises(NotYours):
        season.answer(season.open[-1], Asked.LEAGUE)


@pytest.mark.rule("AIJE-D04-1")
def test_a_friend_who_is_erased_before_the_seat_match_leaves_the_place_to_the_next_and_not_to_the_other(
    hall: Hall,
) -> None:
    season = Season(hall)
    season.confirm()
    stays, goes = season.view().qualification.matches[0].sides
    for side in (stays, goes):
        season.answer(side, Asked.MATCH)
    hall.act(season.actor(goes), erasure_verbs.erase)
    after = season.view().qualification.matches[0]
    assert after.winner is None
    assert goes not in after.sides
    assert len(after.sides) == 2
