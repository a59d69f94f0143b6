"""A draw that anyone can re-run, and the hidden number of stones by which two players guess who begins.

A secret of 32 bytes is hashed `CHAIN_LENGTH` times with SHA-256. The end of that chain, the commitment, is published
when registration opens; each draw of the event reveals the link before the last one that is known, so a revealed link
foretells nothing of the next. The seed is hashed from the link, the published list of entrants and a public salt.
docs/fair-draw.md explains it with test vectors.

In a guess (GO-10) the player with the higher grade hides stones; the other says odd or even, and takes the first
colour when right, the second when wrong. Of equal grades the older would hide; ages are not known here, so the lot of
the draw decides. The bot shows the hash of a secret first and the secret afterwards, from which anybody can work out
the number.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from math import isfinite
from types import MappingProxyType
from typing import Final, TypeVar

from bot.kernel.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.play.rating import as_published
from bot.play.rulebook import Grade, Rulebook

# --- the draw -------------------------------------------------------------------------------------------------------


CHAIN_LENGTH = 64
"""Draws that one secret is good for: bracket, lots and redraws of one event."""
DRAWS_OF_A_FIELD = 16
"""How often a field can be drawn: the other links are left to the rounds and lots of the event."""
LINK_BYTES = 32
TAG = "arbiter-draw-v1"
STREAM_RANGE = 2**256
NO_SEEDS: Mapping[EntrantId, int] = MappingProxyType({})

Item = TypeVar("Item")


class DrawProblem(StrEnum):
    """What can be wrong with a draw on record."""

    LINK_MALFORMED = "link_malformed"
    LINK_DOES_NOT_FOLLOW = "link_does_not_follow"
    """Its hash is not the link (or the commitment) that was public before it."""
    LINK_MISSES_COMMITMENT = "link_misses_commitment"
    """Hashed as often as the draw's number says, it does not end in the event's commitment."""
    LIST_NOT_CANONICAL = "list_not_canonical"
    LIST_HASH_DIFFERS = "list_hash_differs"
    SEED_DIFFERS = "seed_differs"


@dataclass(frozen=True, slots=True)
class ListedEntrant:
    """An entrant of the published list; the rating, as published, because byes depend on it (AIJE-D01-4)."""

    entrant_id: EntrantId
    rating: str | None
    """Six decimals, or None for who has no rating."""
    seed: int | None = None
    """The place that organisers gave by hand, from 1; it stands in the list where there is one."""


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """All that is public of one draw: hashes, link and seed in lower-case hexadecimal, the list as canonical text."""

    number: int
    event_id: TournamentId
    commitment: str
    link: str
    entrants: str
    list_hash: str
    salt: str
    seed: str

    @property
    def host_could_steer(self) -> bool:
        """True without a public salt: players could not have steered this draw, who runs the bot could have."""
        return not self.salt

    def stream(self) -> Stream:
        """The draw's randomness from its beginning; the same every time."""
        return Stream(bytes.fromhex(self.seed))


class Stream:
    """Fair randomness from a seed: block i is SHA-256(seed, i), with i from 0 as 8 bytes, the highest first."""

    __slots__ = ("_counter", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely: blocks beyond the last full multiple are thrown away.

        Raises ValueError when the bound is not between 1 and 2**256.
        """
        if not 1 <= bound <= STREAM_RANGE:
            raise ValueError("the bound of a random number lies between 1 and 2**256")
        limit = STREAM_RANGE - STREAM_RANGE % bound
        while (block := self._block()) >= limit:
            pass
        return block % bound

    def shuffle(self, items: Sequence[Item]) -> list[Item]:
        """The items in random order (Fisher-Yates, from the last place down); the argument is left as it is."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def _block(self) -> int:
        digest = _sha256(self._seed + self._counter.to_bytes(8, "big"))
        self._counter += 1
        return int.from_bytes(digest, "big")


def commitment(secret: bytes) -> str:
    """The end of the chain over the secret: published before anyone registers. Raises ValueError unless 32 bytes."""
    return _chain(secret, CHAIN_LENGTH).hex()


def link(secret: bytes, number: int) -> bytes:
    """The link that draw `number` reveals: 1 is the preimage of the commitment, 2 that of link 1, and so on.

    Raises ValueError when the number is not between 1 and `CHAIN_LENGTH`, or the secret is not 32 bytes.
    """
    if not 1 <= number <= CHAIN_LENGTH:
        raise ValueError(f"one secret serves draws 1 to {CHAIN_LENGTH}")
    return _chain(secret, CHAIN_LENGTH - number)


def canonical_entrants(
    entrants: Iterable[tuple[EntrantId, float | None]], seeds: Mapping[EntrantId, int] = NO_SEEDS
) -> str:
    """The list as it is published and hashed: JSON sorted by entrant id, no spaces, ratings with six decimals or null.

    Who was seeded by hand has the seed beside. Raises ValueError when an entrant is listed twice.
    """
    listed = (
        ListedEntrant(entrant, None if rating is None else as_published(rating), seeds.get(entrant))
        for entrant, rating in entrants
    )
    return _canonical_text(sorted(listed, key=lambda entrant: entrant.entrant_id))


@lru_cache(maxsize=16)
def listed_entrants(text: str) -> tuple[ListedEntrant, ...]:
    """The entrants of a canonical list. Raises ValueError when the text is anything else."""
    items: object = json.loads(text)
    if not isinstance(items, list):
        raise ValueError("a list of entrants is a JSON array")
    listed = tuple(_listed_entrant(item) for item in items)
    if _canonical_text(listed) != text:
        raise ValueError("the list of entrants is not in canonical form")
    return listed


def list_hash(text: str) -> str:
    """SHA-256 of the canonical list's UTF-8 bytes, in hexadecimal."""
    return _sha256(text.encode()).hex()


def seed(event: TournamentId, number: int, revealed: bytes, hash_of_list: str, salt: str) -> bytes:
    """SHA-256 of the tag, the event, the draw's number, the link, the list's hash and the salt, one to a line.

    Raises ValueError when the event or the salt holds a line break, which would let two draws share a seed.
    """
    if "\n" in event or "\n" in salt:
        raise ValueError("neither event nor salt may hold a line break")
    return _sha256("\n".join((TAG, event, str(number), revealed.hex(), hash_of_list, salt)).encode())


def conduct(
    secret: bytes,
    event: TournamentId,
    number: int,
    entrants: Iterable[tuple[EntrantId, float | None]],
    salt: str = "",
    seeds: Mapping[EntrantId, int] = NO_SEEDS,
) -> DrawRecord:
    """Draw `number` of the event: its record, from which `stream()` gives the randomness. An empty salt is no salt.

    Raises ValueError as `link`, `canonical_entrants` and `seed` do.
    """
    revealed = link(secret, number)
    text = canonical_entrants(entrants, seeds)
    hashed = list_hash(text)
    sown = seed(event, number, revealed, hashed, salt)
    return DrawRecord(number, event, commitment(secret), revealed.hex(), text, hashed, salt, sown.hex())


def verify(record: DrawRecord, previous: str) -> list[DrawProblem]:
    """What is wrong with the record, empty when it holds; `previous` is the hex link before it, or the commitment."""
    try:
        revealed = bytes.fromhex(record.link)
        end = _chain(revealed, min(record.number, CHAIN_LENGTH + 1)).hex()
    except ValueError:
        return [DrawProblem.LINK_MALFORMED]
    checks = {
        DrawProblem.LINK_DOES_NOT_FOLLOW: _sha256(revealed).hex() == previous,
        DrawProblem.LINK_MISSES_COMMITMENT: end == record.commitment,
        DrawProblem.LIST_NOT_CANONICAL: _is_canonical(record.entrants),
        DrawProblem.LIST_HASH_DIFFERS: list_hash(record.entrants) == record.list_hash,
        DrawProblem.SEED_DIFFERS: _seed_of(record, revealed) == record.seed,
    }
    return [problem for problem, holds in checks.items() if not holds]


def export(
    record: DrawRecord,
    previous: str,
    names: Mapping[EntrantId, str],
    *,
    byes_by_rating: bool = True,
    seeded: bool = False,
) -> str:
    """The JSON file that docs/verify_draw.py takes; `previous` as in `verify`, names for the reader, outside the hash.

    Raises ValueError when the record's list is not canonical.
    """
    entrants = listed_entrants(record.entrants)
    proof = {
        "event": record.event_id,
        "number": record.number,
        "previous": previous,
        "link": record.link,
        "entrants": [
            {"id": entrant.entrant_id, "name": names.get(entrant.entrant_id, entrant.entrant_id), **_as_item(entrant)}
            for entrant in entrants
        ],
        "salt": record.salt,
        "byes_by_rating": byes_by_rating,
        **({"seeded": True} if seeded else {}),
    }
    return json.dumps(proof, ensure_ascii=False, indent=1)


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _chain(start: bytes, times: int) -> bytes:
    if len(start) != LINK_BYTES:
        raise ValueError(f"a draw's secret, like each link, has {LINK_BYTES} bytes")
    for _ in range(times):
        start = _sha256(start)
    return start


def _canonical_text(entrants: Sequence[ListedEntrant]) -> str:
    """The canonical text of entrants that are already in order; a ValueError when they are not, or one comes twice."""
    if any(one.entrant_id >= other.entrant_id for one, other in pairwise(entrants)):
        raise ValueError("each entrant is listed once, in the order of the ids")
    items = [_as_item(entrant) for entrant in entrants]
    return json.dumps(items, ensure_ascii=False, separators=(",", ":"))


def _as_item(entrant: ListedEntrant) -> dict[str, object]:
    """The entrant as it stands in the list; only who was seeded by hand has a seed there."""
    item: dict[str, object] = {"id": entrant.entrant_id, "rating": entrant.rating}
    return item if entrant.seed is None else {**item, "seed": entrant.seed}


def _listed_entrant(item: object) -> ListedEntrant:
    match item:
        case {"id": str(entrant), "rating": None, **more}:
            return ListedEntrant(EntrantId(entrant), None, _seed_in(more))
        case {"id": str(entrant), "rating": str(rating), **more} if isfinite(float(rating)) and rating == as_published(
            float(rating)
        ):
            return ListedEntrant(EntrantId(entrant), rating, _seed_in(more))
    raise ValueError("an entrant of the list has an id, and a rating with six decimals or null")


def _seed_in(item: Mapping[object, object]) -> int | None:
    """The seed by hand, a whole number from 1 on; anything else makes no canonical list."""
    seed = item.get("seed")
    if seed is None:
        return None
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 1:
        raise ValueError("a seed by hand is a whole number from 1 on")
    return seed


def _is_canonical(text: str) -> bool:
    try:
        listed_entrants(text)
    except ValueError:
        return False
    return True


def _seed_of(record: DrawRecord, revealed: bytes) -> str | None:
    """The seed that the record's facts give, or None when they cannot give one."""
    try:
        return seed(record.event_id, record.number, revealed, record.list_hash, record.salt).hex()
    except ValueError:
        return None


# --- guessing who begins --------------------------------------------------------------------------------------------


MOST_STONES: Final = 20
_TAG: Final = "arbiter-guess-v1"
_TWO: Final = 2


class Parity(StrEnum):
    """What the guesser says of the number."""

    ODD = "odd"
    EVEN = "even"


class WhyHides(StrEnum):
    """Why a side hides the stones."""

    GRADE = "grade"
    """The higher grade."""
    LOT = "lot"
    """Equal grades, or none known: ages are unknown, so the lot says it (GO-10, Reading)."""


class GuessFault(StrEnum):
    """What can be wrong with a guess on record."""

    FIRST_SIDE = "first_side"
    """By the number and what was said of it the other side has the first colour."""
    HIDER = "hider"
    """By the grades or the lot the other side hides."""


@dataclass(frozen=True, slots=True)
class Guess:
    """The guess of one contest; `said` is None until the guesser has spoken."""

    contest_id: ContestId
    hider: int
    why: WhyHides
    secret: str
    """Thirty-two bytes in hexadecimal, shown once the guess is made."""
    opened_at: datetime
    said: Parity | None = None
    said_at: datetime | None = None
    said_by: PersonId | None = None

    @property
    def guesser(self) -> int:
        """The side that says odd or even."""
        return 1 - self.hider

    @property
    def commitment(self) -> str:
        """What is shown first: SHA-256 of the tag, the contest and the secret, one to a line."""
        return guess_commitment(self.contest_id, self.secret)

    @property
    def number(self) -> int:
        """The stones that are hidden, from 1."""
        return stones(self.secret)

    @property
    def is_right(self) -> bool:
        """Whether what was said is so."""
        return self.said is not None and self.said is (Parity.ODD if self.number % _TWO else Parity.EVEN)

    @property
    def first_side(self) -> int | None:
        """The side with the first colour; None until the guess is made."""
        if self.said is None:
            return None
        return self.guesser if self.is_right else self.hider


def is_guessed(rulebook: Rulebook) -> bool:
    """Whether the rulebook has the first colour guessed (GO-10)."""
    return rulebook.games is not None and rulebook.games.guessing


def guess_commitment(contest_id: ContestId, secret: str) -> str:
    """The hash that is shown before the guess, in hexadecimal."""
    return hashlib.sha256(f"{_TAG}\n{contest_id}\n{secret}".encode()).hexdigest()


def stones(secret: str) -> int:
    """The number that a secret hides: fair between 1 and `MOST_STONES`."""
    return 1 + Stream(hashlib.sha256(bytes.fromhex(secret)).digest()).below(MOST_STONES)


def who_hides(grades: tuple[Grade | None, Grade | None], contest_id: ContestId, seed: str) -> tuple[int, WhyHides]:
    """The side that hides, and why; `seed` is the one of the draw, by which the lot can be run again."""
    first, second = (None if grade is None else grade.strength for grade in grades)
    if first is not None and second is not None and first != second:
        return (0 if first > second else 1), WhyHides.GRADE
    if (first is None) != (second is None):
        return (1 if first is None else 0), WhyHides.GRADE
    sown = hashlib.sha256(f"{_TAG}\n{contest_id}\n{seed}".encode()).digest()
    return Stream(sown).below(_TWO), WhyHides.LOT


def fault_of(
    guess: Guess, first_side: int, grades: tuple[Grade | None, Grade | None], seeds: Collection[str]
) -> GuessFault | None:
    """What does not follow of a guess that was made: the colours from its number, or who hid it.

    `seeds` are those of the draws that can have been the last one when it was opened. Grades that are not known now may
    have been known then, so the higher grade is believed unless both are known.
    """
    if guess.first_side != first_side:
        return GuessFault.FIRST_SIDE
    if guess.why is WhyHides.LOT:
        lots = {who_hides((None, None), guess.contest_id, seed)[0] for seed in seeds}
        return None if guess.hider in lots else GuessFault.HIDER
    return GuessFault.HIDER if guess.hider == _lower_graded(grades) else None


def _lower_graded(grades: tuple[Grade | None, Grade | None]) -> int | None:
    """The side with the lower grade; None where one is not known, and where they are equal."""
    first, second = grades
    if first is None or second is None or first.strength == second.strength:
        return None
    return 0 if first.strength < second.strength else 1


def export_guesses(guesses: Iterable[Guess]) -> str:
    """Every guess that was made, as JSON, with what it takes to work it out again (docs/fair-draw.md)."""
    lines = [
        {
            "match": guess.contest_id,
            "hash": guess.commitment,
            "secret": guess.secret,
            "stones": guess.number,
            "said": guess.said,
            "hides": guess.hider,
            "first": guess.first_side,
        }
        for guess in guesses
    ]
    return json.dumps(lines, indent=1)
