"""What is said about a match: who plays, where it stands and what comes next for whom."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.game_sheets import NAMELESS_COLOURS
from bot.domain.hooks import first
from bot.domain.playing.match_state import MatchPhase, Missing
from bot.domain.playing.match_views import MatchView
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.people import mention
from bot.rendering.playing import count_words, result_words
from bot.rendering.playing.colour_words import colour_name
from bot.rendering.playing.hooks import cards_of
from bot.rendering.playing.match_names import called_off, judge, key, score_line
from bot.rendering.sentences import listing, moment, moment_relative
from bot.rendering.text import quote


def players(view: MatchView, voice: Voice) -> str:
    """Both sides with who is there, their accounts, and the arbiter."""
    lines = [_player(view, side, voice) for side in range(len(view.players))]
    if _has_colours(view) and not _colour(view, 0, voice):
        begins = "standings.begins" if view.contest.best_of == 1 else "standings.begins_first"
        lines.append(voice.say(begins, name=mention(view.players[0])))
    if view.arbiter is not None:
        lines.append(voice.say("matches.arbiter", arbiter=mention(view.arbiter)))
    elif view.tournament.rulebook.matches.matches_per_arbiter:
        lines.append(voice.say("matches.arbiter_wanted"))
    return "\n".join(lines)


def _player(view: MatchView, side: int, voice: Voice) -> str:
    account, site = view.accounts[side], view.tournament.rulebook.registration.account
    known = "" if account is None or site is None else f" · {quote(site)}: **{quote(account)}**"
    status = "".join(one.beside_player(view, side, voice) for one in cards_of(view))
    return f"{_mark(view, side)} {mention(view.players[side])}{_colour(view, side, voice)}{status}{known}"


def _colour(view: MatchView, side: int, voice: Voice) -> str:
    """The side's colour, where pairing or guess gives it for the only game and the game's sheet names it (GO-10)."""
    games, single = view.tournament.rulebook.games, view.contest.best_of == 1
    guessed = view.guess is not None and view.guess.said is not None
    given = games is not None and (games.colours or guessed) and _is_between_two(view.tournament.rulebook)
    place = 0 if side == view.contest.first_side else 1
    named = single and given and view.colours != NAMELESS_COLOURS
    return f" · {colour_name(view.colours, place, voice)}" if named else ""


def _has_colours(view: MatchView) -> bool:
    """Whether the pairing gave the first colour to a side, of a match that is still to be played."""
    rulebook = view.tournament.rulebook
    given = rulebook.games is not None and rulebook.games.colours and _is_between_two(rulebook)
    return given and view.place.in_table and view.contest.result is None


def _is_between_two(rulebook: Rulebook) -> bool:
    """Whether a match is of two players, who have one colour each in a game."""
    return rulebook.teams is None and not rulebook.traits.at_tables


def situation(view: MatchView, voice: Voice) -> str:
    """Where the match stands, and what comes next, for whom."""
    if called_off(view):
        return voice.say("matches.called_off")
    own = first(one.standing(view, voice) for one in cards_of(view))
    lines = [*_standing(view, voice), *_below_standing(view, voice)] if own is None else own
    return "\n".join(line for line in (_event_pause(view, voice), *lines) if line)


def _event_pause(view: MatchView, voice: Voice) -> str:
    """Until when no clock of the event runs, in a match that is not over."""
    if view.paused_until is None or view.state.phase in {MatchPhase.SETTLED, MatchPhase.VOID}:
        return ""
    return voice.say("event_pause.in_match", until=moment(view.paused_until))


def _below_standing(view: MatchView, voice: Voice) -> Iterator[str]:
    return (line for one in cards_of(view) for line in one.below_standing(view, voice))


def _standing(view: MatchView, voice: Voice) -> list[str]:
    lines: list[str] = []
    match view.state.phase:
        case MatchPhase.WAITING:
            lines = [voice.count(key(view, "waiting"), view.tournament.rulebook.matches.minutes_per_walkover_game)]
        case MatchPhase.MISSING:
            lines = [_score_so_far(view, voice), *_missing(view, voice)]
        case MatchPhase.PLAYING:
            lines = [_score_so_far(view, voice), _how(view, voice)]
        case MatchPhase.REPORTED:
            lines = result_words.report_lines(view, voice)
        case MatchPhase.DISPUTED:
            lines = result_words.dispute_lines(view, voice)
        case MatchPhase.UNDECIDED:
            lines = [_nobody_came(view, voice)]
        case MatchPhase.SUSPENDED:
            lines = [_score_so_far(view, voice), _rests(view, voice)]
        case MatchPhase.SETTLED:
            lines = result_words.result_lines(view, voice)
        case MatchPhase.VOID:
            lines = [voice.say("matches.void")]
    return lines


def _rests(view: MatchView, voice: Voice) -> str:
    """Until when nobody plays: an adjourned game goes on by itself (GO-14)."""
    pause = view.sessions.running
    if pause is None:
        return voice.say("matches.suspended", arbiter=judge(view, voice))
    return voice.say("adjournment.rests", when=moment(pause.goes_on_at))


def _how(view: MatchView, voice: Voice) -> str:
    """What to do while the match is played."""
    if count_words.counts(view):
        return count_words.how(view, voice)
    sentence = key(view, "playing")
    return voice.say(sentence) if sentence else ""


def _mark(view: MatchView, side: int) -> str:
    result = view.contest.result
    if result is not None:
        return "🏆" if side in result_words.winners(view, result) else "▫️"
    if side in view.match.away:
        return "🚪"
    nobody_yet = view.state.phase in {MatchPhase.WAITING, MatchPhase.UNDECIDED}
    missing = any(one.side == side for one in view.state.missing)
    return "⏳" if missing or nobody_yet else "✅"


def _nobody_came(view: MatchView, voice: Voice) -> str:
    """Who decides, and when both lose the match without a decision (AIJE-D01-5.4)."""
    if view.both_lose_at is None:
        return voice.say("matches.undecided", arbiter=judge(view, voice))
    return voice.say("matches.undecided_until", arbiter=judge(view, voice), until=moment_relative(view.both_lose_at))


def _missing(view: MatchView, voice: Voice) -> list[str]:
    names = listing([mention(view.players[one.side]) for one in view.state.missing], voice)
    waited_for = (_waited_for(view, one, voice) for one in view.state.missing)
    return [*waited_for, voice.say("matches.next_here", names=names)]


def _waited_for(view: MatchView, one: Missing, voice: Voice) -> str:
    name = mention(view.players[one.side])
    if one.next_at is None:
        return voice.say("matches.nothing_left", name=name)
    when = moment_relative(one.next_at)
    if one.lost == 0:
        return voice.say(key(view, "waited_for_first"), name=name, when=when)
    return voice.count(key(view, "waited_for"), one.lost, name=name, when=when)


def _score_so_far(view: MatchView, voice: Voice) -> str:
    state = view.state
    if not any(state.score):
        return ""
    line = voice.say("matches.score_so_far", score=score_line(view, state.score))
    return line + result_words.by_absence(view, sum(state.walkover), voice)
