"""A record becomes a file: the facts, and at the end what follows from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime

from bot.domain.contests import BoardResult, Contest, Result, ResultKind
from bot.domain.events.draw import listed_entrants
from bot.domain.events.forbidden_pairs import ForbiddenPair
from bot.domain.events.guessing import Guess
from bot.domain.events.records import LONG_AGO, RatingLine, Record, RecordedContest, RecordedDraw
from bot.domain.events.told_games import ToldGame
from bot.domain.formats.protocol import Starter
from bot.domain.rulebook import Rulebook
from bot.domain.standings import StandingRow
from bot.domain.team_play.board_draws import draws_of
from bot.record.checking import follows_berger
from bot.record.deriving import Derived, derive
from bot.record.formats.protocol import POOLS
from bot.record.rulebooks import tables_of
from bot.record.shorthand import write_score
from bot.record.values import write_value
from bot.rulebooks.library import fingerprint

VERSION = 1
Value = object


def write_record(record: Record) -> str:
    """The file; `read_record` gives the same record again, with the table and the ratings as its claims."""
    return _pretty(_without_nothing(_file(record, derive(record)))) + "\n"


def written_standings(known: Derived) -> list[dict[str, Value]]:
    """The table as the file has it."""
    return [_row(row) for row in known.standings]


def written_ratings(known: Derived) -> list[dict[str, Value]]:
    """The ratings as the file has them."""
    return [_rating(line) for line in known.ratings]


def _file(record: Record, known: Derived) -> dict[str, Value]:
    facts = record.facts
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
        "rulebook": _Whole(tables_of(record.rulebook)),
        "rulebook_sha256": fingerprint(record.rulebook),
        "entrants": [_entrant(record, one) for one in facts.starters],
        "commitment": record.commitment,
        "draws": [_draw(one) for one in record.draws],
        **_contests(record),
        "forbidden": [_forbidden(one) for one in record.forbidden],
        "lot": [] if record.draws else list(facts.lot),
        "waiting": [{"entrant": one.entrant_id, "since": _moment(one.since)} for one in facts.waiting],
        "standings": written_standings(known) or None,
        "ratings": written_ratings(known) or None,
        "champion": known.champion,
    }


def _contests(record: Record) -> dict[str, Value]:
    """The contests, and what became of some of them."""
    free, rulebook = record.by_hand and not follows_berger(record), record.rulebook
    return {
        "contests": [
            _contest(one, rulebook, free=free and one.contest.stage in POOLS)
            for one in record.contests
            if one.voided_at is None
        ],
        "voided": [_contest(one, rulebook) for one in record.contests if one.voided_at is not None],
        "sanctions": [{"entrant": one, "what": what.value} for one, what in record.facts.sanctions],
        "annulled": [{"contest": one, "entrant": entrant} for one, entrant in sorted(record.facts.annulled)],
        "warnings": [
            {"contest": one.contest_id, "entrant": one.entrant_id, "offence": one.offence, "game": one.game}
            for one in record.warnings
        ],
    }


def _entrant(record: Record, one: Starter) -> dict[str, Value]:
    left = record.withdrawn_at.get(one.entrant_id)
    return {
        "id": one.entrant_id,
        "name": record.names.get(one.entrant_id),
        "rating": one.rating,
        "seed": one.seed,
        "club": one.club,
        "grade": None if one.grade is None else str(one.grade),
        "members": [
            {"id": member, "name": record.names.get(member), "rating": record.rated.get(member)}
            for member in one.members
        ],
        "withdrawn": one.withdrawn or None,
        "withdrawn_at": _moment(left),
        "enters_in": one.enters_in if one.enters_in > 1 else None,
        "absent_in": sorted(one.absent_in),
        "warnings": one.warnings or None,
        "holder": one.holder or None,
        "choices": {"first": one.choices.first, "last": one.choices.last},
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
            {"id": one.entrant_id, "rating": one.rating, "seed": one.seed} for one in listed_entrants(record.entrants)
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


def _result(one: RecordedContest, result: Result, rulebook: Rulebook) -> dict[str, Value]:
    two, draws = len(one.contest.sides) == len(result.score) == 2, draws_of(result, rulebook)
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
        "ruled": result in one.ruled or None,
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
