"""What is said about a match: which one it is, who plays, where it stands and what comes next for whom."""

from __future__ import annotations

from bot.domain.cases.case_views import OpenToAppeal
from bot.domain.contests import NOTHING_MORE, Particulars, Result, ResultKind, Score, Stage
from bot.domain.game_sheets import NAMELESS_COLOURS
from bot.domain.playing.match_state import MatchPhase, Missing
from bot.domain.playing.match_views import Confirmed, MatchPlace, MatchView
from bot.domain.playing.matches import Report
from bot.domain.scores import told, winning_side, words
from bot.domain.tables.table_views import TableView
from bot.domain.team_play.stay_on_views import StayOnView
from bot.domain.team_play.team_views import TeamMatch
from bot.domain.title_match.series_views import SeriesView
from bot.i18n import Voice
from bot.rendering.events import lives_words
from bot.rendering.events.bracket_view import round_name_before
from bot.rendering.people import mention
from bot.rendering.playing import count_words
from bot.rendering.playing.colour_words import colour_name
from bot.rendering.playing.side_words import key
from bot.rendering.sentences import listing, moment, moment_relative, named
from bot.rendering.tables import table_words
from bot.rendering.team_play import team_words
from bot.rendering.team_play.stay_on_cards import length as challenge_length
from bot.rendering.team_play.stay_on_cards import lines as challenge_lines
from bot.rendering.text import quoted, quoted_block
from bot.rendering.title_match import series_cards

TWO = 2
_NOBODY_WINS = frozenset({ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST, ResultKind.NO_RESULT})


_WON = {Stage.PLAY_OFF: "play_off", Stage.PLACEMENT: "placement"}
_BESIDE = frozenset({Stage.LOWER, Stage.PLACEMENT, Stage.PLAY_OFF})


def heading(view: MatchView, voice: Voice) -> str:
    """Which match of which round, of what length, in which tournament."""
    contest = view.contest
    length = voice.say("matches.length", best_of=contest.best_of, target=contest.target)
    if (table := view.part(TableView)) is not None:
        length = table_words.length(table, voice)
    if (challenge := view.part(StayOnView)) is not None:
        length = challenge_length(challenge, voice)
    elif (team := view.part(TeamMatch)) is not None:
        length = team_words.length(view, team, voice)
    title = match_name(contest.stage, contest.round, view.place, voice)
    return f"## {title}\n-# {quoted(view.tournament.name)} · {length}"


def match_name(stage: Stage, number: int, place: MatchPlace, voice: Voice) -> str:
    """The round, and the match's number where the round has more than one."""
    if stage is Stage.THIRD_PLACE:
        return voice.say("stage.third_place")
    if place.seats != TWO:
        return table_words.name_of(stage, number, place, voice)
    if place.in_table:
        return _of_table(stage, number, place, voice)
    if place.in_lives:
        return lives_words.final_name(place.number, voice)
    preliminary = stage is Stage.PRELIMINARY
    name = voice.say("draw.round_preliminary") if preliminary else round_name_before(place.to_final, voice)
    return name if place.matches == 1 else f"{name} · {voice.say('matches.number', number=place.number)}"


def _of_table(stage: Stage, number: int, place: MatchPlace, voice: Voice) -> str:
    beside = (named(stage, voice),) if stage in _BESIDE else ()
    group = (voice.say("standings.group", n=place.group),) if place.group else ()
    board = voice.say("standings.board", n=place.number)
    if place.of_teams or place.in_lives:
        board = voice.say("matches.number", number=place.number)
    round_ = voice.say("draw.round_preliminary") if number == 0 else voice.say("standings.round", n=number)
    return " · ".join((*beside, *group, round_, board))


def players(view: MatchView, voice: Voice) -> str:
    """Both sides with who is there, their accounts, and the arbiter."""
    missing = {one.side for one in view.state.missing}
    site = view.tournament.rulebook.registration.account
    lines, table = [], view.part(TableView)
    for side, player in enumerate(view.players):
        account = view.accounts[side]
        known = "" if account is None or site is None else f" · {quoted(site)}: **{quoted(account)}**"
        status = "" if table is None else table_words.status(view, table, side, voice)
        colour = _colour(view, side, voice)
        lines.append(f"{_mark(view, side, missing)} {mention(player)}{colour}{status}{known}")
    if _has_colours(view) and not _colour(view, 0, voice):
        key = "standings.begins" if view.contest.best_of == 1 else "standings.begins_first"
        lines.append(voice.say(key, name=mention(view.players[0])))
    if view.arbiter is not None:
        lines.append(voice.say("matches.arbiter", arbiter=mention(view.arbiter)))
    elif view.tournament.rulebook.matches.matches_per_arbiter:
        lines.append(voice.say("matches.arbiter_wanted"))
    return "\n".join(lines)


def _colour(view: MatchView, side: int, voice: Voice) -> str:
    """The side's colour, where pairing or guess gives it for the only game and the game's sheet names it (GO-10)."""
    games, single = view.tournament.rulebook.games, view.contest.best_of == 1
    guessed = view.guess is not None and view.guess.said is not None
    given = (
        games is not None
        and (games.colours or guessed)
        and view.part(TableView) is None
        and view.part(TeamMatch) is None
    )
    place = 0 if side == view.contest.first_side else 1
    named = single and given and view.colours != NAMELESS_COLOURS
    return f" · {colour_name(view.colours, place, voice)}" if named else ""


def _has_colours(view: MatchView) -> bool:
    """Whether the pairing gave the first colour to a side, of a match that is still to be played."""
    games, teams = view.tournament.rulebook.games, view.tournament.rulebook.teams
    given = games is not None and games.colours and teams is None and view.part(TableView) is None
    return given and view.place.in_table and view.contest.result is None


def said(view: MatchView, voice: Voice) -> str:
    """Where the match stands, and what comes next, for whom."""
    if called_off(view):
        return voice.say("matches.called_off")
    table = view.part(TableView)
    if table is not None:
        return "\n".join(line for line in table_words.lines(view, table, judge(view, voice), voice) if line)
    return "\n".join(line for line in _lines(view, voice) if line)


def called_off(view: MatchView) -> bool:
    """Whether the event ended under the match: then it promises and asks nothing more."""
    return view.tournament.cancelled_at is not None and view.contest.result is None


def _lines(view: MatchView, voice: Voice) -> list[str]:
    lines: list[str] = []
    match view.state.phase:
        case MatchPhase.WAITING:
            lines = [voice.count(key(view, "waiting"), view.tournament.rulebook.matches.minutes_per_walkover_game)]
        case MatchPhase.MISSING:
            lines = [_score_so_far(view, voice), *_missing(view, voice)]
        case MatchPhase.PLAYING:
            lines = [_score_so_far(view, voice), _how(view, voice)]
        case MatchPhase.REPORTED:
            lines = _reported(view, voice)
        case MatchPhase.DISPUTED:
            lines = _disputed(view, voice)
        case MatchPhase.UNDECIDED:
            lines = [voice.say("matches.undecided", arbiter=judge(view, voice))]
        case MatchPhase.SUSPENDED:
            lines = [_score_so_far(view, voice), _rests(view, voice)]
        case MatchPhase.SETTLED:
            lines = _settled(view, voice)
        case MatchPhase.VOID:
            lines = [voice.say("matches.void")]
    return [*lines, *series_cards.lines(view, voice), *challenge_lines(view, voice)]


def _rests(view: MatchView, voice: Voice) -> str:
    """Until when nobody plays: an adjourned game goes on by itself (GO-14)."""
    pause = view.sessions.running
    if pause is None:
        return voice.say("matches.suspended", arbiter=judge(view, voice))
    return voice.say("adjournment.rests", when=moment(pause.goes_on_at))


def _how(view: MatchView, voice: Voice) -> str:
    """What to do while the match is played."""
    challenge = view.part(StayOnView)
    if challenge is not None:
        return "" if challenge.is_open else voice.say("stay_on.before")
    if count_words.counts(view):
        return count_words.how(view, voice)
    return voice.say(key(view, "playing") if view.part(SeriesView) is None else "title_match.playing")


def score_line(view: MatchView, score: Score, particulars: Particulars = NOTHING_MORE) -> str:
    """ "@Ana **3–1** @Bia", which every language reads; at a table, everybody with the influence at the end."""
    if view.part(TableView) is not None:
        return table_words.score_line(view, score[: len(view.players)], particulars)
    first, second = (mention(player) for player in view.players)
    rulebook = view.tournament.rulebook
    points = words(score) if rulebook.teams is None else team_words.score(rulebook, score, particulars)
    return f"{first} **{points}** {second}"


def both(view: MatchView, voice: Voice) -> str:
    """Both players in one phrase."""
    return listing([mention(player) for player in view.players], voice)


def judge(view: MatchView, voice: Voice) -> str:
    """Who decides: the arbiter by name, or the organisers where nobody follows the match."""
    return mention(view.arbiter) if view.arbiter else voice.say("matches.organisers")


def reporter_and_other(view: MatchView, voice: Voice) -> tuple[str, str]:
    """Mentions of who reported the open score and of who has to answer it."""
    if view.part(TableView) is not None:
        return table_words.reporter(view), table_words.others(view, voice)
    report = view.match.report
    first, second = view.players
    mine = report is not None and report.person_id == first.person_id
    return (mention(first), mention(second)) if mine else (mention(second), mention(first))


def _mark(view: MatchView, side: int, missing: set[int]) -> str:
    result = view.contest.result
    if result is not None:
        won = result.kind not in _NOBODY_WINS and _has_won(view, result, side)
        return "🏆" if won else "▫️"
    if side in view.match.away:
        return "🚪"
    nobody_yet = view.state.phase in {MatchPhase.WAITING, MatchPhase.UNDECIDED}
    return "⏳" if side in missing or nobody_yet else "✅"


def _has_won(view: MatchView, result: Result, side: int) -> bool:
    return bool(result.score[side]) if view.part(TableView) is not None else _winner(view, result) == side


def _winner(view: MatchView, result: Result) -> int | None:
    """The side that won: of teams by what the boards are worth."""
    return winning_side(result.score) if view.part(TeamMatch) is None else team_words.winner(view)


def _no_winner(view: MatchView, result: Result, voice: Voice) -> str:
    match result.kind:
        case ResultKind.NO_RESULT:
            return voice.say("matches.no_result")
        case ResultKind.BOTH_LOST if result.paired_as_winner is not None:
            return voice.say("matches.both_lost_by_lot", name=mention(view.players[result.paired_as_winner]))
        case ResultKind.DOUBLE_WALKOVER if result.paired_as_winner is not None:
            return voice.say("matches.both_away_by_lot", name=mention(view.players[result.paired_as_winner]))
        case ResultKind.BOTH_LOST:
            return voice.say("matches.both_lost")
        case ResultKind.DOUBLE_WALKOVER:
            return voice.say("matches.nobody_wins")
        case _:
            return voice.say("standings.drawn_match" if view.place.in_table else "matches.drawn")


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
    return line + _by_absence(view, sum(state.walkover), voice)


def _by_absence(view: MatchView, games: int, voice: Voice) -> str:
    return f" ({voice.count(key(view, 'by_absence'), games)})" if games else ""


def _reported(view: MatchView, voice: Voice) -> list[str]:
    report, until = view.match.report, view.report_stands_at
    if report is None or until is None:
        return []
    reporter, other = reporter_and_other(view, voice)
    score = score_line(view, report.score, report.particulars)
    return [
        voice.say("matches.reported", reporter=reporter, score=score),
        *count_words.line(view, report.particulars, None, voice),
        *team_words.level_line(view, voice),
        voice.say("matches.next_answer", other=other, until=moment_relative(until)),
    ]


def _disputed(view: MatchView, voice: Voice) -> list[str]:
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


def _settled(view: MatchView, voice: Voice) -> list[str]:
    result = view.contest.result
    if result is None:
        return []
    lines = [
        f"🏁 {score_line(view, told(result), result.particulars)}"
        + _by_absence(view, sum(result.walkover_games), voice),
        *count_words.line(view, result.particulars, result.settled_at, voice),
        *team_words.level_line(view, voice),
        _outcome(view, result, voice),
    ]
    if view.confirmed is not Confirmed.NOT_ASKED:
        lines.append(voice.say(key(view, f"confirmed_{view.confirmed.value}")))
    if view.reason is not None:
        lines += [voice.say("matches.because"), quoted_block(view.reason)]
    appeal = view.part(OpenToAppeal)
    if appeal is not None:
        lines.append("-# " + voice.say(key(view, "may_appeal"), until=moment(appeal.until)))
    return lines


def _outcome(view: MatchView, result: Result, voice: Voice) -> str:
    winner = None if result.kind in _NOBODY_WINS else _winner(view, result)
    if winner is None:
        return _no_winner(view, result, voice)
    name = mention(view.players[winner])
    if view.place.in_lives and view.contest.stage is not Stage.FINAL:
        lives = view.tournament.rulebook.knockout.lives
        return lives_words.outcome(view.contest, lives, name, mention(view.players[1 - winner]), voice)
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
