"""Showing what will be done before it is done: drafts of tournaments and of their changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.events.drafts import Draft
from bot.domain.events.event_proposals import EventProposal
from bot.domain.events.tournament import Tournament
from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.domain.rulebook import Rulebook
from bot.domain.typed_text import checked_name
from bot.errors import NotYours, Outdated
from bot.rulebooks.library import canonical, from_canonical
from bot.services import access, zone_guess
from bot.services.events import draft_watch, event_proposals, fixed_starts, posters, rulebooks, tournaments
from bot.storage import cup_forms, drafts, event_posters, people
from bot.storage.context import ActorQuery, ActorTx, Tx


def of_new(tx: ActorTx, name: str, rules: Rulebook, starts: tuple[datetime, ...]) -> tuple[Draft, ...]:
    """A draft for each start that was meant (two where the local time comes twice); earlier drafts are forgotten."""
    access.community(tx, tx.guild_id)
    person = access.recognise(tx)
    event_proposals.require_creator(tx, person)
    tournaments.refuse_beacon(rules)
    tournaments.refuse_seat_match(rules)
    tidy = checked_name(name)
    made = tuple(
        Draft(
            draft_id=tx.new_id(),
            guild_id=tx.guild_id,
            person_id=person.person_id,
            drafted_at=tx.now,
            name=tidy,
            rulebook=canonical(rules),
            start_at=tournaments.checked_start(start, tx.now, rules),
        )
        for start in starts
    )
    return _keep(tx, made)


def of_change(
    tx: ActorTx, tournament_id: TournamentId, name: str | None, starts: tuple[datetime, ...]
) -> tuple[Draft, ...]:
    """A draft for each start that was meant, or one where only the name changes."""
    person = access.recognise(tx)
    access.require(tx, person, Act.EDIT_TOURNAMENT)
    before = tournaments.find_unfinished(tx, tx.guild_id, tournament_id)
    wanted: tuple[datetime | None, ...] = starts or (None,)
    made = tuple(
        Draft(
            draft_id=tx.new_id(),
            guild_id=tx.guild_id,
            person_id=person.person_id,
            drafted_at=tx.now,
            tournament_id=tournament_id,
            name=checked_name(name) if name else None,
            start_at=tournaments.movable_start(before, start, tx.now),
        )
        for start in wanted
    )
    return _keep(tx, made)


def find(tx: ActorQuery, draft_id: str) -> Draft:
    """The draft of who pressed; raises Outdated when it is gone and NotYours for a stranger."""
    draft = drafts.load(tx, draft_id)
    if draft is None or draft.guild_id != tx.guild_id:
        raise Outdated
    author = people.load(tx, draft.person_id)
    if author is None or author.discord_id != tx.actor.member_id:
        raise NotYours
    return draft


def rules_to_save(tx: ActorQuery, draft_id: str) -> Rulebook:
    """The rules of the draft, for whoever may save them; raises NotAllowed, and Outdated where the draft is gone."""
    access.refuse_without(tx, Act.MANAGE_RULEBOOKS)
    draft = find(tx, draft_id)
    if draft.rulebook is None:
        raise Outdated
    return from_canonical(draft.rulebook)


def save_rules(tx: ActorTx, draft_id: str, name: str) -> Rulebook:
    """Saves the rules of the draft as one of the server's own presets; raises PresetNameTaken."""
    return rulebooks.save_as(tx, rules_to_save(tx, draft_id), name)


def confirm(tx: ActorTx, draft_id: str) -> Tournament | EventProposal:
    """Does what the draft says, or brings it before the President; a second press finds nothing left to do."""
    draft = find(tx, draft_id)
    drafts.drop_of_person(tx, draft.person_id)
    event_posters.drop_form(tx, draft.person_id)
    done = _create(tx, draft) if draft.tournament_id is None else _change(tx, draft, draft.tournament_id)
    event_posters.drop_unused(tx, draft.person_id)
    return done


def _change(tx: ActorTx, draft: Draft, tournament_id: TournamentId) -> Tournament:
    before = tournaments.find(tx, tx.guild_id, tournament_id)
    start = _start_to_set(tx, before, draft.start_at)
    after = tournaments.edit(tx, tournament_id, draft.name, start)
    if draft.poster_id is not None:
        posters.change(tx, after, draft.poster_id, draft.person_id, calendar_knows=after != before)
    return after


def _start_to_set(tx: ActorTx, before: Tournament, wanted: datetime | None) -> datetime | None:
    """The start that was drafted; None where it is fixed, and was put to everybody registered instead."""
    person = access.recognise(tx)
    start = tournaments.movable_start(before, wanted, tx.now)
    moves = start not in {None, before.start_at}
    if start is None or not moves or fixed_starts.may_decide(tx, person, before):
        return start
    if not fixed_starts.is_fixed(tx, before):
        return start
    access.require(tx, person, Act.EDIT_TOURNAMENT)
    fixed_starts.ask(tx, person, before, start)
    return None


def _create(tx: ActorTx, draft: Draft) -> Tournament | EventProposal:
    if draft.name is None or draft.rulebook is None or draft.start_at is None:
        raise Outdated
    cup_forms.drop(tx, draft.person_id)
    # The preview of a new event says by whose clocks its start was read.
    zone_guess.confirm(tx)
    person = people.load(tx, draft.person_id)
    if not event_proposals.require_creator(tx, person):
        return event_proposals.propose(tx, draft)
    rules = from_canonical(draft.rulebook)
    created = tournaments.create(tx, draft.name, rules, draft.start_at)
    if draft.poster_id is not None:
        event_posters.give_event(tx, created.tournament_id, draft.poster_id)
    return created


def drop(tx: ActorTx, draft_id: str) -> None:
    """Forgets the draft; nothing was done."""
    draft = find(tx, draft_id)
    drafts.take(tx, draft.draft_id)
    cup_forms.drop(tx, draft.person_id)
    event_posters.drop_form(tx, draft.person_id)
    event_posters.drop_unused(tx, draft.person_id)


def _keep(tx: Tx, made: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """Writes the drafts in place of earlier ones; what was told under the preview of the same event stays with them."""
    if not made:
        return made
    person_id = made[0].person_id
    poster_id = posters.of_earlier_draft(tx, person_id, made[0].tournament_id)
    drafts.drop_of_person(tx, person_id)
    kept = tuple(replace(draft, poster_id=poster_id) for draft in made)
    for draft in kept:
        drafts.add(tx, draft)
    # Of two moments that were meant one is chosen: a letter about the first is enough.
    draft_watch.look_at_preview(tx, kept[0].draft_id)
    event_posters.drop_unused(tx, person_id)
    return kept
