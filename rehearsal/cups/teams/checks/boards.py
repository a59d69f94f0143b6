"""Line-ups and boards: who sat where, how each board ended, what the match was worth."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count as count_up
from pathlib import Path
from typing import Final

from rehearsal.checks import matches
from rehearsal.cups.teams import count
from rehearsal.cups.teams.facts import Stood
from rehearsal.cups.teams.trial import Rows, TeamField
from rehearsal.facts import Pairing

_SHEETS: Final = Path(__file__).parents[4] / "bot" / "games"


def title(field: TeamField, one: Pairing) -> str:
    """The match by its teams."""
    return " – ".join(map(field.team, one.sides))


def seats(field: TeamField) -> Iterator[str]:
    """On each board sits who was named for it, else who holds it for the event; nobody sits twice (OLY-3, GO-25.1)."""
    rules = field.cup.teams
    for one, stood in field.matches_played():
        if not stood.boards:
            continue
        for side, entrant in enumerate(one.sides):
            captain = field.entries[entrant].member or 0
            fixed = [(name,) for name in _in_order(field, entrant)]
            wanted = field.cup.line_ups.get((one.contest_id, captain), tuple(fixed))
            found = [tuple(field.person(who) for who in board.seats[side]) for board in stood.of_the_match]
            if rules.stays_on:
                continue
            if rules.encounter == "everyone":
                yield from _everyone(field, one, side, found, wanted)
                continue
            if [sorted(seat) for seat in found] != [sorted(seat) for seat in wanted]:
                yield f"{title(field, one)}: {field.team(entrant)} sat as {found} instead of {list(wanted)}"
            twice = [who for who, times in Counter(who for seat in found for who in seat).items() if times > 1]
            yield from (f"{title(field, one)}: {who} sat twice" for who in twice)


def challenge(field: TeamField) -> Iterator[str]:
    """Whoever wins a game stays and meets the next of the other order; the end is when a side is out (GO-26.6)."""
    for one, stood in field.matches_played() if field.cup.teams.stays_on else ():
        orders = [field.teams.line_ups.get((one.contest_id, side), ()) for side in (0, 1)]
        at = [0, 0]
        for board in stood.boards:
            if max(at) >= len(orders[0]):
                yield f"{title(field, one)}: game {board.number} was played after the end"
                break
            wanted = tuple(orders[side][at[side]] for side in (0, 1))
            if board.seats != wanted:
                yield f"{title(field, one)}, game {board.number}: somebody else played than whose turn it was"
            at[board.score.index(0)] += 1
        if stood.boards and max(at) != len(orders[0]):
            yield f"{title(field, one)}: both sides still had somebody"


def _everyone(
    field: TeamField, one: Pairing, side: int, found: list[tuple[str, ...]], wanted: tuple[tuple[str, ...], ...]
) -> Iterator[str]:
    """Each sits as often as the other team has members."""
    times = Counter(found)
    if times != Counter({seat: len(wanted) for seat in wanted}):
        yield f"{title(field, one)}: not everybody of {field.team(one.sides[side])} met everybody"


def _in_order(field: TeamField, entrant: str) -> list[str]:
    return [field.person(one.person_id) for one in field.teams.members.get(entrant, ()) if one.board]


def boards_told(field: TeamField) -> Iterator[str]:
    """Every board ended as both captains would sign it, or as an arbiter ruled; what lateness cost was not played."""
    for one, stood in field.matches_played():
        signed = field.cup.signed.get(one.contest_id)
        if signed is None:
            continue
        turned = is_turned(field, one)
        for board, wanted in zip(stood.boards, signed, strict=False):
            right = wanted.turned if turned else wanted
            if (board.score, board.draws, board.given) != (right.score, right.draws, right.given):
                yield f"{title(field, one)}, board {board.number}: {board.score} instead of {right.text}"
        # What is left to play when a team leaves is given, and nobody signs it.
        if len(stood.boards) != len(signed) and stood.kind != "withdrawal":
            yield f"{title(field, one)}: {len(stood.boards)} boards instead of {len(signed)}"


def is_turned(field: TeamField, one: Pairing) -> bool:
    """Whether the captains remember the match from the other side."""
    remembered = field.cup.event.matches[one.contest_id]
    return remembered.players[0] != field.entries[one.sides[0]].member


def score(field: TeamField) -> Iterator[str]:
    """The score of a match is what its boards make, and its card says what they are worth."""
    rules = field.cup.teams
    for one, stood in field.matches_played():
        won = tuple(_points_won(stood, side, games=rules.counts_games) for side in (0, 1))
        if stood.boards and stood.score != won:
            yield f"{title(field, one)}: {stood.score} on record, the boards make {won}"
        shown, card = "–".join(map(count.write_points, count.totals(stood, rules))), _card(field, one)
        if f"**{shown}**" not in card and (stood.boards or card):
            yield f"{title(field, one)}: the card does not say {shown}"


def _points_won(stood: Stood, side: int, *, games: bool) -> int:
    if games:
        return sum(board.score[side] for board in stood.of_the_match)
    return sum(board.score[side] > board.score[1 - side] for board in stood.of_the_match)


def _card(field: TeamField, one: Pairing) -> str:
    """The card of the match as it looked last."""
    played = field.cup.event.matches.get(one.contest_id)
    if played is None or played.called is None:
        return ""
    sights = field.hearing.play.witness.sights
    return [two.post.text for two in sights if two.post.message_id == played.called.message_id][-1]


def secret(field: TeamField) -> Iterator[str]:
    """Where each side names its line-up for the match, nobody reads it before the other side has named one (OLY-3)."""
    if not field.cup.teams.named_anew:
        return
    for one in field.pairings:
        played = field.cup.event.matches.get(one.contest_id)
        named = [at for (contest_id, _), at in field.cup.named_at.items() if contest_id == one.contest_id]
        if played is None or played.called is None or not named:
            continue
        within = field.cup.teams.named_within
        by_limit = None if within is None else played.called.at + within
        known = max(named) if len(named) == len(one.sides) else by_limit
        names = set(_players_named(field, one.contest_id))
        for sight in field.hearing.play.witness.sights:
            early = known is None or sight.at < known
            shown = sight.post.text if sight.post.message_id == played.called.message_id and early else ""
            if any(re.search(rf"\b{re.escape(who)}\b(?!\\)", shown) for who in names):
                yield f"{title(field, one)}: a line-up could be read at {sight.at:%H:%M:%S}"
                break


def _players_named(field: TeamField, contest_id: str) -> Iterator[str]:
    """Everybody whom a captain named for the match."""
    for (named_for, _), seats_named in field.cup.line_ups.items():
        if named_for == contest_id:
            yield from (who for seat in seats_named for who in seat)


def line_ups(field: TeamField) -> Iterator[str]:
    """What captains named stands in the file, full and of members alone."""
    wanted = field.cup.teams.places
    for one in field.pairings:
        for side, entrant in enumerate(one.sides):
            captain = field.entries[entrant].member or 0
            named = field.cup.line_ups.get((one.contest_id, captain))
            stored = field.teams.line_ups.get((one.contest_id, side))
            if named is None and field.cup.teams.named_within is not None:
                named = tuple((name,) for name in _in_order(field, entrant)) if stored is not None else None
            if (named is None) != (stored is None):
                kept = "missing" if named else "there though nobody named it"
                yield f"{title(field, one)}: the line-up of {field.team(entrant)} is {kept}"
            elif named is not None and stored is not None:
                found = [sorted(map(field.person, seat)) for seat in stored]
                if found != [sorted(seat) for seat in named] or tuple(map(len, stored)) != wanted:
                    yield f"{title(field, one)}: the line-up of {field.team(entrant)} is {found}"


def scene(field: TeamField) -> Iterator[str]:
    """The games of each dispute are those of the scene that the lot of its draw gave it (OLY-4)."""
    scenes = field.cup.teams.scenes
    if len(scenes) < 2:
        return
    seeds = {one.number: one.seed for one in field.hearing.facts.draws if one.event_id == field.event.event_id}
    numbers = sorted(seeds)
    for one in field.pairings:
        card = _card(field, one)
        if not card or len(one.sides) != 2:
            continue
        seed = seeds[numbers[field.teams.drawn_by[one.contest_id] - 1]]
        drawn = scenes[_below(f"{seed}\nscene\n{one.round}.{one.position}", len(scenes))]
        others = {game for two in scenes for game in two} - set(drawn)
        first = field.cup.event.matches[one.contest_id].called
        shown = first.text if first is not None else card
        titles = {game: _title_of(game, field.language) for two in scenes for game in two}
        if any(f": **{titles[game]}** (" in text for game in others for text in (shown, card)):
            yield f"{title(field, one)}: the card names games of the other scene"
        missing = [game for game in drawn if f": **{titles[game]}** (" not in shown]
        if missing:
            yield f"{title(field, one)}: the card does not name {', '.join(map(titles.__getitem__, missing))}"


def _title_of(game: str, language: str) -> str:
    """The title of a game's sheet, in the server's language; of a game without one, its name with spaces."""
    sheet = _SHEETS / game / f"{language}.md"
    title = sheet.read_text(encoding="utf-8").partition("\n")[0] if sheet.is_file() else game.replace("-", " ")
    return title.removeprefix("# ")


def _below(text: str, limit: int) -> int:
    """The lot of docs/fair-draw.md: the first block of the stream that lies below the last full multiple."""
    seed, fair = hashlib.sha256(text.encode()).digest(), 2**256 - 2**256 % limit
    blocks = (hashlib.sha256(seed + counter.to_bytes(8, "big")).digest() for counter in count_up())
    return next(value for block in blocks if (value := int.from_bytes(block, "big")) < fair) % limit


def arbiters(field: TeamField) -> Iterator[str]:
    """No more matches at once than arbiters are there for; a match ended when its first result came (AIJE-D01-6)."""
    hearing = field.hearing
    if not hearing.rules.per_arbiter:
        return
    yield from matches.arbiters(replace(hearing, facts=replace(hearing.facts, pairings=tuple(_as_ended(field)))))


def _as_ended(field: TeamField) -> Iterator[Pairing]:
    for one in field.hearing.facts.pairings:
        stood = field.teams.results.get(one.contest_id, ())
        ended = None if one.outcome is None else replace(one.outcome, settled_at=stood[0].since)
        yield replace(one, outcome=ended)


CHECKS: Final[Rows] = (
    ("AIJE-D05-2, GO-25.1, OLY-3", "On every board sits who was named for it", seats),
    ("GO-25.1, OLY-3", "Line-ups are whole, and of the team's own members", line_ups),
    ("GO-26.6", "Whoever wins a game stays on", challenge),
    ("OLY-3", "A line-up is a secret until both are named", secret),
    ("AIJE-D05-3", "Every board ended as it was played", boards_told),
    ("AIJE-D05-3, GO-27.2, OLY-2", "Matches are worth what their boards are", score),
    ("AIJE-D01-6", "Each match has its own arbiter", arbiters),
    ("OLY-4", "Each dispute plays the scene that was drawn for it", scene),
)
