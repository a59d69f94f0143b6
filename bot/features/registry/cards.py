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


def title_name(title: MasterTitle | ArbiterTitle, translator: Translator) -> str:
    """The title's name with its abbreviation."""
    return translator.say(f"titles.name.{title.value.lower()}")


def page(view: TitlePage, translator: Translator) -> Card:
    """What the person holds, and for each title that is open what is met and what is missing."""
    checks = "\n".join(_title(check, view, translator) for check in view.checks)
    paragraphs = [translator.say("titles.page", name=mention(view.person)), "\n".join(_state(view, translator)), checks]
    if view.next_exam_at is not None:
        paragraphs.append(translator.say("titles.next_exam", at=moment(view.next_exam_at)))
    return Card(tuple(paragraphs), colour=QUIET if not view.masters and view.arbiter is None else 0xF0B132)


def stranger(translator: Translator) -> Card:
    """About somebody whom the bot has not met."""
    return Card((translator.say("titles.stranger"),), colour=QUIET)


def proposal(view: ProposalView, translator: Translator) -> Card:
    """A proposal with its facts; with buttons while it waits for the leader or the President."""
    key = "titles.proposed_grant" if view.proposal.kind is ChangeKind.GRANT else "titles.proposed_loss"
    said = [translator.say(key, name=mention(view.person), title=title_name(view.proposal.title, translator))]
    said.append("\n".join(_requirements(view.check, view.page, translator)))
    waits = view.proposal.decided_at is None and view.proposal.approved_at is None
    if waits and view.lays_down:
        said.append(translator.say("titles.would_lay_down", titles=_names(view.lays_down, translator)))
    said.append(_status(view, translator))
    colour = WARNING if waits else QUIET
    return Card(tuple(said), controls=(_deciding(view, translator),) if waits else (), colour=colour)


def decision_receipt(view: ProposalView, translator: Translator) -> Card:
    """What a decision has come to, for who took it."""
    return Card((_status(view, translator),))


def offer(view: ProposalView, translator: Translator) -> Card:
    """Asks the candidate in public whether the arbiter title is worth the master titles (AIJE-B01-2)."""
    name, title = mention(view.person), title_name(view.proposal.title, translator)
    said = [translator.say("titles.offered", name=name, title=title, titles=_names(view.lays_down, translator))]
    if MasterTitle.NM in view.lays_down:
        said.append(translator.say("titles.nm_will_rest", title=title_name(MasterTitle.NM, translator)))
    take = Button(f"title-take:{view.proposal.proposal_id}", translator.say("titles.take"), ButtonStyle.success)
    keep = Button(f"title-keep:{view.proposal.proposal_id}", translator.say("titles.keep"))
    return Card((" ".join(said),), controls=((take, keep),), pings=pings([view.person]))


def change_notice(view: ProposalView, translator: Translator) -> Card:
    """What everybody reads of a title given or taken."""
    key = "titles.granted" if view.proposal.kind is ChangeKind.GRANT else "titles.lost"
    said = [translator.say(key, name=mention(view.person), title=title_name(view.proposal.title, translator))]
    said += _requirements(view.check, view.page, translator) if view.proposal.kind is ChangeKind.GRANT else ()
    if view.lays_down:
        said.append(translator.say("titles.laid_down", titles=_names(view.lays_down, translator)))
    if view.page.rests(MasterTitle.NM) and view.proposal.kind is ChangeKind.GRANT:
        said.append(translator.say("titles.nm_rests", title=title_name(MasterTitle.NM, translator)))
    said.append(translator.say("titles.see_page"))
    return Card(("\n".join(said),), pings=pings([view.person]))


def waiting(views: Sequence[ProposalView], translator: Translator) -> Card:
    """The proposals that wait, each to be opened."""
    if not views:
        return Card((translator.say("titles.no_proposals"),), colour=QUIET)
    lines = tuple(
        Line(
            f"{short_mention(view.person, _NAME_LENGTH)} · {title_name(view.proposal.title, translator)}",
            Button(f"title-proposal:{view.proposal.proposal_id}", translator.say("titles.open_proposal")),
        )
        for view in views[:PROPOSALS_SHOWN]
    )
    return Card((translator.say("titles.proposals"),), lines=lines)


def exam(taken: ExamTaken, translator: Translator) -> Card:
    """What was put on record of an exam, and what comes next."""
    key = "titles.exam_passed" if taken.passed else "titles.exam_failed"
    said = [translator.say(key, name=mention(taken.person), title=title_name(taken.title, translator))]
    if taken.proposed:
        said.append(translator.say("titles.exam_proposed"))
    elif taken.passed:
        said.append(translator.say("titles.exam_waits"))
    said.append(translator.say("titles.next_exam", at=moment(taken.next_exam_at)))
    return Card(("\n".join(said),))


def champion(person: Person, event: str, translator: Translator, *, unplayed: bool = False) -> Card:
    """A new world champion, in public, and whether a game was played for it."""
    said = translator.say("titles.champion", name=mention(person), event=quote(event))
    if unplayed:
        said = f"{said}\n{translator.say('titles.champion_unplayed')}"
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


def move_notice(title: MovedTitle, translator: Translator) -> Card:
    """Everybody reads that a title was lost or moved; the committee also which matches to come it touches."""
    holder = title.won or title.holder
    key = "titles.moved_to_nobody" if holder is None else "titles.moved" if title.won else "titles.moved_back"
    name = "" if holder is None else mention(holder)
    lost = mention(title.lost)
    said = [translator.say(key, event=quote(title.event), won=name, lost=lost, holder=name)]
    lines = [translator.say("titles.moved_renamed", name=quote(one.name), holder=name) for one in title.renamed]
    for one in title.left:
        left = "titles.moved_left_open" if one.drawn_at is None else "titles.moved_left_drawn"
        lines.append(translator.say(left, name=quote(one.name), lost=lost))
    said += ["\n".join(lines)] if lines else []
    concerned = [title.lost] if holder is None else [title.lost, holder]
    return Card(tuple(said), colour=WARNING, pings=pings(concerned))


def country(declared: CountryDeclared, translator: Translator) -> Card:
    """Confirms where the person plays for."""
    where = _country(declared.code, translator)
    if declared.own:
        return Card((translator.say("titles.country_set", country=where),))
    return Card((translator.say("titles.country_set_for", person=mention(declared.person), country=where),))


def _state(view: TitlePage, translator: Translator) -> Iterator[str]:
    borne = [
        translator.say("titles.since", title=title_name(title, translator), since=f"<t:{int(since.timestamp())}:D>")
        for title, since in _borne(view)
    ]
    yield "🎖️ " + listing(borne, translator) if borne else translator.say("titles.holds_none")
    if view.rests(MasterTitle.NM):
        yield translator.say("titles.nm_rests", title=title_name(MasterTitle.NM, translator))
    if view.arbiter is not None:
        yield translator.say("titles.arbiters_hold_none")
    known = view.country
    yield (
        translator.say("titles.plays_for", country=_country(known, translator))
        if known
        else translator.say("titles.no_country")
    )


def _borne(view: TitlePage) -> Iterator[tuple[MasterTitle | ArbiterTitle, datetime]]:
    yield from ((title, since) for title, since in view.masters.items() if not view.rests(title))
    if view.arbiter is not None:
        yield view.arbiter


def _title(check: TitleCheck, view: TitlePage, translator: Translator) -> str:
    held = check.title in view.masters or (
        isinstance(check.title, ArbiterTitle) and view.arbiter is not None and view.arbiter[0].rank >= check.title.rank
    )
    mark = "✅" if held else "🟡" if check.met else "⬜"
    heading = f"{mark} **{title_name(check.title, translator)}**"
    return heading if held and check.met else "\n".join([heading, *_requirements(check, view, translator)])


def _requirements(check: TitleCheck, view: TitlePage, translator: Translator) -> Iterator[str]:
    for requirement in check.requirements:
        if requirement.met and requirement.kind in _TAKEN_FOR_GRANTED:
            continue
        yield f"- {_mark(requirement)} {_sentence(requirement, view, translator)}"
        for way in requirement.one_of:
            if way.met or not requirement.met:
                yield f"  - {_mark(way)} {_sentence(way, view, translator)}"


def _mark(requirement: Requirement) -> str:
    return "☑" if requirement.met else "☐"


def _sentence(requirement: Requirement, view: TitlePage, translator: Translator) -> str:
    match requirement:
        case Requirement(kind=RequirementKind.COUNTRY):
            return _country_sentence(requirement, view, translator)
        case Requirement(kind=RequirementKind.RATING, needed=needed, has=None):
            return translator.say("titles.rating_none", needed=_rating(needed, translator))
        case Requirement(kind=RequirementKind.RATING, needed=needed, has=has):
            return translator.say("titles.rating", has=_rating(has, translator), needed=_rating(needed, translator))
        case Requirement(kind=RequirementKind.TIME_AS_ANP, met=False, due_at=due_at, needed=needed) if due_at:
            return translator.say("titles.time_as_anp_due", needed=_count(needed), due=moment(due_at))
        case _:
            return _counted_sentence(requirement, view, translator)


def _country_sentence(requirement: Requirement, view: TitlePage, translator: Translator) -> str:
    has, needed = requirement.has, _count(requirement.needed)
    if view.country is None or has is None:
        return translator.say("titles.country_unknown", needed=needed)
    where = _country(view.country, translator)
    return translator.say("titles.country_players", country=where, has=_count(has), needed=needed)


def _counted_sentence(requirement: Requirement, view: TitlePage, translator: Translator) -> str:
    """So many there are of so many, with what proves it."""
    key = f"titles.{requirement.kind.value}_{'met' if requirement.met else 'missing'}"
    text = translator.say(key, has=_count(requirement.has), needed=_count(requirement.needed))
    proofs = [proof for proof in (_proof(one, view) for one in requirement.proofs[:PROOFS_SHOWN]) if proof]
    return f"{text} ({', '.join(proofs)})" if proofs else text


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


def _status(view: ProposalView, translator: Translator) -> str:
    by = mention(view.by) if view.by else ""
    match view.proposal.outcome:
        case ProposalOutcome.DONE:
            return translator.say("titles.was_done", by=by)
        case ProposalOutcome.DECLINED:
            return translator.say("titles.was_declined", by=by)
        case ProposalOutcome.LAPSED:
            return translator.say("titles.was_lapsed")
        case None if view.proposal.approved_at is not None:
            return translator.say("titles.was_approved", by=by)
        case None:
            return translator.say("titles.proposed_next")


def _deciding(view: ProposalView, translator: Translator) -> tuple[Button, ...]:
    key = view.proposal.proposal_id
    return (
        Button(f"title-confirm:{key}", translator.say("titles.confirm"), ButtonStyle.success),
        Button(f"title-decline:{key}", translator.say("titles.decline")),
    )


def _names(some: Iterable[MasterTitle], translator: Translator) -> str:
    return listing([title_name(title, translator) for title in some], translator)


def _country(code: str, translator: Translator) -> str:
    return f"{flag(code)} {country_name(code, translator.locale)}"


def _count(value: float | None) -> str:
    return "" if value is None else str(int(value))


def _rating(value: float | None, translator: Translator) -> str:
    """With one decimal, never rounded up: what is a hair below a bound must not look like it."""
    return "" if value is None else number(floor(value * 10) / 10, translator)


def welcome(translator: Translator) -> Card:
    """Welcomes a new arbiter, with the button for duty: Discord hides the command from who only holds a title."""
    on = Button("duty-on:me", translator.say("help.duty_on"), ButtonStyle.success, "🟢")
    return Card((translator.say("titles.taken"),), controls=((on,),))


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


def committee(shown: Committee, translator: Translator) -> Card:
    """Both offices with what waits for a vacant one, then every arbiter; what to do next at the end."""
    seats = "\n".join(_seat(seat, translator) for seat in shown.seats)
    arbiters = [
        translator.say("offices.arbiter", who=mention(person), title=title.value, since=_day(since))
        for person, title, since in shown.arbiters[:LINES_IN_A_LIST]
    ]
    vacant = any(seat.holder is None for seat in shown.seats)
    listed = "\n".join([translator.count("offices.committee", len(arbiters)), *arbiters])
    after = translator.say("offices.fill_vacant" if vacant else "offices.next")
    return Card((translator.say("offices.title"), seats, listed, "-# " + after), colour=WARNING if vacant else 0x3BA55D)


def office_change_notice(change: OfficeChange, translator: Translator) -> Card:
    """What everybody reads of a resignation or a stand-in; a vacant office is named with what it holds up."""
    office = member_name(change.office, translator) if isinstance(change.office, Office) else change.office.value
    said = [
        translator.say(
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
        texts.append(translator.say("offices.resigned_waits") + "\n" + _waits(change.office, translator))
        texts.append("-# " + translator.say("offices.fill_vacant"))
    return Card(tuple(texts), pings=pings([change.person]))


def undone(
    person: Person, by: Person, what: str, holder: Person | None, translator: Translator, *, given: bool
) -> Card:
    """A mistaken appointment or title, or its loss, is taken back; who holds the office now, or that it is vacant."""
    is_office = what in set(Office)
    word = member_name(Office(what), translator) if is_office else what
    values = {"by": mention(by), "who": mention(person), "what": word}
    text = translator.say("offices.undone_given" if given else "offices.undone_taken", **values)
    lines = [text]
    if is_office and holder is not None:
        lines.append(translator.say("offices.again", office=word, who=mention(holder)))
    elif is_office:
        lines.append(translator.say("offices.vacant", office=word) + "\n" + _waits(Office(what), translator))
    return Card(("\n".join(lines),), pings=pings([person]))


def _seat(seat: OfficeSeat, translator: Translator) -> str:
    office = member_name(seat.office, translator)
    if seat.holder is None:
        return translator.say("offices.vacant", office=office) + "\n" + _waits(seat.office, translator)
    since = _day(seat.since) if seat.since else "?"
    text = translator.say("offices.held", office=office, who=mention(seat.holder), since=since)
    if seat.stand_in is None or seat.stands_in_until is None:
        return text
    until = _day(seat.stands_in_until)
    return text + "\n" + translator.say("offices.stood_in", who=mention(seat.stand_in), until=until)


def _waits(office: Office, translator: Translator) -> str:
    return "\n".join(f"- ⏸️ {member_name(blocked, translator)}" for blocked in blocked_by(office))


def _day(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:D>"


# --- grades ---------------------------------------------------------------------------------------------------------


def declare_press(tournament: Tournament, translator: Translator) -> Button:
    """Opens the form for the grade that one has."""
    return Button(f"grade:{tournament.tournament_id}", translator.say("grades.declare"), emoji="🥋")


def declaration_receipt(view: GradeView, translator: Translator) -> Card:
    """To who declared it: it waits, and for whom."""
    key = f"grades.waits_for_{view.rules.confirmed_by}"
    text = translator.say("grades.declared", person=mention(view.person), grade=str(view.record.grade))
    return Card((f"{text} {translator.say(key)}",))


def grade_waiting(view: GradeView, translator: Translator) -> Card:
    """To who confirms it: what was declared, or what the results propose."""
    record, name = view.record, quote(view.tournament.name)
    held = (
        translator.say("grades.none_held") if view.held is None else translator.say("grades.held", grade=str(view.held))
    )
    if record.origin is GradeOrigin.PROMOTION:
        key, place = "grades.proposed", str(view.place or "–")
        text = translator.say(key, person=mention(view.person), grade=str(record.grade), name=name, place=place)
    else:
        text = translator.say("grades.asked", person=mention(view.person), grade=str(record.grade), name=name)
    if not record.waits:
        return Card((text, _grade_status(view, translator)), colour=QUIET)
    return Card((text, held), controls=(_grade_deciding(view, translator),), colour=WARNING)


def decision(view: GradeView, translator: Translator) -> Card:
    """To the player, and of a promotion to everybody: what became of it."""
    name = mention(view.person)
    if view.record.confirmed_at is None:
        return Card((translator.say("grades.you_refused", person=name, grade=str(view.record.grade)),))
    key = "grades.promoted" if view.record.origin is GradeOrigin.PROMOTION else "grades.you_confirmed"
    event = quote(view.tournament.name)
    return Card((translator.say(key, person=name, grade=str(view.record.grade), name=event),))


def rule_lines(rules: GradeRules, translator: Translator) -> Iterator[str]:
    """Which grades count, who confirms them, what they order, and what they are proposed by (GO-25.3)."""
    lowest = str(Grade(GradeKind.KYU, rules.lowest_kyu) if rules.lowest_kyu else Grade(GradeKind.AMATEUR, 1))
    yield translator.say(f"format_sheet.grades_{rules.confirmed_by}", lowest=lowest)
    if rules.order_the_field:
        yield translator.say("format_sheet.grades_order")
    if rules.promotions:
        yield translator.say(
            "format_sheet.promotions", names=listing([quote(promotion) for promotion in rules.promotions], translator)
        )


def _grade_status(view: GradeView, translator: Translator) -> str:
    return translator.say("grades.confirmed" if view.record.confirmed_at is not None else "grades.refused")


def _grade_deciding(view: GradeView, translator: Translator) -> tuple[Button, ...]:
    key = view.record.grade_id
    return (
        Button(f"grade-confirm:{key}", translator.say("grades.confirm"), ButtonStyle.success, "✅"),
        Button(f"grade-refuse:{key}", translator.say("grades.refuse"), ButtonStyle.danger),
    )


# --- numbers of the rating list -------------------------------------------------------------------------------------


MOST_LINES: Final = 15


def numbers(terms: RatingTerms, translator: Translator) -> dict[str, str]:
    """Both numbers as the sentences take them."""
    return {"k": number(terms.k, translator), "initial": number(terms.initial, translator)}


def card(view: TermsView, translator: Translator) -> Card:
    """The present numbers, those of before, and who changes them."""
    said = [translator.say("rating_terms.present", **numbers(view.present, translator))]
    if view.dated:
        said.append("\n".join(_line(one, view, translator) for one in view.dated[:MOST_LINES]))
    else:
        said.append(translator.say("rating_terms.first"))
    said.append(translator.say("rating_terms.by_officers" if view.has_officers else "rating_terms.by_owner"))
    return Card(tuple(said), colour=QUIET)


def announcement(view: TermsView, dated: DatedTerms, translator: Translator) -> Card:
    """To everybody: the new numbers, those of before, who chose them, and from when they count."""
    old = {f"{name}_before": value for name, value in numbers(view.before(dated), translator).items()}
    text = translator.say("rating_terms.changed", **numbers(dated.terms, translator), **old)
    return Card((text, _by(dated, view, translator)), colour=ACCENT)


def wish_words(wish: TermsWish, translator: Translator) -> str:
    """What is asked for, beside what held then."""
    old = {f"{name}_before": value for name, value in numbers(wish.before, translator).items()}
    return translator.say("rating_terms.wished", **numbers(wish.wanted, translator), **old)


def receipt_of_wish(translator: Translator) -> Card:
    """To who asked: it waits for a second person."""
    return Card((translator.say("rating_terms.asked"),), colour=ACCENT)


def _line(dated: DatedTerms, view: TermsView, translator: Translator) -> str:
    text = translator.say("rating_terms.line", **numbers(dated.terms, translator), since=moment(dated.since))
    return f"{text} {_by(dated, view, translator)}"


def _by(dated: DatedTerms, view: TermsView, translator: Translator) -> str:
    chosen, signed = view.person(dated.chosen_by), view.person(dated.signed_by)
    if chosen is None:
        return translator.say("rating_terms.by_last_event")
    if signed is None:
        return translator.say("rating_terms.by_one", by=mention(chosen))
    return translator.say("rating_terms.by_both", by=mention(chosen), signer=mention(signed))


# --- roles ----------------------------------------------------------------------------------------------------------


Shown = Office | ArbiterTitle
ALL_SHOWN: Final[tuple[Shown, ...]] = (*Office, *ArbiterTitle)


def panel(mirror: Mapping[Shown, RoleId], existing: Collection[RoleId], translator: Translator) -> Card:
    """The roles of today, a menu for each office and title, and a button that creates what is missing."""
    found = {shown: role for shown, role in mirror.items() if role in existing}
    lines = [
        translator.say("roles.line", shown=name(shown, translator), role=_role(found.get(shown))) for shown in ALL_SHOWN
    ]
    menus: list[Control] = [
        RoleChoice(
            f"office-role:{shown.value}",
            translator.say("roles.choose", shown=name(shown, translator)),
            found.get(shown),
        )
        for shown in ALL_SHOWN
    ]
    presses = [Button("office-roles-create:", translator.say("roles.create"), ButtonStyle.primary)]
    if len(found) == len(ALL_SHOWN):
        presses = []
    if mirror:
        presses.append(Button("office-roles-stop:", translator.say("roles.stop")))
    controls = [*menus, *([tuple(presses)] if presses else [])]
    return Card(
        (translator.say("roles.title"), "\n".join(lines), "-# " + translator.say("roles.next")),
        controls=tuple(controls),
    )


def blocked_role(role: RoleId, translator: Translator) -> Card:
    """A role that the bot may not give or take, with the fix."""
    return Card((translator.say("roles.blocked", role=f"<@&{role}>"),), colour=WARNING)


def mirroring_end(left: Sequence[RoleId], translator: Translator) -> Card:
    """What becomes of roles that mirror nothing any more."""
    return Card(
        (translator.say("roles.stopped", roles=listing([f"<@&{role}>" for role in left], translator)),), colour=WARNING
    )


def name(shown: Shown, translator: Translator) -> str:
    """The office by its name, the title by its abbreviation."""
    return member_name(shown, translator) if isinstance(shown, Office) else shown.value


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


def officers_named(named_now: Appointments, translator: Translator) -> Card:
    """Who holds what from now on, and by whose act; the public record of it."""
    lines = [
        translator.say("house.officer", office=member_name(office, translator), who=mention(who))
        for office, who in named_now.offices
    ]
    if named_now.arbiters:
        who = listing([mention(person) for person in named_now.arbiters], translator)
        if named_now.title is None:
            lines.append(translator.say("house.arbiters_no_more", who=who))
        else:
            lines.append(translator.say("house.arbiters", who=who, title=named_now.title))
    said = (
        translator.say("house.officers_title"),
        "\n".join(lines),
        translator.say("house.officers_by", by=mention(named_now.by)),
    )
    people = [*(person for _, person in named_now.offices), *named_now.arbiters]
    return Card((*said[:2], "-# " + said[2]), pings=pings(people))
