"""No-shows: their cases, their 72 hours, and the bars that follow."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from rehearsal.cast import Character
from rehearsal.diary import EventDiary
from rehearsal.facts import Event
from rehearsal.hearing import CheckRow, Hearing, on_time, same


def _no_shows(remembered: EventDiary) -> set[int]:
    """Who signed up and did not confirm, and who confirmed and came to no match."""
    never_came = {
        member
        for played in remembered.matches.values()
        for member in played.players
        if member not in played.arrivals and not any(member in other.arrivals for other in remembered.matches.values())
    }
    return remembered.absentees | never_came


def _to_be_barred(hearing: Hearing, remembered: EventDiary) -> set[int]:
    unjustified = _no_shows(remembered) - set(remembered.justified)
    return (unjustified | remembered.declined) if hearing.rules.bar_when_unjustified else set()


def cases(hearing: Hearing) -> Iterator[str]:
    """There is a case for everyone who did not appear, and for nobody else."""
    for remembered, event in hearing.events_held():
        found = hearing.cases(event)
        wanted = _no_shows(remembered)
        yield from same(f"{event.name}, cases", map(hearing.name, found), map(hearing.name, wanted))
        for member, case in found.items():
            absent = member in remembered.absentees
            if case.reason != ("not_confirmed" if absent else "confirmed_never_played"):
                yield f"{event.name}: the case of {hearing.name(member)} says {case.reason}"


def notices(hearing: Hearing) -> Iterator[str]:
    """Each is asked publicly and by a direct message, with a button; the time runs from there."""
    for remembered, event in hearing.events_held():
        for member in _no_shows(remembered):
            posts = [one for one in hearing.play.witness.posts_of() if member in one.pinged and one.has("justify")]
            if not posts:
                yield f"{hearing.name(member)} was not asked publicly"
                continue
            yield from _notice_faults(hearing, event, member, posts[0].at)


def _notice_faults(hearing: Hearing, event: Event, member: int, asked_at: datetime) -> Iterator[str]:
    """The time to justify begins with the public notice, and a letter comes beside it."""
    name, case = hearing.name(member), hearing.cases(event).get(member)
    noticed = None if case is None else case.noticed_at
    if noticed is not None and abs((noticed - asked_at).total_seconds()) > 1:
        yield f"{name}'s time runs from {noticed} and not from the notice"
    letters = [one.at - asked_at for one in hearing.play.witness.written_to(name)]
    if not any(timedelta() <= later <= timedelta(minutes=1) for later in letters):
        yield f"{name} got no direct message beside the notice"


def bars(hearing: Hearing) -> Iterator[str]:
    """Barred are those who did not justify, or whose justification was declined, and nobody else."""
    wanted = {member for remembered, _ in hearing.events_held() for member in _to_be_barred(hearing, remembered)}
    yield from same("barred", map(hearing.name, hearing.bars()), map(hearing.name, wanted))


def moments(hearing: Hearing) -> Iterator[str]:
    """Bars come when the 72 hours are over, not before."""
    found = hearing.bars()
    for remembered, event in hearing.events_held():
        for member in _to_be_barred(hearing, remembered) - remembered.declined:
            case, bar = hearing.cases(event).get(member), found.get(member)
            if case is not None and case.noticed_at is not None and bar is not None:
                due = max(case.noticed_at, case.event_at) + hearing.rules.justify_within
                yield from on_time(f"the bar of {hearing.name(member)}", bar.since, due)


def public(hearing: Hearing) -> Iterator[str]:
    """Bars are said publicly, by name, when they begin, and who is barred reads it in a letter."""
    for member, bar in hearing.bars().items():
        name = hearing.name(member)
        for place in ("announcements", "record"):
            posts = [post for post in hearing.play.witness.posts_of(place) if _at_once(post.at, bar.since)]
            if not any(f"<@{member}>" in post.text for post in posts):
                yield f"the {place} do not say that {name} is barred"
        if not any(_at_once(letter.at, bar.since) for letter in hearing.play.witness.written_to(name)):
            yield f"{name} gets no letter about the bar"


def _at_once(said: datetime, since: datetime) -> bool:
    return timedelta() <= said - since <= timedelta(minutes=1)


def barred_are_refused(hearing: Hearing) -> Iterator[str]:
    """Who is barred is refused at the next event, alone and with words, where events do; a lifted bar lets in."""
    refused = hearing.rules.refuses_barred
    later = {entry.member for event in hearing.facts.events[2:] for entry in hearing.entries(event).values()}
    for member, answer in hearing.play.diary.refused_barred.items():
        if not answer.private or not answer.text:
            yield f"{hearing.name(member)} was not told of the bar"
        if (member in later) is refused and member not in hearing.play.diary.lifted:
            where = "barred and on the list" if refused else "not on the list, although no bar counts,"
            yield f"{hearing.name(member)} is {where} of the next event"
    for member in hearing.play.diary.lifted - later:
        yield f"{hearing.name(member)} could not register although the bar was lifted"
    yield from _not_lifted(hearing)


def _not_lifted(hearing: Hearing) -> Iterator[str]:
    leader = hearing.play.stage.leader.name
    for member in hearing.play.diary.lifted:
        if hearing.bars()[member].lifted_at is None:
            yield f"the bar of {hearing.name(member)} was not lifted by {leader}"


def justified_are_free(hearing: Hearing) -> Iterator[str]:
    """Who justified in time and was believed has no bar."""
    for player in hearing.play.cast.who(Character.EXPLAINS):
        if player.member.id in hearing.bars():
            yield f"{player.name} is barred in spite of a justification"


CHECKS: Final[tuple[CheckRow, ...]] = (
    ("AIJE-B03-2", "Everyone who did not appear has a case", cases),
    ("AIJE-D01-5.3", "Each of them is asked, and told until when", notices),
    ("AIJE-B03-2", "The unjustified are barred, and nobody else", bars),
    ("AIJE-D01-5.3", "Who justified in time is not barred", justified_are_free),
    ("AIJE-D01-5.3", "Bars come after the 72 hours, at once", moments),
    ("AIJE-D01-2", "Bars are public", public),
    ("AIJE-D01-2", "The barred are refused until the leader lifts it", barred_are_refused),
)
