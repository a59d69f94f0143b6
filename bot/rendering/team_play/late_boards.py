"""One late player of a team: on the card of the match, and the page on which it is said (AIJE-D01-5.4, GO-22)."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.events.event_kinds import boards_at_once
from bot.domain.playing.lateness import base_time, left_on_clock
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.team_play.board_lateness import LateOnBoard, has_limit
from bot.domain.team_play.team_views import BoardView, TeamMatch
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card, Choice, Press
from bot.rendering.people import mention, pings
from bot.rendering.playing.lateness_words import SHOWN_FROM
from bot.rendering.sentences import duration, listing, moment_relative
from bot.rendering.text import plain


def press(view: MatchView, voice: Voice) -> tuple[Press, ...]:
    """The way to the page, on the card and on the arbiter's desk; none where the match is not of boards."""
    if view.state.phase is not MatchPhase.PLAYING or not boards_at_once(view.tournament.rulebook):
        return ()
    return (Press(f"board-late:{view.contest_id}", voice.say("teams.late_button"), emoji="⏳"),)


def page(view: MatchView, sides: Sequence[int], voice: Voice) -> Card:
    """Who is not at the board yet, or has come; of the own team, for an arbiter of both."""
    team, rulebook = view.part(TeamMatch), view.tournament.rulebook
    again = not has_limit(rulebook)
    options = [] if team is None else [one for side in sides for one in _options(team, side, voice, again=again)]
    choice = Choice(f"board-late-who:{view.contest_id}", voice.say("teams.late_choose"), tuple(options))
    minutes = rulebook.matches.minutes_per_walkover_game
    said = voice.count("teams.late_page_games", minutes) if again else voice.say("teams.late_page")
    return Card((said,), controls=(choice,) if options else (), colour=WARNING)


def board_notice(view: MatchView, side: int, board: int, voice: Voice) -> Card:
    """To everybody: a board waits for its player, who is called by name; or the player has come."""
    seat, late = _seat(view, side, board), _late(view, side, board)
    name = _names(seat, voice)
    if late is None or not late.waits:
        said = voice.say("teams.late_is_there", board=board, name=name)
        more = "" if late is None else _line(view, late, name, voice)
        return Card((f"{said}\n{more}" if more else said,))
    here = Press(f"here:{view.contest_id}", voice.say("matches.here"), ButtonStyle.success, "✋")
    return Card((_line(view, late, name, voice),), controls=((here,),), colour=WARNING, pings=pings(seat))


def lines(view: MatchView, voice: Voice) -> str:
    """What single players' lateness has come to, a line each; empty once the match is over."""
    team = view.part(TeamMatch)
    if team is None or view.contest.result is not None:
        return ""
    said = (_line(view, late, _names(_seat(view, late.side, late.board), voice), voice) for late in team.late)
    return "\n".join(line for line in said if line)


def _line(view: MatchView, late: LateOnBoard, name: str, voice: Voice) -> str:
    if late.found.lost:
        return voice.say("teams.late_lost", board=late.board, name=name)
    limit, lost = has_limit(view.tournament.rulebook), ""
    if late.games and not limit:
        lost = voice.count("teams.late_games", late.games, board=late.board, name=name)
    if late.waits:
        key = "teams.late_waits" if limit else "teams.late_waits_game"
        waits = voice.say(key, board=late.board, name=name, when=moment_relative(late.loses_at))
        return f"{waits}\n{lost}" if lost else waits
    if not limit:
        return lost
    if not late.found.off_clock or late.found.late < SHOWN_FROM:
        return ""
    return voice.say(
        "matches.late_came",
        name=name,
        late=duration(late.found.late, voice),
        off=duration(late.found.off_clock, voice),
        left=duration(left_on_clock(base_time(view.tournament.rulebook), late.found), voice),
    )


def _options(team: TeamMatch, side: int, voice: Voice, *, again: bool) -> list[tuple[str, str]]:
    known = {one.board: one for one in team.late if one.side == side}
    found = []
    for one in team.boards:
        late = known.get(one.board)
        if late is None or (again and not late.waits and not late.found.lost):
            found.append(
                (f"{side}.{one.board}.1", voice.say("teams.late_option", board=one.board, name=_plain(one, side)))
            )
        elif late.waits or late.found.lost:
            key = "teams.late_option_here"
            found.append((f"{side}.{one.board}.0", voice.say(key, board=one.board, name=_plain(one, side))))
    return found


def _seat(view: MatchView, side: int, board: int) -> tuple[Person, ...]:
    """Who sits at the board for the side."""
    team = view.part(TeamMatch)
    return () if team is None else next((one.seats[side] for one in team.boards if one.board == board), ())


def _late(view: MatchView, side: int, board: int) -> LateOnBoard | None:
    """What is known of the lateness of who sits there."""
    team = view.part(TeamMatch)
    known = () if team is None else team.late
    return next((one for one in known if (one.side, one.board) == (side, board)), None)


def _names(seat: Sequence[Person], voice: Voice) -> str:
    return listing([mention(one) for one in seat], voice) if seat else voice.say("teams.nobody")


def _plain(one: BoardView, side: int) -> str:
    return ", ".join(plain(person.name, 30) for person in one.seats[side]) or "…"
