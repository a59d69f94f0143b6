"""Reading a match that is told game by game from its facts: the colours, the games, the pauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.contests import Contest, Result, Score
from bot.domain.events.course_views import CourseView
from bot.domain.events.told_games import ToldGame, sums
from bot.domain.formats.title_match import series as colours_by_draw
from bot.domain.ids import ContestId
from bot.domain.playing.absence_clocks import walkover_score
from bot.domain.title_match.pauses import Pauses
from bot.domain.title_match.series_record import GameClaim, GameEntry, last_words, pauses_after, replay, told_games
from bot.domain.title_match.series_views import RuledResult, SeriesCourse, SeriesView
from bot.domain.title_match.title_game import Series, award_game
from bot.services.event_facts import facts
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.games import colours_of
from bot.services.playing.match_reading import match_view
from bot.services.title_match.title_holders import rules_of
from bot.storage import people, rulings, series, title_holders, tournaments
from bot.storage.context import Query


@dataclass(frozen=True, slots=True)
class Known:
    """The match as its record gives it; `walkover` are games that absence has decided, and nobody played."""

    series: Series
    pauses: Pauses
    walkover: Score
    in_force: tuple[GameEntry, ...]
    entries: int
    stops: int
    claim: GameClaim | None


def is_series(followed: Followed) -> bool:
    """Whether the match is told game by game (AIJE-D03)."""
    return followed.tournament.rulebook.traits.is_series


def known_of(tx: Query, followed: Followed, now: datetime) -> Known:
    """What is on record of the match."""
    contest_id, tournament = followed.contest_id, followed.tournament
    record = tournaments.draws(tx, tournament.tournament_id)[followed.match.draw_number - 1]
    start = colours_by_draw(facts(tx, tournament), tournament.rulebook, followed.match.contest, record.stream())
    in_force = tuple(series.games(tx, contest_id))
    rules = tournament.rulebook.matches
    walkover = walkover_score(followed.match.clocks, now, rules, followed.match.contest.target, followed.outages)
    return Known(
        series=_to_the_end(replay(start, walkover, in_force), walkover, followed.match.contest.result),
        pauses=pauses_after(rules_of(tournament), series.stops(tx, contest_id), followed.outages),
        walkover=walkover,
        in_force=in_force,
        entries=series.entries(tx, contest_id),
        stops=series.acts(tx, contest_id),
        claim=series.claim(tx, contest_id),
    )


def _to_the_end(series: Series, before: Score, result: Result | None) -> Series:
    """The series with the games that who left has lost by it, behind those that were played (GO-28.4)."""
    for side, games in enumerate(result.walkover_games if result is not None else ()):
        for _ in range(games - before[side]):
            series = series if series.turn is None else award_game(series, side)
    return series


def series_view(tx: Query, followed: Followed, now: datetime) -> SeriesView | None:
    """What the card shows beyond the match's own state; None for a match that is told by its score."""
    if not is_series(followed) or len(followed.match.contest.sides) != 2:
        return None
    known = known_of(tx, followed, now)
    holder = title_holders.load(tx, followed.tournament.tournament_id)
    return SeriesView(
        series=known.series,
        pauses=known.pauses,
        stop=known.pauses.running(now),
        resumes_at=known.pauses.resumes_at(now),
        entries=known.entries,
        stops=known.stops,
        claim=known.claim,
        last_by_lot=holder is None or holder.choices.last is None,
        can_take_back=bool(known.in_force),
        words=last_words(known.in_force),
        colours=colours_of(followed.tournament.rulebook),
        ruled=_ruled_result(tx, followed, known),
    )


def _ruled_result(tx: Query, followed: Followed, known: Known) -> RuledResult | None:
    """Whose word made another result than the games; None while they agree, and of a match without a game."""
    result = followed.match.contest.result
    played, given = sums(told_games(known.series, known.in_force))
    if result is None or not known.series.games:
        return None
    if ((*result.score, result.draws), result.walkover_games) == (played, given):
        return None
    ruling = rulings.load(tx, followed.contest_id)
    by = None if ruling is None or ruling.at != result.settled_at else people.load(tx, ruling.by)
    return RuledResult(played, by, result.settled_at)


def course(tx: Query, view: CourseView, contests: Sequence[Contest]) -> CourseView:
    """The event with the game under way in the place of its rounds; as it was where none is."""
    match = match_view(tx, contests[-1].contest_id, tx.now) if contests else None
    shown = None if match is None else match.part(SeriesView)
    if match is None or shown is None or match.contest.result is not None:
        return view
    series = shown.series
    score = "–".join(map(str, series.score)) + (f" (={series.draws})" if series.draws else "")
    number = sum(series.score) + series.draws + 1
    return replace(view, parts=(), own=SeriesCourse(contests[-1], match.players, number, score))


def games_on_record(tx: Query, contest_id: ContestId, now: datetime) -> tuple[ToldGame, ...]:
    """The games of a match one by one as a record holds them; none of a match that is told by its score."""
    followed = matches.load(tx, contest_id)
    if followed is None or not is_series(followed) or len(followed.match.contest.sides) != 2:
        return ()
    known = known_of(tx, followed, now)
    return told_games(known.series, known.in_force)
