"""Decks on the pages of an event: none before its moment, none of whom the page does not name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.decks import store as decks_store
from bot.features.decks import verbs as decks_verbs
from bot.features.decks.store import KeptDeck
from bot.features.entering import store as entering_store
from bot.features.erasure import verbs as erasure_verbs
from bot.features.pages import store as pages_store
from bot.features.pages.model import PersonPages, ShownAs
from bot.features.pages.public_model import PublicDeck
from bot.kernel.ids import EntrantId
from bot.play.entries import Entrant
from bot.play.format_rules import DeckRules, DeckShown
from bot.rulebooks.library import canonical, preset
from tests.features.pages.shown import page, switch_on, texts, told
from tests.hall.edge import Edge
from tests.hall.hall import Hall
from tests.refusals import refuses

SECRET = "Planted Secret"
AFTER_ROUND = preset("on-the-edge").deck
STRANGER = 50


@pytest.fixture
def hall() -> Iterator[Hall]:
    opened = Hall()
    switch_on(opened)
    yield opened
    opened.close()


class Decked(Edge):
    """An event at tables of three to which everybody has brought a deck."""

    def __init__(self, hall: Hall, rules: DeckRules | None) -> None:
        super().__init__(hall, 6)
        tournament = told(hall, self.tournament)
        text = canonical(replace(tournament.rulebook, deck=rules))
        hall.do(lambda tx: tx.execute("UPDATE tournaments SET rulebook = ?", (text,)))
        self.tournament = hall.load(tournament)
        for one in self.entrants():
            self.hand_in(one, f"2 {SECRET} <@123456789012345678> of {one.number} (7)\nMonsters:\n40 (8)\n// mine")

    def entrants(self) -> list[Entrant]:
        return self.hall.ask(entering_store.of_tournament, self.tournament.tournament_id)

    def hand_in(self, one: Entrant, text: str) -> None:
        deck = KeptDeck(one.entrant_id, one.person_id, text, self.hall.now)
        self.hall.do(lambda tx: decks_store.add(tx, deck))

    def decks(self) -> dict[str, PublicDeck]:
        return {one.entrant: one for one in page(self.hall, self.tournament).decks}

    def play_round(self) -> None:
        for one in self.open():
            self.play(one)

    def read_by_a_stranger(self, entrant: EntrantId) -> str:
        """In Discord."""
        found = self.hall.ask_as(
            self.hall.actor(STRANGER), decks_verbs.deck_view, self.tournament.tournament_id, entrant
        )
        return found.text


def is_planted(event: Decked) -> bool:
    return any(SECRET in text for text in texts(page(event.hall, event.tournament)))


def test_a_deck_is_told_once_the_round_is_over_in_which_it_was_played(hall: Hall) -> None:
    event = Decked(hall, AFTER_ROUND)
    first, last = event.open()
    assert not is_planted(event)
    event.play(first)
    assert not is_planted(event), "a table of the round is still played"
    with refuses("error.DeckIsSecret"):
        event.read_by_a_stranger(first.sides[0])
    event.play(last)
    found = event.decks()
    assert set(found) == {*first.sides, *last.sides}
    deck = found[first.sides[0]]
    (number,) = (one.number for one in event.entrants() if one.entrant_id == first.sides[0])
    told_cards = [(one.copies, one.name, one.number) for one in deck.cards]
    assert (deck.size, told_cards) == (42, [(2, f"{SECRET}  of {number}", "7"), (40, "", "8")])
    assert SECRET in event.read_by_a_stranger(first.sides[0])


def test_a_list_for_the_next_game_is_a_secret_until_it_was_played(hall: Hall) -> None:
    event = Decked(hall, AFTER_ROUND)
    first = event.open()[0]
    entrant = next(one for one in event.entrants() if one.entrant_id == first.sides[0])
    event.seat(first)
    hall.now += timedelta(minutes=1)
    event.hand_in(entrant, "40 Next (9)")
    event.play_round()
    assert [one.name for one in event.decks()[entrant.entrant_id].cards][1] == ""
    assert "Next" not in event.read_by_a_stranger(entrant.entrant_id)
    event.play_out()
    assert [one.name for one in event.decks()[entrant.entrant_id].cards] == ["Next"]


@pytest.mark.parametrize("rules", [DeckRules(shown=DeckShown.AFTER_EVENT), DeckRules()])
def test_where_the_rulebook_keeps_decks_for_the_end_none_comes_out_before(hall: Hall, rules: DeckRules) -> None:
    event = Decked(hall, rules)
    while event.open():
        assert not is_planted(event)
        event.play(event.open()[0])
    assert hall.load(event.tournament).ended_at is not None
    assert len(event.decks()) == 6


def test_an_event_that_is_called_off_before_a_round_is_over_tells_none(hall: Hall) -> None:
    event = Decked(hall, AFTER_ROUND)
    event.play(event.open()[0])
    hall.do(lambda tx: tx.execute("UPDATE tournaments SET cancelled_at = 1, cancel_reason = ''"))
    assert not is_planted(event)


def test_who_is_not_named_has_no_deck_since_it_would_be_known_again(hall: Hall) -> None:
    event = Decked(hall, AFTER_ROUND)
    event.play_round()
    for one, chosen in zip(event.entrants(), (ShownAs.INITIALS, ShownAs.NOTHING), strict=False):
        hall.do(pages_store.save_person, PersonPages(one.person_id, hall.now, chosen))
    assert len(event.decks()) == 4
    assert not any(
        f"{SECRET}  of {number}" in text for number in (1, 2) for text in texts(page(hall, event.tournament))
    )


def test_a_list_of_many_lines_is_cut(hall: Hall) -> None:
    event = Decked(hall, AFTER_ROUND)
    entrant = event.entrants()[0]
    hall.do(lambda tx: tx.execute("DELETE FROM decks"))
    event.hand_in(entrant, "\n".join(f"{'x' * 150} ({number})" for number in range(600)))
    hall.do(lambda tx: tx.execute("UPDATE decks SET submitted_at = 0"))
    event.play_round()
    deck = event.decks()[entrant.entrant_id]
    assert (deck.size, len(deck.cards), deck.left_out) == (600, 200, 400)
    assert max(len(one.name) for one in deck.cards) == 60


def test_an_erasure_takes_the_deck_off_the_page(hall: Hall) -> None:
    event = Decked(hall, AFTER_ROUND)
    event.play_round()
    gone = event.entrants()[0]
    hall.act(hall.actor(2), erasure_verbs.erase)
    assert gone.entrant_id not in event.decks()
    assert not any(f"{SECRET}  of {gone.number}" in text for text in texts(page(hall, event.tournament)))
