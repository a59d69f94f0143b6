"""How each game of a match for the title ended: said after its word, kept with it, shown (AIJE-D03-3)."""

from __future__ import annotations

import pytest

from bot.features.playing import note_cards as playing_note_cards
from bot.features.title_match import cards as title_match_cards
from bot.features.title_match import verbs as title_match_verbs
from bot.features.title_match.verbs import EndingTold
from bot.i18n.catalogue import Translator
from bot.kernel.errors import AlreadyDone, NotAllowed, Outdated
from bot.layout.cards import Card
from bot.play.contests import Contest
from bot.play.title_games import GameEnd
from tests.hall.hall import Hall
from tests.hall.title_matches import CHALLENGER, CHAMPION, begun, side_of, state, view, won
from tests.refusals import refuses


def tell(hall: Hall, contest: Contest, entry: int, how: GameEnd, number: int = CHAMPION) -> EndingTold:
    return hall.act(hall.actor(number), title_match_verbs.tell_how, contest.contest_id, entry, how)


@pytest.mark.rule("AIJE-D03-3")
@pytest.mark.parametrize("how", [GameEnd.BOARD, GameEnd.RESIGNED, GameEnd.TIME, GameEnd.RULE])
def test_an_ending_stays_with_the_word_on_its_game(hall: Hall, how: GameEnd) -> None:
    _, contest = begun(hall)
    entry = won(hall, contest, CHAMPION).entry
    assert tell(hall, contest, entry, how).word.how is how
    won(hall, contest, CHALLENGER)
    words = state(hall, contest).words
    assert [words[number].how for number in (1, 2)] == [how, None]


def test_either_player_tells_it_once_and_the_arbiter_puts_it_right(hall: Hall) -> None:
    _, contest = begun(hall)
    entry = won(hall, contest, CHAMPION).entry
    tell(hall, contest, entry, GameEnd.TIME, CHALLENGER)
    with pytest.raises(AlreadyDone):
        tell(hall, contest, entry, GameEnd.TIME, CHAMPION)
    with refuses("error.EndingIsTold"):
        tell(hall, contest, entry, GameEnd.RESIGNED, CHAMPION)
    assert tell(hall, contest, entry, GameEnd.RESIGNED, 1).word.how is GameEnd.RESIGNED


def test_strangers_tell_nothing(hall: Hall) -> None:
    _, contest = begun(hall)
    entry = won(hall, contest, CHAMPION).entry
    with pytest.raises(NotAllowed):
        tell(hall, contest, entry, GameEnd.TIME, 9)


def test_a_game_that_was_won_did_not_end_by_agreement(hall: Hall) -> None:
    _, contest = begun(hall)
    with pytest.raises(Outdated):
        tell(hall, contest, won(hall, contest, CHAMPION).entry, GameEnd.AGREED)


def test_a_word_that_was_taken_back_has_no_ending_any_more(hall: Hall) -> None:
    _, contest = begun(hall)
    entry = won(hall, contest, CHAMPION).entry
    tell(hall, contest, entry, GameEnd.TIME)
    hall.act(hall.actor(1), title_match_verbs.take_back, contest.contest_id, state(hall, contest).entries)
    with pytest.raises(Outdated):
        tell(hall, contest, entry, GameEnd.RESIGNED)
    won(hall, contest, CHALLENGER)
    assert state(hall, contest).words[1].how is None


@pytest.mark.rule("AIJE-D03-5")
def test_what_the_arbiters_awarded_has_their_decision_for_an_ending(hall: Hall) -> None:
    _, contest = begun(hall)
    entry = won(hall, contest, CHAMPION).entry
    tell(hall, contest, entry, GameEnd.TIME)
    side, mark = side_of(hall, contest, CHALLENGER), state(hall, contest).entries
    decided = hall.act(hall.actor(1), title_match_verbs.decide, contest.contest_id, mark, 1, side, "Lag")
    with pytest.raises(Outdated):
        tell(hall, contest, decided.entry, GameEnd.TIME)
    with pytest.raises(Outdated):
        tell(hall, contest, entry, GameEnd.TIME)
    assert title_match_cards.games(view(hall, contest), Translator("en-US")) == [
        "-# Games: 1 P3 (awarded by the arbiters)"
    ]


def test_the_last_game_of_the_match_has_its_ending_too_and_all_are_listed(hall: Hall) -> None:
    _, contest = begun(hall)
    told = [won(hall, contest, CHAMPION) for _ in range(10)]
    assert told[-1].over
    tell(hall, contest, told[0].entry, GameEnd.RULE)
    after = tell(hall, contest, told[-1].entry, GameEnd.RESIGNED)
    (listed,) = title_match_cards.games(after.view, Translator("en-US"))
    assert listed.startswith("-# Games: 1 P2 (a rule broken) · 2 P2 · 3 P2")
    assert listed.endswith("10 P2 (resignation)")


def test_who_says_how_the_last_game_ended_leaves_the_result_of_the_match_in_its_message(hall: Hall) -> None:
    _, contest = begun(hall)
    entries = [won(hall, contest, CHALLENGER).entry for _ in range(10)]
    translator = Translator("en-US")

    def shown(entry: int) -> str:
        after = tell(hall, contest, entry, GameEnd.TIME)
        return "\n".join(
            title_match_cards.ended_so(
                after.view, after.word, playing_note_cards.settled_score(after.view, translator), translator
            ).paragraphs
        )

    assert "🏁" in shown(entries[-1])
    assert "🏁" not in shown(entries[0])


def test_the_menu_stays_for_the_arbiter_who_puts_the_ending_right(hall: Hall) -> None:
    _, contest = begun(hall)
    after = tell(hall, contest, won(hall, contest, CHAMPION).entry, GameEnd.TIME)
    card = title_match_cards.ended_so(after.view, after.word, Card(()), Translator("en-US"))
    assert card.controls == (
        title_match_cards.how_it_ended(after.view, after.word.entry, after.word.winner, Translator("en-US")),
    )
