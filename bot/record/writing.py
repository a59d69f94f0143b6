"""A record becomes files: the record itself, FIDE's report (TRF16), and its table and games for spreadsheets (CSV).

A record has the facts, and at the end what follows from them. A contest is one game in the report: of a longer match,
who won it; `0000` marks a round sat out.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Final

from bot.kernel.files import without_formulas
from bot.kernel.ids import EntrantId
from bot.play import pairing
from bot.play.contests import BoardResult, Contest, Result, ResultKind, Stage, StandingRow
from bot.play.crosstable import crosstable
from bot.play.draw import Guess, listed_entrants
from bot.play.format_rules import RoundRobinRules, ScoringRules
from bot.play.formats.protocol import Starter
from bot.play.points import REST, draws_of
from bot.play.records import LONG_AGO, ForbiddenPair, FormerHolder, RatingLine, Record, RecordedContest, RecordedDraw
from bot.play.rulebook import Rulebook, without_role
from bot.play.title_games import ToldGame
from bot.record.checking import follows_berger
from bot.record.errors import write_score, write_value
from bot.record.formats import format_of
from bot.record.protocol import POOLS, FideReport
from bot.record.reading import read_record
from bot.record.replaying import Derived, Difference, derive, replay
from bot.record.rulebooks import tables_of
from bot.rulebooks.library import fingerprint

# --- the record -----------------------------------------------------------------------------------------------------


VERSION = 1
Value = object


def write_record(record: Record) -> str:
    """The file; `read_record` gives the same record again, with the table and the ratings as its claims."""
    return _pretty(_without_nothing(_file(record, derive(record)))) + "\n"


def written_standings(derived: Derived) -> list[dict[str, Value]]:
    """The table as the file has it."""
    return [_row(row) for row in derived.standings]


def written_ratings(derived: Derived) -> list[dict[str, Value]]:
    """The ratings as the file has them."""
    return [_rating(line) for line in derived.ratings]


def _file(record: Record, derived: Derived) -> dict[str, Value]:
    facts, rulebook = record.facts, without_role(record.rulebook)
    event = {
        "id": record.event_id,
        "name": record.name,
        "began_at": _moment(facts.began_at),
        "ended_at": _moment(record.ended_at),
        "now": _moment(facts.now),
    }
    return {
        "arbiter_record": VERSION,
        "event": event,
        "rulebook": _Whole(tables_of(rulebook)),
        "rulebook_sha256": fingerprint(rulebook),
        "entrants": [_entrant(record, starter) for starter in facts.starters],
        "commitment": record.commitment,
        "draws": [_draw(draw) for draw in record.draws],
        **_contests(record),
        "forbidden": [_forbidden(one) for one in record.forbidden],
        "lot": [] if record.draws else list(facts.lot),
        "waiting": [{"entrant": one.entrant_id, "since": _moment(one.since)} for one in facts.waiting],
        "standings": written_standings(derived) or None,
        "ratings": written_ratings(derived) or None,
        "champion": derived.champion,
    }


def _contests(record: Record) -> dict[str, Value]:
    """The contests, and what became of some of them."""
    free, rulebook = record.by_hand and not follows_berger(record), record.rulebook
    return {
        "contests": [
            _contest(contest, rulebook, free=free and contest.contest.stage in POOLS)
            for contest in record.contests
            if contest.voided_at is None
        ],
        "voided": [_contest(contest, rulebook) for contest in record.contests if contest.voided_at is not None],
        "sanctions": [{"entrant": one, "what": what.value} for one, what in record.facts.sanctions],
        "annulled": [{"contest": one, "entrant": entrant} for one, entrant in sorted(record.facts.annulled)],
        "warnings": [
            {
                "contest": warning.contest_id,
                "entrant": warning.entrant_id,
                "offence": warning.offence,
                "game": warning.game,
            }
            for warning in record.warnings
        ],
    }


def _entrant(record: Record, starter: Starter) -> dict[str, Value]:
    left = record.withdrawn_at.get(starter.entrant_id)
    return {
        "id": starter.entrant_id,
        "name": record.names.get(starter.entrant_id),
        "rating": starter.rating,
        "seed": starter.seed,
        "club": starter.club,
        "grade": None if starter.grade is None else str(starter.grade),
        "members": [
            {"id": member, "name": record.names.get(member), "rating": record.rated.get(member)}
            for member in starter.members
        ],
        "withdrawn": starter.withdrawn or None,
        "withdrawn_at": _moment(left),
        "enters_in": starter.enters_in if starter.enters_in > 1 else None,
        "absent_in": sorted(starter.absent_in),
        "warnings": starter.warnings or None,
        "holder": starter.holder or None,
        "choices": {"first": starter.choices.first, "last": starter.choices.last},
        "former": [_former(record, one) for one in record.former if one.entrant_id == starter.entrant_id],
    }


def _former(record: Record, one: FormerHolder) -> dict[str, Value]:
    return {
        "id": one.person_id,
        "name": record.names.get(one.person_id),
        "rating": record.rated.get(one.person_id),
        "left_at": _moment(one.left_at),
        "played": list(one.played),
    }


def _forbidden(one: ForbiddenPair) -> Value:
    """Two ids where the pair was never to meet; with moments where it was forbidden or allowed on the way."""
    if one.since is None and one.until is None:
        return list(one.sides)
    return {"sides": list(one.sides), "since": _moment(one.since), "until": _moment(one.until)}


def _draw(one: RecordedDraw) -> dict[str, Value]:
    record = one.record
    return {
        "number": record.number,
        "purpose": one.purpose,
        "link": record.link,
        "entrants": [
            {"id": listed_entrant.entrant_id, "rating": listed_entrant.rating, "seed": listed_entrant.seed}
            for listed_entrant in listed_entrants(record.entrants)
        ],
        "list_hash": record.list_hash,
        "salt": record.salt or None,
        "seed": record.seed,
        "drawn_at": _moment(one.drawn_at),
    }


def _contest(one: RecordedContest, rulebook: Rulebook, *, free: bool = False) -> dict[str, Value]:
    """`free` says that its place in the round means nothing."""
    contest = one.contest
    return {
        "id": contest.contest_id,
        "stage": contest.stage,
        "group": contest.group or None,
        "round": contest.round,
        "position": None if free else contest.position,
        "sides": list(contest.sides),
        "best_of": contest.best_of,
        "play_all": contest.play_all,
        "drawable": contest.drawable,
        "first_side": contest.first_side or None,
        "bye": contest.bye_reason,
        "draw": one.draw,
        "created_at": _moment(contest.created_at),
        **({} if contest.result is None else _result(one, contest.result, rulebook)),
        "games": [_game(contest, game) for game in one.games],
        "guess": None if one.guess is None else _guess(contest, one.guess),
        "earlier": [_result(one, result, rulebook) for result in one.earlier],
        "voided_at": _moment(one.voided_at),
        "why": one.why or None,
    }


def _guess(contest: Contest, guess: Guess) -> dict[str, Value]:
    return {
        "hider": contest.sides[guess.hider],
        "why": guess.why,
        "hash": guess.commitment,
        "secret": guess.secret,
        "said": guess.said,
        "opened_at": _moment(guess.opened_at),
    }


def _game(contest: Contest, game: ToldGame) -> dict[str, Value]:
    first, winner = (None if side is None else contest.sides[side] for side in (game.first, game.winner))
    return {"game": game.number, "first": first, "winner": winner, "how": game.fate}


def _result(contest: RecordedContest, result: Result, rulebook: Rulebook) -> dict[str, Value]:
    two, draws = len(contest.contest.sides) == len(result.score) == 2, draws_of(result, rulebook)
    return {
        "score": write_score(result.score, draws) if two else list(result.score),
        "draws": None if two else draws or None,
        "kind": result.kind,
        "walkover_games": list(result.walkover_games) if any(result.walkover_games) else None,
        "moves": result.moves,
        "influence": list(result.influence),
        "absent": list(result.absent) or None,
        "boards": [_board(board) for board in result.boards],
        "count": result.count,
        "paired_as_winner": result.paired_as_winner,
        "settled_at": _moment(result.settled_at) if result.settled_at.year > LONG_AGO.year else None,
        "reported_at": _moment(result.reported_at),
        "ruled": result in contest.ruled or None,
    }


def _board(board: BoardResult) -> dict[str, Value]:
    return {
        "board": board.board,
        "players": [list(side) for side in board.players],
        "score": write_score(board.score, board.draws),
        "walkover_games": list(board.walkover_games) if any(board.walkover_games) else None,
        "weight": board.weight if board.weight != 1 else None,
        "modality": board.modality or None,
        "kind": None if board.kind is ResultKind.PLAYED else board.kind,
        "count": board.count,
    }


def _row(row: StandingRow) -> dict[str, Value]:
    return {
        "entrant": row.entrant_id,
        "rank_from": row.rank_from,
        "rank_to": row.rank_to,
        "reached": row.reached,
        "round": row.round,
        "values": _Whole({one.name: write_value(one.value) for one in row.values}),
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
    }


def _rating(line: RatingLine) -> dict[str, Value]:
    return {"player": line.player, "before": line.before, "after": line.after}


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


class _Whole(dict[str, Value]):
    """An object whose nulls and empty lists mean something."""


def _without_nothing(value: Value) -> Value:
    """The value without keys that hold nothing: null, an empty list or an empty object."""
    if isinstance(value, _Whole):
        return dict(value)
    if isinstance(value, Mapping):
        known = {key: _without_nothing(inner) for key, inner in value.items()}
        return {key: inner for key, inner in known.items() if inner is not None and inner not in ([], {})}
    if isinstance(value, list):
        return [_without_nothing(inner) for inner in value]
    return value


def _pretty(value: Value) -> str:
    """A line for each contest and each entrant: to be read by people, and compared line by line."""
    if not isinstance(value, Mapping):
        raise TypeError(type(value).__name__)
    parts = [
        f" {_text(key)}: {_list(inner) if isinstance(inner, list) else _text(inner)}" for key, inner in value.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}"


def _list(values: list[Value]) -> str:
    return "[\n" + ",\n".join(f"  {_text(value)}" for value in values) + "\n ]"


def _text(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- FIDE's report --------------------------------------------------------------------------------------------------


NAME_LENGTH: Final = 33
MOST_PLAYERS: Final = 9999
MOST_ROUNDS: Final = 999
SWISS_KIND: Final = "Individual: Swiss-System"
_AWAY: Final = "0000 - Z"
_HALF_OFF: Final = "0000 - H"
_BYE: Final = "0000 - U"
_OPEN: Final = " " * len(_AWAY)
_UNRATED: Final = str.maketrans("1=0+-", "WDLWL")
"""The letters of games that stand and are rated for nobody."""


def can_be_written(record: Record) -> bool:
    """Whether the format is one that TRF has, and the numbers fit its columns."""
    report, entrants = format_of(record.rulebook).report, len(record.facts.starters)
    return report is not None and 0 < entrants <= MOST_PLAYERS and _rounds(record, report) <= MOST_ROUNDS


def write_trf(record: Record, derived: Derived) -> str:
    """The report; a line for each entrant in the order of the file, who have the numbers from 1.

    Raises ValueError where the format is none that TRF has.
    """
    report = format_of(record.rulebook).report
    if report is None:
        raise ValueError(f"no report has an event of the format {record.rulebook.format}")
    rounds = _rounds(record, report)
    kind = SWISS_KIND if _is_paired(record) else report.kind
    last = rounds if derived.is_over else max(rounds, _last_round(record))
    return "\n".join([*_heading(record, kind), *_players(record, derived, rounds), f"XXR {last}"]) + "\n"


def _heading(record: Record, kind: str) -> Iterator[str]:
    rated = sum(starter.rating is not None for starter in record.facts.starters)
    yield f"012 {_one_line(record.name)}"
    yield f"042 {_date(record.facts.began_at)}"
    yield f"052 {_date(record.ended_at)}"
    yield f"062 {len(record.facts.starters)}"
    yield f"072 {rated}"
    yield "082 0"
    yield f"092 {kind}"
    rating = record.rulebook.rating
    yield f"122 {rating.base_minutes:g}+{rating.increment_seconds}"


def _players(record: Record, derived: Derived, rounds: int) -> Iterator[str]:
    numbers = {one.entrant_id: at for at, one in enumerate(record.facts.starters, start=1)}
    ranks = {row.entrant_id: at for at, row in enumerate(derived.standings, start=1)}
    table = crosstable(record.facts, record.rulebook, byes_at_once=True)
    games = _games(record, rounds, numbers)
    for one in record.facts.starters:
        number = numbers[one.entrant_id]
        cells = "  ".join(games.get((one.entrant_id, at)) or _absence(record, one, at) for at in range(1, rounds + 1))
        rating = "" if one.rating is None else f"{round(one.rating)}"
        name = _one_line(record.name_of(one.entrant_id))[:NAME_LENGTH]
        points = _points(record, cells, table[one.entrant_id].points)
        rank = ranks.get(one.entrant_id, number)
        head = f"001 {number:>4}      {name:<{NAME_LENGTH}} {rating:>4} {'':3} {'':11} {'':10} {points:4.1f} {rank:>4}"
        yield f"{head}  {cells}".rstrip()


def _games(record: Record, rounds: int, numbers: Mapping[EntrantId, int]) -> Mapping[tuple[EntrantId, int], str]:
    """Everybody's cell for each round that they played."""
    contests = [one for one in record.facts.of(Stage.MAIN) if one.round <= rounds]
    return {(side, contest.round): text for contest in contests for side, text in _cells(record, contest, numbers)}


def _points(record: Record, cells: str, known: Fraction) -> float:
    """As the table has them; where won games are points, those of the matches, which the report shows."""
    scoring = record.rulebook.scoring
    if scoring is None or not scoring.by_games:
        return float(known)
    codes = [cells[at] for at in range(len(_AWAY) - 1, len(cells), len(_AWAY) + 2)]
    won, drawn = sum(code in "1W+UF" for code in codes), sum(code in "=DH" for code in codes)
    return won + drawn / 2


def _cells(record: Record, contest: Contest, numbers: Mapping[EntrantId, int]) -> Iterator[tuple[EntrantId, str]]:
    """What stands in the round of each side; nothing yet of a game that is still played."""
    if len(contest.sides) == 1:
        yield contest.sides[0], _AWAY if contest.bye_reason == REST else _bye(_scoring(record))
        return
    if contest.result is None:
        yield from ((side, _OPEN) for side in contest.sides)
        return
    codes = _with_annulments(record, contest, _codes(contest.result))
    for side, entrant in enumerate(contest.sides):
        opponent = numbers[contest.sides[1 - side]]
        yield entrant, f"{opponent:>4} {'wb'[side]} {codes[side]}"


def _bye(scoring: ScoringRules) -> str:
    """By what the rulebook gives for it: U is read as a win, H as a draw, Z as nothing."""
    if scoring.bye == scoring.win:
        return _BYE
    return _HALF_OFF if scoring.bye == scoring.draw else _AWAY


def _scoring(record: Record) -> ScoringRules:
    return record.rulebook.scoring or ScoringRules()


def _with_annulments(record: Record, contest: Contest, codes: tuple[str, str]) -> tuple[str, str]:
    """Of a result that was annulled the side that it was taken from has nothing, and nobody is rated (GO-23.1)."""
    void = [(contest.contest_id, side) in record.facts.annulled for side in contest.sides]
    if not any(void):
        return codes
    first, second = ("L" if gone else code.translate(_UNRATED) for gone, code in zip(void, codes, strict=True))
    return first, second


def _codes(result: Result) -> tuple[str, str]:
    """1, 0, = of a game, + and - of one that was given; both sides of one that both lost have the worse sign."""
    given = result.kind in {ResultKind.WALKOVER, ResultKind.WITHDRAWAL, ResultKind.DOUBLE_WALKOVER} and sum(
        result.score
    ) + result.draws <= sum(result.walkover_games)
    win, loss = ("+", "-") if given else ("1", "0")
    first, second = result.score[:2]
    if first == second:
        level = "=" if result.kind is ResultKind.PLAYED else loss
        return level, level
    return (win, loss) if first > second else (loss, win)


def _absence(record: Record, starter: Starter, number: int) -> str:
    """A round that nobody played with the entrant; one announced before may be worth half a point."""
    scoring = _scoring(record)
    announced = number in starter.absent_in or number < starter.enters_in
    worth_half = bool(scoring.draw) and scoring.absence == scoring.draw
    paired = any(contest.round == number for contest in record.facts.contests)
    if not paired and not announced:
        return _OPEN
    return _HALF_OFF if announced and worth_half else _AWAY


def _rounds(record: Record, report: FideReport) -> int:
    limit = None if record.rulebook.swiss is None else record.rulebook.swiss.rounds
    played = max((contest.round for contest in record.facts.contests if contest.stage is Stage.MAIN), default=0)
    return max(limit, 0) if limit is not None and report.has_last_round else played


def _last_round(record: Record) -> int:
    """Of an event that goes on: without it, others would read the report of one that is over."""
    facts, rulebook = record.facts, record.rulebook
    last = format_of(rulebook).last_round_off(facts, rulebook)
    if last is not None:
        return last
    times = (rulebook.round_robin or RoundRobinRules()).times
    return pairing.length(max(len(facts.starters), pairing.FEWEST)) * times


def _is_paired(record: Record) -> bool:
    """Whether it is a Swiss, as a round robin of too large a field is (AIJE-D05-3)."""
    return format_of(record.rulebook).is_paired(record.facts, record.rulebook)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _date(moment: datetime | None) -> str:
    return "" if moment is None else f"{moment:%Y/%m/%d}"


# --- tables ---------------------------------------------------------------------------------------------------------


def standings_csv(record: Record, derived: Derived) -> str:
    """A line for each entrant, with every tie-break value as an exact fraction."""
    rows = derived.standings
    names = [one.name for one in rows[0].values] if rows else []
    heading = ["rank_from", "rank_to", "id", "name", "rating", *names, "played", "won", "drawn", "lost"]
    ratings = {starter.entrant_id: starter.rating for starter in record.facts.starters}
    return _csv(
        heading,
        (
            [
                row.rank_from,
                row.rank_to,
                row.entrant_id,
                record.name_of(row.entrant_id),
                ratings.get(row.entrant_id),
                *(write_value(one.value) for one in row.values),
                row.played,
                row.won,
                row.drawn,
                row.lost,
            ]
            for row in rows
        ),
    )


def games_csv(record: Record) -> str:
    """A line for each contest, as it stands; `goes_on` names a side where the score does not say it."""
    heading = ["stage", "group", "round", "position", "sides", "names", "score", "kind", "best_of", "bye", "settled_at"]
    heading += ["goes_on"]
    return _csv(
        heading,
        (
            [
                contest.stage,
                contest.group,
                contest.round,
                contest.position,
                " | ".join(contest.sides),
                " | ".join(
                    record.name_of(record.played_by.get((contest.contest_id, side), side)) for side in contest.sides
                ),
                _score(contest.result, record.rulebook),
                None if contest.result is None else contest.result.kind,
                contest.best_of,
                contest.bye_reason,
                None if contest.result is None or record.by_hand else contest.result.settled_at.isoformat(),
                _goes_on(contest),
            ]
            for contest in record.facts.contests
        ),
    )


def _goes_on(contest: Contest) -> str | None:
    side = None if contest.result is None else contest.result.paired_as_winner
    return None if side is None else contest.sides[side]


def table_text(record: Record, rows: Sequence[StandingRow]) -> list[str]:
    """The table in columns: place, name, every value of the chain."""
    names = [one.name for one in rows[0].values] if rows else []
    heading = ["place", "name", *names]
    body = [
        [
            f"{row.rank_from}" if not row.is_shared else f"{row.rank_from}-{row.rank_to}",
            record.name_of(row.entrant_id),
            *(_readable(one.value) for one in row.values),
        ]
        for row in rows
    ]
    widths = [max(len(line[column]) for line in [heading, *body]) for column in range(len(heading))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in [heading, *body]
    ]


def _readable(value: Fraction | None) -> str:
    """Halves as people write them, other parts as two decimals; files and answers for programs hold the fraction."""
    if value is None:
        return ""
    if value.denominator == 2:
        return f"{'-' if -1 < value < 0 else ''}{int(value) or ''}½"
    return str(value) if value.denominator == 1 else f"{float(value):.2f}"


def _score(result: Result | None, rulebook: Rulebook) -> str | None:
    if result is None:
        return None
    return write_score(result.score, draws_of(result, rulebook))


def unused_text(records: Iterable[Record]) -> list[str]:
    """What reports say that nothing follows from, each number with its lines; nothing where there is none."""
    lines: dict[str, list[str]] = {}
    for one in (unused for record in records for unused in record.unused):
        lines.setdefault(one.code, []).append(str(one.line))
    told = [f"  {code:9}  line {', '.join(at)}" for code, at in lines.items()]
    return ["", "Not used, since nothing here follows from it:", *told] if told else []


def _csv(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(heading)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    return without_formulas(value) if isinstance(value, str) else value


# --- the files that an event leaves ---------------------------------------------------------------------------------


_NAME_LENGTH: Final = 40


@dataclass(frozen=True, slots=True)
class Exported:
    """The files by their names, the record first, and what a replay of the record says."""

    name: str
    files: tuple[tuple[str, bytes], ...]
    has_trf: bool
    difference: Difference | None


def export_record(record: Record) -> Exported:
    """Writes the files, and reads and replays the record once more, as anybody could."""
    stem = file_stem(record.name)
    text = write_record(record)
    found = replay(read_record(text, f"{stem}.json"))
    files = [
        (f"{stem}.json", text),
        (f"{stem}-standings.csv", "\ufeff" + standings_csv(record, found.derived)),
        (f"{stem}-games.csv", "\ufeff" + games_csv(record)),
    ]
    has_trf = can_be_written(record)
    if has_trf:
        files.append((f"{stem}.trf", write_trf(record, found.derived)))
    return Exported(record.name, tuple((name, data.encode()) for name, data in files), has_trf, found.difference)


def file_stem(name: str) -> str:
    """The event's name as a file may be called: small Latin letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:_NAME_LENGTH].strip("-") or "event"
