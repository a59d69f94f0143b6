"""Cards of the registry: titles, offices and the committee, grades (GO-25.3), rating terms, and roles that mirror them.

A vacant office shows what waits for it. Where Discord refuses a role, the card says what to do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import floor
from typing import Final

from discord import ButtonStyle

from bot.features.registry.model import Committee, GradeView, OfficeSeat, TermsView, TermsWish, blocked_by
from bot.features.registry.titles_model import (
    ChangeKind,
    CountryDeclared,
    ExamTaken,
    MasterTitle,
    ProposalOutcome,
    ProposalView,
    Requirement,
    RequirementKind,
    TitleCheck,
    TitlePage,
    TitleProof,
)
from bot.i18n.catalogue import Translator, country_name, flag
from bot.kernel.ids import RoleId
from bot.layout.cards import ACCENT, QUIET, WARNING, Button, Card, Control, Line, RoleChoice
from bot.layout.sentences import listing, member_name, moment, number, quote, quoted_block
from bot.people.cards import mention, pings, short_mention
from bot.people.model import ArbiterTitle, GradeOrigin, Office, Person
from bot.play.entries import Tournament
from bot.play.rating import DatedTerms, RatingTerms
from bot.play.rulebook import Grade, GradeKind, GradeRules

# --- titles ---------------------------------------------------------------------------------------------------------


PROOFS_SHOWN = 3
PROPOSALS_SHOWN = 10
_NAME_LENGTH = 30
_TAKEN_FOR_GRANTED = frozenset({RequirementKind.NO_ARBITER_TITLE, RequirementKind.NOT_EXCLUDED})
"""Said only where they are not met."""


def title_name(title: MasterTitle | ArbiterTitle, voice: Translator) -> str:
    """The title's name with its abbreviation."""
    return voice.say(f"titles.name.{title.value.lower()}")


def page(view: TitlePage, voice: Translator) -> Card:
    """What the person holds, and for each title that is open what is met and what is missing."""
    checks = "\n".join(_title(check, view, voice) for check in view.checks)
    paragraphs = [voice.say("titles.page", name=mention(view.person)), "\n".join(_state(view, voice)), checks]
    if view.next_exam_at is not None:
        paragraphs.append(voice.say("titles.next_exam", at=moment(view.next_exam_at)))
    return Card(tuple(paragraphs), colour=QUIET if not view.masters and view.arbiter is None else 0xF0B132)


def stranger(voice: Translator) -> Card:
    """About somebody whom the bot has not met."""
    return Card((voice.say("titles.stranger"),), colour=QUIET)


def proposal(view: ProposalView, voice: Translator) -> Card:
    """A proposal with its facts; with buttons while it waits for the leader or the President."""
    key = "titles.proposed_grant" if view.proposal.kind is ChangeKind.GRANT else "titles.proposed_loss"
    said = [voice.say(key, name=mention(view.person), title=title_name(view.proposal.title, voice))]
    said.append("\n".join(_requirements(view.check, view.page, voice)))
    waits = view.proposal.decided_at is None and view.proposal.approved_at is None
    if waits and view.lays_down:
        said.append(voice.say("titles.would_lay_down", titles=_names(view.lays_down, voice)))
    said.append(_status(view, voice))
    colour = WARNING if waits else QUIET
    return Card(tuple(said), controls=(_deciding(view, voice),) if waits else (), colour=colour)


def decision_receipt(view: ProposalView, voice: Translator) -> Card:
    """What a decision has come to, for who took it."""
    return Card((_status(view, voice),))


def offer(view: ProposalView, voice: Translator) -> Card:
    """Asks the candidate in public whether the arbiter title is worth the master titles (AIJE-B01-2)."""
    name, title = mention(view.person), title_name(view.proposal.title, voice)
    said = [voice.say("titles.offered", name=name, title=title, titles=_names(view.lays_down, voice))]
    if MasterTitle.NM in view.lays_down:
        said.append(voice.say("titles.nm_will_rest", title=title_name(MasterTitle.NM, voice)))
    take = Button(f"title-take:{view.proposal.proposal_id}", voice.say("titles.take"), ButtonStyle.success)
    keep = Button(f"title-keep:{view.proposal.proposal_id}", voice.say("titles.keep"))
    return Card((" ".join(said),), controls=((take, keep),), pings=pings([view.person]))


def change_notice(view: ProposalView, voice: Translator) -> Card:
    """What everybody reads of a title given or taken."""
    key = "titles.granted" if view.proposal.kind is ChangeKind.GRANT else "titles.lost"
    said = [voice.say(key, name=mention(view.person), title=title_name(view.proposal.title, voice))]
    said += _requirements(view.check, view.page, voice) if view.proposal.kind is ChangeKind.GRANT else ()
    if view.lays_down:
        said.append(voice.say("titles.laid_down", titles=_names(view.lays_down, voice)))
    if view.page.rests(MasterTitle.NM) and view.proposal.kind is ChangeKind.GRANT:
        said.append(voice.say("titles.nm_rests", title=title_name(MasterTitle.NM, voice)))
    said.append(voice.say("titles.see_page"))
    return Card(("\n".join(said),), pings=pings([view.person]))


def waiting(views: Sequence[ProposalView], voice: Translator) -> Card:
    """The proposals that wait, each to be opened."""
    if not views:
        return Card((voice.say("titles.no_proposals"),), colour=QUIET)
    lines = tuple(
        Line(
            f"{short_mention(view.person, _NAME_LENGTH)} · {title_name(view.proposal.title, voice)}",
            Button(f"title-proposal:{view.proposal.proposal_id}", voice.say("titles.open_proposal")),
        )
        for view in views[:PROPOSALS_SHOWN]
    )
    return Card((voice.say("titles.proposals"),), lines=lines)


def exam(taken: ExamTaken, voice: Translator) -> Card:
    """What was put on record of an exam, and what comes next."""
    key = "titles.exam_passed" if taken.passed else "titles.exam_failed"
    said = [voice.say(key, name=mention(taken.person), title=title_name(taken.title, voice))]
    if taken.proposed:
        said.append(voice.say("titles.exam_proposed"))
    elif taken.passed:
        said.append(voice.say("titles.exam_waits"))
    said.append(voice.say("titles.next_exam", at=moment(taken.next_exam_at)))
    return Card(("\n".join(said),))


def champion(person: Person, event: str, voice: Translator, *, unplayed: bool = False) -> Card:
    """A new world champion, in public, and whether a game was played for it."""
    said = voice.say("titles.champion", name=mention(person), event=quote(event))
    if unplayed:
        said = f"{said}\n{voice.say('titles.champion_unplayed')}"
    return Card((said,), pings=pings([person]))


@dataclass(frozen=True, slots=True)
class MovedTitle:
    """A world title after a correction of its match: who had it, who has won it, who holds the title now."""

    event: str
    lost: Person
    won: Person | None
    holder: Person | None
    renamed: tuple[Tournament, ...] = ()
    """Matches to come that name the right champion by themselves now."""
    left: tuple[Tournament, ...] = ()
    """Those that still name the wrong one, until somebody decides."""


def move_notice(title: MovedTitle, voice: Translator) -> Card:
    """Everybody reads that a title was lost or moved; the committee also which matches to come it touches."""
    holder = title.won or title.holder
    key = "titles.moved_to_nobody" if holder is None else "titles.moved" if title.won else "titles.moved_back"
    name = "" if holder is None else mention(holder)
    lost = mention(title.lost)
    said = [voice.say(key, event=quote(title.event), won=name, lost=lost, holder=name)]
    lines = [voice.say("titles.moved_renamed", name=quote(one.name), holder=name) for one in title.renamed]
    for one in title.left:
        left = "titles.moved_left_open" if one.drawn_at is None else "titles.moved_left_drawn"
        lines.append(voice.say(left, name=quote(one.name), lost=lost))
    said += ["\n".join(lines)] if lines else []
    concerned = [title.lost] if holder is None else [title.lost, holder]
    return Card(tuple(said), colour=WARNING, pings=pings(concerned))


def country(declared: CountryDeclared, voice: Translator) -> Card:
    """Confirms where the person plays for."""
    where = _country(declared.code, voice)
    if declared.own:
        return Card((voice.say("titles.country_set", country=where),))
    return Card((voice.say("titles.country_set_for", person=mention(declared.person), country=where),))


def _state(view: TitlePage, voice: Translator) -> Iterator[str]:
    borne = [
        voice.say("titles.since", title=title_name(title, voice), since=f"<t:{int(since.timestamp())}:D>")
        for title, since in _borne(view)
    ]
    yield "🎖️ " + listing(borne, voice) if borne else voice.say("titles.holds_none")
    if view.rests(MasterTitle.NM):
        yield voice.say("titles.nm_rests", title=title_name(MasterTitle.NM, voice))
    if view.arbiter is not None:
        yield voice.say("titles.arbiters_hold_none")
    known = view.country
    yield voice.say("titles.plays_for", country=_country(known, voice)) if known else voice.say("titles.no_country")


def _borne(view: TitlePage) -> Iterator[tuple[MasterTitle | ArbiterTitle, datetime]]:
    yield from ((title, since) for title, since in view.masters.items() if not view.rests(title))
    if view.arbiter is not None:
        yield view.arbiter


def _title(check: TitleCheck, view: TitlePage, voice: Translator) -> str:
    held = check.title in view.masters or (
        isinstance(check.title, ArbiterTitle) and view.arbiter is not None and view.arbiter[0].rank >= check.title.rank
    )
    mark = "✅" if held else "🟡" if check.met else "⬜"
    heading = f"{mark} **{title_name(check.title, voice)}**"
    return heading if held and check.met else "\n".join([heading, *_requirements(check, view, voice)])


def _requirements(check: TitleCheck, view: TitlePage, voice: Translator) -> Iterator[str]:
    for requirement in check.requirements:
        if requirement.met and requirement.kind in _TAKEN_FOR_GRANTED:
            continue
        yield f"- {_mark(requirement)} {_sentence(requirement, view, voice)}"
        for way in requirement.one_of:
            if way.met or not requirement.met:
                yield f"  - {_mark(way)} {_sentence(way, view, voice)}"


def _mark(requirement: Requirement) -> str:
    return "☑" if requirement.met else "☐"


def _sentence(requirement: Requirement, view: TitlePage, voice: Translator) -> str:
    match requirement:
        case Requirement(kind=RequirementKind.COUNTRY):
            return _country_sentence(requirement, view, voice)
        case Requirement(kind=RequirementKind.RATING, needed=needed, has=None):
            return voice.say("titles.rating_none", needed=_rating(needed, voice))
        case Requirement(kind=RequirementKind.RATING, needed=needed, has=has):
            return voice.say("titles.rating", has=_rating(has, voice), needed=_rating(needed, voice))
        case Requirement(kind=RequirementKind.TIME_AS_ANP, met=False, due_at=due_at, needed=needed) if due_at:
            return voice.say("titles.time_as_anp_due", needed=_count(needed), due=moment(due_at))
        case _:
            return _counted_sentence(requirement, view, voice)


def _country_sentence(requirement: Requirement, view: TitlePage, voice: Translator) -> str:
    has, needed = requirement.has, _count(requirement.needed)
    if view.country is None or has is None:
        return voice.say("titles.country_unknown", needed=needed)
    where = _country(view.country, voice)
    return voice.say("titles.country_players", country=where, has=_count(has), needed=needed)


def _counted_sentence(requirement: Requirement, view: TitlePage, voice: Translator) -> str:
    """So many there are of so many, with what proves it."""
    key = f"titles.{requirement.kind.value}_{'met' if requirement.met else 'missing'}"
    said = voice.say(key, has=_count(requirement.has), needed=_count(requirement.needed))
    proofs = [proof for proof in (_proof(one, view) for one in requirement.proofs[:PROOFS_SHOWN]) if proof]
    return f"{said} ({', '.join(proofs)})" if proofs else said


def _proof(proof: TitleProof, view: TitlePage) -> str:
    """The fact in a few words: whom, where; a world title has neither."""
    words: list[str] = []
    if proof.person_id is not None and proof.person_id in view.people:
        words.append(short_mention(view.people[proof.person_id], _NAME_LENGTH))
    if proof.tournament_id is not None and proof.tournament_id in view.tournaments:
        words.append(quote(view.tournaments[proof.tournament_id], _NAME_LENGTH))
    if proof.event is not None:
        words.append(quote(proof.event, _NAME_LENGTH))
    return " · ".join(words)


def _status(view: ProposalView, voice: Translator) -> str:
    by = mention(view.by) if view.by else ""
    match view.proposal.outcome:
        case ProposalOutcome.DONE:
            return voice.say("titles.was_done", by=by)
        case ProposalOutcome.DECLINED:
            return voice.say("titles.was_declined", by=by)
        case ProposalOutcome.LAPSED:
            return voice.say("titles.was_lapsed")
        case None if view.proposal.approved_at is not None:
            return voice.say("titles.was_approved", by=by)
        case None:
            return voice.say("titles.proposed_next")


def _deciding(view: ProposalView, voice: Translator) -> tuple[Button, ...]:
    key = view.proposal.proposal_id
    return (
        Button(f"title-confirm:{key}", voice.say("titles.confirm"), ButtonStyle.success),
        Button(f"title-decline:{key}", voice.say("titles.decline")),
    )


def _names(some: Iterable[MasterTitle], voice: Translator) -> str:
    return listing([title_name(title, voice) for title in some], voice)


def _country(code: str, voice: Translator) -> str:
    return f"{flag(code)} {country_name(code, voice.locale)}"


def _count(value: float | None) -> str:
    return "" if value is None else str(int(value))


def _rating(value: float | None, voice: Translator) -> str:
    """With one decimal, never rounded up: what is a hair below a bound must not look like it."""
    return "" if value is None else number(floor(value * 10) / 10, voice)


def welcome(voice: Translator) -> Card:
    """Welcomes a new arbiter, with the button for duty: Discord hides the command from who only holds a title."""
    on = Button("duty-on:me", voice.say("help.duty_on"), ButtonStyle.success, "🟢")
    return Card((voice.say("titles.taken"),), controls=((on,),))


# --- offices and the committee --------------------------------------------------------------------------------------


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


def committee(shown: Committee, voice: Translator) -> Card:
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


def office_change_notice(change: OfficeChange, voice: Translator) -> Card:
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


def undone(person: Person, by: Person, what: str, holder: Person | None, voice: Translator, *, given: bool) -> Card:
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


def _seat(seat: OfficeSeat, voice: Translator) -> str:
    office = member_name(seat.office, voice)
    if seat.holder is None:
        return voice.say("offices.vacant", office=office) + "\n" + _waits(seat.office, voice)
    since = _day(seat.since) if seat.since else "?"
    said = voice.say("offices.held", office=office, who=mention(seat.holder), since=since)
    if seat.stand_in is None or seat.stands_in_until is None:
        return said
    until = _day(seat.stands_in_until)
    return said + "\n" + voice.say("offices.stood_in", who=mention(seat.stand_in), until=until)


def _waits(office: Office, voice: Translator) -> str:
    return "\n".join(f"- ⏸️ {member_name(blocked, voice)}" for blocked in blocked_by(office))


def _day(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:D>"


# --- grades ---------------------------------------------------------------------------------------------------------


def declare_press(tournament: Tournament, voice: Translator) -> Button:
    """Opens the form for the grade that one has."""
    return Button(f"grade:{tournament.tournament_id}", voice.say("grades.declare"), emoji="🥋")


def declaration_receipt(view: GradeView, voice: Translator) -> Card:
    """To who declared it: it waits, and for whom."""
    key = f"grades.waits_for_{view.rules.confirmed_by}"
    said = voice.say("grades.declared", person=mention(view.person), grade=str(view.record.grade))
    return Card((f"{said} {voice.say(key)}",))


def grade_waiting(view: GradeView, voice: Translator) -> Card:
    """To who confirms it: what was declared, or what the results propose."""
    record, name = view.record, quote(view.tournament.name)
    held = voice.say("grades.none_held") if view.held is None else voice.say("grades.held", grade=str(view.held))
    if record.origin is GradeOrigin.PROMOTION:
        key, place = "grades.proposed", str(view.place or "–")
        said = voice.say(key, person=mention(view.person), grade=str(record.grade), name=name, place=place)
    else:
        said = voice.say("grades.asked", person=mention(view.person), grade=str(record.grade), name=name)
    if not record.waits:
        return Card((said, _grade_status(view, voice)), colour=QUIET)
    return Card((said, held), controls=(_grade_deciding(view, voice),), colour=WARNING)


def decision(view: GradeView, voice: Translator) -> Card:
    """To the player, and of a promotion to everybody: what became of it."""
    name = mention(view.person)
    if view.record.confirmed_at is None:
        return Card((voice.say("grades.you_refused", person=name, grade=str(view.record.grade)),))
    key = "grades.promoted" if view.record.origin is GradeOrigin.PROMOTION else "grades.you_confirmed"
    event = quote(view.tournament.name)
    return Card((voice.say(key, person=name, grade=str(view.record.grade), name=event),))


def rule_lines(rules: GradeRules, voice: Translator) -> Iterator[str]:
    """Which grades count, who confirms them, what they order, and what they are proposed by (GO-25.3)."""
    lowest = str(Grade(GradeKind.KYU, rules.lowest_kyu) if rules.lowest_kyu else Grade(GradeKind.AMATEUR, 1))
    yield voice.say(f"format_sheet.grades_{rules.confirmed_by}", lowest=lowest)
    if rules.order_the_field:
        yield voice.say("format_sheet.grades_order")
    if rules.promotions:
        yield voice.say("format_sheet.promotions", names=listing([quote(one) for one in rules.promotions], voice))


def _grade_status(view: GradeView, voice: Translator) -> str:
    return voice.say("grades.confirmed" if view.record.confirmed_at is not None else "grades.refused")


def _grade_deciding(view: GradeView, voice: Translator) -> tuple[Button, ...]:
    key = view.record.grade_id
    return (
        Button(f"grade-confirm:{key}", voice.say("grades.confirm"), ButtonStyle.success, "✅"),
        Button(f"grade-refuse:{key}", voice.say("grades.refuse"), ButtonStyle.danger),
    )


# --- numbers of the rating list -------------------------------------------------------------------------------------


MOST_LINES: Final = 15


def numbers(terms: RatingTerms, voice: Translator) -> dict[str, str]:
    """Both numbers as the sentences take them."""
    return {"k": number(terms.k, voice), "initial": number(terms.initial, voice)}


def card(view: TermsView, voice: Translator) -> Card:
    """The present numbers, those of before, and who changes them."""
    said = [voice.say("rating_terms.present", **numbers(view.present, voice))]
    if view.dated:
        said.append("\n".join(_line(one, view, voice) for one in view.dated[:MOST_LINES]))
    else:
        said.append(voice.say("rating_terms.first"))
    said.append(voice.say("rating_terms.by_officers" if view.has_officers else "rating_terms.by_owner"))
    return Card(tuple(said), colour=QUIET)


def announcement(view: TermsView, dated: DatedTerms, voice: Translator) -> Card:
    """To everybody: the new numbers, those of before, who chose them, and from when they count."""
    old = {f"{name}_before": value for name, value in numbers(view.before(dated), voice).items()}
    told = voice.say("rating_terms.changed", **numbers(dated.terms, voice), **old)
    return Card((told, _by(dated, view, voice)), colour=ACCENT)


def wish_words(wish: TermsWish, voice: Translator) -> str:
    """What is asked for, beside what held then."""
    old = {f"{name}_before": value for name, value in numbers(wish.before, voice).items()}
    return voice.say("rating_terms.wished", **numbers(wish.wanted, voice), **old)


def receipt_of_wish(voice: Translator) -> Card:
    """To who asked: it waits for a second person."""
    return Card((voice.say("rating_terms.asked"),), colour=ACCENT)


def _line(dated: DatedTerms, view: TermsView, voice: Translator) -> str:
    told = voice.say("rating_terms.line", **numbers(dated.terms, voice), since=moment(dated.since))
    return f"{told} {_by(dated, view, voice)}"


def _by(dated: DatedTerms, view: TermsView, voice: Translator) -> str:
    chosen, signed = view.person(dated.chosen_by), view.person(dated.signed_by)
    if chosen is None:
        return voice.say("rating_terms.by_last_event")
    if signed is None:
        return voice.say("rating_terms.by_one", by=mention(chosen))
    return voice.say("rating_terms.by_both", by=mention(chosen), signer=mention(signed))


# --- roles ----------------------------------------------------------------------------------------------------------


Shown = Office | ArbiterTitle
ALL_SHOWN: Final[tuple[Shown, ...]] = (*Office, *ArbiterTitle)


def panel(mirror: Mapping[Shown, RoleId], existing: Collection[RoleId], voice: Translator) -> Card:
    """The roles of today, a menu for each office and title, and a button that creates what is missing."""
    found = {shown: role for shown, role in mirror.items() if role in existing}
    lines = [voice.say("roles.line", shown=name(shown, voice), role=_role(found.get(shown))) for shown in ALL_SHOWN]
    menus: list[Control] = [
        RoleChoice(f"office-role:{shown.value}", voice.say("roles.choose", shown=name(shown, voice)), found.get(shown))
        for shown in ALL_SHOWN
    ]
    presses = [Button("office-roles-create:", voice.say("roles.create"), ButtonStyle.primary)]
    if len(found) == len(ALL_SHOWN):
        presses = []
    if mirror:
        presses.append(Button("office-roles-stop:", voice.say("roles.stop")))
    controls = [*menus, *([tuple(presses)] if presses else [])]
    return Card((voice.say("roles.title"), "\n".join(lines), "-# " + voice.say("roles.next")), controls=tuple(controls))


def blocked_role(role: RoleId, voice: Translator) -> Card:
    """A role that the bot may not give or take, with the fix."""
    return Card((voice.say("roles.blocked", role=f"<@&{role}>"),), colour=WARNING)


def mirroring_end(left: Sequence[RoleId], voice: Translator) -> Card:
    """What becomes of roles that mirror nothing any more."""
    return Card((voice.say("roles.stopped", roles=listing([f"<@&{role}>" for role in left], voice)),), colour=WARNING)


def name(shown: Shown, voice: Translator) -> str:
    """The office by its name, the title by its abbreviation."""
    return member_name(shown, voice) if isinstance(shown, Office) else shown.value


def _role(role: RoleId | None) -> str:
    return f"<@&{role}>" if role else "–"


# --- officers named -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Appointments:
    """What was decided in one act: offices given, arbiters with a new title, or (None) without one from now on."""

    offices: tuple[tuple[Office, Person], ...]
    arbiters: tuple[Person, ...]
    title: str | None
    by: Person


def officers_named(named_now: Appointments, voice: Translator) -> Card:
    """Who holds what from now on, and by whose act; the public record of it."""
    lines = [
        voice.say("house.officer", office=member_name(office, voice), who=mention(who))
        for office, who in named_now.offices
    ]
    if named_now.arbiters:
        who = listing([mention(person) for person in named_now.arbiters], voice)
        if named_now.title is None:
            lines.append(voice.say("house.arbiters_no_more", who=who))
        else:
            lines.append(voice.say("house.arbiters", who=who, title=named_now.title))
    said = (
        voice.say("house.officers_title"),
        "\n".join(lines),
        voice.say("house.officers_by", by=mention(named_now.by)),
    )
    people = [*(person for _, person in named_now.offices), *named_now.arbiters]
    return Card((*said[:2], "-# " + said[2]), pings=pings(people))
