"""What the judge and the captains have to know of an event of teams, read from the rulebook with its defaults."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from bot.play.game_sheets import GameId
from bot.rulebooks.game_files import game
from rehearsal import regulation

TABLE, GIANT, LIVING = "table", "giant", "living"
EXTRA: Final = "extra"
"""The modality of a game more that separates level teams."""


@dataclass(frozen=True, slots=True)
class Game:
    """What is played on one board of a match: by how many on each side, how often, for how much each."""

    board: int
    places: int
    times: int
    worth: Fraction
    modality: str = ""


@dataclass(frozen=True, slots=True)
class TeamRules:
    """The numbers of the file."""

    size: int
    substitutes: int
    encounter: str
    line_up: str
    board_games: int
    board_win: Fraction
    board_draw: Fraction
    top_ranked: int | None
    most_top_ranked: int
    highest_leads: bool
    unrated_off_board_one: bool
    draws: bool
    order: tuple[str, ...]
    account: str | None
    oldest_year: int | None
    """Of a dispute between schools; None in any other event."""
    named_within: timedelta | None
    """Of a line-up that is named for a match; after it the registered order holds."""
    games: tuple[Game, ...]
    scenes: tuple[tuple[str, ...], ...]
    level_match: tuple[str, ...] = ()
    """What separates level teams where somebody has to win, in order."""
    play_off_games: int = 1
    """On each board of a play-off."""
    shares_places: bool = True
    """Whether teams that are level after the whole chain share a place of the table."""
    bracket: bool = False
    """Whether all or some of the event is a knock-out."""
    colours: bool = False
    """Whether the pairing says who begins."""
    black_begins: bool = False
    """As in Go; elsewhere White does."""
    compensation: float = 0.0
    endless: str = "none"
    """What a position comes to that would come back without end."""

    @property
    def in_a_play_off(self) -> TeamRules:
        """The numbers of a play-off, whose boards have a length of their own (GO-27.3)."""
        if self.is_dispute or self.stays_on:
            return self
        games = tuple(replace(one, times=self.play_off_games) for one in self.games)
        return replace(self, board_games=self.play_off_games, games=games)

    @property
    def counted(self) -> bool:
        """Whether a captain can tell a board by its count (GO-9, GO-11)."""
        return self.compensation > 0 and self.colours and self.encounter == "boards" and self.board_games == 1

    @property
    def endings(self) -> tuple[str, ...]:
        """How an arbiter writes a board that nobody wins, in the ways that there are (GO-17.5, GO-20)."""
        if not self.draws or self.board_games != 1 or self.is_dispute or self.stays_on:
            return ()
        return ("--", "//") if self.endless == "no_result" else ("--",)

    @property
    def extra_game(self) -> bool:
        """Whether level teams may come to play a game more on board 1."""
        return "extra_game" in self.level_match

    @property
    def is_dispute(self) -> bool:
        """Whether schools meet, each game with a worth of its own."""
        return self.encounter == "dispute"

    @property
    def counts_games(self) -> bool:
        """Whether every game counts by itself, and not who has won more of a board."""
        return self.encounter in {"dispute", "sum"}

    @property
    def stays_on(self) -> bool:
        """Whether the winner of a game stays, and games are told one by one (GO-26.6)."""
        return self.encounter == "stay_on"

    @property
    def named_anew(self) -> bool:
        """Whether each side names its line-up before each match."""
        return self.line_up == "free"

    @property
    def may_change(self) -> bool:
        """Whether a substitute may take a place."""
        return self.line_up == "fixed_with_substitutes" and self.substitutes > 0

    @property
    def asks_ratings(self) -> bool:
        """Whether who may play together hangs on a ranking."""
        return self.highest_leads or self.top_ranked is not None

    @property
    def most(self) -> int:
        """Members of a team, substitutes included."""
        return self.size + self.substitutes

    @property
    def places(self) -> tuple[int, ...]:
        """How many of a team sit on each board of a line-up."""
        return tuple(game.places for game in self.games) if self.is_dispute else (1,) * self.size

    def drawable(self, game: Game) -> bool:
        """Whether one game of the board can be drawn: of an even number the board is level by games won."""
        return self.draws and (self.counts_games or game.times % 2 == 1)


def only_ruled(sheet: str) -> bool:
    """OLY-7.1: whether nothing but an arbiter's ruling draws the game."""
    return {str(one) for one in game(GameId(sheet)).draws} <= {"ruled", "ruled_quiet"}


def is_for_teams(path: Path) -> bool:
    """Whether teams enter the event."""
    return "teams" in regulation.tables(path)


def read(path: Path) -> TeamRules:
    """The numbers of the file."""
    rules: dict[str, Any] = regulation.tables(path)
    teams, dispute, account = rules["teams"], rules.get("dispute"), rules["registration"]["account"]
    ranking, games = (regulation.table(rules, name) for name in ("ranking", "games"))
    top, within = teams["top_ranked"], teams["line_up_within"]
    made = TeamRules(
        size=teams["size"],
        substitutes=teams["substitutes"],
        encounter=teams["encounter"],
        line_up=teams["line_up"],
        board_games=teams["board_games"],
        board_win=Fraction(teams["board_win"]),
        board_draw=Fraction(teams["board_draw"]),
        top_ranked=None if isinstance(top, str) else top,
        most_top_ranked=teams["most_top_ranked"],
        highest_leads=teams["leader_is_highest_rated"],
        unrated_off_board_one=teams["unrated_off_board_one"],
        draws=games["draws"],
        order=tuple(ranking["order"]),
        account=None if account == "none" else account,
        oldest_year=None if dispute is None else dispute["oldest_year"],
        named_within=None if within == "none" else regulation.duration(within),
        games=_boards(teams) if dispute is None else _of_a_dispute(dispute),
        scenes=_scenes(dispute),
        level_match=tuple(teams["level_match"]),
        play_off_games=ranking["play_off_best_of"],
        shares_places=ranking["level"] == "shared",
        bracket="knockout" in rules,
    )
    return _at_the_board(made, rules)


def _scenes(dispute: dict[str, Any] | None) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(dispute[one]) for one in ("scene_1", "scene_2") if dispute[one]) if dispute is not None else ()


def _at_the_board(made: TeamRules, rules: dict[str, Any]) -> TeamRules:
    """With who begins, and how single boards can be told."""
    games: dict[str, Any] = rules["games"]
    compensation = float(games["compensation"])
    black_begins = "go" in games["sheets"]
    made = replace(made, colours=games["colours"], black_begins=black_begins, compensation=compensation)
    return replace(made, endless=_endless(rules))


def _endless(rules: dict[str, Any]) -> str:
    return str(rules["discipline"]["endless_repetition"]) if "discipline" in rules else "none"


def _boards(teams: dict[str, Any]) -> tuple[Game, ...]:
    """As many boards as a team has members, or each against each."""
    number = teams["size"] ** 2 if teams["encounter"] == "everyone" else teams["size"]
    return tuple(Game(board, 1, teams["board_games"], Fraction(1)) for board in range(1, number + 1))


def _of_a_dispute(dispute: dict[str, Any]) -> tuple[Game, ...]:
    """OLY-2: the table games, one each; the giant game by a pair and the living game by a group, twice each."""
    tables = [(1, 1, Fraction(dispute["table_points"]), TABLE)] * dispute["table_games"]
    kinds = [
        *tables,
        (dispute["giant_players"], dispute["giant_games"], Fraction(dispute["giant_points"]), GIANT),
        (dispute["living_players"], dispute["living_games"], Fraction(dispute["living_points"]), LIVING),
    ]
    played = [one for one in kinds if one[1]]
    return tuple(Game(board, *one) for board, one in enumerate(played, start=1))
