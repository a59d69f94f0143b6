"""Titles as cards: a person's page, proposals for those who decide, and what everybody reads of a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import floor

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.permissions import ArbiterTitle
from bot.domain.registry.proposals import ProposalOutcome
from bot.domain.registry.title_views import CountryDeclared, ExamTaken, ProposalView, TitlePage
from bot.domain.registry.titles import ChangeKind, MasterTitle, Proof, Requirement, RequirementKind, TitleCheck
from bot.i18n import Voice
from bot.i18n.territories import country_name, flag
from bot.rendering.layout import QUIET, WARNING, Card, Line, Press
from bot.rendering.people import mention, pings, short_mention
from bot.rendering.sentences import listing, moment, number
from bot.rendering.text import quote

PROOFS_SHOWN = 3
PROPOSALS_SHOWN = 10
_NAME_LENGTH = 30
_TAKEN_FOR_GRANTED = frozenset({RequirementKind.NO_ARBITER_TITLE, RequirementKind.NOT_EXCLUDED})
"""Said only where they are not met."""


def title_name(title: MasterTitle | ArbiterTitle, voice: Voice) -> str:
    """The title's name with its abbreviation."""
    return voice.say(f"titles.name.{title.value.lower()}")


def page(view: TitlePage, voice: Voice) -> Card:
    """What the person holds, and for each title that is open what is met and what is missing."""
    checks = "\n".join(_title(check, view, voice) for check in view.checks)
    paragraphs = [voice.say("titles.page", name=mention(view.person)), "\n".join(_state(view, voice)), checks]
    if view.next_exam_at is not None:
        paragraphs.append(voice.say("titles.next_exam", at=moment(view.next_exam_at)))
    return Card(tuple(paragraphs), colour=QUIET if not view.masters and view.arbiter is None else 0xF0B132)


def stranger(voice: Voice) -> Card:
    """About somebody whom the bot has not met."""
    return Card((voice.say("titles.stranger"),), colour=QUIET)


def proposal(view: ProposalView, voice: Voice) -> Card:
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


def decision_receipt(view: ProposalView, voice: Voice) -> Card:
    """What a decision has come to, for who took it."""
    return Card((_status(view, voice),))


def offer(view: ProposalView, voice: Voice) -> Card:
    """Asks the candidate in public whether the arbiter title is worth the master titles (AIJE-B01-2)."""
    name, title = mention(view.person), title_name(view.proposal.title, voice)
    said = [voice.say("titles.offered", name=name, title=title, titles=_names(view.lays_down, voice))]
    if MasterTitle.NM in view.lays_down:
        said.append(voice.say("titles.nm_will_rest", title=title_name(MasterTitle.NM, voice)))
    take = Press(f"title-take:{view.proposal.proposal_id}", voice.say("titles.take"), ButtonStyle.success)
    keep = Press(f"title-keep:{view.proposal.proposal_id}", voice.say("titles.keep"))
    return Card((" ".join(said),), controls=((take, keep),), pings=pings([view.person]))


def change_notice(view: ProposalView, voice: Voice) -> Card:
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


def waiting(views: Sequence[ProposalView], voice: Voice) -> Card:
    """The proposals that wait, each to be opened."""
    if not views:
        return Card((voice.say("titles.no_proposals"),), colour=QUIET)
    lines = tuple(
        Line(
            f"{short_mention(view.person, _NAME_LENGTH)} · {title_name(view.proposal.title, voice)}",
            Press(f"title-proposal:{view.proposal.proposal_id}", voice.say("titles.open_proposal")),
        )
        for view in views[:PROPOSALS_SHOWN]
    )
    return Card((voice.say("titles.proposals"),), lines=lines)


def exam(taken: ExamTaken, voice: Voice) -> Card:
    """What was put on record of an exam, and what comes next."""
    key = "titles.exam_passed" if taken.passed else "titles.exam_failed"
    said = [voice.say(key, name=mention(taken.person), title=title_name(taken.title, voice))]
    if taken.proposed:
        said.append(voice.say("titles.exam_proposed"))
    elif taken.passed:
        said.append(voice.say("titles.exam_waits"))
    said.append(voice.say("titles.next_exam", at=moment(taken.next_exam_at)))
    return Card(("\n".join(said),))


def champion(person: Person, event: str, voice: Voice, *, unplayed: bool = False) -> Card:
    """A new world champion, in public, and whether a game was played for it."""
    said = voice.say("titles.champion", name=mention(person), event=quote(event))
    if unplayed:
        said = f"{said}\n{voice.say('titles.champion_unplayed')}"
    return Card((said,), pings=pings([person]))


@dataclass(frozen=True, slots=True)
class TitleMoved:
    """A world title after a correction of its match: who had it, who has won it, who holds the title now."""

    event: str
    lost: Person
    won: Person | None
    holder: Person | None
    renamed: tuple[Tournament, ...] = ()
    """Matches to come that name the right champion by themselves now."""
    left: tuple[Tournament, ...] = ()
    """Those that still name the wrong one, until somebody decides."""


def move_notice(title: TitleMoved, voice: Voice) -> Card:
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


def country(declared: CountryDeclared, voice: Voice) -> Card:
    """Confirms where the person plays for."""
    where = _country(declared.code, voice)
    if declared.own:
        return Card((voice.say("titles.country_set", country=where),))
    return Card((voice.say("titles.country_set_for", person=mention(declared.person), country=where),))


def _state(view: TitlePage, voice: Voice) -> Iterator[str]:
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


def _title(check: TitleCheck, view: TitlePage, voice: Voice) -> str:
    held = check.title in view.masters or (
        isinstance(check.title, ArbiterTitle) and view.arbiter is not None and view.arbiter[0].rank >= check.title.rank
    )
    mark = "✅" if held else "🟡" if check.met else "⬜"
    heading = f"{mark} **{title_name(check.title, voice)}**"
    return heading if held and check.met else "\n".join([heading, *_requirements(check, view, voice)])


def _requirements(check: TitleCheck, view: TitlePage, voice: Voice) -> Iterator[str]:
    for requirement in check.requirements:
        if requirement.met and requirement.kind in _TAKEN_FOR_GRANTED:
            continue
        yield f"- {_mark(requirement)} {_sentence(requirement, view, voice)}"
        for way in requirement.one_of:
            if way.met or not requirement.met:
                yield f"  - {_mark(way)} {_sentence(way, view, voice)}"


def _mark(requirement: Requirement) -> str:
    return "☑" if requirement.met else "☐"


def _sentence(requirement: Requirement, view: TitlePage, voice: Voice) -> str:
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


def _country_sentence(requirement: Requirement, view: TitlePage, voice: Voice) -> str:
    has, needed = requirement.has, _count(requirement.needed)
    if view.country is None or has is None:
        return voice.say("titles.country_unknown", needed=needed)
    where = _country(view.country, voice)
    return voice.say("titles.country_players", country=where, has=_count(has), needed=needed)


def _counted_sentence(requirement: Requirement, view: TitlePage, voice: Voice) -> str:
    """So many there are of so many, with what proves it."""
    key = f"titles.{requirement.kind.value}_{'met' if requirement.met else 'missing'}"
    said = voice.say(key, has=_count(requirement.has), needed=_count(requirement.needed))
    proofs = [proof for proof in (_proof(one, view) for one in requirement.proofs[:PROOFS_SHOWN]) if proof]
    return f"{said} ({', '.join(proofs)})" if proofs else said


def _proof(proof: Proof, view: TitlePage) -> str:
    """The fact in a few words: whom, where; a world title has neither."""
    words: list[str] = []
    if proof.person_id is not None and proof.person_id in view.people:
        words.append(short_mention(view.people[proof.person_id], _NAME_LENGTH))
    if proof.tournament_id is not None and proof.tournament_id in view.tournaments:
        words.append(quote(view.tournaments[proof.tournament_id], _NAME_LENGTH))
    if proof.event is not None:
        words.append(quote(proof.event, _NAME_LENGTH))
    return " · ".join(words)


def _status(view: ProposalView, voice: Voice) -> str:
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


def _deciding(view: ProposalView, voice: Voice) -> tuple[Press, ...]:
    key = view.proposal.proposal_id
    return (
        Press(f"title-confirm:{key}", voice.say("titles.confirm"), ButtonStyle.success),
        Press(f"title-decline:{key}", voice.say("titles.decline")),
    )


def _names(some: Iterable[MasterTitle], voice: Voice) -> str:
    return listing([title_name(title, voice) for title in some], voice)


def _country(code: str, voice: Voice) -> str:
    return f"{flag(code)} {country_name(code, voice.locale)}"


def _count(value: float | None) -> str:
    return "" if value is None else str(int(value))


def _rating(value: float | None, voice: Voice) -> str:
    """With one decimal, never rounded up: what is a hair below a bound must not look like it."""
    return "" if value is None else number(floor(value * 10) / 10, voice)


def welcome(voice: Voice) -> Card:
    """Welcomes a new arbiter, with the button for duty: Discord hides the command from who only holds a title."""
    on = Press("duty-on:me", voice.say("help.duty_on"), ButtonStyle.success, "🟢")
    return Card((voice.say("titles.taken"),), controls=((on,),))
