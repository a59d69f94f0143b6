"""Guesses of who has the first colour in a record: hash, number and colours follow from the secret (GO-10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from bot.domain.events.guessing import Guess, GuessFault, fault_of
from bot.domain.events.records import Record, RecordedContest
from bot.domain.formats.protocol import Starter
from bot.domain.ids import ContestId, EntrantId
from bot.record import model
from bot.record.errors import Fault, FaultCode

_TWO = 2


def guess_of(told: model.Contest) -> Guess | None:
    """The guess as the file tells it; None of a contest without one, and where its hider plays elsewhere."""
    one = told.guess
    if one is None or told.id is None or one.hider not in told.sides:
        return None
    hider = told.sides.index(one.hider)
    return Guess(ContestId(told.id), hider, one.why, one.secret, one.opened_at, one.said, one.opened_at)


def wrong_hashes(told: model.RecordFile) -> Iterator[Fault]:
    """A hash that is not the one of its secret, and a guess of nobody who plays."""
    for at, contest in enumerate(told.contests):
        place, guess = f"contests[{at}].guess", guess_of(contest)
        if contest.guess is not None and (guess is None or len(contest.sides) != _TWO):
            yield Fault(f"{place}.hider", FaultCode.GUESS, contest.guess.hider)
        elif contest.guess is not None and guess is not None and contest.guess.hash != guess.commitment:
            yield Fault(f"{place}.hash", FaultCode.GUESS, contest.guess.hash, guess.commitment)


def guess_faults(one: RecordedContest, record: Record, starters: Mapping[EntrantId, Starter]) -> Iterator[Fault]:
    """Colours that the guess does not give, and a hider whom neither the grades nor the lot say."""
    guess, sides = one.guess, one.contest.sides
    if guess is None or len(sides) != _TWO:
        return
    known = {side: starters[side].grade for side in sides if side in starters}
    drawn = _seeds_by(guess.opened_at, record)
    if not drawn:
        return
    match fault_of(guess, one.contest.first_side, (known.get(sides[0]), known.get(sides[1])), drawn[-1:]):
        case GuessFault.FIRST_SIDE:
            wanted = str(guess.first_side)
            yield Fault(f"{one.place}.first_side", FaultCode.GUESS, str(one.contest.first_side), wanted)
        case GuessFault.HIDER:
            wanted = record.name_of(sides[guess.guesser])
            yield Fault(f"{one.place}.guess.hider", FaultCode.GUESS, record.name_of(sides[guess.hider]), wanted)


def _seeds_by(moment: datetime, record: Record) -> list[str]:
    """The seeds of the draws that were made by then, those without a moment among them."""
    return [draw.record.seed for draw in record.draws if draw.drawn_at is None or draw.drawn_at <= moment]
