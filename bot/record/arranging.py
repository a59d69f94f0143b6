"""The contests of a file at their places, and its rulebook with as many rounds as the file holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.domain.contests import Contest
from bot.domain.events.records import LONG_AGO
from bot.domain.formats import EventFacts
from bot.domain.ids import EntrantId
from bot.domain.rulebook import Rulebook
from bot.record import model
from bot.record.errors import Fault, FaultCode
from bot.record.formats import format_of
from bot.record.objects import starter_of
from bot.record.placing import Draft, Settled
from bot.record.results import Refused, contest_of
from bot.record.rounds_held import with_rounds
from bot.record.separating import complete

_FEWEST = 2
Rated = Mapping[EntrantId, float | None]


def place_drafts(drafts: Sequence[Draft], told: model.RecordFile, rulebook: Rulebook, rated: Rated) -> Sequence[Draft]:
    """The drafts at their places; a score that nobody can read is left to those who name it."""
    played, names = format_of(rulebook), [one.id for one in told.entrants]
    drafts = played.prepared(drafts, rulebook, names)
    at_table = played.placed(drafts, rulebook, names)
    if len(names) < _FEWEST or all(draft.told.position is not None for draft in drafts):
        return at_table
    try:
        return played.decided(drafts, at_table, _entrants(told), rulebook, _settling(rulebook, rated))
    except Refused:
        return at_table


def rulebook_of_file(drafts: Sequence[Draft], told: model.RecordFile, rulebook: Rulebook, rated: Rated) -> Rulebook:
    """The rulebook with the rounds that a file by hand holds; where draws stand, the rulebook's own number counts."""
    if told.draws:
        return rulebook
    try:
        at_table = format_of(rulebook).placed(drafts, rulebook, [one.id for one in told.entrants])
        return with_rounds(at_table, _entrants(told), rulebook, _settling(rulebook, rated))
    except Refused:
        return rulebook


def _entrants(told: model.RecordFile) -> EventFacts:
    return EventFacts(tuple(starter_of(one) for one in told.entrants))


def _settling(rulebook: Rulebook, rated: Rated) -> Settled:
    most = format_of(rulebook).sides.most

    def settle(draft: Draft) -> Contest:
        if most is not None and len(draft.sides) > most:
            raise Refused(Fault(f"{draft.place}.sides", FaultCode.SIDES, str(len(draft.sides)), str(most)))
        name = f"{draft.stage}-{draft.told.group}-{draft.round}-{draft.position}"
        contest = contest_of(draft, rulebook, name, LONG_AGO)
        return complete(contest, rulebook, rated, scored=draft.told.score is not None)

    return settle
