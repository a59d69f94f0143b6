"""What a player's card tells: matches that stand, those most met, the course of the rating, podiums."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.cases import links_verbs as cases_links_verbs
from bot.features.erasure import verbs as erasure_verbs
from bot.features.playing import store as playing_store
from bot.features.playing.board_model import MatchTally, PlayedOutcome
from bot.features.profile import cards as profile_cards
from bot.features.profile import verbs as profile_verbs
from bot.features.profile.model import Meeting, PlayerPage, RankingLine, RankingPage
from bot.features.profile.verbs import NotMet
from bot.features.ratings import verbs as ratings_verbs
from bot.features.voting.model import Ground
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import MemberId
from bot.layout.cards import TEXT_LIMIT
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Penalty
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.features.cases.test_files import decide, member_of, report
from tests.hall import squads
from tests.hall.court import open_court
from tests.hall.hall import GUILD, Hall


def page(hall: Hall, number: int) -> PlayerPage:
    return hall.ask(profile_verbs.player_page, GUILD, hall.person(number), hall.now)


def met(hall: Hall, one: int, other: int) -> Meeting:
    return hall.ask(profile_verbs.meeting, GUILD, MemberId(one), MemberId(other))


def cup(hall: Hall, *numbers: int, name: str = "Open") -> Tournament:
    return hall.begin(hall.announce(preset("aije-open"), name), *numbers)


def duel(hall: Hall, winner: int, loser: int) -> Tournament:
    """An event of one match."""
    event = cup(hall, winner, loser)
    (final,) = hall.open_contests(event)
    first = hall.people_of(event, final)[0] == hall.person(winner).person_id
    hall.settle(final, (5, 2) if first else (2, 5))
    hall.now += timedelta(days=1)
    return event


@pytest.mark.rule("AIJE-B01-5")
def test_matches_of_all_events_are_counted_and_the_newest_comes_first(hall: Hall) -> None:
    duel(hall, 2, 3)
    duel(hall, 2, 3)
    duel(hall, 3, 2)
    found = page(hall, 2).career
    assert found.tally == MatchTally(2, 0, 1)
    assert [(one.outcome, one.score) for one in found.latest] == [
        (PlayedOutcome.LOST, (2, 5)),
        (PlayedOutcome.WON, (5, 2)),
        (PlayedOutcome.WON, (5, 2)),
    ]
    assert [(one.person.name, one.tally) for one in found.rivals] == [("P3", MatchTally(2, 0, 1))]
    assert page(hall, 2).places == (2, 1, 0)


def test_a_walkover_is_neither_won_nor_lost(hall: Hall) -> None:
    event = cup(hall, 2, 3)
    (final,) = hall.open_contests(event)
    hall.settle(final, (5, 0), walkover=(5, 0))
    assert page(hall, 2).career.tally == MatchTally()
    assert met(hall, 2, 3).career.tally == MatchTally()


def test_what_two_have_played_is_told_from_either_side_with_its_events(hall: Hall) -> None:
    duel(hall, 2, 3)
    duel(hall, 4, 2)
    seen = met(hall, 3, 2)
    assert seen.career.tally == MatchTally(0, 0, 1)
    assert [seen.events[one.contest_id] for one in seen.career.latest] == ["Open"]
    assert met(hall, 2, 3).career.tally == MatchTally(1, 0, 0)
    assert met(hall, 3, 4).career.tally == MatchTally()
    with pytest.raises(NotMet):
        met(hall, 2, 77)


def test_the_words_behind_the_pictures_of_two_say_what_they_show(hall: Hall) -> None:
    english = Translator("en-US")
    duel(hall, 2, 3)
    duel(hall, 4, 2)
    (card,) = profile_cards.player_picture(page(hall, 2), english)
    assert re.fullmatch(
        r"Card of the player P2\. Rating \d+, place \d of 3\. 2 matches played: 1 won, 0 drawn, 1 lost\.",
        card.description,
    )
    (drawn,) = profile_cards.meeting(met(hall, 2, 3), english).pictures
    assert drawn.description == "P2 against P3: 1 match. Won by P2: 1. Won by P3: 0. Drawn: 0."


def test_the_words_behind_a_ranking_say_how_many_are_on_it_and_who_comes_first(hall: Hall) -> None:
    english = Translator("en-US")
    cup_of_three = [hall.person(number) for number in (2, 3, 4)]
    lines = tuple(RankingLine(21 + at, person, 1400 - at, 5) for at, person in enumerate(cup_of_three))
    later = RankingPage(lines, 2, 3, 45, hall.now)
    (drawn,) = profile_cards.ranking(later, english).pictures
    assert drawn.description == (
        "Ranking of this server, 45 registered players. Page 2 of 3 begins with place 21: "
        "P2 (Rating: 1400), P3 (Rating: 1399) and P4 (Rating: 1398)."
    )
    (drawn,) = profile_cards.ranking(replace(later, page=1), english).pictures
    assert drawn.description.startswith("Ranking of this server, 45 registered players. In front: P2 (Rating: 1400), ")


def test_a_corrected_score_counts_once_and_keeps_its_turn(hall: Hall) -> None:
    event = duel(hall, 2, 3)
    duel(hall, 2, 3)
    (final,) = hall.ask(playing_store.of_tournament, event.tournament_id)
    result = final.result
    assert result is not None
    right = replace(result, score=(1, 5), settled_at=hall.now)
    hall.do(lambda tx: playing_store.settle(tx, "again", final.contest_id, right, None, "Wrong"))
    number = 2 if hall.people_of(event, final)[0] == hall.person(2).person_id else 3
    assert [one.score for one in page(hall, number).career.latest][-1] == (1, 5)
    assert page(hall, number).career.tally.played == 2


def test_a_voided_match_counts_for_nobody(hall: Hall) -> None:
    voided, _ = duel(hall, 2, 3), duel(hall, 2, 3)
    (gone,) = hall.ask(playing_store.of_tournament, voided.tournament_id)
    hall.do(lambda tx: playing_store.void(tx, gone.contest_id, hall.now, "Not here"))
    assert [page(hall, one).career.tally.played for one in (2, 3)] == [1, 1]


@pytest.mark.rule("GO-23.1")
def test_a_result_that_was_annulled_for_a_side_is_nobodys_match(hall: Hall) -> None:
    open_court(hall)
    event = cup(hall, 2, 3, 4, 5)
    first = hall.open_contests(event)[0]
    hall.settle(first, (5, 0))
    cheat, victim = (member_of(hall, one) for one in hall.people_of(event, first))
    assert page(hall, victim).career.tally == MatchTally(0, 0, 1)
    decide(hall, report(hall, cheat, ground=Ground.PROGRAM_HELP, contest=first.contest_id), Penalty.GAME_LOST)
    assert page(hall, victim).career.tally == MatchTally()
    assert met(hall, cheat, victim).career.tally == MatchTally()


def test_a_member_of_a_team_has_the_own_board_and_the_teams_podium(hall: Hall) -> None:
    event = squads.ranked_cup(hall)
    squads.jeek_team(hall, event, 2, "Azul")
    squads.jeek_team(hall, event, 3, "Verde")
    event = squads.begin(hall, event, 2, 3)
    (contest,) = hall.open_contests(event)
    squads.play(hall, event, contest, "3-1", "2-2", "4-0")
    first = squads.captain_of(hall, event, contest, 0)
    assert page(hall, first).career.tally == MatchTally(1, 0, 0)
    mate = hall.ask(people_store.outside, GUILD, "Azul 2" if first == 2 else "Verde 2")
    assert mate is not None
    own = hall.ask(profile_verbs.player_page, GUILD, mate, hall.now)
    assert (own.career.tally, own.places) == (MatchTally(0, 1, 0), (1, 0, 0))


def test_the_course_has_each_move_a_correction_too_and_no_list_in_which_nothing_moved(hall: Hall) -> None:
    squads.publish(hall, P2=2100.0, P3=2000.0, P4=1900.0)
    duel(hall, 2, 3)
    duel(hall, 3, 4)
    before = [round(one.rating) for one in page(hall, 2).history]
    assert len(before) == 2
    hall.arbiter(80, ArbiterTitle.AI)
    member = (MemberId(2), "P2")
    hall.act(hall.actor(80), ratings_verbs.correct, member, "2000", "Counted twice")
    assert [round(one.rating) for one in page(hall, 2).history] == [*before, 2000]


def test_who_is_linked_has_what_was_played_under_the_name(hall: Hall) -> None:
    duel(hall, 2, 3)
    joao = hall.person(3)
    hall.do(lambda tx: people_store.save(tx, replace(joao, discord_id=None)))
    hall.act(hall.actor(1), cases_links_verbs.link, joao.person_id, (MemberId(7), "P7"), "We have met")
    assert met(hall, 7, 2).career.tally == MatchTally(0, 0, 1)
    assert [one.person.discord_id for one in page(hall, 2).career.rivals] == [7]


def test_who_was_erased_is_a_tombstone_among_those_most_met(hall: Hall) -> None:
    duel(hall, 2, 3)
    gone = hall.person(3)
    hall.act(hall.actor(3), erasure_verbs.erase)
    found = page(hall, 2)
    (rival,) = found.career.rivals
    assert rival.person.name != "P3"
    assert found.faces.buried == {gone.person_id}


def test_only_so_many_matches_are_looked_at_and_that_is_told(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile_verbs, "MATCHES_LOOKED_AT", 2)
    for _ in range(3):
        duel(hall, 2, 3)
    found = page(hall, 2).career
    assert (found.tally, found.is_whole) == (MatchTally(2, 0, 0), False)


def test_somebody_unknown_to_every_event_has_an_empty_card(hall: Hall) -> None:
    found = page(hall, 9)
    assert (found.career.tally, found.places, found.history) == (MatchTally(), (0, 0, 0), ())


@pytest.mark.parametrize("locale", LOCALES)
def test_a_long_life_still_fits_into_one_message(hall: Hall, locale: str, monkeypatch: pytest.MonkeyPatch) -> None:
    duel(hall, 2, 3)
    found = page(hall, 2)
    (rival,) = found.career.rivals
    person = replace(rival.person, discord_id=None, name="*" * 32)
    career = replace(
        found.career,
        latest=found.career.latest * 10,
        rivals=(replace(rival, person=person),) * 4,
        people={person.person_id: person},
    )
    event = found.events[0]
    long = replace(event, tournament=replace(event.tournament, name="_" * 100))
    life = replace(found, career=career, events=(long,) * 25, history=found.history * 60)
    whole = profile_cards.player(life, Translator(locale)).paragraphs
    assert sum(map(len, whole)) < TEXT_LIMIT
    less = sum(map(len, whole)) - 50
    monkeypatch.setattr(profile_cards, "TEXT_LIMIT", less)
    said = profile_cards.player(life, Translator(locale)).paragraphs
    assert sum(map(len, said)) < less
    assert said[-1] == whole[-1], "what no picture tells stays"
    assert any("🥇 1" in one for one in said)
