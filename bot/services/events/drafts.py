"""Showing what will be done before it is done: drafts of tournaments and of their changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.community import Presser
from bot.domain.events.drafts import Draft
from bot.domain.events.event_proposals import EventProposal
from bot.domain.events.tournament import Tournament
from bot.domain.ids import Occasion, TournamentId
from bot.domain.permissions import Act
from bot.domain.rulebook import Rulebook
from bot.domain.typed_text import checked_name
from bot.errors import NotYours, Outdated
from bot.rulebooks.library import canonical, from_canonical
from bot.services import access, zone_guess
from bot.services.events import draft_watch, event_proposals, fixed_starts, posters, rulebooks, tournaments
from bot.storage import cup_forms, drafts, event_posters, people
from bot.storage.database import Work


def of_new(
    work: Work, occasion: Occasion, presser: Presser, name: str, rules: Rulebook, starts: tuple[datetime, ...]
) -> tuple[Draft, ...]:
    """A draft for each start that was meant (two where the local time comes twice); earlier drafts are forgotten."""
    access.community(work, presser.guild_id)
    person = access.recognise(work, occasion, presser)
    event_proposals.require_creator(work, presser, person)
    tournaments.refuse_beacon(rules)
    tournaments.refuse_seat_match(rules)
    tidy = checked_name(name)
    made = tuple(
        Draft(
            draft_id=occasion.ids.fresh(),
            guild_id=presser.guild_id,
            person_id=person.person_id,
            drafted_at=occasion.now,
            name=tidy,
            rulebook=canonical(rules),
            start_at=tournaments.checked_start(start, occasion.now, rules),
        )
        for start in starts
    )
    return _keep(work, occasion, made)


def of_change(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    tournament_id: TournamentId,
    name: str | None,
    starts: tuple[datetime, ...],
) -> tuple[Draft, ...]:
    """A draft for each start that was meant, or one where only the name changes."""
    person = access.recognise(work, occasion, presser)
    access.require(work, presser, person, Act.EDIT_TOURNAMENT)
    before = tournaments.find_unfinished(work, presser.guild_id, tournament_id)
    wanted: tuple[datetime | None, ...] = starts or (None,)
    made = tuple(
        Draft(
            draft_id=occasion.ids.fresh(),
            guild_id=presser.guild_id,
            person_id=person.person_id,
            drafted_at=occasion.now,
            tournament_id=tournament_id,
            name=checked_name(name) if name else None,
            start_at=tournaments.movable_start(before, start, occasion.now),
        )
        for start in wanted
    )
    return _keep(work, occasion, made)


def find(work: Work, presser: Presser, draft_id: str) -> Draft:
    """The draft of who pressed; raises Outdated when it is gone and NotYours for a stranger."""
    draft = drafts.load(work, draft_id)
    if draft is None or draft.guild_id != presser.guild_id:
        raise Outdated
    author = people.load(work, draft.person_id)
    if author is None or author.discord_id != presser.member_id:
        raise NotYours
    return draft


def rules_to_save(work: Work, presser: Presser, draft_id: str) -> Rulebook:
    """The rules of the draft, for whoever may save them; raises NotAllowed, and Outdated where the draft is gone."""
    access.refuse_without(work, presser, Act.MANAGE_RULEBOOKS)
    draft = find(work, presser, draft_id)
    if draft.rulebook is None:
        raise Outdated
    return from_canonical(draft.rulebook)


def save_rules(work: Work, occasion: Occasion, presser: Presser, draft_id: str, name: str) -> Rulebook:
    """Saves the rules of the draft as one of the server's own presets; raises PresetNameTaken."""
    return rulebooks.save_as(work, occasion, presser, rules_to_save(work, presser, draft_id), name)


def confirm(work: Work, occasion: Occasion, presser: Presser, draft_id: str) -> Tournament | EventProposal:
    """Does what the draft says, or brings it before the President; a second press finds nothing left to do."""
    draft = find(work, presser, draft_id)
    drafts.drop_of_person(work, draft.person_id)
    event_posters.drop_form(work, draft.person_id)
    done = (
        _create(work, occasion, presser, draft)
        if draft.tournament_id is None
        else _change(work, occasion, presser, draft, draft.tournament_id)
    )
    event_posters.drop_unused(work, draft.person_id)
    return done


def _change(work: Work, occasion: Occasion, presser: Presser, draft: Draft, tournament_id: TournamentId) -> Tournament:
    before = tournaments.find(work, presser.guild_id, tournament_id)
    start = _start_to_set(work, occasion, presser, before, draft.start_at)
    after = tournaments.edit(work, occasion, presser, tournament_id, draft.name, start)
    if draft.poster_id is not None:
        posters.change(work, occasion, after, draft.poster_id, draft.person_id, calendar_knows=after != before)
    return after


def _start_to_set(
    work: Work, occasion: Occasion, presser: Presser, before: Tournament, wanted: datetime | None
) -> datetime | None:
    """The start that was drafted; None where it is fixed, and was put to everybody registered instead."""
    person = access.recognise(work, occasion, presser)
    start = tournaments.movable_start(before, wanted, occasion.now)
    moves = start not in {None, before.start_at}
    if start is None or not moves or fixed_starts.may_decide(work, presser, person, before):
        return start
    if not fixed_starts.is_fixed(work, before):
        return start
    access.require(work, presser, person, Act.EDIT_TOURNAMENT)
    fixed_starts.ask(work, occasion, person, before, start)
    return None


def _create(work: Work, occasion: Occasion, presser: Presser, draft: Draft) -> Tournament | EventProposal:
    if draft.name is None or draft.rulebook is None or draft.start_at is None:
        raise Outdated
    cup_forms.drop(work, draft.person_id)
    # The preview of a new event says by whose clocks its start was read.
    zone_guess.confirm(work, occasion, presser)
    person = people.load(work, draft.person_id)
    if not event_proposals.require_creator(work, presser, person):
        return event_proposals.propose(work, occasion, presser, draft)
    rules = from_canonical(draft.rulebook)
    created = tournaments.create(work, occasion, presser, draft.name, rules, draft.start_at)
    if draft.poster_id is not None:
        event_posters.give_event(work, created.tournament_id, draft.poster_id)
    return created


def drop(work: Work, occasion: Occasion, presser: Presser, draft_id: str) -> None:
    """Forgets the draft; nothing was done."""
    del occasion
    draft = find(work, presser, draft_id)
    drafts.take(work, draft.draft_id)
    cup_forms.drop(work, draft.person_id)
    event_posters.drop_form(work, draft.person_id)
    event_posters.drop_unused(work, draft.person_id)


def _keep(work: Work, occasion: Occasion, made: tuple[Draft, ...]) -> tuple[Draft, ...]:
    """Writes the drafts in place of earlier ones; what was told under the preview of the same event stays with them."""
    if not made:
        return made
    person_id = made[0].person_id
    poster_id = posters.of_earlier_draft(work, person_id, made[0].tournament_id)
    drafts.drop_of_person(work, person_id)
    kept = tuple(replace(draft, poster_id=poster_id) for draft in made)
    for draft in kept:
        drafts.add(work, draft)
    # Of two moments that were meant one is chosen: a letter about the first is enough.
    draft_watch.look_at_preview(work, kept[0].draft_id, occasion)
    event_posters.drop_unused(work, person_id)
    return kept
