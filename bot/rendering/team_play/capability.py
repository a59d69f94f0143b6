"""What teams add to the cards of the core."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.domain.contests import Contest, Particulars, Score
from bot.domain.events.standings_views import StandingsView
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import Correction, MatchView
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.stay_on_views import StayOnView
from bot.domain.team_play.team_views import TeamMatch
from bot.i18n import Voice
from bot.rendering.events.hooks import EventCardHooks
from bot.rendering.layout import Press
from bot.rendering.people import mention
from bot.rendering.playing.hooks import DeskHooks, MatchCardHooks, Rows
from bot.rendering.regulation.hooks import SheetHooks
from bot.rendering.team_play import (
    board_words,
    late_boards,
    order_words,
    side_words,
    stay_on_cards,
    team_sheet,
    team_words,
)


class TeamCards(EventCardHooks, SheetHooks, MatchCardHooks, DeskHooks):
    """Of events of teams, whether board by board or by challenges in which the winner stays on."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Where the rulebook has the table `[teams]`."""
        return rulebook.teams is not None

    def in_bracket(self, rulebook: Rulebook, voice: Voice) -> Iterable[str] | None:
        """A match of teams is as long in a bracket as anywhere."""
        return team_sheet.bracket(rulebook, voice)

    def sections(self, rulebook: Rulebook, voice: Voice) -> Iterable[tuple[str, Iterable[str]]]:
        """Who makes a team, and how two teams meet."""
        return (("format_sheet.teams_title", team_sheet.teams(rulebook, voice)),)

    def below_pairings(self, view: StandingsView, voice: Voice) -> Iterable[str]:
        """Which side begins on which board."""
        return order_words.of_round(view.tournament.rulebook, voice)

    def match_length(self, rulebook: Rulebook, contest: Contest, voice: Voice) -> str | None:
        """How many boards a match has."""
        return team_sheet.match_length(rulebook, contest, voice)

    # --- matches -----------------------------------------------------------------------------------------------------

    def length(self, view: MatchView, voice: Voice) -> str | None:
        """So many boards, or players of whom the winner stays on."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.length(challenge, voice)
        team = view.part(TeamMatch)
        return None if team is None else team_words.length(view, team, voice)

    def key(self, view: MatchView, name: str) -> str | None:
        """Captains, boards and games instead of players and scores; of a challenge its card tells each game."""
        challenge = view.part(StayOnView)
        if challenge is not None and name in {"playing", "how_report"}:
            return "" if challenge.is_open or name == "how_report" else "stay_on.before"
        return side_words.key(view, name)

    def score_line(self, view: MatchView, score: Score, particulars: Particulars) -> str | None:
        """What the boards are worth."""
        first, second = (mention(player) for player in view.players)
        return f"{first} **{team_words.score(view.tournament.rulebook, score, particulars)}** {second}"

    def winners(self, view: MatchView) -> Sequence[int] | None:
        """By what the boards are worth, or by what separates level teams."""
        winner = team_words.winner(view)
        return () if winner is None else (winner,)

    def below_players(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """The boards, or the games so far."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.course(view, challenge, voice)
        team = view.part(TeamMatch)
        return () if team is None else team_words.boards(view, team, voice)

    def below_score(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """What separates teams that are level."""
        return team_words.level_line(view, voice)

    def below_standing(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Who plays now in a challenge, and whose word is waited for."""
        return stay_on_cards.lines(view, voice)

    def lateness(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """Who is late at a board."""
        return (late_boards.lines(view, voice),)

    def controls(self, view: MatchView, voice: Voice) -> Rows:
        """Line-ups and boards, or who won the game under way."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.controls(view, challenge, voice)
        team = view.part(TeamMatch)
        return () if team is None else team_words.controls(view, team, voice)

    def reporting(self, view: MatchView, voice: Voice, *, again: bool) -> Rows | None:
        """The boards are told in a form, to which the rows above lead."""
        return ()

    # --- the arbiter's desk ------------------------------------------------------------------------------------------

    def rulings(self, view: MatchView, voice: Voice) -> Rows | None:
        """The games of a challenge, or all boards in a form."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.desk(view, challenge, voice)
        return () if view.state.phase is MatchPhase.SUSPENDED else team_words.rulings(view, voice)

    def has_begun(self, view: MatchView) -> bool:
        """Once a game of a challenge was told."""
        challenge = view.part(StayOnView)
        return challenge is not None and challenge.can_take_back

    def clocks(self, view: MatchView, voice: Voice) -> Iterable[Press]:
        """Which players of a team are late, board by board."""
        return late_boards.press(view, voice)

    def hints(self, view: MatchView, voice: Voice) -> Iterable[str]:
        """How a board is written that nobody wins."""
        return board_words.for_arbiters(view, voice)

    def right_result(self, found: Correction) -> tuple[str, str] | None:
        """All boards, where a button has room for them."""
        return "team-right-again", team_words.boards_code(found.particulars.boards)
