"""The page of a player who has switched it on: what it tells, of whom, and when it is gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.erasure import verbs as erasure_verbs
from bot.features.pages.model import ShownAs
from bot.features.pages.player_messages import public_player
from bot.features.pages.public_model import PublicPlayer
from bot.features.voting import verbs as voting_verbs
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.model import IN_FAVOUR, Ground
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import ChannelId, Community, MemberId
from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from bot.people.store import WorldTitle
from bot.rulebooks.library import preset
from bot.server import store as server_store
from tests.features.pages.kept import DAY, TWO, announce, choose, decide, page_of, play, switch_on
from tests.features.pages.shown import ENGLISH, KEY
from tests.hall import squads
from tests.hall.chamber import PROOF
from tests.hall.court import LEADER, PRESIDENT, open_court
from tests.hall.hall import GUILD, Hall
from tests.hall.watching import statements

PUPILS = replace(TWO, dispute=preset("olympiad-school").dispute)


def seen(hall: Hall, number: int, language: str = "en-US") -> PublicPlayer | None:
    """The page of the member, if there is one."""
    return hall.ask(public_player, KEY, page_of(number), Translator(language))


def player(hall: Hall, number: int) -> PublicPlayer:
    """As `seen`, of who has a page."""
    found = seen(hall, number)
    assert found is not None
    return found


@pytest.fixture
def hall(hall: Hall) -> Hall:
    """The pages are on, and member 2 has one."""
    switch_on(hall)
    choose(hall, 2, page=True)
    return hall


def test_a_page_tells_events_with_their_places_podiums_and_matches(hall: Hall) -> None:
    play(hall, 2, 3, name="First")
    play(hall, 3, 2, name="Second")
    running = hall.begin(announce(hall, "Now"), 2, 3, 4)
    found = player(hall, 2)
    assert [(one.line.name, one.place) for one in found.events] == [("Now", ""), ("Second", "2"), ("First", "1")]
    assert (found.won, found.drawn, found.lost, found.podiums) == (1, 0, 1, (1, 1, 0))
    told = [(one.event_name, one.other, one.score, one.won, one.lost) for one in found.latest]
    assert told == [("Second", "P3", "0–1", False, True), ("First", "P3", "1–0", True, False)]
    assert found.events[0].line.key == running.tournament_id
    assert {one.event for one in found.latest} == {one.line.key for one in found.events[1:]}


def test_a_page_tells_the_rating_with_its_curve(hall: Hall) -> None:
    squads.publish(hall, P2=2100.0, P3=2000.0)
    play(hall, 2, 3, 4, 5, name="Open", rulebook=preset("aije-open"))
    found = player(hall, 2)
    assert found.place == "Place 1 of 4"
    assert len(found.curve) == 2
    assert found.curve[-1][1] == float(found.rating)


def test_a_page_tells_the_titles(hall: Hall) -> None:
    hall.arbiter(2, ArbiterTitle.AI)
    won = WorldTitle(hall.person(2).person_id, "World Cup", hall.now)
    hall.do(lambda tx: people_store.crown(tx, GUILD, won, hall.now, hall.person(1).person_id))
    assert player(hall, 2).titles[0] == "👑 World champion: World Cup"
    assert len(player(hall, 2).titles) == 2


def test_others_are_named_as_they_have_chosen(hall: Hall) -> None:
    choose(hall, 3, page=True)
    choose(hall, 4, ShownAs.INITIALS, page=True)
    choose(hall, 5, ShownAs.NOTHING, page=True)
    for other in (3, 4, 5, 6):
        play(hall, 2, other)
    told = {(one.other, one.other_page) for one in player(hall, 2).latest}
    assert told == {("P3", page_of(3)), ("P.", ""), ("A player", ""), ("P6", "")}


def test_who_did_not_choose_to_be_named_is_nobodys_rival(hall: Hall) -> None:
    choose(hall, 3, page=True)
    choose(hall, 4, ShownAs.INITIALS)
    for other in (3, 3, 4, 4, 5, 5):
        play(hall, 2, other)
    told = [(one.name, one.page, one.won, one.lost) for one in player(hall, 2).rivals]
    assert told == [("P3", page_of(3), 2, 0)]
    choose(hall, 3, ShownAs.INITIALS, page=True)
    assert player(hall, 2).rivals == ()


def test_what_was_played_in_an_event_that_is_on_no_page_is_not_told(hall: Hall) -> None:
    choose(hall, 3)
    hidden = play(hall, 2, 3)
    assert player(hall, 2).rivals
    decide(hall, hidden, is_shown=False)
    found = player(hall, 2)
    assert (found.events, found.latest, found.rivals, found.won, found.podiums) == ((), (), (), 0, (0, 0, 0))


def test_an_event_for_pupils_is_on_nobodys_page(hall: Hall) -> None:
    """It shows all by initials, and the page would tell whose they are."""
    pupils = play(hall, 2, 3, rulebook=PUPILS)
    decide(hall, pupils, is_shown=True)
    assert player(hall, 2).events == ()
    assert player(hall, 2).latest == ()


def test_an_event_of_before_the_switch_is_on_the_page_of_who_chose_the_name(hall: Hall) -> None:
    switched = hall.now
    hall.now -= 30 * DAY
    old = play(hall, 2, 3)
    hall.now = switched
    decide(hall, old, is_shown=True)
    assert len(player(hall, 2).events) == 1
    choose(hall, 2, None, page=True)
    assert player(hall, 2).events == ()


@pytest.mark.parametrize("chosen", [ShownAs.INITIALS, ShownAs.NOTHING])
def test_who_chose_less_than_the_name_has_no_page(hall: Hall, chosen: ShownAs) -> None:
    play(hall, 2, 3)
    choose(hall, 3, page=True)
    choose(hall, 2, chosen, page=True)
    assert seen(hall, 2) is None
    (met,) = player(hall, 3).latest
    assert "P2" not in met.other
    assert met.other_page == ""
    assert player(hall, 3).rivals == ()


def test_a_page_is_gone_at_once_with_an_erasure(hall: Hall) -> None:
    play(hall, 2, 3)
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert seen(hall, 2) is None


def test_a_page_is_gone_at_once_with_an_expulsion(hall: Hall) -> None:
    open_court(hall)
    play(hall, 2, 3)
    community = Community(GUILD, MemberId(1), "en-US", "UTC", committee=ChannelId(8), set_up_at=hall.now)
    hall.do(lambda tx: server_store.save(tx, community))
    assert seen(hall, 2) is not None
    matter = VoteMatter("harm", hall.person(2).person_id, ground=Ground.CONDUCT, proof=PROOF)
    vote = hall.act(hall.actor(LEADER), voting_verbs.open_matter, "player-expulsion", matter)
    for number in (LEADER, PRESIDENT):
        hall.act(hall.actor(number), voting_verbs.cast, vote.vote_id, IN_FAVOUR)
    assert seen(hall, 2) is None


def test_an_erased_opponent_is_named_no_more(hall: Hall) -> None:
    choose(hall, 3, page=True)
    play(hall, 2, 3)
    hall.act(hall.actor(3), erasure_verbs.erase)
    assert [(one.other, one.other_page) for one in player(hall, 2).latest] == [("A player", "")]
    assert player(hall, 2).rivals == ()


def test_no_page_is_there_for_another_key_or_while_the_servers_are_off(hall: Hall) -> None:
    assert hall.ask(public_player, KEY, "other", ENGLISH) is None
    assert hall.ask(public_player, "other", page_of(2), ENGLISH) is None
    choose(hall, 2)
    assert seen(hall, 2) is None
    choose(hall, 2, page=True)
    switch_on(hall, is_on=False)
    assert seen(hall, 2) is None


def test_who_is_known_by_name_alone_has_no_page(hall: Hall) -> None:
    person = replace(hall.person(2), discord_id=None)
    hall.do(lambda tx: people_store.save(tx, person))
    assert seen(hall, 2) is None


def test_matches_of_many_events_take_no_statement_each(hall: Hall) -> None:
    counted = []
    for _ in range(3):
        play(hall, 2, 3)
        with statements(hall) as ran:
            player(hall, 2)
        counted.append(len(ran))
    assert counted[2] - counted[1] == counted[1] - counted[0] <= 20


@pytest.mark.parametrize("language", LOCALES)
def test_a_page_speaks_each_language(hall: Hall, language: str) -> None:
    hall.arbiter(2)
    squads.publish(hall, P2=2100.0)
    found = seen(hall, 2, language)
    assert found is not None
    assert found.titles
    assert "1" in found.place
