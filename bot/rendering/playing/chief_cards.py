"""The chief arbiter of an event: who it is, what is asked of them, and the report at the end (GO-30)."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.events.event_officers import EventRole, RefereesView
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.layout import DANGER, QUIET, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.playing.match_names import heading
from bot.rendering.playing.match_words import situation
from bot.rendering.sentences import listing
from bot.rendering.text import quote, quoted_block


def referees(view: RefereesView, voice: Voice) -> Card:
    """Who decides in the event, who was relieved, and what to do next."""
    lines = [voice.say("chief.title", name=quote(view.tournament.name))]
    if view.chief is None:
        lines.append(voice.say("chief.nobody"))
    else:
        lines.append(voice.say("chief.is", who=mention(view.chief)))
    if view.deputies:
        lines.append(voice.say("chief.deputies", who=listing([mention(one) for one in view.deputies], voice)))
    relieved = [
        f"{voice.say('chief.relieved_line', who=mention(person))}\n{quoted_block(relief.reason)}"
        for person, relief in view.relieved
    ]
    after = () if view.report is not None else (f"-# {voice.say('chief.next')}",)
    return Card(("\n".join(lines), *relieved, *_report(view), *after), colour=QUIET)


def naming(view: RefereesView, person: Person, role: EventRole, voice: Voice) -> Card:
    """To everybody: who was named, and what they decide."""
    text = voice.say(f"chief.named_{role.value}", who=mention(person), name=quote(view.tournament.name))
    return Card((text,), pings=pings([person]))


def relief(view: RefereesView, person: Person, voice: Voice) -> Card:
    """To the arbiters: somebody follows no more match of the event, and why."""
    reason = next((relief.reason for one, relief in view.relieved if one.person_id == person.person_id), "")
    text = voice.say("chief.relieved", who=mention(person), name=quote(view.tournament.name))
    return Card((text, quoted_block(reason)), colour=WARNING, pings=pings([person]))


def passed_up(view: MatchView, by: Person | None, question: str, voice: Voice) -> Card:
    """To the chief and the deputies: an arbiter asks, with the way to the match."""
    names = listing([mention(one) for one in view.chiefs], voice)
    asker = mention(by) if by is not None else voice.say("matches.organisers")
    desk = Press(f"referee:{view.contest_id}", voice.say("matches.for_arbiter"), emoji="⚖️")
    return Card(
        (
            heading(view, voice),
            voice.say("chief.asked", names=names, who=asker),
            quoted_block(question),
            situation(view, voice),
        ),
        controls=((desk,),),
        colour=DANGER,
        pings=pings(view.chiefs),
    )


def report_wanted(view: RefereesView, voice: Voice) -> Card:
    """To the chief: the event is over, and its report is due."""
    chief = view.chief
    who = mention(chief) if chief else ""
    button = Press(f"closing-report:{view.tournament.tournament_id}", voice.say("chief.write_report"), emoji="📝")
    text = voice.say("chief.report_wanted", who=who, name=quote(view.tournament.name))
    return Card((text,), controls=((button,),), pings=pings([chief] if chief else []))


def closing_report(view: RefereesView, voice: Voice) -> Card:
    """To everybody, for the record: the chief's report on the event."""
    title = voice.say("chief.report_title", name=quote(view.tournament.name))
    return Card((title, *_report(view)), colour=QUIET)


def _report(view: RefereesView) -> tuple[str, ...]:
    return (quoted_block(view.report.report, 3500),) if view.report is not None else ()
