"""What is said of absences, bars, rating points that a vote took, and of how cases are heard.

Of a bar everybody and the person read who, why, until when, and how to have it lifted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from discord import ButtonStyle

from bot.features.cases.model import (
    UNJUSTIFIED,
    AbsenceCase,
    AbsencePenalty,
    AbsenceReason,
    BarList,
    BarView,
    CaseEnd,
    CaseRule,
    CaseRulesChanged,
    CaseState,
    CaseView,
    PointsView,
    VerdictKind,
)
from bot.features.entering.model import BarReason
from bot.i18n.catalogue import Translator
from bot.kernel.ids import CaseId
from bot.layout import cards as layout_cards
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card, Choice, Line
from bot.layout.sentences import duration, listing, member_name, moment, quote, quoted_block
from bot.people.cards import in_office, mention, pings
from bot.people.model import Office, Person
from bot.play.entries import TOO_FEW, Tournament, excuses_the_unconfirmed

# --- absences -------------------------------------------------------------------------------------------------------


CASES_ON_A_PAGE: Final = 10
_IN_A_ROW: Final = 5
_LINES: Final = 10


def absence_notice(views: Sequence[CaseView], voice: Translator) -> Card:
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


def absence_letter(view: CaseView, link: str, voice: Translator) -> Card:
    """The same to one person alone, with the button, and the way to the public message."""
    said = voice.say(f"cases.letter_{_how(view)}", name=quote(view.tournament.name))
    return Card(
        (said, _letter_next(view, link, voice), consequence(view.tournament, voice)),
        controls=((_justify(view, voice),),),
        colour=WARNING,
    )


def absence_reminder(views: Sequence[CaseView], voice: Translator, *, extended: bool) -> Card:
    """Names those alone who can still justify, in public."""
    return Card(
        (_reminder(views[0], voice, extended=extended),),
        controls=((_justify(views[0], voice),),),
        colour=WARNING,
        opening=", ".join(mention(view.person) for view in views),
        pings=pings(view.person for view in views),
    )


def absence_reminder_letter(view: CaseView, link: str | None, voice: Translator, *, extended: bool) -> Card:
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


def consequence(tournament: Tournament, voice: Translator) -> str:
    """What follows by the event's rules where nothing is said (AIJE-B03-2)."""
    rules = tournament.rulebook.absence
    if not rules.bar_when_unjustified or excuses_the_unconfirmed(tournament):
        return voice.say("cases.else_nothing")
    if rules.bar_lasts is None:
        return voice.say("cases.else_barred")
    return voice.say("cases.else_barred_for", lasts=duration(rules.bar_lasts, voice))


def justification_receipt(view: CaseView, voice: Translator, *, own: bool) -> Card:
    """What the person, or the staff who wrote for the person, is told after a justification was given."""
    if not own:
        return Card((voice.say("cases.given_for", person=mention(view.person)),))
    if view.state is CaseState.JUSTIFIED:
        return Card((voice.say("cases.given_accepted"),))
    if view.justify_by is None:
        return Card((voice.say("cases.given_early"),))
    return Card((voice.say("cases.given", limit=moment(view.justify_by)),))


def for_review(view: CaseView, voice: Translator, reminded: Sequence[Person] = ()) -> Card:
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


def review_receipt(view: CaseView, voice: Translator) -> Card:
    """What the reviewer is told after the decision."""
    accepted = view.case.verdict is not None and view.case.verdict.kind is VerdictKind.ACCEPTED
    declined = (
        "cases.told_declined" if view.tournament.rulebook.absence.bar_when_unjustified else "cases.told_declined_only"
    )
    return Card((voice.say("cases.told_accepted" if accepted else declined, person=mention(view.person)),))


def decision(view: CaseView, voice: Translator, *, own: bool) -> Card:
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


def reopening_receipt(view: CaseView, voice: Translator) -> Card:
    """What the officer is told who opened a case again."""
    key = "cases.reopened_for_review" if view.case.justification else "cases.reopened_with_notice"
    return Card((voice.say(key, person=mention(view.person)),))


def case_list(listed: Sequence[CaseView], page: int, voice: Translator) -> Card:
    """The open cases, each with a numbered button that opens its card; `page` counts from 0."""
    title = voice.say("cases.list_title")
    if not listed:
        return Card((title, voice.say("cases.list_none")))
    last = (len(listed) - 1) // CASES_ON_A_PAGE
    page = min(max(page, 0), last)
    shown = listed[page * CASES_ON_A_PAGE : (page + 1) * CASES_ON_A_PAGE]
    first = page * CASES_ON_A_PAGE + 1
    lines = layout_cards.row_texts(enumerate(shown, first), _line, voice)
    presses = [Button(f"case:{view.case.case_id}", str(number)) for number, view in enumerate(shown, first)]
    rows = [tuple(presses[start : start + _IN_A_ROW]) for start in range(0, len(presses), _IN_A_ROW)]
    turns = paging("cases", page, last, voice)
    return Card((title, "\n".join(lines), voice.say("cases.list_next")), controls=(*rows, *turns))


def paging(verb: str, page: int, last: int, voice: Translator) -> tuple[tuple[Button, ...], ...]:
    """The row that turns pages of a list, or nothing where there is but one."""
    if not last:
        return ()
    return (
        (
            Button(f"{verb}:{page - 1}", voice.say("cases.earlier"), disabled=page == 0),
            Button(f"{verb}:{page + 1}", voice.say("cases.later"), disabled=page == last),
        ),
    )


def _line(numbered: tuple[int, CaseView], voice: Translator) -> str:
    number, view = numbered
    return voice.say(
        "cases.list_line",
        number=number,
        person=mention(view.person),
        name=quote(view.tournament.name, 40),
        state=_situation(view, voice),
    )


def _situation(view: CaseView, voice: Translator) -> str:
    if view.state is CaseState.OPEN and view.justify_by is not None:
        return voice.say("cases.state_open", limit=moment(view.justify_by))
    return voice.say(f"cases.state_{view.state}")


def _outcome(view: CaseView, voice: Translator) -> str:
    verdict = view.case.verdict
    if view.case.close_reason == CaseEnd.APPEARED:
        return voice.say("cases.review_appeared")
    if verdict is None:
        return voice.say("cases.review_received" if view.state is CaseState.JUSTIFIED else "cases.review_next")
    by = mention(view.decided_by) if view.decided_by else "?"
    said = voice.say(f"cases.review_{verdict.kind}", by=by, at=moment(verdict.at))
    return f"{said}\n{quoted_block(verdict.reason)}" if verdict.reason else said


def _controls(view: CaseView, voice: Translator) -> tuple[tuple[Button, ...], ...]:
    if may_be_decided(view):
        return (_answers(view, voice),)
    if view.case.close_reason in UNJUSTIFIED:
        return ((_penalty(view, voice.say("cases.open_penalty")),),)
    return ()


def _penalty(view: CaseView, label: str) -> Button:
    return Button(f"case-penalty:{view.case.case_id}", label, emoji="🗳️")


def unjustified_absences(views: Sequence[CaseView], voice: Translator) -> Card:
    """Tells the committee whose time to justify is over, and offers the vote on a penalty for each (AIJE-D01-5.3)."""
    said = voice.say("cases.unjustified", name=quote(views[0].tournament.name))
    shown, more = views[:_LINES], views[_LINES:]
    label = voice.say("cases.open_penalty")
    lines = tuple(Line(mention(view.person), _penalty(view, label)) for view in shown)
    rest = (voice.count("cases.unjustified_more", len(more)),) if more else ()
    return Card((said,), lines=lines, closing=(*rest, voice.say("cases.penalty_next")))


def penalties(case_id: CaseId, offered: Sequence[AbsencePenalty], voice: Translator) -> Card:
    """Asks which penalty the vote is to be about."""
    choice = Choice(
        f"case-penalty-kind:{case_id}",
        voice.say("cases.choose_penalty"),
        tuple((one.value, voice.say(f"cases.penalty_{one}")) for one in offered),
    )
    return Card((voice.say("cases.which_penalty"),), controls=(choice,))


def _answers(view: CaseView, voice: Translator) -> tuple[Button, ...]:
    key = view.case.case_id
    return (
        Button(f"case-accept:{key}", voice.say("cases.accept"), ButtonStyle.success),
        Button(f"case-decline:{key}", voice.say("cases.decline"), ButtonStyle.danger),
    )


def _justify(view: CaseView, voice: Translator) -> Button:
    return Button(f"justify:{view.tournament.tournament_id}", voice.say("cases.justify"), ButtonStyle.primary)


def _reminder(view: CaseView, voice: Translator, *, extended: bool) -> str:
    limit = moment(view.justify_by) if view.justify_by else ""
    key = "cases.extended" if extended else "cases.reminder"
    return voice.say(key, name=quote(view.tournament.name), limit=limit)


def _letter_next(view: CaseView, link: str, voice: Translator) -> str:
    limit = moment(view.justify_by) if view.justify_by else ""
    address = f"https://discord.com/channels/{link}"
    return voice.say("cases.letter_next", limit=limit, link=address, button=voice.say("cases.justify"))


# --- bars -----------------------------------------------------------------------------------------------------------


BARS_ON_A_PAGE: Final = 10


def bar_announcement(views: Sequence[BarView], voice: Translator) -> Card:
    """Tells everybody who is barred and for what, those of one event in one sentence (AIJE-B03-2, AIJE-D01-2)."""
    silent = [view for view in views if view.bar.explanation is None]
    paragraphs = [_announce(silent, voice)] if silent else []
    paragraphs += [_announce([view], voice) for view in views if view.bar.explanation is not None]
    return Card(
        (*paragraphs, f"{_how_to_lift(views[0].lifters, voice)} {voice.say('bars.may_be_appealed')}"),
        colour=DANGER,
        pings=pings(view.person for view in views),
    )


def barred_letter(view: BarView, voice: Translator) -> Card:
    """Tells the person the same."""
    said = [_with_explanation(voice.say(f"bars.you_{_kind(view)}", **_bar_values(view, voice)), view, voice)]
    said += what_it_means(view, voice)
    said.append(_how_to_lift(view.lifters, voice))
    if view.appeal_by is None:
        return Card(tuple(said), colour=DANGER)
    appeal = Button(f"appeal:bar-{view.bar.bar_id}", voice.say("files.appeal"), ButtonStyle.primary)
    said.append(voice.say("bars.you_may_appeal", until=moment(view.appeal_by), button=appeal.label))
    return Card(tuple(said), controls=((appeal,),), colour=DANGER)


def what_it_means(view: BarView, voice: Translator) -> list[str]:
    """To the person: what becomes of the events that run, and of places on lists."""
    told = (("bars.you_play_on", view.plays_on), ("bars.you_places", view.places))
    return [voice.say(key, names=listing([quote(one) for one in names], voice)) for key, names in told if names]


def lifting(view: BarView, voice: Translator, *, own: bool) -> Card:
    """Tells everybody, or the person alone, that the bar is gone and why, and of another one that still holds."""
    voted = view.bar.lift_vote_id is not None
    key = "bars.you_lifted" if own else "bars.lifted"
    key += "_voted" if voted else "_appeared" if view.lifted_by is None else ""
    key += "" if view.still is None else "_another"
    lasts = "" if view.still is None else _until(view.still.until, voice)
    by = in_office(view.lifted_by, view.lifted_as, voice)
    said = voice.say(key, person=mention(view.person), by=by, body=_body(view.lift_voted_by, voice), lasts=lasts)
    if view.lifted_by is None and not voted:
        return Card((said,), colour=ACCENT)
    return Card((f"{said}\n{quoted_block(view.bar.lift_reason or '')}",), colour=ACCENT)


def told_barred(view: BarView, voice: Translator) -> Card:
    """What the judge is told, and where the person plays on unless the judge does more."""
    said = [voice.say("bars.told_barred", person=mention(view.person))]
    if view.plays_on:
        names = listing([quote(name) for name in view.plays_on], voice)
        said.append(voice.say("bars.plays_on", person=mention(view.person), names=names))
    return Card(tuple(said))


def told_lifted(view: BarView, voice: Translator) -> Card:
    """What the officer is told."""
    key = "bars.told_lifted" if view.still is None else "bars.told_lifted_another"
    return Card((voice.say(key, person=mention(view.person)),))


def bar_list(listed: BarList, page: int, voice: Translator) -> Card:
    """Who is barred, why, since when and until when, and who can lift it; `page` counts from 0."""
    title = voice.say("bars.list_title")
    if not listed.bars:
        return Card((title, voice.say("bars.list_none")))
    last = (len(listed.bars) - 1) // BARS_ON_A_PAGE
    page = min(max(page, 0), last)
    shown = listed.bars[page * BARS_ON_A_PAGE : (page + 1) * BARS_ON_A_PAGE]
    lines = "\n".join(layout_cards.row_texts(shown, _bar_line, voice))
    how = f"{_how_to_lift(listed.lifters, voice)} {voice.say('bars.expelled_wait')}"
    return Card((title, lines, how), controls=paging("bars", page, last, voice))


def _announce(views: Sequence[BarView], voice: Translator) -> str:
    names = ", ".join(mention(view.person) for view in views)
    said = voice.say(f"bars.{_kind(views[0])}", names=names, **_bar_values(views[0], voice))
    return _with_explanation(said, views[0], voice)


def _kind(view: BarView) -> str:
    if view.bar.vote_id is not None:
        return "voted" if view.tournament is None else "voted_absence"
    if view.bar.reason is BarReason.DISQUALIFIED:
        return "disqualified" if view.bar.tournament_id is None else "disqualified_event"
    return "declined" if view.bar.explanation else "absence"


def _bar_values(view: BarView, voice: Translator) -> dict[str, str]:
    """What the sentences about a bar are filled with; each uses what it needs."""
    tournament = view.tournament
    return {
        "lasts": _lasts(view, voice),
        "by": in_office(view.barred_by, view.barred_as, voice),
        "body": _body(view.voted_by, voice),
        "name": quote(tournament.name) if tournament else "?",
        "within": duration(tournament.rulebook.absence.justify_within, voice) if tournament else "?",
    }


def _body(voters: str | None, voice: Translator) -> str:
    return "" if voters is None else voice.say(f"votes.body.{voters}")


def _with_explanation(said: str, view: BarView, voice: Translator) -> str:
    """The reason, which the sentence announces; of a vote the question, which is none."""
    if not view.bar.explanation:
        return said
    if view.bar.rule is not None:
        said = f"{said}\n{voice.say('bars.rule', rule=quote(view.bar.rule))}"
    asked = "" if view.bar.vote_id is None else f" {voice.say('bars.put_to_vote')}"
    return f"{said}{asked}\n{quoted_block(view.bar.explanation)}"


def _bar_line(view: BarView, voice: Translator) -> str:
    if view.bar.vote_id is not None:
        reason = voice.say("bars.reason_voted")
    elif view.bar.reason is BarReason.DISQUALIFIED:
        reason = voice.say(f"bars.reason_{_kind(view)}", **_bar_values(view, voice))
    else:
        name = quote(view.tournament.name, 40) if view.tournament else "?"
        reason = voice.say("bars.reason_absence", name=name)
    since = f"<t:{int(view.bar.since.timestamp())}:D>"
    line = voice.say(
        "bars.list_line", person=mention(view.person), reason=reason, since=since, lasts=_lasts(view, voice)
    )
    return f"{line}\n{quoted_block(view.bar.explanation, 150)}" if view.bar.explanation else line


def _lasts(view: BarView, voice: Translator) -> str:
    if view.readmission_from is not None:
        return voice.say("bars.until_readmitted", at=moment(view.readmission_from))
    return _until(view.bar.until, voice)


def _until(until: datetime | None, voice: Translator) -> str:
    return voice.say("bars.until_further_notice") if until is None else voice.say("bars.until", until=moment(until))


def _how_to_lift(lifters: Sequence[Person], voice: Translator) -> str:
    if not lifters:
        return voice.say("bars.how_to_lift_by_office")
    return voice.say("bars.how_to_lift", lifters=", ".join(map(mention, lifters)))


# --- rating points taken --------------------------------------------------------------------------------------------


def points_loss(view: PointsView, question: str, voice: Translator, *, own: bool, bar_fell: bool, pinged: bool) -> Card:
    """Who loses how many points for which games, that nobody gains them, and how to appeal (AIJE-D01-5.3)."""
    penalty = view.penalty
    said = voice.count(
        "points.you_lost" if own else "points.lost",
        penalty.games,
        person=mention(view.person),
        points=amount(penalty.points),
        name=quote(view.tournament.name),
        after=str(round(view.after)),
    )
    next_steps = [voice.say("points.bar_fell")] if bar_fell else []
    appeal = Button(f"appeal:points-{penalty.penalty_id}", voice.say("files.appeal"), ButtonStyle.primary)
    if view.appeal_by is not None:
        key = "points.you_may_appeal" if own else "points.may_be_appealed"
        next_steps.append(voice.say(key, until=moment(view.appeal_by), button=appeal.label))
    paragraphs = (f"{said} {voice.say('bars.put_to_vote')}\n{quoted_block(question)}", " ".join(next_steps))
    return Card(
        tuple(one for one in paragraphs if one),
        controls=((appeal,),) if own and view.appeal_by is not None else (),
        colour=DANGER,
        pings=pings([view.person]) if pinged else frozenset(),
    )


def points_return(view: PointsView, voice: Translator, *, own: bool) -> Card:
    """The points are back, and why."""
    penalty = view.penalty
    values = {
        "person": mention(view.person),
        "points": amount(penalty.points),
        "name": quote(view.tournament.name),
        "by": in_office(view.returned_by, view.returned_as, voice),
    }
    said = voice.say("points.you_returned" if own else "points.returned", **values)
    if penalty.return_reason == CaseEnd.APPEARED:
        return Card((f"{said} {voice.say('points.appeared')}",), colour=ACCENT)
    by = " " + voice.say("points.returned_by" if view.returned_by else "points.returned_by_vote", **values)
    return Card((f"{said}{by}\n{quoted_block(penalty.return_reason or '')}",), colour=ACCENT)


def lines(views: tuple[PointsView, ...], voice: Translator) -> Iterator[str]:
    """What a person's page tells of points taken: how many, when, for which event, and whether they came back."""
    for view in views:
        penalty = view.penalty
        key = "points.line" if penalty.returned_at is None else "points.line_returned"
        yield voice.say(
            key, points=amount(penalty.points), at=moment(penalty.taken_at), name=quote(view.tournament.name)
        )


def amount(points: float) -> str:
    """Points with one decimal, as whole numbers would hide small ones."""
    return f"{points:.1f}"


# --- how cases are heard --------------------------------------------------------------------------------------------


def change_notice(said: CaseRulesChanged, by: Person, voice: Translator) -> Card:
    """Before and after, who did it, and that what is open goes on as it was."""
    return Card((voice.say(f"case_rules.{_key(said)}", by=mention(by), **_values(said, voice)),), colour=WARNING)


def left_channel(voice: Translator) -> Card:
    """What is left of a card whose person has come to sit on the committee since it was shown there."""
    return Card((voice.say("case_rules.left_channel"),), colour=QUIET)


def judge_wanted(person: Person, voice: Translator) -> Card:
    """Asks the server's owner to name somebody who can decide."""
    return Card((voice.say("case_rules.judge_wanted", person=mention(person)),), colour=WARNING)


def _key(said: CaseRulesChanged) -> str:
    return f"commands_{said.after}" if said.what is CaseRule.COMMANDS else said.what


def _values(said: CaseRulesChanged, voice: Translator) -> dict[str, str]:
    match said.what:
        case CaseRule.CHANNEL:
            return {"before": f"<#{said.before}>", "after": f"<#{said.after}>"}
        case CaseRule.TERMS:
            (reply, appeal), (reply_now, appeal_now) = said.before.split("."), said.after.split(".")
            return {"reply": reply, "appeal": appeal, "reply_now": reply_now, "appeal_now": appeal_now}
        case CaseRule.PROCEDURE:
            return {"name": quote(said.name or "?")}
        case CaseRule.COMMANDS:
            return {"name": voice.say(f"setup.switch.{said.name}")}
        case CaseRule.ROLE:
            return {"shown": _name_shown(said.name, voice), "before": _role(said.before), "after": _role(said.after)}


def _name_shown(name: str | None, voice: Translator) -> str:
    """The office by its name, the title by its abbreviation."""
    return member_name(Office(name), voice) if name in set(Office) else str(name)


def _role(role_id: str) -> str:
    return "–" if role_id == "none" else f"<@&{role_id}>"
