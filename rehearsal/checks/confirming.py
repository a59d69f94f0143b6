"""Registration, check-in and its close."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Final

from rehearsal.cast import Character
from rehearsal.hearing import CheckRow, Hearing, on_time, same


def window(hearing: Hearing) -> Iterator[str]:
    """Opened and closed when the rulebook says."""
    for _, event in hearing.events_held():
        yield from on_time(f"{event.name} opens", event.opened_at, event.start_at - hearing.rules.opens_before)
        yield from on_time(f"{event.name} closes", event.closed_at, event.start_at - hearing.rules.closes_before)


def button(hearing: Hearing) -> Iterator[str]:
    """The announcement offers Check in while it is open, and not afterwards."""
    for remembered, event in hearing.events_held():
        assert remembered.announcement is not None
        looks = hearing.play.witness.looks_at(remembered.announcement)
        closed = event.start_at - hearing.rules.closes_before
        opened = event.start_at - hearing.rules.opens_before
        offered = [one.at for one in looks if one.post.has("check-in")]
        if any(at < opened or at > closed + timedelta(minutes=1) for at in offered):
            yield f"{event.name}: Check in is offered outside its window"
        if not any(opened <= at <= closed for at in offered):
            yield f"{event.name}: Check in is never offered"


def starters(hearing: Hearing) -> Iterator[str]:
    """Who confirmed in time starts, who did not is out, who left is neither."""
    for remembered, event in hearing.events_held():
        entries = hearing.entries(event).values()
        for outcome, wanted in (("starter", remembered.starters), ("absent", remembered.absentees)):
            found = [hearing.name(entry.member) for entry in entries if entry.outcome == outcome]
            yield from same(f"{event.name}, {outcome}", found, map(hearing.name, wanted))
        gone = [hearing.name(entry.member) for entry in entries if entry.withdrawn_at is not None]
        yield from same(f"{event.name}, withdrawn", gone, map(hearing.name, {*remembered.withdrew, *remembered.quit}))


def too_late(hearing: Hearing) -> Iterator[str]:
    """No delay is accepted: whoever pressed after the close is told so privately, and does not play."""
    for remembered, event in hearing.events_held():
        close = event.start_at - hearing.rules.closes_before
        late = [entry for entry in hearing.entries(event).values() if entry.confirmed_at and entry.confirmed_at > close]
        yield from (f"{event.name}: {hearing.name(entry.member)} confirmed after the close" for entry in late)
        for member, answer in remembered.came_too_late.items():
            if not answer.posts or not answer.private:
                yield f"{event.name}: {hearing.name(member)} was not told alone that it is too late"


def reminders(hearing: Hearing) -> Iterator[str]:
    """Each reminder pings those who are missing at its moment, all of them and nobody else."""
    for remembered, event in hearing.events_held():
        close = event.start_at - hearing.rules.closes_before
        posts = hearing.play.witness.posts_of("announcements")
        for before in hearing.rules.reminders:
            due = close - before
            # Who confirms in the very moment of the reminder may be named by it, or not.
            missing, at_that_moment = remembered.missing_at(due), remembered.missing_at(due - timedelta(seconds=1))
            at_that_time = [post for post in posts if due <= post.at <= due + timedelta(seconds=30) and post.pinged]
            pinged = {member for post in at_that_time for member in post.pinged}
            wanted = missing | (pinged & at_that_moment)
            yield from same(
                f"{event.name}, reminder {before} before", map(hearing.name, pinged), map(hearing.name, wanted)
            )


def announcements(hearing: Hearing) -> Iterator[str]:
    """The announcement shows the start and offers what it has to; the record shows the commitment."""
    record = "\n".join(post.text for post in hearing.play.witness.posts_of("record"))
    for remembered, event in hearing.events_held():
        post = remembered.announcement
        assert post is not None
        start = f"<t:{int(event.start_at.timestamp())}:"
        if start not in post.text:
            yield f"{event.name}: the start is not announced"
        if event.commitment not in record:
            yield f"{event.name}: the draw's commitment is not on record"
        verbs = ("register", "withdraw", "players", "verify")
        yield from (f"{event.name}: no button {verb}" for verb in verbs if not post.has(verb))
        if event.scheduled_event is None:
            yield f"{event.name}: no scheduled event in the server's calendar"


def by_invitation(hearing: Hearing) -> Iterator[str]:
    """Where seats are given, who has none is told so in private, and is not on the list."""
    for remembered, event in hearing.events_held():
        answer, stranger = remembered.knocked, hearing.play.stage.organiser.id
        if answer is None:
            continue
        if not answer.is_refusal or "/seats show" not in answer.text:
            yield f"{event.name}: {hearing.name(stranger)} was not told alone where it is shown who has a seat"
        if any(entry.member == stranger for entry in hearing.entries(event).values()):
            yield f"{event.name}: {hearing.name(stranger)} entered without a seat"


def scenes(hearing: Hearing) -> Iterable[str]:
    """Everybody in the cast had their scene, so that nothing that is promised stays unrehearsed."""
    passive = {Character.STEADY, Character.FORGETS, Character.LAST_MINUTE}
    wanted = {player.character for player in hearing.play.cast.players} - passive
    return same("scenes", hearing.play.diary.shown, wanted)


CHECKS: Final[tuple[CheckRow, ...]] = (
    ("AIJE-D01-1", "The announcement says what it has to", announcements),
    ("AIJE-D02-1, AIJE-D03-1, AIJE-D04-1", "Nobody enters without a seat where seats are given", by_invitation),
    ("AIJE-D01-5", "Check-in opens and closes at its moment", window),
    ("AIJE-D01-5", "The Check in button is there while it counts", button),
    ("AIJE-D01-5.1", "Who confirmed starts, who did not is out", starters),
    ("AIJE-D01-5", "Nobody gets in after the close", too_late),
    ("AIJE-D01-5", "Reminders name those who are missing, and nobody else", reminders),
    ("the rehearsal", "Everybody had their scene", scenes),
)
