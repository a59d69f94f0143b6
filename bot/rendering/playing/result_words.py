"""What is said of the result of a match: as it was reported, as it is disputed, and as it stands."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.contests import Result, ResultKind, Stage
from bot.domain.hooks import first
from bot.domain.playing.match_views import Confirmed, MatchView
from bot.domain.playing.matches import Report
from bot.domain.scores import told_score, winning_side
from bot.i18n import Voice
from bot.rendering.events import lives_words
from bot.rendering.people import mention
from bot.rendering.playing import count_words
from bot.rendering.playing.hooks import cards_of
from bot.rendering.playing.match_names import judge, key, reporter_and_other, score_line
from bot.rendering.sentences import moment_relative
from bot.rendering.text import quoted_block

_NOBODY_WINS = frozenset({ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST, ResultKind.NO_RESULT})
_WON = {Stage.PLAY_OFF: "play_off", Stage.PLACEMENT: "placement"}


def report_lines(view: MatchView, voice: Voice) -> list[str]:
    """What was reported, and who has to answer it until when."""
    report, until = view.match.report, view.report_stands_at
    if report is None or until is None:
        return []
    reporter, other = reporter_and_other(view, voice)
    score = score_line(view, report.score, report.particulars)
    return [
        voice.say("matches.reported", reporter=reporter, score=score),
        *count_words.line(view, report.particulars, None, voice),
        *_below_score(view, voice),
        voice.say("matches.next_answer", other=other, until=moment_relative(until)),
    ]


def dispute_lines(view: MatchView, voice: Voice) -> list[str]:
    """What either side says, and who decides."""
    report = view.match.report
    if report is None:
        return []
    reporter, other = reporter_and_other(view, voice)
    return [
        voice.say(
            "matches.disputed",
            reporter=reporter,
            score=score_line(view, report.score, report.particulars),
            other=other,
        ),
        *count_words.line(view, report.particulars, None, voice),
        *sees_it_so(view, report, other, voice),
        voice.say("matches.decides", arbiter=judge(view, voice)),
    ]


def sees_it_so(view: MatchView, report: Report, other: str, voice: Voice) -> list[str]:
    """What the other side says: its own words, or a score of its own."""
    if report.counter is None:
        return [quoted_block(report.dispute or "")]
    score = score_line(view, report.counter.score, report.counter.particulars)
    return [
        voice.say("matches.reported", reporter=other, score=score),
        *count_words.line(view, report.counter.particulars, None, voice),
        voice.say("matches.or_agree", button=voice.say("matches.agree_with_other")),
    ]


def result_lines(view: MatchView, voice: Voice) -> list[str]:
    """The score that stands, who has won by it and what that means, and why it was ruled so."""
    result = view.contest.result
    if result is None:
        return []
    lines = [
        f"🏁 {score_line(view, told_score(result), result.particulars)}"
        + by_absence(view, sum(result.walkover_games), voice),
        *count_words.line(view, result.particulars, result.settled_at, voice),
        *_below_score(view, voice),
        _outcome(view, result, voice),
    ]
    if view.confirmed is not Confirmed.NOT_ASKED:
        lines.append(voice.say(key(view, f"confirmed_{view.confirmed.value}")))
    if view.reason is not None:
        lines += [voice.say("matches.because"), quoted_block(view.reason)]
    return lines


def _outcome(view: MatchView, result: Result, voice: Voice) -> str:
    won = winners(view, result)
    if not won:
        return _no_winner(view, result, voice)
    winner = won[0]
    name = mention(view.players[winner])
    if view.place.in_lives and view.contest.stage is not Stage.FINAL:
        lives = view.tournament.rulebook.knockout.lives
        return lives_words.outcome(view.contest, lives, name, mention(view.players[1 - winner]), voice)
    if view.place.numbered:
        return voice.say("matches.wins", name=name)
    if view.place.in_table:
        return voice.say(f"standings.wins_{_WON.get(view.contest.stage, 'match')}", name=name)
    match view.contest.stage:
        case Stage.FINAL if view.tournament.rulebook.knockout.lives > 1:
            return voice.say("lives.wins_a_final", name=name)
        case Stage.FINAL:
            return voice.say("matches.wins_tournament", name=name)
        case Stage.THIRD_PLACE:
            return voice.say("matches.wins_third", name=name)
        case _:
            return voice.say("matches.goes_on", name=name)


def winners(view: MatchView, result: Result) -> Sequence[int]:
    """The sides that have won: of two at most one."""
    if result.kind in _NOBODY_WINS:
        return ()
    own = first(one.winners(view) for one in cards_of(view))
    if own is not None:
        return own
    winner = winning_side(result.score)
    return () if winner is None else (winner,)


def _no_winner(view: MatchView, result: Result, voice: Voice) -> str:
    match result.kind:
        case ResultKind.NO_RESULT:
            return voice.say("matches.no_result")
        case ResultKind.BOTH_LOST if result.paired_as_winner is not None:
            return voice.say(key(view, "both_lost_by_lot"), name=mention(view.players[result.paired_as_winner]))
        case ResultKind.DOUBLE_WALKOVER if result.paired_as_winner is not None:
            return voice.say(key(view, "both_away_by_lot"), name=mention(view.players[result.paired_as_winner]))
        case ResultKind.BOTH_LOST:
            return voice.say(key(view, "both_lost"))
        case ResultKind.DOUBLE_WALKOVER:
            return voice.say(key(view, "nobody_wins"))
        case _:
            in_round = view.place.in_table and not view.place.numbered
            return voice.say("standings.drawn_match" if in_round else "matches.drawn")


def by_absence(view: MatchView, games: int, voice: Voice) -> str:
    """Behind a score: how many of its games nobody played."""
    return f" ({voice.count(key(view, 'by_absence'), games)})" if games else ""


def _below_score(view: MatchView, voice: Voice) -> list[str]:
    return [line for one in cards_of(view) for line in one.below_score(view, voice)]
