"""What is said about a game at a table of three: who sits there in which set, who won, and everybody's influence."""

from __future__ import annotations

from bot.domain.contests import NOTHING_MORE, Contest, Particulars, Result, ResultKind, Score, Stage
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchPlace, MatchView
from bot.domain.tables.table_state import winners
from bot.domain.tables.table_views import TableView
from bot.domain.tables.tables_scoring import rules_of, victory_points
from bot.i18n import Voice
from bot.rendering.layout import Choice
from bot.rendering.people import mention
from bot.rendering.playing.result_words import sees_it_so
from bot.rendering.sentences import listing, moment_relative
from bot.rendering.text import plain, quoted_block


def name_of(stage: Stage, number: int, place: MatchPlace, voice: Voice) -> str:
    """Which table of which round; the final, or an extra game."""
    if stage is Stage.FINAL:
        return voice.say("tables.final")
    if stage is Stage.PLAY_OFF:
        extra = voice.say("tables.extra", n=number)
        return extra if place.number == 1 else f"{extra} · {voice.say('tables.table', n=place.number)}"
    return f"{voice.say('standings.round', n=number)} · {voice.say('tables.table', n=place.number)}"


def length(table: TableView, voice: Voice) -> str:
    """What wins the game, or leaves an extra game for the final."""
    if table.extra:
        return voice.count("tables.length_extra", table.leave, needed=table.influence_to_win)
    return voice.count("tables.length", table.influence_to_win)


def status(view: MatchView, table: TableView, side: int, voice: Voice) -> str:
    """In which set the player of a side begins the game, or that the table plays on alone; once it is over, nothing."""
    if view.contest.result is not None:
        return ""
    if side in _away(view):
        return f" · {voice.say('tables.is_away')}"
    if table.extra:
        return ""
    return f" · {voice.say('tables.is_active' if table.active[side] else 'tables.is_inactive')}"


def score_line(view: MatchView, score: Score, told: Particulars = NOTHING_MORE) -> str:
    """The table in one line, who won first: "🏆 @Ana **16** · @Bia **3** · @Caio **-2**"."""
    won, away = winners(score), told.absent or _away(view)
    order = sorted(range(len(view.players)), key=lambda side: (side not in won, side in away, -_at(told, side), side))
    return " · ".join(
        f"{'🏆 ' if side in won else '🚪 ' if side in away else ''}{mention(view.players[side])}"
        f"{f' **{told.influence[side]}**' if told.influence and side not in away else ''}"
        for side in order
    )


def others(view: MatchView, voice: Voice) -> str:
    """Who may answer the open report: everybody of the table but the reporter and who is away."""
    report = view.match.report
    asked = [
        player
        for side, player in enumerate(view.players)
        if side not in _away(view) and (report is None or player.person_id != report.person_id)
    ]
    return listing([mention(player) for player in asked], voice)


def reporter(view: MatchView) -> str:
    """Who reported the open result."""
    report = view.match.report
    return next((mention(one) for one in view.players if report and one.person_id == report.person_id), "")


def lines(view: MatchView, table: TableView, judge: str, voice: Voice) -> list[str]:
    """Where the game stands, and what comes next for whom."""
    match view.state.phase:
        case MatchPhase.WAITING:
            return [voice.say("tables.waiting", arbiter=judge)]
        case MatchPhase.MISSING:
            return _missing(view, judge, voice)
        case MatchPhase.PLAYING:
            return [
                voice.say("tables.playing_extra" if table.extra else "tables.playing"),
                *_effects(view, table, voice),
            ]
        case MatchPhase.REPORTED:
            return _report_lines(view, voice)
        case MatchPhase.DISPUTED:
            return _dispute_lines(view, judge, voice)
        case MatchPhase.SUSPENDED:
            return [voice.say("matches.suspended", arbiter=judge)]
        case MatchPhase.SETTLED:
            return _result_lines(view, table, voice)
        case _:
            return [voice.say("matches.void")]


def winner_choice(view: MatchView, table: TableView, verb: str, placeholder: str) -> Choice:
    """A menu of who won; of an extra game everybody who got through is chosen at once."""
    sides = [side for side in range(len(view.players)) if side not in _away(view)]
    options = tuple((str(side), plain(view.players[side].name)) for side in sides)
    return Choice(f"{verb}:{view.contest_id}", placeholder, options, most=min(table.leave, len(options)))


def asked_who(table: TableView, voice: Voice, *, again: bool = False) -> str:
    """What the menu of winners asks."""
    if table.extra:
        return voice.say("tables.who_got_through")
    return voice.say("tables.who_won_again" if again else "tables.who_won")


def best(contest: Contest) -> str:
    """Everybody's influence at a table, highest first: how a final was decided."""
    result = contest.result
    return "" if result is None else " · ".join(map(str, sorted(result.influence, reverse=True)))


def _away(view: MatchView) -> tuple[int, ...]:
    result = view.contest.result
    return view.match.away if result is None else result.absent


def _at(told: Particulars, side: int) -> int:
    return told.influence[side] if told.influence else 0


def _effects(view: MatchView, table: TableView, voice: Voice) -> list[str]:
    """Whose effects are settled first when the cards of who leaves an extra game change some (OTE-2.8)."""
    order = [mention(view.players[side]) for side in table.effects if side not in _away(view)]
    return [voice.say("tables.effects", order=" → ".join(order))] if len(order) > 1 else []


def _missing(view: MatchView, judge: str, voice: Voice) -> list[str]:
    names = listing([mention(view.players[one.side]) for one in view.state.missing], voice)
    minutes = view.tournament.rulebook.matches.minutes_per_walkover_game
    return [
        voice.say("tables.missing", names=names),
        voice.count("tables.next_here", minutes, names=names, arbiter=judge),
    ]


def _report_lines(view: MatchView, voice: Voice) -> list[str]:
    report, until = view.match.report, view.report_stands_at
    if report is None or until is None:
        return []
    score = score_line(view, report.score, report.particulars)
    return [
        voice.say("matches.reported", reporter=reporter(view), score=score),
        voice.say("tables.next_answer", other=others(view, voice), until=moment_relative(until)),
    ]


def _dispute_lines(view: MatchView, judge: str, voice: Voice) -> list[str]:
    report = view.match.report
    if report is None:
        return []
    by = [mention(one) for one in view.players if one.person_id == report.answered_by]
    score = score_line(view, report.score, report.particulars)
    return [
        voice.say("matches.disputed", reporter=reporter(view), score=score, other=listing(by, voice)),
        *sees_it_so(view, report, listing(by, voice), voice),
        voice.say("tables.decides", arbiter=judge),
    ]


def _result_lines(view: MatchView, table: TableView, voice: Voice) -> list[str]:
    result = view.contest.result
    if result is None:
        return []
    found = [f"🏁 {score_line(view, result.score, result.particulars)}", *_points(view, table, result, voice)]
    found.append(_outcome(view, table, result, voice))
    if view.reason is not None:
        found += [voice.say("matches.because"), quoted_block(view.reason)]
    return found


def _points(view: MatchView, table: TableView, result: Result, voice: Voice) -> list[str]:
    """The victory points of the game, for who got any (OTE-2.3)."""
    if table.extra:
        return []
    given = victory_points(result, table.active, rules_of(view.tournament.rulebook))
    parts = [
        f"{mention(view.players[side])} {voice.count('tables.points', points)}"
        for side, points in enumerate(given)
        if points
    ]
    return ["-# " + " · ".join(parts)] if parts else []


def _outcome(view: MatchView, table: TableView, result: Result, voice: Voice) -> str:
    won = [mention(view.players[side]) for side in winners(result.score)]
    if result.kind is ResultKind.NO_RESULT:
        return voice.say("matches.no_result")
    if not won:
        return voice.say("tables.nobody_wins")
    if table.extra:
        return voice.say("tables.got_through", names=listing(won, voice))
    if view.contest.stage is Stage.FINAL:
        return voice.say("tables.wins_final", name=won[0])
    active = table.active[winners(result.score)[0]]
    return voice.say("tables.wins_active" if active else "tables.wins_inactive", name=won[0])
