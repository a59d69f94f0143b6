"""The post at a round's end: its results, the table with what moved, and what comes, in one message at 256 players."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.features.course.model import BracketView, RoundView, StandingsView
from bot.features.rounds import cards as rounds_cards
from bot.features.rounds import standings_cards as rounds_standings_cards
from bot.features.rounds.standings_cards import words_behind
from bot.features.rounds.words_cards import results
from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import ContestId, EntrantId
from bot.layout.cards import TEXT_LIMIT, Card, render
from bot.layout.picture_model import TablePicture
from bot.play.contests import Contest, Result, ResultKind, Stage
from bot.play.course import Sources
from bot.play.formats.protocol import EventFacts
from bot.rulebooks.library import preset
from tests.features.rounds.test_standings_cards import ENGLISH, MOST_MENTIONS, NOW, row, table, text

SWISS = preset("swiss")
WORST = "*" * 32
"""Each of its signs is written as two."""


def contest(number: int, position: int, sides: tuple[int, ...], result: Result | None = None) -> Contest:
    named = tuple(EntrantId(f"e{side}") for side in sides)
    name, why = ContestId(f"c{number}.{position}"), "low_score" if len(sides) == 1 else None
    return Contest(name, Stage.MAIN, number, position, named, 1, why, None, None, result)


def played(first: int, second: int, kind: ResultKind = ResultKind.PLAYED, draws: int = 0) -> Result:
    given = (first, second) if kind is ResultKind.WALKOVER else (0, 0)
    return Result((first, second), given, kind, NOW, draws=draws)


def over(players: int = 7, name: str = "Ana", before: dict[str, int] | None = None) -> RoundView:
    """A second round with a result of each kind, and a third that is paired."""
    rows = [row(n, Fraction(players - n)) for n in range(1, players + 1)]
    view = table(*rows, rulebook=SWISS, name=name)
    pairs = [(2 * n + 1, 2 * n + 2) for n in range(players // 2)]
    kinds = [played(1, 0), played(0, 1, ResultKind.WALKOVER), played(0, 0, draws=1)]
    ended = [contest(2, at, pair, kinds[at % 3]) for at, pair in enumerate(pairs)]
    if players % 2:
        ended.append(contest(2, len(pairs), (players,)))
    to_come = [contest(3, at, pair) for at, pair in enumerate(pairs)]
    view = replace(view, facts=EventFacts(view.facts.starters, (*ended, *to_come)))
    return RoundView(view, 2, tuple(ended), before={EntrantId(key): place for key, place in (before or {}).items()})


def drawn(card: Card) -> TablePicture:
    found: TablePicture = card.pictures[0].draw.args[0]  # type: ignore[attr-defined]
    return found


def named(view: StandingsView) -> StandingsView:
    """With names that tell people apart."""
    people = {key: replace(one, name=f"Player {key}") for key, one in view.people.items()}
    return replace(view, people=people)


def test_the_post_tells_the_results_then_who_leads_then_who_meets_whom_and_where() -> None:
    view = over()
    view = replace(view, table=named(view.table))
    said = text(rounds_standings_cards.round_over(view, ENGLISH))
    results, leaders, upcoming = said.index("Results"), said.index("In front"), said.index("Round 3")
    assert results < leaders < upcoming < said.index("**Next:**")
    lines = said[results:leaders]
    assert "Player e1 **1–0** Player e2" in lines
    assert "Player e3 **0–1** Player e4 · Walkover" in lines
    assert "Player e5 **½–½** Player e6" in lines
    assert "Player e7" in lines
    assert "<@" not in lines, "a result pings nobody and spends no mention"


def test_each_row_says_by_a_sign_how_far_the_round_has_moved_it() -> None:
    card = rounds_standings_cards.round_over(over(before={"e1": 3, "e2": 1, "e3": 3, "e4": 4}), ENGLISH)
    assert [one.label for one in drawn(card).columns][:3] == ["#", "±", "Player"]
    assert [one.cells[1] for one in drawn(card).rows] == ["▲2", "▼1", "=", "=", "", "", ""]
    assert drawn(card).subtitle == "After round 2"
    assert "1. Ana **6** ▲2" in text(card)
    assert "2. Ana **5** ▼1" in text(card)


def test_after_the_first_round_nobody_has_moved_yet() -> None:
    card = rounds_standings_cards.round_over(over(), ENGLISH)
    assert [one.label for one in drawn(card).columns][:2] == ["#", "Player"]
    assert "▲" not in text(card)


def test_the_words_behind_the_picture_name_the_event_and_who_leads_with_what() -> None:
    view = over()
    card = rounds_standings_cards.round_over(replace(view, table=named(view.table)), ENGLISH)
    assert card.pictures[0].description == (
        "Standings of Cup, 7 players. In front: Player e1 (Points: 6), Player e2 (Points: 5) and Player e3 (Points: 4)."
    )


def test_the_words_behind_a_table_of_groups_name_who_leads_each_of_them() -> None:
    table_ = named(over().table)
    groups = {one.entrant_id: 1 + at // 4 for at, one in enumerate(table_.rows)}
    said = words_behind(replace(table_, groups=groups), table_.rows, ENGLISH)
    assert said.endswith("In front: Group 1: Player e1 (Points: 6); Group 2: Player e5 (Points: 2).")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("players", [1, 2, 3, 40, 256])
def test_the_post_fits_one_message_for_any_number_of_players(players: int, locale: str) -> None:
    before = {f"e{n}": players + 1 - n for n in range(1, players + 1)}
    view = over(players, WORST, before)
    card = rounds_standings_cards.round_over(view, Translator(locale))
    assert len(text(card)) <= TEXT_LIMIT
    assert text(card).count("<@") <= MOST_MENTIONS
    assert all(len(one.description) <= 1024 for one in card.pictures)
    render(card)
    assert [one.data.decode().count("\n") for one in card.documents] in ([], [len(view.contests)])


def test_what_a_post_cannot_hold_stands_in_a_file_beside_it() -> None:
    card = rounds_standings_cards.round_over(over(256), ENGLISH)
    (file,) = card.documents
    assert file.data.decode().splitlines()[0] == "Ana 1–0 Ana"
    shown = text(card).count("- Ana **")
    assert f"…and {128 - shown} more, in the file below." in text(card)


def bracket(players: int, name: str) -> BracketView:
    """A first round that is decided, and the second one's pairs."""
    rows = [row(n, Fraction(1)) for n in range(1, players + 1)]
    view = table(*rows, rulebook=preset("cup"), name=name)
    first = [contest(1, at, (2 * at + 1, 2 * at + 2), played(3, 1)) for at in range(players // 2)]
    second = [contest(2, at, (4 * at + 1, 4 * at + 3)) for at in range(players // 4)]
    facts = EventFacts(view.facts.starters, (*first, *second))
    return BracketView(view.tournament, view.community, facts, view.people, {})


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("players", [4, 256])
def test_the_post_of_a_bracket_tells_its_results_and_fits_one_message(players: int, locale: str) -> None:
    card = rounds_cards.round_over(bracket(players, WORST), 1, Translator(locale))
    assert len(text(card)) <= TEXT_LIMIT
    assert text(card).count("<@") <= MOST_MENTIONS
    assert "**3–1**" in text(card)
    assert bool(card.documents) is (players == 256)
    assert all(len(one.description) <= 1024 for one in card.pictures)
    render(card)


def test_the_results_of_a_round_list_no_match_that_is_still_to_play() -> None:
    view = bracket(4, "Ana")
    third = replace(contest(1, 2, (2, 4)), stage=Stage.THIRD_PLACE)
    open_one = replace(contest(1, 3, (1, 4)), contest_id=ContestId("later"))
    said, _ = results((*view.facts.contests[:2], third, open_one), view.people, view.tournament.rulebook, ENGLISH)
    assert said.count("- Ana") == 2
    assert "- Ana – Ana" not in said


@pytest.mark.parametrize("locale", LOCALES)
def test_the_words_behind_a_bracket_tell_its_matches_the_latest_round_first(locale: str) -> None:
    voice = Translator(locale)
    said = rounds_cards.round_over(bracket(4, "Ana"), 1, voice).pictures[0].description
    waiting = voice.say("draw.told_waiting", name="Ana", other="Ana")
    assert said.index(waiting) < said.index(voice.say("draw.told_won", name="Ana", other="Ana", most=3, least=1))
    assert "–" not in said
    assert ": ." not in said


@pytest.mark.parametrize("locale", LOCALES)
def test_what_makes_the_points_of_a_row_is_said_beside_the_name_and_below_the_table(locale: str) -> None:
    translator, view = Translator(locale), table(row(1, Fraction(3)), row(2, Fraction(1)), rulebook=SWISS)
    told = Sources(byes=2, absences=1, forfeits_won=1, forfeits_lost=3, doubled=Fraction(4), idle_draws=1)
    view = replace(view, sources={EntrantId("e1"): told})
    first, second = drawn(rounds_standings_cards.standings(view, None, 0, translator)).rows
    assert first.mark.split(" · ") == [
        translator.count("standings.byes", 2), translator.count("standings.rounds_missed", 1),
        f"{translator.say('draw.walkover')} +1 −3", "🔥 +4", translator.count("standings.idle_draws", 1),
    ]  # fmt: skip
    assert second.mark == ""
    footer = drawn(rounds_standings_cards.standings(view, None, 0, translator)).footer
    assert footer in text(rounds_standings_cards.standings(view, None, 0, translator))
    assert all(worth in footer for worth in ("1", "½", translator.say("standings.bye_worth", points="1")))


def test_points_of_a_strange_scoring_are_written_like_any_number() -> None:
    assert SWISS.scoring is not None
    strange = replace(SWISS, scoring=replace(SWISS.scoring, win=1111.11))
    view = table(row(1, Fraction(1111.11) * 2), rulebook=strange)
    picture = drawn(rounds_standings_cards.standings(view, None, 0, ENGLISH))
    assert picture.rows[0].cells[5] == "2,222.22"
    assert picture.footer == "Points: W 1,111.11 · D ½"
