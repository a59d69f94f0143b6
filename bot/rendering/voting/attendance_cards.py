"""Attendance of the committee's votes: reasons for absences, the offer that follows three, and everybody's account."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.voting.attendance import Attendance, Presence
from bot.domain.voting.vote_views import AttendanceSheet, ExcuseView, Missed
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.text import quoted_block
from bot.rendering.voting.vote_cards import kind_name


def excuse(view: ExcuseView, voice: Voice) -> Card:
    """The reason, with the leader's two answers; once answered, the answer."""
    person, kind = mention(view.person), kind_name(view.vote.kind, voice)
    reason = quoted_block(view.excuse.reason)
    if view.excuse.accepted is not None:
        key = "votes.excuse_accepted" if view.excuse.accepted else "votes.excuse_declined"
        by = mention(view.answers) if view.answers else "?"
        return Card((voice.say(key, person=person, kind=kind, by=by), reason), colour=QUIET)
    who = mention(view.answers) if view.answers else voice.say("votes.vacant")
    said = (voice.say("votes.excuse", person=person, kind=kind), reason, voice.say("votes.excuse_next", who=who))
    subject = f"{view.vote.vote_id}.{view.person.person_id}"
    accept = Press(f"excuse-accept:{subject}", voice.say("votes.accept"), ButtonStyle.success)
    decline = Press(f"excuse-decline:{subject}", voice.say("votes.decline"), ButtonStyle.danger)
    called = pings([view.answers] if view.answers else [])
    return Card(said, controls=((accept, decline),), colour=WARNING, pings=called)


def removal_option(view: Missed, voice: Voice) -> Card:
    """Tells the leader that somebody may be removed now, and offers to put it to the President (AIJE-A02-6)."""
    n = view.attendance.count(Presence.UNJUSTIFIED)
    who = mention(view.leader) if view.leader else voice.say("votes.vacant")
    press = Press(f"vote-remove:{view.person.person_id}", voice.say("votes.propose_removal"), ButtonStyle.danger)
    return Card(
        (voice.count("votes.missed", n, person=mention(view.person)), voice.say("votes.missed_next", who=who)),
        controls=((press,),),
        colour=WARNING,
        pings=pings([view.leader] if view.leader else []),
    )


def sheet(found: AttendanceSheet, voice: Voice) -> Card:
    """Everybody's account of the committee's votes."""
    if not found.lines:
        return Card((voice.say("votes.no_committee"),))
    lines = [_line(line, found, voice) for line in found.lines[:40]]
    return Card((voice.say("votes.attendance"), "\n".join(lines), voice.say("votes.attendance_next")))


def _line(line: Attendance, found: AttendanceSheet, voice: Voice) -> str:
    return voice.say(
        "votes.attendance_line",
        person=mention(found.people[line.person_id]),
        attended=line.count(Presence.ATTENDED),
        entitled=len(line.votes),
        excused=line.count(Presence.EXCUSED),
        pending=line.count(Presence.PENDING),
        unjustified=line.count(Presence.UNJUSTIFIED),
    )


def excuse_receipt(voice: Voice) -> Card:
    """Tells the absentee that the reason is with the leader."""
    return Card((voice.say("votes.excuse_kept"),))
