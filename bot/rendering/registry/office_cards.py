"""The offices and the committee as cards: who holds what, what waits while an office is vacant, and changes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.domain.community import Person
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.offices import Committee, Seat, blocked_by
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card
from bot.rendering.people import mention, pings
from bot.rendering.sentences import member_name, moment
from bot.rendering.text import quoted_block

LINES_IN_A_LIST = 40


@dataclass(frozen=True, slots=True)
class OfficeChange:
    """What became of an office: "resigned", "stand_in", "stand_in_over"; or of a title: "laid_down"."""

    what: str
    office: Office | ArbiterTitle
    person: Person
    by: Person | None
    until: datetime | None
    reason: str | None


def committee(shown: Committee, voice: Voice) -> Card:
    """Both offices with what waits for a vacant one, then every arbiter; what to do next at the end."""
    seats = "\n".join(_seat(seat, voice) for seat in shown.seats)
    arbiters = [
        voice.say("offices.arbiter", who=mention(person), title=title.value, since=_day(since))
        for person, title, since in shown.arbiters[:LINES_IN_A_LIST]
    ]
    vacant = any(seat.holder is None for seat in shown.seats)
    listed = "\n".join([voice.count("offices.committee", len(arbiters)), *arbiters])
    after = voice.say("offices.fill_vacant" if vacant else "offices.next")
    return Card((voice.say("offices.title"), seats, listed, "-# " + after), colour=WARNING if vacant else 0x3BA55D)


def change_notice(change: OfficeChange, voice: Voice) -> Card:
    """What everybody reads of a resignation or a stand-in; a vacant office is named with what it holds up."""
    office = member_name(change.office, voice) if isinstance(change.office, Office) else change.office.value
    said = [
        voice.say(
            f"offices.{change.what}",
            office=office,
            who=mention(change.person),
            by=mention(change.by) if change.by else "",
            until=moment(change.until) if change.until else "",
        )
    ]
    if change.reason:
        said.append(quoted_block(change.reason))
    texts = ["\n".join(said)]
    if change.what == "resigned" and isinstance(change.office, Office):
        texts.append(voice.say("offices.resigned_waits") + "\n" + _waits(change.office, voice))
        texts.append("-# " + voice.say("offices.fill_vacant"))
    return Card(tuple(texts), pings=pings([change.person]))


def undone(person: Person, by: Person, what: str, holder: Person | None, voice: Voice, *, given: bool) -> Card:
    """A mistaken appointment or title, or its loss, is taken back; who holds the office now, or that it is vacant."""
    is_office = what in set(Office)
    word = member_name(Office(what), voice) if is_office else what
    values = {"by": mention(by), "who": mention(person), "what": word}
    said = voice.say("offices.undone_given" if given else "offices.undone_taken", **values)
    lines = [said]
    if is_office and holder is not None:
        lines.append(voice.say("offices.again", office=word, who=mention(holder)))
    elif is_office:
        lines.append(voice.say("offices.vacant", office=word) + "\n" + _waits(Office(what), voice))
    return Card(("\n".join(lines),), pings=pings([person]))


def _seat(seat: Seat, voice: Voice) -> str:
    office = member_name(seat.office, voice)
    if seat.holder is None:
        return voice.say("offices.vacant", office=office) + "\n" + _waits(seat.office, voice)
    since = _day(seat.since) if seat.since else "?"
    said = voice.say("offices.held", office=office, who=mention(seat.holder), since=since)
    if seat.stand_in is None or seat.stands_in_until is None:
        return said
    until = _day(seat.stands_in_until)
    return said + "\n" + voice.say("offices.stood_in", who=mention(seat.stand_in), until=until)


def _waits(office: Office, voice: Voice) -> str:
    return "\n".join(f"- ⏸️ {member_name(blocked, voice)}" for blocked in blocked_by(office))


def _day(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:D>"
