"""What a procedure here has decided, and no opening list says otherwise: a match, a vote, a bar, a correction."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.community import Person
from bot.domain.ids import PersonId
from bot.domain.opening.lines import Column, LineFault, OpeningLine, Trouble
from bot.domain.opening.standing import without_weight
from bot.domain.permissions import Office
from bot.domain.signing.signatures import REFUSED_FOR, Signed
from bot.services.opening import drafts
from bot.services.opening.known import Known
from bot.storage import decided_here, identities, signatures
from bot.storage.context import Query


def faults(tx: Query, known: Known, line: OpeningLine, person: Person | None) -> Iterator[LineFault]:
    """What of the line is decided here, under whichever account or earlier name of the person."""
    own = _selves(tx, known, line, person)
    yield from _expulsions(known, line, person, own)
    if line != without_weight(line) and _was_refused(tx, known, own):
        yield _fault(line, Column.NAME)
    if _rating_is_decided(tx, line, own):
        yield _fault(line, Column.RATING)
    if line.bar is not None and (decided_here.has_lifted_bar(tx, own) or decided_here.was_voted_on(tx, own)):
        yield _fault(line, Column.BAR_REASON)
    yield from _titles(tx, known, line, person, own)
    yield from _crowns(tx, known, line)
    yield from _offices(tx, known, line)


def _was_refused(tx: Query, known: Known, own: list[PersonId]) -> bool:
    """Whether what the person's own list said of them was declined or objected to: no friend brings it either."""
    refused = signatures.refused_since(tx, known.guild_id, Signed.OPENING_LIST, known.now - REFUSED_FOR)
    return any(one.asked_by in own for one in refused)


def _expulsions(known: Known, line: OpeningLine, person: Person | None, own: list[PersonId]) -> Iterator[LineFault]:
    """Who was expelled begins anew, under whichever account; of the person themself it is told before."""
    was_told = person is not None and person.person_id in known.expelled
    if not was_told and not known.expelled.isdisjoint(own) and line != without_weight(line):
        yield LineFault(line.number, Column.NAME, Trouble.EXPELLED, line.name)


def _offices(tx: Query, known: Known, line: OpeningLine) -> Iterator[LineFault]:
    """Who leads is elected, once the committee has elected anybody."""
    vacant = line.office is Office.LEADER and Office.LEADER not in known.offices
    if vacant and decided_here.has_elected_leader(tx, known.guild_id):
        yield _fault(line, Column.OFFICE)


def _titles(
    tx: Query, known: Known, line: OpeningLine, person: Person | None, own: list[PersonId]
) -> Iterator[LineFault]:
    held = None if person is None else known.arbiters.get(person.person_id)
    given = line.arbiter is not None and held is None
    if given and (decided_here.has_lost_arbiter_title(tx, own) or decided_here.was_voted_on(tx, own)):
        yield _fault(line, Column.ARBITER_TITLE)
    if any(decided_here.has_lost_title(tx, own, title) for title, _ in line.masters):
        yield _fault(line, Column.MASTER_TITLE)


def _crowns(tx: Query, known: Known, line: OpeningLine) -> Iterator[LineFault]:
    """From the first match for the title here on, matches here alone give it."""
    first = decided_here.first_title_match(tx, known.guild_id) if line.world_titles else None
    if first is None:
        return
    new = (one for one in line.world_titles if one.event not in known.champions)
    if any(drafts.end_of(one.on, known.zone) > first for one in new):
        yield _fault(line, Column.WORLD_TITLES)


def _rating_is_decided(tx: Query, line: OpeningLine, own: list[PersonId]) -> bool:
    return line.rating is not None and decided_here.has_corrected_rating(tx, own)


def _selves(tx: Query, known: Known, line: OpeningLine, person: Person | None) -> list[PersonId]:
    """Everybody whom the line is about: an expelled account too, which is a stranger since."""
    own = [] if person is None else identities.selves(tx, person.person_id)
    member = line.member_id or (None if person is None else person.discord_id)
    buried = [] if member is None else identities.buried_of_member(tx, known.guild_id, member)
    return list(dict.fromkeys((*own, *buried)))


def _fault(line: OpeningLine, column: Column) -> LineFault:
    return LineFault(line.number, column, Trouble.DECIDED_HERE, line.name)
