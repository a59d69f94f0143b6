"""Guessing who begins, as the services run it: opened by the call, made once, and told in counts (GO-10)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.features.past_events.drafts_verbs import record_of
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing.match_views_model import MatchView
from bot.features.rounds import cards as rounds_cards
from bot.features.rounds import drawing_verbs as rounds_drawing_verbs
from bot.i18n.catalogue import Translator
from bot.kernel.errors import AlreadyDone, NotAllowed
from bot.play.draw import Guess, GuessFault, Parity, WhyHides
from bot.record.errors import FaultCode, RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import replay
from bot.record.writing import write_record
from bot.rulebooks.library import preset
from tests.hall.board import ARBITER, STRANGER, Board, first_match
from tests.hall.hall import GUILD, Hall
from tests.refusals import refuses

GO = preset("go-swiss")


@pytest.fixture
def board(hall: Hall) -> Board:
    """A called game in which both are there and nobody has guessed."""
    assert GO.games is not None
    found = first_match(hall, players=4, rulebook=replace(GO, games=replace(GO.games, guessing=True, colours=False)))
    found.here(0, 1)
    return found


def guess_of(board: Board) -> Guess:
    found = board.view.guess
    assert found is not None
    return found


def say(board: Board, side: int, said: Parity) -> MatchView:
    return board.hall.act(board.actor(side), playing_reporting_verbs.guess, board.contest_id, said)


def right(guess: Guess) -> Parity:
    return Parity.ODD if guess.number % 2 else Parity.EVEN


@pytest.mark.rule("GO-10")
def test_the_guesser_says_it_once_and_takes_black_when_right(board: Board) -> None:
    guess = guess_of(board)
    with refuses("error.TheOtherGuesses"):
        say(board, guess.hider, Parity.ODD)
    with pytest.raises(NotAllowed):
        board.hall.act(board.hall.actor(STRANGER), playing_reporting_verbs.guess, board.contest_id, Parity.ODD)
    say(board, guess.guesser, right(guess))
    assert board.view.contest.first_side == guess.guesser
    with pytest.raises(AlreadyDone):
        say(board, guess.guesser, Parity.EVEN)
    assert guess_of(board).commitment == guess.commitment
    assert board.hall.ask(rounds_drawing_verbs.verify_draws, GUILD, board.tournament.tournament_id).holds


@pytest.mark.rule("GO-10", "GO-9")
def test_a_count_is_blacks_number_whoever_black_is(board: Board) -> None:
    guess = guess_of(board)
    with refuses("error.NotGuessedYet"):
        board.hall.act(board.actor(0), playing_correcting_verbs.report_count, board.contest_id, "185")
    wrong = Parity.EVEN if right(guess) is Parity.ODD else Parity.ODD
    say(board, guess.guesser, wrong)
    black = board.view.contest.first_side
    assert black == guess.hider
    board.hall.act(
        board.hall.actor(ARBITER), playing_correcting_verbs.rule_count, board.contest_id, "185", "counted together"
    )
    result = board.view.contest.result
    assert result is not None
    assert result.score[black] == 1
    assert result.score[1 - black] == 0


@pytest.mark.rule("GO-10")
def test_the_arbiter_says_it_for_somebody_who_cannot_press(board: Board) -> None:
    board.hall.act(board.hall.actor(ARBITER), playing_reporting_verbs.guess, board.contest_id, Parity.ODD)
    assert guess_of(board).said is Parity.ODD


def test_where_the_pairing_gives_colours_nobody_guesses(hall: Hall) -> None:
    found = first_match(hall, players=4, rulebook=GO)
    assert found.view.guess is None


@pytest.mark.rule("GO-10")
def test_a_guess_that_was_made_is_worked_out_again_by_verify_and_handed_over(board: Board) -> None:
    guess = guess_of(board)
    tournament_id = board.tournament.tournament_id
    assert board.hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament_id).guesses == ()
    say(board, guess.guesser, right(guess))
    checked = board.hall.ask(rounds_drawing_verbs.verify_draws, GUILD, tournament_id)
    assert [(one.guess.contest_id, one.fault) for one in checked.guesses] == [(board.contest_id, None)]
    *_, file = rounds_cards.verification(checked, Translator("en-US")).documents
    (line,) = json.loads(file.data)
    assert (line["hash"], line["secret"], line["stones"]) == (guess.commitment, guess.secret, guess.number)


@pytest.mark.rule("GO-10")
@pytest.mark.parametrize(("column", "fault"), [("first_side", GuessFault.FIRST_SIDE), ("hider", GuessFault.FIRST_SIDE)])
def test_a_guess_that_was_changed_afterwards_is_found(board: Board, column: str, fault: GuessFault) -> None:
    guess = guess_of(board)
    say(board, guess.guesser, right(guess))
    board.hall.do(lambda tx: tx.execute(f"UPDATE guesses SET {column} = 1 - {column}"))
    checked = board.hall.ask(rounds_drawing_verbs.verify_draws, GUILD, board.tournament.tournament_id)
    assert [one.fault for one in checked.guesses] == [fault]
    assert not checked.holds
    assert "❌" in "\n".join(rounds_cards.verification(checked, Translator("en-US")).paragraphs)


@pytest.mark.rule("GO-10")
def test_a_hider_whom_the_lot_did_not_say_is_found(board: Board) -> None:
    guess = guess_of(board)
    assert guess.why is WhyHides.LOT
    say(board, guess.guesser, right(guess))
    turn = "UPDATE guesses SET hider = 1 - hider, first_side = 1 - first_side"
    board.hall.do(lambda tx: tx.execute(turn))
    checked = board.hall.ask(rounds_drawing_verbs.verify_draws, GUILD, board.tournament.tournament_id)
    assert [one.fault for one in checked.guesses] == [GuessFault.HIDER]


@pytest.mark.rule("GO-10")
def test_the_record_has_the_guess_once_it_is_made_and_whoever_changes_it_is_found(board: Board) -> None:
    def written() -> str:
        return write_record(board.hall.ask(record_of, board.hall.load(board.tournament)))

    guess = guess_of(board)
    assert guess.secret not in written()
    say(board, guess.guesser, right(guess))
    file = json.loads(written())
    found = read_record(json.dumps(file), "cup.json")
    assert replay(found).agrees
    at = next(at for at, one in enumerate(file["contests"]) if one["id"] == board.contest_id)
    assert found.contests[at].guess is not None
    for key, other in (("hash", "0" * 64), ("secret", "0" * 64), ("said", "even" if right(guess) == "odd" else "odd")):
        told = json.loads(json.dumps(file))
        told["contests"][at]["guess"][key] = other
        with pytest.raises(RecordRefused) as refused:
            read_record(json.dumps(told), "cup.json")
        assert {fault.code for fault in refused.value.faults} == {FaultCode.GUESS}
