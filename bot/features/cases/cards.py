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


def absence_notice(views: Sequence[CaseView], translator: Translator) -> Card:
    """Names everyone who was missing and says how to justify; its delivery starts their time (AIJE-D01-5.3)."""
    tournament = views[0].tournament
    text = translator.say(
        f"cases.notice_{_how(views[0])}",
        name=quote(tournament.name),
        within=duration(tournament.rulebook.absence.justify_within, translator),
        button=translator.say("cases.justify"),
    )
    return Card(
        (text, consequence(tournament, translator)),
        controls=((_justify(views[0], translator),),),
        colour=WARNING,
        opening=", ".join(mention(view.person) for view in views),
        pings=pings(view.person for view in views),
    )


def absence_letter(view: CaseView, link: str, translator: Translator) -> Card:
    """The same to one person alone, with the button, and the way to the public message."""
    text = translator.say(f"cases.letter_{_how(view)}", name=quote(view.tournament.name))
    return Card(
        (text, _letter_next(view, link, translator), consequence(view.tournament, translator)),
        controls=((_justify(view, translator),),),
        colour=WARNING,
    )


def absence_reminder(views: Sequence[CaseView], translator: Translator, *, extended: bool) -> Card:
    """Names those alone who can still justify, in public."""
    return Card(
        (_reminder(views[0], translator, extended=extended),),
        controls=((_justify(views[0], translator),),),
        colour=WARNING,
        opening=", ".join(mention(view.person) for view in views),
        pings=pings(view.person for view in views),
    )


def absence_reminder_letter(view: CaseView, link: str | None, translator: Translator, *, extended: bool) -> Card:
    """The reminder to one person alone."""
    next_step = (_letter_next(view, link, translator),) if link else ()
    return Card(
        (_reminder(view, translator, extended=extended), *next_step),
        controls=((_justify(view, translator),),),
        colour=WARNING,
    )


def _how(view: CaseView) -> str:
    """How the person was missing: where it counts although the event was called off, that is told."""
    unconfirmed, tournament = view.case.reason is AbsenceReason.NOT_CONFIRMED, view.tournament
    counts = tournament.cancel_reason == TOO_FEW and not excuses_the_unconfirmed(tournament)
    return "called_off" if unconfirmed and counts else view.case.reason


def consequence(tournament: Tournament, translator: Translator) -> str:
    """What follows by the event's rules where nothing is said (AIJE-B03-2)."""
    rules = tournament.rulebook.absence
    if not rules.bar_when_unjustified or excuses_the_unconfirmed(tournament):
        return translator.say("cases.else_nothing")
    if rules.bar_lasts is None:
        return translator.say("cases.else_barred")
    return translator.say("cases.else_barred_for", lasts=duration(rules.bar_lasts, translator))


def justification_receipt(view: CaseView, translator: Translator, *, own: bool) -> Card:
    """What the person, or the staff who wrote for the person, is told after a justification was given."""
    if not own:
        return Card((translator.say("cases.given_for", person=mention(view.person)),))
    if view.state is CaseState.JUSTIFIED:
        return Card((translator.say("cases.given_accepted"),))
    if view.justify_by is None:
        return Card((translator.say("cases.given_early"),))
    return Card((translator.say("cases.given", limit=moment(view.justify_by)),))


def for_review(view: CaseView, translator: Translator, reminded: Sequence[Person] = ()) -> Card:
    """The reviewers' card: who, what event, what was written and when, and the two answers while nobody has decided.

    `reminded` are the reviewers whom a justification that has waited is brought before once more.
    """
    given = view.case.justification
    paragraphs = [
        translator.say("cases.review_title", person=mention(view.person), name=quote(view.tournament.name)),
        "-# " + translator.say(f"cases.why_{_how(view)}"),
    ]
    if given is None:
        paragraphs += [_situation(view, translator), translator.say("cases.nothing_given")]
    else:
        paragraphs.append(
            translator.say("cases.review_given", at=moment(given.submitted_at)) + "\n" + quoted_block(given.text)
        )
        if given.proof:
            links = " ".join(f"<{link}>" for link in given.proof.split())
            paragraphs.append(translator.say("cases.review_proof", links=links))
        paragraphs.append(_outcome(view, translator))
    opening = ", ".join(map(mention, reminded[:20]))
    return Card(
        tuple(paragraphs),
        controls=_controls(view, translator),
        colour=WARNING if view.state is CaseState.UNDER_REVIEW else QUIET,
        opening=f"{translator.say('cases.review_reminder')} {opening}" if reminded else None,
        pings=pings(reminded[:20]),
    )


def may_be_decided(view: CaseView) -> bool:
    """Whether a reviewer may still accept or decline."""
    case = view.case
    return case.justification is not None and case.verdict is None and case.closed_at is None


def review_receipt(view: CaseView, translator: Translator) -> Card:
    """What the reviewer is told after the decision."""
    accepted = view.case.verdict is not None and view.case.verdict.kind is VerdictKind.ACCEPTED
    declined = (
        "cases.told_declined" if view.tournament.rulebook.absence.bar_when_unjustified else "cases.told_declined_only"
    )
    return Card((translator.say("cases.told_accepted" if accepted else declined, person=mention(view.person)),))


def decision(view: CaseView, translator: Translator, *, own: bool) -> Card:
    """How the case ended where no bar came of it: to the person alone, or on the public record."""
    kind, verdict, name = _name_of_end(view.case), view.case.verdict, quote(view.tournament.name)
    by = in_office(view.decided_by, view.decided_as, translator)
    if own:
        said = translator.say(f"cases.you_{kind}", name=name)
    else:
        said = translator.say(f"cases.ended_{kind}", name=name, person=mention(view.person))
    if verdict is not None and kind in {"accepted", "declined"}:
        said += " " + translator.say("points.returned_by" if verdict.reason else "cases.decided_by", by=by)
        said += "\n" + quoted_block(verdict.reason) if verdict.reason else ""
    return Card((said,), colour=QUIET if kind in {"declined", "no_penalty"} else ACCENT)


def _name_of_end(case: AbsenceCase) -> str:
    if case.close_reason == CaseEnd.APPEARED:
        return "appeared"
    if case.verdict is not None:
        return case.verdict.kind.value
    return "no_penalty" if case.close_reason == CaseEnd.NO_PENALTY else "accepted"


def reopening_receipt(view: CaseView, translator: Translator) -> Card:
    """What the officer is told who opened a case again."""
    key = "cases.reopened_for_review" if view.case.justification else "cases.reopened_with_notice"
    return Card((translator.say(key, person=mention(view.person)),))


def case_list(listed: Sequence[CaseView], page: int, translator: Translator) -> Card:
    """The open cases, each with a numbered button that opens its card; `page` counts from 0."""
    title = translator.say("cases.list_title")
    if not listed:
        return Card((title, translator.say("cases.list_none")))
    last = (len(listed) - 1) // CASES_ON_A_PAGE
    page = min(max(page, 0), last)
    shown = listed[page * CASES_ON_A_PAGE : (page + 1) * CASES_ON_A_PAGE]
    first = page * CASES_ON_A_PAGE + 1
    lines = layout_cards.row_texts(enumerate(shown, first), _line, translator)
    presses = [Button(f"case:{view.case.case_id}", str(number)) for number, view in enumerate(shown, first)]
    rows = [tuple(presses[start : start + _IN_A_ROW]) for start in range(0, len(presses), _IN_A_ROW)]
    turns = paging("cases", page, last, translator)
    return Card((title, "\n".join(lines), translator.say("cases.list_next")), controls=(*rows, *turns))


def paging(verb: str, page: int, last: int, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """The row that turns pages of a list, or nothing where there is but one."""
    if not last:
        return ()
    return (
        (
            Button(f"{verb}:{page - 1}", translator.say("cases.earlier"), disabled=page == 0),
            Button(f"{verb}:{page + 1}", translator.say("cases.later"), disabled=page == last),
        ),
    )


def _line(numbered: tuple[int, CaseView], translator: Translator) -> str:
    number, view = numbered
    return translator.say(
        "cases.list_line",
        number=number,
        person=mention(view.person),
        name=quote(view.tournament.name, 40),
        state=_situation(view, translator),
    )


def _situation(view: CaseView, translator: Translator) -> str:
    if view.state is CaseState.OPEN and view.justify_by is not None:
        return translator.say("cases.state_open", limit=moment(view.justify_by))
    return translator.say(f"cases.state_{view.state}")


def _outcome(view: CaseView, translator: Translator) -> str:
    verdict = view.case.verdict
    if view.case.close_reason == CaseEnd.APPEARED:
        return translator.say("cases.review_appeared")
    if verdict is None:
        return translator.say("cases.review_received" if view.state is CaseState.JUSTIFIED else "cases.review_next")
    by = mention(view.decided_by) if view.decided_by else "?"
    text = translator.say(f"cases.review_{verdict.kind}", by=by, at=moment(verdict.at))
    return f"{text}\n{quoted_block(verdict.reason)}" if verdict.reason else text


def _controls(view: CaseView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    if may_be_decided(view):
        return (_answers(view, translator),)
    if view.case.close_reason in UNJUSTIFIED:
        return ((_penalty(view, translator.say("cases.open_penalty")),),)
    return ()


def _penalty(view: CaseView, label: str) -> Button:
    return Button(f"case-penalty:{view.case.case_id}", label, emoji="🗳️")


def unjustified_absences(views: Sequence[CaseView], translator: Translator) -> Card:
    """Tells the committee whose time to justify is over, and offers the vote on a penalty for each (AIJE-D01-5.3)."""
    text = translator.say("cases.unjustified", name=quote(views[0].tournament.name))
    shown, more = views[:_LINES], views[_LINES:]
    label = translator.say("cases.open_penalty")
    lines = tuple(Line(mention(view.person), _penalty(view, label)) for view in shown)
    rest = (translator.count("cases.unjustified_more", len(more)),) if more else ()
    return Card((text,), lines=lines, closing=(*rest, translator.say("cases.penalty_next")))


def penalties(case_id: CaseId, offered: Sequence[AbsencePenalty], translator: Translator) -> Card:
    """Asks which penalty the vote is to be about."""
    choice = Choice(
        f"case-penalty-kind:{case_id}",
        translator.say("cases.choose_penalty"),
        tuple((one.value, translator.say(f"cases.penalty_{one}")) for one in offered),
    )
    return Card((translator.say("cases.which_penalty"),), controls=(choice,))


def _answers(view: CaseView, translator: Translator) -> tuple[Button, ...]:
    key = view.case.case_id
    return (
        Button(f"case-accept:{key}", translator.say("cases.accept"), ButtonStyle.success),
        Button(f"case-decline:{key}", translator.say("cases.decline"), ButtonStyle.danger),
    )


def _justify(view: CaseView, translator: Translator) -> Button:
    return Button(f"justify:{view.tournament.tournament_id}", translator.say("cases.justify"), ButtonStyle.primary)


def _reminder(view: CaseView, translator: Translator, *, extended: bool) -> str:
    limit = moment(view.justify_by) if view.justify_by else ""
    key = "cases.extended" if extended else "cases.reminder"
    return translator.say(key, name=quote(view.tournament.name), limit=limit)


def _letter_next(view: CaseView, link: str, translator: Translator) -> str:
    limit = moment(view.justify_by) if view.justify_by else ""
    address = f"https://discord.com/channels/{link}"
    return translator.say("cases.letter_next", limit=limit, link=address, button=translator.say("cases.justify"))


# --- bars -----------------------------------------------------------------------------------------------------------


BARS_ON_A_PAGE: Final = 10


def bar_announcement(views: Sequence[BarView], translator: Translator) -> Card:
    """Tells everybody who is barred and for what, those of one event in one sentence (AIJE-B03-2, AIJE-D01-2)."""
    silent = [view for view in views if view.bar.explanation is None]
    paragraphs = [_announce(silent, translator)] if silent else []
    paragraphs += [_announce([view], translator) for view in views if view.bar.explanation is not None]
    return Card(
        (*paragraphs, f"{_how_to_lift(views[0].lifters, translator)} {translator.say('bars.may_be_appealed')}"),
        colour=DANGER,
        pings=pings(view.person for view in views),
    )


def barred_letter(view: BarView, translator: Translator) -> Card:
    """Tells the person the same."""
    said = [
        _with_explanation(translator.say(f"bars.you_{_kind(view)}", **_bar_values(view, translator)), view, translator)
    ]
    said += what_it_means(view, translator)
    said.append(_how_to_lift(view.lifters, translator))
    if view.appeal_by is None:
        return Card(tuple(said), colour=DANGER)
    appeal = Button(f"appeal:bar-{view.bar.bar_id}", translator.say("files.appeal"), ButtonStyle.primary)
    said.append(translator.say("bars.you_may_appeal", until=moment(view.appeal_by), button=appeal.label))
    return Card(tuple(said), controls=((appeal,),), colour=DANGER)


def what_it_means(view: BarView, translator: Translator) -> list[str]:
    """To the person: what becomes of the events that run, and of places on lists."""
    told = (("bars.you_play_on", view.plays_on), ("bars.you_places", view.places))
    return [
        translator.say(key, names=listing([quote(name) for name in names], translator)) for key, names in told if names
    ]


def lifting(view: BarView, translator: Translator, *, own: bool) -> Card:
    """Tells everybody, or the person alone, that the bar is gone and why, and of another one that still holds."""
    voted = view.bar.lift_vote_id is not None
    key = "bars.you_lifted" if own else "bars.lifted"
    key += "_voted" if voted else "_appeared" if view.lifted_by is None else ""
    key += "" if view.still is None else "_another"
    lasts = "" if view.still is None else _until(view.still.until, translator)
    by = in_office(view.lifted_by, view.lifted_as, translator)
    text = translator.say(
        key, person=mention(view.person), by=by, body=_body(view.lift_voted_by, translator), lasts=lasts
    )
    if view.lifted_by is None and not voted:
        return Card((text,), colour=ACCENT)
    return Card((f"{text}\n{quoted_block(view.bar.lift_reason or '')}",), colour=ACCENT)


def told_barred(view: BarView, translator: Translator) -> Card:
    """What the judge is told, and where the person plays on unless the judge does more."""
    said = [translator.say("bars.told_barred", person=mention(view.person))]
    if view.plays_on:
        names = listing([quote(name) for name in view.plays_on], translator)
        said.append(translator.say("bars.plays_on", person=mention(view.person), names=names))
    return Card(tuple(said))


def told_lifted(view: BarView, translator: Translator) -> Card:
    """What the officer is told."""
    key = "bars.told_lifted" if view.still is None else "bars.told_lifted_another"
    return Card((translator.say(key, person=mention(view.person)),))


def bar_list(listed: BarList, page: int, translator: Translator) -> Card:
    """Who is barred, why, since when and until when, and who can lift it; `page` counts from 0."""
    title = translator.say("bars.list_title")
    if not listed.bars:
        return Card((title, translator.say("bars.list_none")))
    last = (len(listed.bars) - 1) // BARS_ON_A_PAGE
    page = min(max(page, 0), last)
    shown = listed.bars[page * BARS_ON_A_PAGE : (page + 1) * BARS_ON_A_PAGE]
    lines = "\n".join(layout_cards.row_texts(shown, _bar_line, translator))
    how = f"{_how_to_lift(listed.lifters, translator)} {translator.say('bars.expelled_wait')}"
    return Card((title, lines, how), controls=paging("bars", page, last, translator))


def _announce(views: Sequence[BarView], translator: Translator) -> str:
    names = ", ".join(mention(view.person) for view in views)
    text = translator.say(f"bars.{_kind(views[0])}", names=names, **_bar_values(views[0], translator))
    return _with_explanation(text, views[0], translator)


def _kind(view: BarView) -> str:
    if view.bar.vote_id is not None:
        return "voted" if view.tournament is None else "voted_absence"
    if view.bar.reason is BarReason.DISQUALIFIED:
        return "disqualified" if view.bar.tournament_id is None else "disqualified_event"
    return "declined" if view.bar.explanation else "absence"


def _bar_values(view: BarView, translator: Translator) -> dict[str, str]:
    """What the sentences about a bar are filled with; each uses what it needs."""
    tournament = view.tournament
    return {
        "lasts": _lasts(view, translator),
        "by": in_office(view.barred_by, view.barred_as, translator),
        "body": _body(view.voted_by, translator),
        "name": quote(tournament.name) if tournament else "?",
        "within": duration(tournament.rulebook.absence.justify_within, translator) if tournament else "?",
    }


def _body(voters: str | None, translator: Translator) -> str:
    return "" if voters is None else translator.say(f"votes.body.{voters}")


def _with_explanation(said: str, view: BarView, translator: Translator) -> str:
    """The reason, which the sentence announces; of a vote the question, which is none."""
    if not view.bar.explanation:
        return said
    if view.bar.rule is not None:
        said = f"{said}\n{translator.say('bars.rule', rule=quote(view.bar.rule))}"
    asked = "" if view.bar.vote_id is None else f" {translator.say('bars.put_to_vote')}"
    return f"{said}{asked}\n{quoted_block(view.bar.explanation)}"


def _bar_line(view: BarView, translator: Translator) -> str:
    if view.bar.vote_id is not None:
        reason = translator.say("bars.reason_voted")
    elif view.bar.reason is BarReason.DISQUALIFIED:
        reason = translator.say(f"bars.reason_{_kind(view)}", **_bar_values(view, translator))
    else:
        name = quote(view.tournament.name, 40) if view.tournament else "?"
        reason = translator.say("bars.reason_absence", name=name)
    since = f"<t:{int(view.bar.since.timestamp())}:D>"
    line = translator.say(
        "bars.list_line", person=mention(view.person), reason=reason, since=since, lasts=_lasts(view, translator)
    )
    return f"{line}\n{quoted_block(view.bar.explanation, 150)}" if view.bar.explanation else line


def _lasts(view: BarView, translator: Translator) -> str:
    if view.readmission_from is not None:
        return translator.say("bars.until_readmitted", at=moment(view.readmission_from))
    return _until(view.bar.until, translator)


def _until(until: datetime | None, translator: Translator) -> str:
    return (
        translator.say("bars.until_further_notice")
        if until is None
        else translator.say("bars.until", until=moment(until))
    )


def _how_to_lift(lifters: Sequence[Person], translator: Translator) -> str:
    if not lifters:
        return translator.say("bars.how_to_lift_by_office")
    return translator.say("bars.how_to_lift", lifters=", ".join(map(mention, lifters)))


# --- rating points taken --------------------------------------------------------------------------------------------


def points_loss(
    view: PointsView, question: str, translator: Translator, *, own: bool, bar_fell: bool, pinged: bool
) -> Card:
    """Who loses how many points for which games, that nobody gains them, and how to appeal (AIJE-D01-5.3)."""
    penalty = view.penalty
    text = translator.count(
        "points.you_lost" if own else "points.lost",
        penalty.games,
        person=mention(view.person),
        points=amount(penalty.points),
        name=quote(view.tournament.name),
        after=str(round(view.after)),
    )
    next_steps = [translator.say("points.bar_fell")] if bar_fell else []
    appeal = Button(f"appeal:points-{penalty.penalty_id}", translator.say("files.appeal"), ButtonStyle.primary)
    if view.appeal_by is not None:
        key = "points.you_may_appeal" if own else "points.may_be_appealed"
        next_steps.append(translator.say(key, until=moment(view.appeal_by), button=appeal.label))
    paragraphs = (f"{text} {translator.say('bars.put_to_vote')}\n{quoted_block(question)}", " ".join(next_steps))
    return Card(
        tuple(paragraph for paragraph in paragraphs if paragraph),
        controls=((appeal,),) if own and view.appeal_by is not None else (),
        colour=DANGER,
        pings=pings([view.person]) if pinged else frozenset(),
    )


def points_return(view: PointsView, translator: Translator, *, own: bool) -> Card:
    """The points are back, and why."""
    penalty = view.penalty
    values = {
        "person": mention(view.person),
        "points": amount(penalty.points),
        "name": quote(view.tournament.name),
        "by": in_office(view.returned_by, view.returned_as, translator),
    }
    text = translator.say("points.you_returned" if own else "points.returned", **values)
    if penalty.return_reason == CaseEnd.APPEARED:
        return Card((f"{text} {translator.say('points.appeared')}",), colour=ACCENT)
    by = " " + translator.say("points.returned_by" if view.returned_by else "points.returned_by_vote", **values)
    return Card((f"{text}{by}\n{quoted_block(penalty.return_reason or '')}",), colour=ACCENT)


def lines(views: tuple[PointsView, ...], translator: Translator) -> Iterator[str]:
    """What a person's page tells of points taken: how many, when, for which event, and whether they came back."""
    for view in views:
        penalty = view.penalty
        key = "points.line" if penalty.returned_at is None else "points.line_returned"
        yield translator.say(
            key, points=amount(penalty.points), at=moment(penalty.taken_at), name=quote(view.tournament.name)
        )


def amount(points: float) -> str:
    """Points with one decimal, as whole numbers would hide small ones."""
    return f"{points:.1f}"


# --- how cases are heard --------------------------------------------------------------------------------------------


def change_notice(said: CaseRulesChanged, by: Person, translator: Translator) -> Card:
    """Before and after, who did it, and that what is open goes on as it was."""
    return Card(
        (translator.say(f"case_rules.{_key(said)}", by=mention(by), **_values(said, translator)),), colour=WARNING
    )


def left_channel(translator: Translator) -> Card:
    """What is left of a card whose person has come to sit on the committee since it was shown there."""
    return Card((translator.say("case_rules.left_channel"),), colour=QUIET)


def judge_wanted(person: Person, translator: Translator) -> Card:
    """Asks the server's owner to name somebody who can decide."""
    return Card((translator.say("case_rules.judge_wanted", person=mention(person)),), colour=WARNING)


def _key(said: CaseRulesChanged) -> str:
    return f"commands_{said.after}" if said.what is CaseRule.COMMANDS else said.what


def _values(said: CaseRulesChanged, translator: Translator) -> dict[str, str]:
    match said.what:
        case CaseRule.CHANNEL:
            return {"before": f"<#{said.before}>", "after": f"<#{said.after}>"}
        case CaseRule.TERMS:
            (reply, appeal), (reply_now, appeal_now) = said.before.split("."), said.after.split(".")
            return {"reply": reply, "appeal": appeal, "reply_now": reply_now, "appeal_now": appeal_now}
        case CaseRule.PROCEDURE:
            return {"name": quote(said.name or "?")}
        case CaseRule.COMMANDS:
            return {"name": translator.say(f"setup.switch.{said.name}")}
        case CaseRule.ROLE:
            return {
                "shown": _name_shown(said.name, translator),
                "before": _role(said.before),
                "after": _role(said.after),
            }


def _name_shown(name: str | None, translator: Translator) -> str:
    """The office by its name, the title by its abbreviation."""
    return member_name(Office(name), translator) if name in set(Office) else str(name)


def _role(role_id: str) -> str:
    return "–" if role_id == "none" else f"<@&{role_id}>"
