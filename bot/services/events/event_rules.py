"""The event's own rules: drafted by its chief arbiter, approved by the organisers before the start (GO-30)."""

from __future__ import annotations

from contextlib import suppress

from bot.domain.community import Person, Place
from bot.domain.events.event_rules import EventRules, EventRulesView
from bot.domain.events.sayings import RulesDecided, RulesDrafted
from bot.domain.events.tournament import Phase, Tournament, check_in_closes_at, phase
from bot.domain.ids import GuildId, TournamentId
from bot.domain.permissions import Act
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.typed_text import check_text, checked_reason
from bot.errors import AlreadyDone, NotFound, Outdated, Subject, UserError
from bot.services import access, recusal, summons
from bot.services.event_log import record
from bot.services.events import draft_watch
from bot.services.events.tournaments import find, find_unfinished
from bot.services.speaking import promise, tell_committee
from bot.services.timetable import outages_of
from bot.services.wishes import repeatable
from bot.storage import event_rules, people
from bot.storage.context import ActorQuery, ActorTx, Query

RULES_LIMIT = 3000


class RulesAreFixed(UserError):
    """The event is drawn: its own rules stood before it, and change no more."""

    name: str


def may_draft(tx: ActorQuery, tournament_id: TournamentId) -> tuple[Tournament, EventRules | None]:
    """The event and its last draft, for its chief arbiter or a deputy; raises before anything is asked."""
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    capacities = frozenset() if person is None else access.capacities_in(tx, tournament_id, person.person_id)
    access.require(tx, person, Act.DRAFT_EVENT_RULES, *capacities)
    _refuse_late(tournament)
    return tournament, event_rules.latest(tx, tournament_id)


def draft(tx: ActorTx, tournament_id: TournamentId, text: str) -> EventRulesView:
    """Takes the chief's draft, in the place of one that waits; organisers are asked. RulesAreFixed after the close."""
    tournament, _ = may_draft(tx, tournament_id)
    chief = access.recognise(tx)
    rules = check_text(text, Subject.RULEBOOK, RULES_LIMIT)
    number = event_rules.draft(tx, tournament_id, rules, chief.person_id, tx.now)
    record(tx, tournament, "draft_event_rules", chief.person_id)
    tell_committee(tx, tournament.guild_id, RulesDrafted(tournament_id, number))
    summons.settle(tx, rules_subject(tournament_id, number - 1))
    until = check_in_closes_at(tournament, outages_of(tx, tournament))
    drafted = Matter(MatterKind.RULES_DRAFT, rules_subject(tournament_id, number), tournament_id, until)
    summons.call(tx, tournament.guild_id, drafted)
    draft_watch.look_at_rules(tx, rules_subject(tournament_id, number))
    return view(tx, tx.guild_id, tournament_id, number)


@repeatable
def decide(
    tx: ActorTx,
    tournament_id: TournamentId,
    number: int,
    reason: str | None = None,
) -> EventRulesView:
    """An organiser approves the draft, or with a reason declines it; approved, everybody reads it.

    Raises Outdated for a draft that another has replaced, AlreadyDone for a second press.
    """
    tournament, organiser = _deciding(tx, tournament_id)
    known = event_rules.load(tx, tournament_id, number)
    if known is None:
        raise Outdated
    if not known.waits:
        raise AlreadyDone
    why = None if reason is None else checked_reason(reason)
    if not event_rules.decide(tx, tournament_id, number, organiser.person_id, tx.now, why):
        raise Outdated
    summons.settle(tx, rules_subject(tournament_id, number))
    act = "approve_event_rules" if why is None else "decline_event_rules"
    record(tx, tournament, act, organiser.person_id, why=why)
    places = (Place.COMMITTEE,) if why is not None else (Place.ANNOUNCEMENTS, Place.RECORD)
    for place in places:
        promise(tx, tournament.guild_id, place, RulesDecided(tournament_id, number))
    return view(tx, tx.guild_id, tournament_id, number)


def deciding(tx: ActorTx, tournament_id: TournamentId) -> None:
    """Refuses who does not decide on its draft, before a reason is asked; who is alone may say it."""
    with suppress(recusal.AloneInEvent):
        _deciding(tx, tournament_id)


def _deciding(tx: ActorTx, tournament_id: TournamentId) -> tuple[Tournament, Person]:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    organiser = access.recognise(tx)
    access.require(tx, organiser, Act.APPROVE_EVENT_RULES)
    recusal.refuse_in_event(tx, organiser.person_id, Act.APPROVE_EVENT_RULES, tournament)
    _refuse_late(tournament)
    return tournament, organiser


def view(tx: Query, guild_id: GuildId, tournament_id: TournamentId, number: int | None = None) -> EventRulesView:
    """A draft, or without a number the rules that count; raises NotFound where there is none."""
    tournament = find(tx, guild_id, tournament_id)
    known = event_rules.in_force(tx, tournament_id) if number is None else event_rules.load(tx, tournament_id, number)
    author = None if known is None else people.load(tx, known.drafted_by)
    if known is None or author is None:
        raise NotFound(what=Subject.RULEBOOK)
    return EventRulesView(tournament, access.community(tx, guild_id), known, author)


def in_force(tx: Query, tournament_id: TournamentId) -> str | None:
    """The text of the rules that count."""
    known = event_rules.in_force(tx, tournament_id)
    return None if known is None else known.rules


def rules_subject(tournament_id: TournamentId, number: int) -> str:
    """How calls name a draft, and their button after the colon."""
    return f"rules:{tournament_id}.{number}"


def _refuse_late(tournament: Tournament) -> None:
    if phase(tournament) not in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        raise RulesAreFixed(name=tournament.name)
