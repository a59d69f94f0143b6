"""What a series has to do, by the events' contests on record and by what people read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from rehearsal import rows
from rehearsal.facts import Event
from rehearsal.hearing import Hearing, same
from rehearsal.posts import Post
from rehearsal.series.count import places, standings
from rehearsal.series.diary import FINALISTS, Season

_ROW: Final = re.compile(r"^(\d+)(?:–\d+)?\\?\. <@(\d+)> · \*\*([\d.,½]+)\*\*", re.MULTILINE)
_GAINS: Final = re.compile(r"^\d+(?:–\d+)?\\?\. <@(\d+)> · \*\*[\d.,½]+\*\* · (.+)$", re.MULTILINE)


def _rows_of(text: str) -> dict[int, tuple[int, Fraction]]:
    """The lines of the table in words: place and points by member."""
    return {int(member): (int(place), _number(points)) for place, member, points in _ROW.findall(text)}


def _number(written: str) -> Fraction:
    """The number with a decimal comma or point, or with a half."""
    tidy = written.replace(",", ".")
    return Fraction(tidy[:-1] or "0") + Fraction(1, 2) if tidy.endswith("½") else Fraction(tidy)


def _events(hearing: Hearing, season: Season, *, guest: bool = False) -> list[Event]:
    """The cups that counted at the end, in the order of their ends; with the guest as well."""
    wanted = {one.event_id for one in season.counted}
    if guest and season.guest is not None:
        wanted.add(season.guest.event_id)
    found = [one for one in hearing.facts.events if one.event_id in wanted and one.ended_at is not None]
    return sorted(found, key=lambda one: (one.ended_at, one.event_id))


def _posts(season: Season) -> list[Post]:
    """The posts of the standings after an event."""
    return [one for one in season.play.witness.posts_of("announcements") if one.has("series") and _ROW.search(one.text)]


def _unlike(hearing: Hearing, when: str, text: str, events: Iterable[Event]) -> Iterator[str]:
    wanted = standings(hearing, events)
    told = {member: (place, round(points, 2)) for member, (place, points) in _rows_of(text).items()}
    for member, (place, points) in wanted.items():
        if told.get(member) != (place, round(points, 2)):
            yield f"{when}: {hearing.name(member)} has {told.get(member)} instead of {place, str(points)}"
    yield from same(f"{when}: lines", map(hearing.name, told), map(hearing.name, wanted))


def after_each_event(hearing: Hearing, season: Season) -> Iterator[str]:
    """One post for each event that counted when it ended, with the standings of that moment."""
    events, posts = _events(hearing, season, guest=True), _posts(season)
    yield from _before_the_podium(season)
    if len(posts) != len(events):
        yield f"{len(posts)} posts of the standings after {len(events)} events"
    guest = "" if season.guest is None else season.guest.event_id
    for number, (event, post) in enumerate(zip(events, posts, strict=False), start=1):
        before = events[:number]
        if event.event_id != guest and any(one.event_id == guest for one in before):
            before = [one for one in before if one.event_id != guest]
        yield from _unlike(hearing, f"after {event.name}", post.text, before)


def _before_the_podium(season: Season) -> Iterator[str]:
    announced = season.play.witness.posts_of("announcements")
    ends = [one.message_id for one in announced if one.has("ranking") and one.has("bracket")]
    for post in _posts(season):
        if not any(end < post.message_id for end in ends):
            yield "the standings of the series came before the podium"


def as_looked_at(hearing: Hearing, season: Season) -> Iterator[str]:
    """Who looks reads the standings of the moment; what was taken out gives nothing any more."""
    without = _events(hearing, season)
    early = [one for one in _events(hearing, season, guest=True) if one.name in {"Alba", "Bruma", "Cometa"}]
    for when, events in (
        ("with the guest", early),
        ("without the guest", [one for one in early if one in without]),
        ("before the final", without),
    ):
        yield from _unlike(hearing, when, season.looked[when].text, events)


def absentees(hearing: Hearing, season: Season) -> Iterator[str]:
    """Who never sat down in an event has a dash for it."""
    for event, post in zip(_events(hearing, season, guest=True), _posts(season), strict=False):
        came = places(hearing, event)
        for member, gains in _GAINS.findall(post.text):
            if int(member) not in came and gains.rpartition(" · ")[2] != "–":
                yield f"{hearing.name(int(member))} never played in {event.name} and has points for it"


def scenes(hearing: Hearing, season: Season) -> Iterator[str]:
    """Somebody shared a place, somebody never came, somebody declined."""
    found = {event.name: places(hearing, event) for event in _events(hearing, season)}
    if not any(first != last for some in found.values() for first, last in some.values()):
        yield "nobody shared a place"
    if all(len(found[one.name]) == len(one.starters) for one in season.counted):
        yield "nobody stayed away from a match"
    if season.declined is None:
        yield "nobody declined a seat"


def invitations(hearing: Hearing, season: Season) -> Iterator[str]:
    """The first of the standings are asked, and after the refusal the next who is there."""
    posts = [one for one in season.play.witness.posts_of("announcements") if one.has("series-answer")]
    order = sorted(standings(hearing, _events(hearing, season)).items(), key=lambda one: one[1][0])
    first = {member for member, (place, _) in order if place <= FINALISTS}
    yield from same("asked first", map(hearing.name, posts[0].pinged), map(hearing.name, first))
    if len(first) - 1 < FINALISTS:
        rest = [(place, member) for member, (place, _) in order if member not in first]
        following = {member for place, member in rest if place == rest[0][0]}
        yield from same("asked next", map(hearing.name, posts[1].pinged), map(hearing.name, following))


def seat_holders(hearing: Hearing, season: Season) -> Iterator[str]:
    """On the list of the final stand those who said yes, and nobody else; others are told why not."""
    found = rows.read(season.play.stage.path, rows.SERIES)
    final = "" if season.final is None else season.final.event_id
    entered = [row["discord_id"] for row in found["entered"] if row["tournament_id"] == final]
    yes = [row["discord_id"] for row in found["asked"] if row["answer"] == "accepted"]
    yield from same("on the list of the final", map(hearing.name, entered), map(hearing.name, yes))
    if season.outside is None or "Aurora" not in season.outside.text:
        yield "who has no seat is not told of which series it is the final"


def decisions_alone(_: Hearing, season: Season) -> Iterator[str]:
    """The file holds which events count, and no points."""
    found = rows.read(season.play.stage.path, rows.SERIES)
    kept = [row["tournament_id"] for row in found["events"]]
    yield from same("events on record", kept, [one.event_id for one in season.counted])
    parts = [f"{row['name']}.{row['part']}" for row in found["columns"]]
    yield from (f"{one} holds what follows" for one in parts if "point" in one or "rank" in one or "standing" in one)


def told_by_me(hearing: Hearing, season: Season) -> Iterator[str]:
    """/me tells each the place in the series."""
    wanted = standings(hearing, _events(hearing, season))
    for member, answer in season.asked_me.items():
        line = next((one for one in answer.text.splitlines() if "**Aurora**" in one), None)
        if member in wanted and (line is None or str(wanted[member][0]) not in line):
            yield f"{hearing.name(member)} is told {line!r} instead of place {wanted[member][0]}"


CHECKS: Final = (
    (
        "series",
        "After each event that counts the standings are told once, as they follow from the matches",
        after_each_event,
    ),
    ("series", "Whoever looks reads the standings of the moment, without what was taken out", as_looked_at),
    ("series", "Who never played in an event has nothing for it", absentees),
    ("series", "The first are asked to play the final, and the next where somebody declines", invitations),
    ("series", "Only who said yes stands on the list of the final", seat_holders),
    ("series", "Decisions are stored, and no points", decisions_alone),
    ("series", "/me tells where one stands", told_by_me),
    ("series", "Every scene of the series was played", scenes),
)
