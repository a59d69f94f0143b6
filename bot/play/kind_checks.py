"""What keeps an event of a special kind from being played: teams, disputes, stay-on, tables, decks, times, arenas.

A stay-on challenge has to say elsewhere how a match of it can end (GO-26.6). Times of matches want an event of a kind
that has them, and settings that leave time; an arena wants times that fit into each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from bot.kernel.outages import write_duration
from bot.play.format_checks import (
    ProblemCode,
    RulebookProblem,
    asks,
    differs,
    has_bracket,
    sheet_problems,
    too_many,
    write_setting,
)
from bot.play.format_rules import DisputeRules, Level, LevelMatch, LineUp, TableRules, TeamEncounter
from bot.play.late import allowed
from bot.play.points import stays_on, whole_score
from bot.play.rulebook import SEAT_MATCH, Rulebook, seats_of
from bot.play.rulebook_checks import reminder_problems, shorter_problems
from bot.play.teams import most_games
from bot.play.tie_breaks import IN_ORDER

# --- teams ----------------------------------------------------------------------------------------------------------


DECIDING: Final = (LevelMatch.EXTRA_GAME, LevelMatch.LOT)
"""The ways to separate level teams that always come to an end."""
CHANGING: Final = (LineUp.FIXED_WITH_SUBSTITUTES, LineUp.FREE)
"""The line-ups in which a captain can put somebody else on a board."""
_OF_DISPUTES: Final = frozenset({LevelMatch.LIVING_POINTS, LevelMatch.GIANT_POINTS})
_BOARD_BY_BOARD: Final = (TeamEncounter.BOARDS, TeamEncounter.SUM)
_LEVEL: Final = "teams.level_match"
_WAITS: Final = "matches.waits_for_other_events"


def team_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """The faults of a rulebook of teams but for those of its disputes and of challenges in which winners stay on."""
    if rulebook.teams is None or rulebook.games is None:
        return
    yield from _late(rulebook)
    yield from _substitutes(rulebook)
    yield from _separating(rulebook)
    yield from _play_offs(rulebook)
    if stays_on(rulebook):
        return
    yield from _length(rulebook)
    yield from _halves(rulebook)
    yield from _board_by_board(rulebook)
    yield from _sum_problems(rulebook)


def _late(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A team is whole, and its members are held against the ranking, before the draw: nobody enters one later."""
    until = 0 if rulebook.swiss is None else rulebook.swiss.late_entry_until
    if until > 1:
        yield RulebookProblem("swiss.late_entry_until", ProblemCode.TEAMS_IN_TIME, given=write_setting(until))


def _substitutes(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A line-up that stays as it is has no board for a substitute, who would wait a whole event in vain."""
    rules = rulebook.teams
    if rules is not None and rules.substitutes and rules.line_up not in CHANGING:
        yield asks("teams.substitutes", write_setting(rules.substitutes), "teams.line_up", *CHANGING)


def needs_winners(rulebook: Rulebook) -> bool:
    """Whether a match of teams can come to need a winner: in a bracket, or in a play-off."""
    level = None if rulebook.ranking is None else rulebook.ranking.level
    return has_bracket(rulebook) or level is Level.PLAY_OFF


def _length(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A match of teams has all its boards, wherever it is played."""
    games, rules = rulebook.games, rulebook.knockout
    if games is None or rulebook.teams is None:
        return
    whole = whole_score(rulebook)
    if rulebook.dispute is None and games.best_of != whole:
        yield differs("games.best_of", write_setting(games.best_of), "teams", write_setting(whole))
    if not games.play_all:
        yield asks("games.play_all", "false", "teams.encounter", TeamEncounter.STAY_ON)
    if not has_bracket(rulebook):
        return
    third = (("third_place_best_of", rules.third_place_best_of),) if rules.third_place_match else ()
    for name, number in (("best_of", rules.best_of), ("final_best_of", rules.final_best_of), *third):
        if number != whole:
            yield differs(f"knockout.{name}", write_setting(number), "games.best_of", write_setting(whole))


def _separating(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """The last way always decides, and no other one does, where somebody has to win."""
    rules = rulebook.teams
    if rules is None or stays_on(rulebook):
        return
    ways = rules.level_match
    yield from _ways(ways, rulebook)
    decided_at = [place for place, way in enumerate(ways) if way in DECIDING]
    if needs_winners(rulebook) and decided_at != [len(ways) - 1]:
        yield RulebookProblem(
            _LEVEL, ProblemCode.NOT_THE_LAST, given=write_setting(ways), options=tuple(map(str, DECIDING))
        )


def _ways(ways: Sequence[LevelMatch], rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A way that stands twice, or that asks for the games of a dispute where none is played."""
    for place, way in enumerate(ways):
        if way in ways[:place]:
            yield RulebookProblem(_LEVEL, ProblemCode.STANDS_TWICE, given=way)
        elif way in _OF_DISPUTES and rulebook.dispute is None:
            yield RulebookProblem("dispute", ProblemCode.TABLE_MISSING, given=f"{_LEVEL} = {way}")


def _play_offs(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A play-off of disputes is one dispute more, and one of challenges a challenge: neither has boards to count."""
    rules, teams = rulebook.ranking, rulebook.teams
    if rules is None or teams is None or rules.level is not Level.PLAY_OFF:
        return
    whole = rulebook.dispute is not None or stays_on(rulebook)
    if whole and rules.play_off_best_of != 1:
        yield differs("ranking.play_off_best_of", write_setting(rules.play_off_best_of), "teams.encounter", "1")


def _halves(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """An even number of games can leave a board level, where a board is won as a whole."""
    rules, games = rulebook.teams, rulebook.games
    if rules is None or games is None or games.draws or rulebook.dispute is not None:
        return
    if rules.board_games % 2 == 0 and rules.encounter is not TeamEncounter.SUM:
        yield asks("teams.board_games", write_setting(rules.board_games), "games.draws", "true")


def _board_by_board(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Where everyone meets everyone no board is the first, whose points could be counted."""
    if rulebook.ranking is None or rulebook.teams is None or rulebook.teams.encounter is not TeamEncounter.EVERYONE:
        return
    for name in rulebook.ranking.order:
        if name == IN_ORDER or (name.startswith("board_") and name != "board_points"):
            yield asks("ranking.order", name, "teams.encounter", *_BOARD_BY_BOARD)


def _sum_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Where the table adds up games, a game is worth there what it is worth in the match."""
    rules, scoring = rulebook.teams, rulebook.scoring
    if rules is None or scoring is None or not scoring.by_games:
        return
    if rules.encounter is not TeamEncounter.SUM:
        yield asks("scoring.by_games", "true", "teams.encounter", TeamEncounter.SUM)
        return
    pairs = (("win", scoring.win, rules.board_win), ("draw", scoring.draw, rules.board_draw))
    for name, points, of_board in pairs:
        if points != of_board:
            yield differs(f"scoring.{name}", write_setting(points), f"teams.board_{name}", write_setting(of_board))
    if scoring.loss:
        yield differs("scoring.loss", write_setting(scoring.loss), "teams.encounter", "0")


# --- school disputes ------------------------------------------------------------------------------------------------


_CATEGORY_LENGTH = 20


def dispute_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """The faults of the table `[dispute]`, and of `[teams]` beside it."""
    yield from _teams(rulebook)
    yield from _dispute(rulebook)


def _teams(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Who plays: a dispute is a matter of teams, of as many as it names, named for each game (OLY-1 to OLY-3)."""
    rules, dispute = rulebook.teams, rulebook.dispute
    if rules is None:
        if dispute is not None:
            yield RulebookProblem("teams", ProblemCode.TABLE_MISSING, given="[dispute]")
        return
    if rules.encounter is TeamEncounter.DISPUTE and dispute is None:
        yield RulebookProblem("dispute", ProblemCode.TABLE_MISSING, given=f"teams.encounter = {rules.encounter}")
    if dispute is None:
        return
    if rules.encounter is not TeamEncounter.DISPUTE:
        yield RulebookProblem(
            "teams.encounter", ProblemCode.NOT_AN_OPTION, given=rules.encounter, options=(TeamEncounter.DISPUTE,)
        )
    if rules.line_up is not LineUp.FREE:
        yield RulebookProblem("teams.line_up", ProblemCode.NOT_AN_OPTION, given=rules.line_up, options=(LineUp.FREE,))
    if rules.size != dispute.starters:
        yield differs("teams.size", write_setting(rules.size), "dispute.starters", write_setting(dispute.starters))
    if rules.substitutes != dispute.reserves:
        yield differs(
            "teams.substitutes", write_setting(rules.substitutes), "dispute.reserves", write_setting(dispute.reserves)
        )


def _dispute(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Everybody plays in one game (OLY-2), and a scene names the game of every board (OLY-7)."""
    rules = rulebook.dispute
    if rules is None:
        return
    playing = rules.table_games + rules.giant_players + rules.living_players
    if rules.starters != playing:
        yield RulebookProblem(
            "dispute.starters",
            ProblemCode.NOT_THE_SUM,
            given=write_setting(rules.starters),
            limit=write_setting(playing),
        )
    yield from _category(rules.category)
    for part in ("giant", "living"):
        players, games = getattr(rules, f"{part}_players"), getattr(rules, f"{part}_games")
        if games and not players:
            yield RulebookProblem(f"dispute.{part}_players", ProblemCode.TOO_LOW, given="0", limit="1")
    if rules.scene_2 and not rules.scene_1:
        yield RulebookProblem(
            "dispute.scene_1", ProblemCode.WRONG_LENGTH, given="0", limit=write_setting(_boards(rules))
        )
    for key, names in (("dispute.scene_1", rules.scene_1), ("dispute.scene_2", rules.scene_2)):
        yield from _scene(key, names, rulebook)


def _category(category: str) -> Iterator[RulebookProblem]:
    if not category.strip():
        yield RulebookProblem("dispute.category", ProblemCode.EMPTY)
    elif len(category) > _CATEGORY_LENGTH or not category.isprintable():
        yield RulebookProblem("dispute.category", ProblemCode.TOO_LONG, given=category, limit=str(_CATEGORY_LENGTH))


def _boards(rules: DisputeRules) -> int:
    return rules.table_games + bool(rules.giant_games) + bool(rules.living_games)


def _scene(key: str, names: tuple[str, ...], rulebook: Rulebook) -> Iterator[RulebookProblem]:
    yield from sheet_problems(key, names)
    boards = _boards(rulebook.dispute or DisputeRules())
    if names and len(names) != boards:
        yield RulebookProblem(key, ProblemCode.WRONG_LENGTH, given=str(len(names)), limit=str(boards))
    known = () if rulebook.games is None else rulebook.games.sheets
    for name in names:
        if name not in known:
            yield RulebookProblem(key, ProblemCode.NOT_AN_OPTION, given=name, options=known)


# --- stay-on challenges ---------------------------------------------------------------------------------------------


_LENGTHS = ("best_of", "final_best_of", "third_place_best_of")
_OTHERS = tuple(one for one in TeamEncounter if one not in {TeamEncounter.STAY_ON, TeamEncounter.DISPUTE})


def stay_on_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """The faults of a rulebook in which winners stay on; and a limit for a line-up that nobody names."""
    rules, games = rulebook.teams, rulebook.games
    if rules is None:
        return
    if rules.line_up_within is not None and rules.line_up is not LineUp.FREE:
        yield asks("teams.line_up_within", write_setting(rules.line_up_within), "teams.line_up", LineUp.FREE)
    if rules.encounter is not TeamEncounter.STAY_ON:
        return
    limit = most_games(rules.size)
    if games is not None and games.best_of != limit:
        yield differs("games.best_of", write_setting(games.best_of), "teams.size", write_setting(limit))
    if games is not None and games.play_all:
        yield asks("games.play_all", "true", "teams.encounter", *_OTHERS)
    if rules.board_games != 1:
        yield differs("teams.board_games", write_setting(rules.board_games), "teams.encounter", "1")
    yield from _lengths(rulebook, limit)
    yield from _board_faults(rulebook)


def _lengths(rulebook: Rulebook, limit: int) -> Iterator[RulebookProblem]:
    """In a bracket a match is no shorter or longer: it ends when a side is out."""
    if not has_bracket(rulebook):
        return
    for key in _LENGTHS:
        games = getattr(rulebook.knockout, key)
        if games != limit:
            yield differs(f"knockout.{key}", write_setting(games), "teams.size", write_setting(limit))


def _board_faults(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """One game is played after the other, so there is no board 1 whose points could be counted."""
    for name in () if rulebook.ranking is None else rulebook.ranking.order:
        if name == IN_ORDER or (name.startswith("board_") and name != "board_points"):
            yield asks("ranking.order", name, "teams.encounter", *_OTHERS)


# --- tables of three, and decks -------------------------------------------------------------------------------------


MOST_CARDS = 100
_CARD = re.compile(r"[A-Za-z]{0,8}[0-9]{1,4}", re.ASCII)
_PREFIX = re.compile(r"[A-Za-z]{1,8}", re.ASCII)


def tables_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Points for the first, the second and tied second, the most for the first (OTE-2.3)."""
    rules = rulebook.tables
    if rules is None:
        return
    places = len(TableRules().active_points)
    for key, points in (("active_points", rules.active_points), ("inactive_points", rules.inactive_points)):
        if len(points) != places:
            key_length = f"tables.{key}"
            yield RulebookProblem(key_length, ProblemCode.WRONG_LENGTH, given=str(len(points)), limit=str(places))
        elif any(later > earlier for earlier, later in pairwise(points)):
            yield RulebookProblem(f"tables.{key}", ProblemCode.NOT_HIGHEST_FIRST, given=write_setting(points))


def deck_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Cards go by collector number, and a card is refused for one reason (OTE-1.3, OTE-1.5)."""
    rules = rulebook.deck
    if rules is None:
        return
    lists = (
        ("deck.refused_prefixes", rules.refused_prefixes, _PREFIX),
        ("deck.refused_cards", rules.refused_cards, _CARD),
        ("deck.degenerate_cards", rules.degenerate_cards, _CARD),
    )
    met: set[str] = set()
    for key, entries, kind in lists:
        if len(entries) > MOST_CARDS:
            yield too_many(key, len(entries), MOST_CARDS)
        for entry in entries:
            if kind.fullmatch(entry) is None:
                yield RulebookProblem(key, ProblemCode.NO_CARD, given=entry)
            elif entry.upper() in met:
                yield RulebookProblem(key, ProblemCode.STANDS_TWICE, given=entry)
            met.add(entry.upper())


# --- times of matches -----------------------------------------------------------------------------------------------


def times_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Two play a match in rounds, and each has time to answer within the round and before a match that may follow it.

    Teams are refused: a captain would promise the evenings of everybody else.
    """
    rules = rulebook.match_times
    if rules is None:
        return
    if not (rulebook.traits.has_matches and rulebook.traits.in_rounds) or rulebook.teams is not None:
        limit = "[teams]" if rulebook.teams is not None else rulebook.format
        yield RulebookProblem("match_times", ProblemCode.NOT_IN_FORMAT, given="[match_times]", limit=limit)
    answer, lasts, round_key = rules.answer_within, rules.round_lasts, "match_times.round_lasts"
    yield from shorter_problems("match_times.answer_within", answer, round_key, lasts)
    yield from shorter_problems("match_times.answer_within", answer, "match_times.grace", rules.grace)
    for name in ("reminders_before_match", "reminders_before_round_ends"):
        yield from reminder_problems(f"match_times.{name}", getattr(rules, name), round_key, lasts)


# --- who is late ----------------------------------------------------------------------------------------------------


def late_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Somebody late can come in only where the format leaves a way for it."""
    late, ways = rulebook.check_in.late, allowed(rulebook.traits)
    if late not in ways:
        yield RulebookProblem("check_in.late", ProblemCode.NOT_AN_OPTION, given=late, options=tuple(map(str, ways)))


# --- who is replaced ------------------------------------------------------------------------------------------------


def has_places(rulebook: Rulebook) -> bool:
    """Whether a place in the event can go over to somebody else: one of its own, of a player, that nothing hangs on.

    A team has substitutes, a deck is one player's, and an arena takes newcomers itself. A title is nobody else's.
    """
    traits, has_teams = rulebook.traits, rulebook.teams is not None
    plain = traits.has_matches and not (traits.has_lobby or traits.is_series or traits.at_tables)
    gives_more = rulebook.official or seats_of(rulebook) is not None or rulebook.name == SEAT_MATCH
    return plain and not has_teams and rulebook.deck is None and not gives_more


def substitute_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """Somebody else can take a place only where there are places to be taken."""
    if rulebook.registration.substitutes and not has_places(rulebook):
        key = "registration.substitutes"
        yield RulebookProblem(key, ProblemCode.NOT_AN_OPTION, given="true", options=("false",))


# --- arenas ---------------------------------------------------------------------------------------------------------


def waiting_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """A match waits for a player who is in another event only where it is one player against one, with a clock."""
    traits = rulebook.traits
    if rulebook.matches.waits_for_other_events and (rulebook.teams or traits.at_tables or traits.has_lobby):
        where = "teams" if rulebook.teams else rulebook.format
        yield RulebookProblem(_WAITS, ProblemCode.NOT_IN_FORMAT, given="true", limit=where)


def arena_problems(rulebook: Rulebook) -> Iterator[RulebookProblem]:
    """The faults of the table `[arena]`; none where there is no such table."""
    rules = rulebook.arena
    if rules is not None and rules.first_move_within >= rules.lasts:
        yield RulebookProblem(
            "arena.first_move_within",
            ProblemCode.NOT_SHORTER,
            given=write_duration(rules.first_move_within),
            limit=write_duration(rules.lasts),
            other="arena.lasts",
        )
    if rules is not None and rules.late_entry_within > rules.lasts:
        yield RulebookProblem(
            "arena.late_entry_within",
            ProblemCode.ABOVE_OTHER,
            given=write_duration(rules.late_entry_within),
            limit=write_duration(rules.lasts),
            other="arena.lasts",
        )
    if rules is not None and rulebook.scoring is not None and rulebook.scoring.by_games:
        yield RulebookProblem("scoring.by_games", ProblemCode.NOT_IN_FORMAT, given="true", limit=rulebook.format)
