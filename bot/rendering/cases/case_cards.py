"""What is said of absences: the notice, letters and reminders, the reviewers' card, the answers, the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle

from bot.domain.cases.absence import AbsenceCase, AbsenceReason, CaseState, VerdictKind
from bot.domain.cases.case_views import CaseList, CaseView
from bot.domain.cases.no_shows import UNJUSTIFIED, AbsencePenalty, CaseEnd
from bot.domain.community import Person
from bot.domain.events.tournament import TOO_FEW, Tournament, excuses_the_unconfirmed
from bot.domain.ids import CaseId
from bot.i18n import Voice
from bot.rendering import drawn_rows
from bot.rendering.layout import ACCENT, QUIET, WARNING, Card, Choice, Line, Press
from bot.rendering.office_words import in_office
from bot.rendering.people import mention, pings
from bot.rendering.sentences import duration, moment
from bot.rendering.text import quote, quoted_block

CASES_ON_A_PAGE: Final = 10
_IN_A_ROW: Final = 5
_LINES: Final = 10


def absence_notice(views: Sequence[CaseView], voice: Voice) -> Card:
    """Names everyone who was missing and says how to justify; its delivery starts their time (AIJE-D01-5.3)."""
    tournament = views[0].tournament
    said = voice.say(
        f"cases.notice_{_how(views[0])}",
        name=quote(tournament.name),
        within=duration(tournament.rulebook.absence.justify_within, voice),
        button=voice.say("cases.justify"),
    )
    return Card(
        (said, consequence(tournament, voice)),
        controls=((_justify(views[0], voice),),),
        colour=WARNING,
        opening=", ".join(mention(view.person) for view in views),
        pings=pings(view.person for view in views),
    )


def absence_letter(view: CaseView, link: str, voice: Voice) -> Card:
    """The same to one person alone, with the button, and the way to the public message."""
    said = voice.say(f"cases.letter_{_how(view)}", name=quote(view.tournament.name))
    return Card(
        (said, _letter_next(view, link, voice), consequence(view.tournament, voice)),
        controls=((_justify(view, voice),),),
        colour=WARNING,
    )


def absence_reminder(views: Sequence[CaseView], voice: Voice, *, extended: bool) -> Card:
    """Names those alone who can still justify, in public."""
    return Card(
        (_reminder(views[0], voice, extended=extended),),
        controls=((_justify(views[0], voice),),),
        colour=WARNING,
        opening=", ".join(mention(view.person) for view in views),
        pings=pings(view.person for view in views),
    )


def absence_reminder_letter(view: CaseView, link: str | None, voice: Voice, *, extended: bool) -> Card:
    """The reminder to one person alone."""
    next_step = (_letter_next(view, link, voice),) if link else ()
    return Card(
        (_reminder(view, voice, extended=extended), *next_step),
        controls=((_justify(view, voice),),),
        colour=WARNING,
    )


def _how(view: CaseView) -> str:
    """How the person was missing: where it counts although the event was called off, that is told."""
    unconfirmed, tournament = view.case.reason is AbsenceReason.NOT_CONFIRMED, view.tournament
    counts = tournament.cancel_reason == TOO_FEW and not excuses_the_unconfirmed(tournament)
    return "called_off" if unconfirmed and counts else view.case.reason


def consequence(tournament: Tournament, voice: Voice) -> str:
    """What follows by the event's rules where nothing is said (AIJE-B03-2)."""
    rules = tournament.rulebook.absence
    if not rules.bar_when_unjustified or excuses_the_unconfirmed(tournament):
        return voice.say("cases.else_nothing")
    if rules.bar_lasts is None:
        return voice.say("cases.else_barred")
    return voice.say("cases.else_barred_for", lasts=duration(rules.bar_lasts, voice))


def justification_receipt(view: CaseView, voice: Voice, *, own: bool) -> Card:
    """What the person, or the staff who wrote for the person, is told after a justification was given."""
    if not own:
        return Card((voice.say("cases.given_for", person=mention(view.person)),))
    if view.state is CaseState.JUSTIFIED:
        return Card((voice.say("cases.given_accepted"),))
    if view.justify_by is None:
        return Card((voice.say("cases.given_early"),))
    return Card((voice.say("cases.given", limit=moment(view.justify_by)),))


def for_review(view: CaseView, voice: Voice, reminded: Sequence[Person] = ()) -> Card:
    """The reviewers' card: who, what event, what was written and when, and the two answers while nobody has decided.

    `reminded` are the reviewers whom a justification that has waited is brought before once more.
    """
    given = view.case.justification
    paragraphs = [
        voice.say("cases.review_title", person=mention(view.person), name=quote(view.tournament.name)),
        "-# " + voice.say(f"cases.why_{_how(view)}"),
    ]
    if given is None:
        paragraphs += [_situation(view, voice), voice.say("cases.nothing_given")]
    else:
        paragraphs.append(
            voice.say("cases.review_given", at=moment(given.submitted_at)) + "\n" + quoted_block(given.text)
        )
        if given.proof:
            links = " ".join(f"<{link}>" for link in given.proof.split())
            paragraphs.append(voice.say("cases.review_proof", links=links))
        paragraphs.append(_outcome(view, voice))
    opening = ", ".join(map(mention, reminded[:20]))
    return Card(
        tuple(paragraphs),
        controls=_controls(view, voice),
        colour=WARNING if view.state is CaseState.UNDER_REVIEW else QUIET,
        opening=f"{voice.say('cases.review_reminder')} {opening}" if reminded else None,
        pings=pings(reminded[:20]),
    )


def may_be_decided(view: CaseView) -> bool:
    """Whether a reviewer may still accept or decline."""
    case = view.case
    return case.justification is not None and case.verdict is None and case.closed_at is None


def review_receipt(view: CaseView, voice: Voice) -> Card:
    """What the reviewer is told after the decision."""
    accepted = view.case.verdict is not None and view.case.verdict.kind is VerdictKind.ACCEPTED
    declined = (
        "cases.told_declined" if view.tournament.rulebook.absence.bar_when_unjustified else "cases.told_declined_only"
    )
    return Card((voice.say("cases.told_accepted" if accepted else declined, person=mention(view.person)),))


def decision(view: CaseView, voice: Voice, *, own: bool) -> Card:
    """How the case ended where no bar came of it: to the person alone, or on the public record."""
    kind, verdict, name = _name_of_end(view.case), view.case.verdict, quote(view.tournament.name)
    by = in_office(view.decided_by, view.decided_as, voice)
    if own:
        said = voice.say(f"cases.you_{kind}", name=name)
    else:
        said = voice.say(f"cases.ended_{kind}", name=name, person=mention(view.person))
    if verdict is not None and kind in {"accepted", "declined"}:
        said += " " + voice.say("points.returned_by" if verdict.reason else "cases.decided_by", by=by)
        said += "\n" + quoted_block(verdict.reason) if verdict.reason else ""
    return Card((said,), colour=QUIET if kind in {"declined", "no_penalty"} else ACCENT)


def _name_of_end(case: AbsenceCase) -> str:
    if case.close_reason == CaseEnd.APPEARED:
        return "appeared"
    if case.verdict is not None:
        return case.verdict.kind.value
    return "no_penalty" if case.close_reason == CaseEnd.NO_PENALTY else "accepted"


def reopening_receipt(view: CaseView, voice: Voice) -> Card:
    """What the officer is told who opened a case again."""
    key = "cases.reopened_for_review" if view.case.justification else "cases.reopened_with_notice"
    return Card((voice.say(key, person=mention(view.person)),))


def case_list(listed: CaseList, page: int, voice: Voice) -> Card:
    """The open cases, each with a numbered button that opens its card; `page` counts from 0."""
    title = voice.say("cases.list_title")
    if not listed.cases:
        return Card((title, voice.say("cases.list_none")))
    last = (len(listed.cases) - 1) // CASES_ON_A_PAGE
    page = min(max(page, 0), last)
    shown = listed.cases[page * CASES_ON_A_PAGE : (page + 1) * CASES_ON_A_PAGE]
    first = page * CASES_ON_A_PAGE + 1
    lines = drawn_rows.texts(enumerate(shown, first), _line, voice)
    presses = [Press(f"case:{view.case.case_id}", str(number)) for number, view in enumerate(shown, first)]
    rows = [tuple(presses[start : start + _IN_A_ROW]) for start in range(0, len(presses), _IN_A_ROW)]
    turns = paging("cases", page, last, voice)
    return Card((title, "\n".join(lines), voice.say("cases.list_next")), controls=(*rows, *turns))


def paging(verb: str, page: int, last: int, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """The row that turns pages of a list, or nothing where there is but one."""
    if not last:
        return ()
    return (
        (
            Press(f"{verb}:{page - 1}", voice.say("cases.earlier"), disabled=page == 0),
            Press(f"{verb}:{page + 1}", voice.say("cases.later"), disabled=page == last),
        ),
    )


def _line(numbered: tuple[int, CaseView], voice: Voice) -> str:
    number, view = numbered
    return voice.say(
        "cases.list_line",
        number=number,
        person=mention(view.person),
        name=quote(view.tournament.name, 40),
        state=_situation(view, voice),
    )


def _situation(view: CaseView, voice: Voice) -> str:
    if view.state is CaseState.OPEN and view.justify_by is not None:
        return voice.say("cases.state_open", limit=moment(view.justify_by))
    return voice.say(f"cases.state_{view.state}")


def _outcome(view: CaseView, voice: Voice) -> str:
    verdict = view.case.verdict
    if view.case.close_reason == CaseEnd.APPEARED:
        return voice.say("cases.review_appeared")
    if verdict is None:
        return voice.say("cases.review_received" if view.state is CaseState.JUSTIFIED else "cases.review_next")
    by = mention(view.decided_by) if view.decided_by else "?"
    said = voice.say(f"cases.review_{verdict.kind}", by=by, at=moment(verdict.at))
    return f"{said}\n{quoted_block(verdict.reason)}" if verdict.reason else said


def _controls(view: CaseView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    if may_be_decided(view):
        return (_answers(view, voice),)
    if view.case.close_reason in UNJUSTIFIED:
        return ((_penalty(view, voice.say("cases.open_penalty")),),)
    return ()


def _penalty(view: CaseView, label: str) -> Press:
    return Press(f"case-penalty:{view.case.case_id}", label, emoji="🗳️")


def unjustified_absences(views: Sequence[CaseView], voice: Voice) -> Card:
    """Tells the committee whose time to justify is over, and offers the vote on a penalty for each (AIJE-D01-5.3)."""
    said = voice.say("cases.unjustified", name=quote(views[0].tournament.name))
    shown, more = views[:_LINES], views[_LINES:]
    label = voice.say("cases.open_penalty")
    lines = tuple(Line(mention(view.person), _penalty(view, label)) for view in shown)
    rest = (voice.count("cases.unjustified_more", len(more)),) if more else ()
    return Card((said,), lines=lines, closing=(*rest, voice.say("cases.penalty_next")))


def penalties(case_id: CaseId, offered: Sequence[AbsencePenalty], voice: Voice) -> Card:
    """Asks which penalty the vote is to be about."""
    choice = Choice(
        f"case-penalty-kind:{case_id}",
        voice.say("cases.choose_penalty"),
        tuple((one.value, voice.say(f"cases.penalty_{one}")) for one in offered),
    )
    return Card((voice.say("cases.which_penalty"),), controls=(choice,))


def _answers(view: CaseView, voice: Voice) -> tuple[Press, ...]:
    key = view.case.case_id
    return (
        Press(f"case-accept:{key}", voice.say("cases.accept"), ButtonStyle.success),
        Press(f"case-decline:{key}", voice.say("cases.decline"), ButtonStyle.danger),
    )


def _justify(view: CaseView, voice: Voice) -> Press:
    return Press(f"justify:{view.tournament.tournament_id}", voice.say("cases.justify"), ButtonStyle.primary)


def _reminder(view: CaseView, voice: Voice, *, extended: bool) -> str:
    limit = moment(view.justify_by) if view.justify_by else ""
    key = "cases.extended" if extended else "cases.reminder"
    return voice.say(key, name=quote(view.tournament.name), limit=limit)


def _letter_next(view: CaseView, link: str, voice: Voice) -> str:
    limit = moment(view.justify_by) if view.justify_by else ""
    address = f"https://discord.com/channels/{link}"
    return voice.say("cases.letter_next", limit=limit, link=address, button=voice.say("cases.justify"))
