"""The association by the letter of its regulation: what is called off, titles, expulsions; the values from its text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import pytest

from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.course import ending_verbs as course_ending_verbs
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Bar
from bot.features.registry import exams_verbs as registry_exams_verbs
from bot.features.registry.titles_model import ChangeKind
from bot.features.voting import closing_verbs as voting_closing_verbs
from bot.features.voting import store as voting_store
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.model import AGAINST, IN_FAVOUR, NULL, Vote
from bot.kernel.errors import RefusedAt, UserError
from bot.kernel.ids import MemberId, PersonId
from bot.kernel.outages import Step
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office
from bot.play.contests import Contest, ResultKind, Score, Stage
from bot.play.entries import Tournament
from bot.rulebooks.library import preset
from tests.features.registry.test_titles import decide, only, open_proposals, settle_titles
from tests.hall.chamber import open_chamber, publish, start
from tests.hall.court import ARBITER, LEADER, PRESIDENT, bars_of, open_court
from tests.hall.hall import GUILD, Hall
from tests.hall.moving_in import OWNER, bring
from tests.refusals import refuses

OPEN: Final = preset("aije-open")
FOUR: Final = (2, 3, 4, 5)
LOSS: Final = ChangeKind.LOSS


# ---- what was played in an event that is called off (D.01.6) ---------------------------------------------------------


def call_off(hall: Hall, event: Tournament) -> None:
    hall.now += timedelta(minutes=1)
    hall.act(hall.actor(1), course_ending_verbs.cancel, event.tournament_id, "no power")


def rated(hall: Hall) -> dict[PersonId, float]:
    found = hall.ask(people_ratings_store.current, GUILD)
    return {} if found is None else {one: line.rating for one, line in found.rated.items()}


def semi_finals(hall: Hall) -> tuple[Tournament, list[Contest]]:
    """An Open of four people whom nobody knew, its two semi-finals called."""
    event = hall.begin(hall.announce_of_before(OPEN), *FOUR)
    return event, [one for one in hall.open_contests(event) if one.stage is not Stage.THIRD_PLACE]


@pytest.mark.rule("AIJE-D01-6", "AIJE-B02-2", "AIJE-B03-1")
@pytest.mark.parametrize(
    ("score", "winner", "loser"),
    [
        ((3, 0), 2024.0, 1976.0),  # three games of even players: 16 · ½ each
        ((3, 1), 2016.0, 1984.0),
        ((3, 2), 2008.0, 1992.0),
    ],
)
def test_games_of_an_open_that_is_called_off_count_and_register_those_who_played_them(
    hall: Hall, score: Score, winner: float, loser: float
) -> None:
    """«As partidas … sempre contarão para o rating oficial»; 2000 to begin with, 16 a game, result less expectation."""
    event, (first, _) = semi_finals(hall)
    hall.settle(first, score)
    call_off(hall, event)
    won, lost = hall.people_of(event, first)
    assert rated(hall) == {won: winner, lost: loser}


@pytest.mark.rule("AIJE-D01-6", "AIJE-B02-2")
def test_matches_of_a_called_off_open_count_one_after_the_other_each_from_the_ratings_before_it(hall: Hall) -> None:
    """2024 beats 2008 by 5-4: 9 · 0.523010 of nine are expected, and 16 · (5 - 4.707086) = 4.686619 are gained."""
    event, (first, second) = semi_finals(hall)
    hall.settle(first, (3, 0))
    hall.settle(second, (3, 2))
    (final,) = [one for one in hall.open_contests(event) if one.stage is Stage.FINAL]
    third = next(one for one in hall.open_contests(event) if one.stage is Stage.THIRD_PLACE)
    finalists = hall.people_of(event, final)
    best = hall.people_of(event, first)[0]
    hall.settle(final, (5, 4) if finalists[0] == best else (4, 5))
    call_off(hall, event)
    known, (other, *_) = rated(hall), [one for one in finalists if one != best]
    assert known[best] == pytest.approx(2028.686619, abs=1e-5)
    assert known[other] == pytest.approx(2003.313381, abs=1e-5)
    assert sorted(known[one] for one in hall.people_of(event, third)) == [1976.0, 1992.0]


@pytest.mark.rule("AIJE-D01-6", "AIJE-B03-1", "AIJE-D01-5.4")
def test_of_a_walkover_in_an_event_that_is_called_off_who_came_is_registered_and_nothing_is_rated(hall: Hall) -> None:
    event, (first, _) = semi_finals(hall)
    hall.settle(first, (3, 0), (3, 0), ResultKind.WALKOVER)
    call_off(hall, event)
    came, _ = hall.people_of(event, first)
    assert rated(hall) == {came: 2000.0}


@pytest.mark.rule("AIJE-D01-6", "AIJE-D01-5.4")
def test_of_a_match_with_games_lost_by_lateness_those_that_were_played_count(hall: Hall) -> None:
    """Two games lost by lateness, then three won: of the 3-2 three games were played, 16 · ½ each."""
    event, (first, _) = semi_finals(hall)
    hall.settle(first, (3, 2), (0, 2))
    call_off(hall, event)
    won, lost = hall.people_of(event, first)
    assert rated(hall) == {won: 2024.0, lost: 1976.0}


# ---- titles that a list brought, and proposals that were declined (B.01) ---------------------------------------------


@pytest.mark.rule("AIJE-B01-3")
@pytest.mark.parametrize(
    ("title", "rating", "doubted"),
    [
        ("NM", 1500, False),  # «com exceção única do título de NM»
        ("CMA", 2200, False),
        ("CMA", 2199, True),
        ("MA", 2300, False),
        ("MA", 2299, True),
        ("IM", 2400, False),
        ("IM", 2399, True),
        ("GM", 2500, False),
        ("GM", 2499, True),
    ],
)
def test_of_a_title_that_an_opening_list_brings_the_rating_alone_is_looked_at(
    hall: Hall, title: str, rating: int, doubted: bool
) -> None:
    """Wins and championships of before cannot stand in the bot's record: nothing is doubted for lack of them."""
    open_court(hall)
    hall.person(OWNER)
    bring(hall, f"name;rating;country;master title\nIda;{rating};BR;{title}\n")
    hall.play_out(hall.begin(hall.announce(OPEN), *FOUR))
    assert open_proposals(hall) == ({("Ida", LOSS, title)} if doubted else set())


@pytest.mark.rule("AIJE-B01-3", "AIJE-B01-AI")
@pytest.mark.parametrize(("rating", "doubted"), [(2200, False), (2199, True)])
def test_an_international_arbiter_of_a_list_is_doubted_by_the_rating_and_not_by_the_events_refereed(
    hall: Hall, rating: int, doubted: bool
) -> None:
    open_court(hall)
    hall.person(OWNER)
    bring(hall, f"name;rating;arbiter title;arbiter since\nIda;{rating};AI;2020-01-01\n")
    hall.play_out(hall.begin(hall.announce(OPEN), *FOUR))
    assert open_proposals(hall) == ({("Ida", LOSS, "AI")} if doubted else set())


@pytest.mark.rule("AIJE-B01-3", "AIJE-B01-CMA", "AIJE-B01-MA")
@pytest.mark.parametrize(
    ("first", "later", "proposed"),
    [
        (2200, [2200], False),
        (2200, [2210, 2299, 2200], False),
        (2200, [2199], False),
        (2200, [2199, 2200], True),
        (2250, [2250, 2199, 2150, 2250], True),
        (2200, [2300], True),  # another title is reached, which nobody has declined
    ],
)
def test_a_declined_title_is_proposed_again_only_after_something_new(
    hall: Hall, first: float, later: Sequence[float], proposed: bool
) -> None:
    """The numbers are 2200 and 2300; what was declined rests until the rating has fallen below and come back."""
    open_court(hall)
    settle_titles(hall, {2: first})
    decide(hall, LEADER, only(hall), confirm=False)
    for rating in later:
        settle_titles(hall, {2: rating})
    assert bool(open_proposals(hall)) is proposed


# ---- an expulsion from the committee (A.02.2) ------------------------------------------------------------------------

A, B, C, D, E = 93, 94, 95, 96, 97


def committee(hall: Hall) -> None:
    """Leader and President beside six arbiters, the last of whom is the member concerned."""
    open_chamber(hall)
    for number in (D, E):
        hall.arbiter(number)
    publish(hall, {ARBITER: 2100, A: 2100})


VOTERS: Final = (A, B, C, D, E)
"""All of the committee but the member concerned, who is `ARBITER`; the leader holds no arbiter title here."""


def expelled(hall: Hall, ballots: str) -> Vote:
    """The vote about `ARBITER` after these ballots, `y`, `n`, `0` or nothing (`-`), and its close."""
    vote = start(hall, "member-expulsion", ARBITER)
    choice = {"y": IN_FAVOUR, "n": AGAINST, "0": NULL}
    for number, said in zip(VOTERS, ballots, strict=True):
        if said in choice:
            hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, choice[said])
    found = hall.ask(voting_store.load, vote.vote_id)
    assert found is not None
    if found.closed_at is None:
        hall.now = max(hall.now, found.closes_at + timedelta(seconds=3))
        hall.do(voting_closing_verbs.take, vote.vote_id, Step.CLOSE_VOTE)
        found = hall.ask(voting_store.load, vote.vote_id)
        assert found is not None
    return found


@pytest.mark.rule("AIJE-A02-3", "AIJE-A02-4", "AIJE-A02-5")
@pytest.mark.parametrize(
    ("ballots", "outcome"),
    [
        ("yyyyy", "passed"),
        ("yyynn", "passed"),  # 60 %
        ("yynnn", "rejected"),
        ("yyyn-", "passed"),  # 4 of 5 are 80 %
        ("yynn-", "rejected"),  # 50 %
        ("yynn0", "rejected"),
        ("yyy00", None),  # 3 of 5 are 60 %, below the 70
        ("yyy--", None),
        ("-----", None),
        ("00000", None),
    ],
)
def test_an_expulsion_from_the_committee_is_counted_as_the_text_says(
    hall: Hall, ballots: str, outcome: str | None
) -> None:
    """«Pelo menos 70 % dos votos … não nulos» of those entitled; «mais de 51 %» in favour; short of it, postponed."""
    committee(hall)
    vote = expelled(hall, ballots)
    assert vote.outcome == outcome
    assert (hall.ask(people_store.title_of, hall.person(ARBITER).person_id) is None) is (outcome == "passed")
    assert (hall.person(ARBITER).person_id in rated(hall)) is (outcome != "passed")


@pytest.mark.rule("AIJE-A02-3")
@pytest.mark.parametrize("leader_is_arbiter", [True, False])
def test_neither_the_member_concerned_nor_the_leader_takes_part(hall: Hall, leader_is_arbiter: bool) -> None:
    """«Sem a participação do membro em questão e do líder do comitê»; the President has no vote without a title."""
    committee(hall)
    if leader_is_arbiter:
        hall.arbiter(LEADER, ArbiterTitle.AI)
    vote = start(hall, "member-expulsion", ARBITER)
    for number in (ARBITER, LEADER, PRESIDENT):
        with pytest.raises(UserError):
            hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, AGAINST)
    assert {one.person_id for one in vote.electors} == {hall.person(one).person_id for one in VOTERS}


@pytest.mark.rule("AIJE-A02-3")
def test_of_a_leader_the_president_has_the_committee_vote_and_the_quorum_is_of_the_others(hall: Hall) -> None:
    committee(hall)
    hall.arbiter(LEADER, ArbiterTitle.AI)
    about = hall.person(LEADER).person_id
    with pytest.raises(UserError):
        hall.act(hall.actor(LEADER), voting_verbs.open_vote, "member-expulsion", "myself", about)
    vote = hall.act(hall.actor(PRESIDENT), voting_verbs.open_vote, "member-expulsion", "harmed a member", about)
    assert {one.person_id for one in vote.electors} == {hall.person(one).person_id for one in (ARBITER, *VOTERS)}


@pytest.mark.rule("AIJE-A02-5", "AIJE-B02-2")
def test_who_was_expelled_from_the_committee_plays_on_from_the_initial_rating_and_takes_no_exam(hall: Hall) -> None:
    """«Este membro pode continuar … como jogador, mas não poderá voltar ao comitê novamente»."""
    committee(hall)
    assert expelled(hall, "yyyyy").outcome == "passed"
    hall.now += timedelta(days=4000)
    event = hall.begin(hall.announce_of_before(OPEN), ARBITER, 2)
    (final,) = hall.open_contests(event)
    sides = hall.people_of(event, final)
    mine = hall.person(ARBITER).person_id
    hall.settle(final, (5, 0) if sides[0] == mine else (0, 5))
    assert rated(hall)[mine] == 2040.0
    hall.arbiter(A, ArbiterTitle.AI)
    with refuses("error.CommitteeClosed"):
        hall.act(
            hall.actor(A), registry_exams_verbs.record_exam, (MemberId(ARBITER), "P92"), ArbiterTitle.ANP, passed=True
        )


# ---- an expulsion of a player (A.02.1) -------------------------------------------------------------------------------


def expel_player(hall: Hall, leader: str | None, president: str | None) -> list[Bar]:
    """What holds against the player after these two have said so, or not."""
    vote = start(hall, "player-expulsion", 2)
    for number, said in ((LEADER, leader), (PRESIDENT, president)):
        if said is not None:
            try:
                hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, said)
            except RefusedAt:
                break
    return hall.ask(entering_bars_store.of_guild, GUILD, hall.now)


@pytest.mark.rule("AIJE-A02-1", "AIJE-A02-2")
@pytest.mark.parametrize(
    ("leader", "president", "gone"),
    [
        (IN_FAVOUR, IN_FAVOUR, True),
        (IN_FAVOUR, AGAINST, False),
        (AGAINST, IN_FAVOUR, False),
        (IN_FAVOUR, None, False),
        (None, IN_FAVOUR, False),
    ],
)
def test_a_player_goes_by_both_signatures_and_history_and_rating_go_with_him(
    hall: Hall, leader: str | None, president: str | None, gone: bool
) -> None:
    open_chamber(hall)
    publish(hall, {2: 2100, 3: 2100})
    person = hall.person(2).person_id
    found = expel_player(hall, leader, president)
    assert (len(found) == 1) is gone
    assert (person in rated(hall)) is not gone
    kept = hall.ask(people_store.load, person)
    assert kept is not None
    assert (kept.name == "P2") is not gone


@pytest.mark.rule("AIJE-A02-2")
@pytest.mark.parametrize(("days", "back"), [(0, False), (364, False), (366, True)])
def test_the_way_back_opens_after_a_year_and_by_an_officer_alone(hall: Hall, days: int, back: bool) -> None:
    """«Incapacitado de voltar à associação por um mínimo de 1 ano»: no sooner, and nothing comes back by itself."""
    open_chamber(hall)
    publish(hall, {2: 2100})
    (bar,) = expel_player(hall, IN_FAVOUR, IN_FAVOUR)
    hall.now += timedelta(days=days)
    with pytest.raises(UserError):
        hall.act(hall.actor(2), entering_verbs.register, hall.announce().tournament_id, "account2")
    named = (MemberId(2), "P2")
    for number in (1, ARBITER):
        with pytest.raises(UserError):
            hall.act(hall.actor(number), cases_verdict_verbs.readmit, named, "a year has passed")
    if not back:
        with refuses("error.StillExpelled"):
            hall.act(hall.actor(PRESIDENT), cases_verdict_verbs.readmit, named, "a year has passed")
        return
    hall.act(hall.actor(PRESIDENT), cases_verdict_verbs.readmit, named, "a year has passed")
    assert bars_of(hall, 2) == []
    event = hall.begin(hall.announce_of_before(OPEN, "Again"), 2, 3)
    (final,) = hall.open_contests(event)
    assert bar.until is None or bar.until > bar.since
    first = hall.people_of(event, final)[0] == hall.person(2).person_id
    hall.settle(final, (5, 0) if first else (0, 5))
    assert rated(hall)[hall.person(2).person_id] == 2040.0


@pytest.mark.rule("AIJE-A02-1")
def test_a_member_of_the_committee_is_not_expelled_as_a_player(hall: Hall) -> None:
    open_chamber(hall)
    publish(hall, {A: 2100})
    with pytest.raises(UserError):
        start(hall, "player-expulsion", A)
    offices = hall.ask(people_store.offices, GUILD)
    assert {Office.LEADER, Office.PRESIDENT} <= set(offices)
