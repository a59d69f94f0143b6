"""A deck with a refused card keeps its player from the next game until there is another one (OTE-1.7)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.decks import store as decks_store
from bot.features.decks.verbs import DeckKeepsOut
from bot.features.desk import verbs as desk_verbs
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing import cards as playing_cards
from bot.features.playing import presence_verbs as playing_presence_verbs
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.features.tables import verbs as tables_verbs
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.tasks_model import DeskRow, Obstacle, Task
from bot.i18n.catalogue import Translator
from bot.layout.cards import Button, Card
from bot.people.cards import mention
from bot.people.model import Person
from bot.play.entries import check_in_opens_at
from bot.play.matches import MatchPhase
from bot.rulebooks.library import preset
from tests.features.decks.test_decks import LANGUAGES, LEGAL, OTHER, confirm, refuse, submit, tasks
from tests.hall.edge import ORGANISER, Edge
from tests.hall.hall import Hall
from tests.refusals import refuses

SEATS = range(2, 8)


class Decked(Edge):
    """Six players at two tables, each with a deck of the legal cards or of the other ones."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tournament = hall.announce(preset("on-the-edge"))
        hall.enter(self.tournament, *SEATS)
        hall.now = check_in_opens_at(self.tournament) + timedelta(minutes=1)
        for number in SEATS:
            submit(hall, self.tournament, number, OTHER)
            confirm(hall, self.tournament, number)
        hall.now = self.tournament.start_at + timedelta(seconds=3)
        hall.do(entering_check_in_verbs.close, hall.load(self.tournament))
        hall.do(rounds_drawing_verbs.draw_when_closed, self.tournament.tournament_id)
        self.tournament = hall.load(self.tournament)
        self.table = self.open()[0]

    def refuse(self, side: int) -> None:
        """A judge refuses a card that only this player's deck holds."""
        self.hall.now += timedelta(minutes=1)
        entrant_id, person = self.table.sides[side], self.view(self.table).players[side]
        kept = decks_store.KeptDeck(entrant_id, person.person_id, LEGAL, self.hall.now)
        self.hall.do(lambda tx: decks_store.add(tx, kept))
        refuse(self.hall, self.tournament, "105")

    def hand_in(self, side: int) -> None:
        submit(self.hall, self.tournament, self.member(self.table, side), LEGAL.replace("105", "305"))

    def player(self, side: int) -> Person:
        return self.view(self.table).players[side]

    def phase(self) -> MatchPhase:
        return self.view(self.table).state.phase

    def desk_rows(self) -> list[DeskRow]:
        rows = self.hall.ask_as(self.hall.actor(ORGANISER), desk_verbs.desk_view, self.tournament.tournament_id).rows
        return [one for one in rows if one.obstacle is Obstacle.DECK_REFUSED]


@pytest.fixture
def edge(hall: Hall) -> Decked:
    return Decked(hall)


def text(card: Card) -> str:
    return "\n".join(card.paragraphs)


def buttons(card: Card) -> set[str]:
    return {
        press.custom_id for row in card.controls if isinstance(row, tuple) for press in row if isinstance(press, Button)
    }


@pytest.mark.rule("OTE-1.7")
def test_who_holds_a_refused_card_cannot_sit_down_until_another_deck_is_handed_in(edge: Decked) -> None:
    edge.call(edge.table)
    edge.here(edge.table, 1, 2)
    edge.refuse(0)
    with pytest.raises(DeckKeepsOut):
        edge.here(edge.table, 0)
    with pytest.raises(DeckKeepsOut):
        edge.hall.act(edge.hall.actor(ORGANISER), playing_presence_verbs.mark_present, edge.table.contest_id, 0)
    assert edge.phase() is MatchPhase.MISSING
    with refuses("error.StillMissing"):
        edge.report(edge.table, 1, [1], 3, 16, 2)
    edge.hand_in(0)
    edge.here(edge.table, 0)
    assert edge.phase() is MatchPhase.PLAYING


@pytest.mark.rule("OTE-1.7")
def test_who_had_come_to_a_game_that_has_not_begun_is_waited_for_again(edge: Decked) -> None:
    edge.call(edge.table)
    edge.here(edge.table, 0, 1)
    edge.refuse(0)
    edge.here(edge.table, 2)
    assert [one.side for one in edge.view(edge.table).state.missing] == [0]
    edge.hand_in(0)
    edge.here(edge.table, 0)
    assert edge.phase() is MatchPhase.PLAYING


@pytest.mark.rule("OTE-1.7")
def test_who_came_before_the_call_is_waited_for_once_it_is_out(edge: Decked) -> None:
    edge.here(edge.table, 0)
    edge.refuse(0)
    with pytest.raises(DeckKeepsOut):
        edge.here(edge.table, 0)
    edge.call(edge.table)
    edge.here(edge.table, 1, 2)
    assert [one.side for one in edge.view(edge.table).state.missing] == [0]


@pytest.mark.rule("OTE-1.7")
def test_a_game_that_has_begun_is_played_to_its_end_and_the_next_one_waits(edge: Decked) -> None:
    edge.seat(edge.table)
    edge.refuse(0)
    assert edge.phase() is MatchPhase.PLAYING
    edge.report(edge.table, 1, [0], 16, 3, 2)
    edge.confirm(edge.table, 2)
    held = edge.table.sides[0]
    edge.play(edge.open()[0])
    coming = next(one for one in edge.open() if held in one.sides)
    edge.call(coming)
    with pytest.raises(DeckKeepsOut):
        edge.here(coming, coming.sides.index(held))


@pytest.mark.rule("OTE-1.7")
def test_an_arbiter_can_have_the_table_play_without_the_player(edge: Decked) -> None:
    edge.call(edge.table)
    edge.here(edge.table, 1, 2)
    edge.refuse(0)
    edge.hall.act(edge.hall.actor(ORGANISER), tables_verbs.seat_out, edge.table.contest_id, 0)
    assert edge.phase() is MatchPhase.PLAYING
    edge.report(edge.table, 1, [1], 0, 16, 2)
    edge.confirm(edge.table, 2)
    assert edge.result(edge.table).absent == (0,)


@pytest.mark.rule("OTE-1.7")
@pytest.mark.parametrize("language", LANGUAGES)
def test_card_desk_and_list_of_duties_say_who_is_waited_for_and_what_to_do(edge: Decked, language: str) -> None:
    translator, form = Translator(language), f"deck-form:{edge.tournament.tournament_id}"
    edge.call(edge.table)
    assert edge.desk_rows() == []
    edge.refuse(0)
    name, other = mention(edge.player(0)), mention(edge.player(1))
    view = edge.view(edge.table)
    held = translator.say("decks.held", names=name, here=translator.say("matches.here"))
    assert held in text(playing_cards.card(view, translator))
    assert form in buttons(playing_cards.card(view, translator))
    assert translator.say("decks.held_desk", names=name) in text(playing_arbiter_cards.desk(view, translator))
    (row,) = edge.desk_rows()
    said = tournaments_words_cards.line(row, translator)
    assert name in said.text
    assert other not in said.text
    assert Task.CORRECT_DECK in tasks(edge.hall, edge.member(edge.table, 0))
    edge.hand_in(0)
    view = edge.view(edge.table)
    assert held not in text(playing_cards.card(view, translator))
    assert form not in buttons(playing_cards.card(view, translator))
    assert edge.desk_rows() == []


@pytest.mark.rule("OTE-1.7")
def test_the_public_card_of_a_begun_game_does_not_tell_whose_deck_holds_the_card(edge: Decked) -> None:
    edge.seat(edge.table)
    edge.refuse(0)
    view, translator = edge.view(edge.table), Translator("en-US")
    assert "🃏" not in text(playing_cards.card(view, translator))
    assert translator.say("decks.held_desk", names=mention(edge.player(0))) in text(
        playing_arbiter_cards.desk(view, translator)
    )


def test_a_refusal_that_nobodys_deck_holds_changes_nothing(edge: Decked) -> None:
    edge.call(edge.table)
    edge.here(edge.table, 0, 1)
    refuse(edge.hall, edge.tournament, "999")
    assert [one.side for one in edge.view(edge.table).state.missing] == [2]
    assert edge.desk_rows() == []
