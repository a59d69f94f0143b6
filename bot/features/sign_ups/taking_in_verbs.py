"""Entering the people of a list: all who can be entered, as it was shown, or nobody; and taking that back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import list_verbs as entering_list_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.sign_ups import store as sign_ups_store
from bot.features.sign_ups import verbs as sign_ups_verbs
from bot.features.sign_ups.model import (
    Effect,
    EnteredFromList,
    EntriesTakenBack,
    SignUpPlan,
    SignUpPreview,
    SignUpsBrought,
)
from bot.features.sign_ups.store import SignUpDraft, SignUpList
from bot.features.sign_ups.verbs import ListedEvent, plan, plan_for
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import tournament_subject
from bot.features.tournaments.model import EventProposal
from bot.features.tournaments.recusal_verbs import repeatable
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import Outdated, Refused, RefusedFor, UserError
from bot.kernel.ids import EntrantId, PersonId, Place
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Entrant, Tournament, asks_for_club
from bot.play.points import OF_PEOPLE, kind_of
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act, Hanging
from bot.server.speaking_verbs import batches


@repeatable
def confirm(tx: ActorTx, draft_id: str, seen: str) -> SignUpPreview | SignUpsBrought:
    """Enters all who can be as it was shown; where something has changed since, shows it anew and enters nobody.

    Raises SignUpsNotReady, what `drafts.find` and `drafts.event_of` raise, and Outdated for a second press.
    """
    person = sign_ups_verbs.require_enterer(tx)
    draft = sign_ups_verbs.find(tx, draft_id)
    event = sign_ups_verbs.event_of(tx, draft)
    if not event.exists:
        # The list of a cup that is only drafted is taken in by what creates it.
        raise Outdated
    shown = plan(tx, draft)
    if shown.seen != seen:
        return replace(shown, has_moved=True)
    if not shown.can_be_confirmed:
        raise Refused("error.SignUpsNotReady")
    sign_ups_store.DRAFTS.drop(tx, draft_id)
    return _bring(tx, person, (draft, event.tournament, shown))


def create_with(tx: ActorTx, event_draft_id: str) -> tuple[Tournament | EventProposal, SignUpsBrought | None]:
    """Does what the draft of an event says, and enters the people of the list that waits for it in the same breath.

    Names that were not asked about yet keep the rest of the list waiting for the event.
    """
    waiting = sign_ups_verbs.waits_for_new(tx)
    is_new = tournaments_draft_verbs.find(tx, event_draft_id).tournament_id is None
    done = tournaments_draft_verbs.confirm(tx, event_draft_id)
    if waiting is None or not is_new or not isinstance(done, Tournament):
        return done, None
    if kind_of(done.rulebook) not in OF_PEOPLE:
        sign_ups_store.DRAFTS.drop(tx, waiting.draft_id)
        return done, None
    person = sign_ups_verbs.require_enterer(tx)
    event = ListedEvent(done, exists=True)
    shown = plan_for(tx, waiting, sign_ups_verbs.read_again(waiting), event)
    try:
        brought = _bring(tx, person, (waiting, done, shown)) if shown.entering else None
    except tournaments_recusal_verbs.AloneInEvent as alone:
        raise RefusedFor("error.SeedsComeLater", name=done.name) from alone
    if shown.questions:
        sign_ups_store.give_to_event(tx, waiting.draft_id, done.tournament_id)
    else:
        sign_ups_store.DRAFTS.drop(tx, waiting.draft_id)
    return done, brought


def drop_with(tx: ActorTx, event_draft_id: str) -> None:
    """Forgets the draft of a new event with the list that waits for it, or that of a change; nothing was done."""
    waiting = sign_ups_verbs.waits_for_new(tx)
    is_new = tournaments_draft_verbs.find(tx, event_draft_id).tournament_id is None
    tournaments_draft_verbs.drop(tx, event_draft_id)
    if waiting is not None and is_new:
        sign_ups_store.DRAFTS.drop(tx, waiting.draft_id)


def _bring(tx: ActorTx, by: Person, of: tuple[SignUpDraft, Tournament, SignUpPreview]) -> SignUpsBrought:
    draft, tournament, shown = of
    new = sum(one.person is None and one.line.member_id is None for one in shown.entering)
    bounds_verbs.take_room(tx, tournament.guild_id, Bounded.OUTSIDERS, new)
    bounds_verbs.take_room(tx, tournament.guild_id, Bounded.LISTED, len(shown.entering))
    entered = [_enter(tx, (tournament, by), one) for one in shown.entering]
    confirmed = [_check_in(tx, tournament, one) for one in shown.of(Effect.CHECKS_IN)]
    _seed(tx, (tournament, by), (shown, entered))
    _tell(tx, by, tournament, entered)
    waiting = len(shown.of(Effect.WAITS))
    told = SignUpsBrought(tournament.name, tournament.tournament_id, len(entered), waiting, sum(confirmed))
    if entered or any(confirmed):
        # A list that brings seeds alone stands on the log by them.
        _note(tx, by, (draft, tournament), entered)
    tx.touch(tournament_subject(tournament.tournament_id))
    return told


def _note(tx: Tx, by: Person, of: tuple[SignUpDraft, Tournament], entered: Sequence[Entrant]) -> None:
    """Writes that the list came in, so that it is taken back as one act."""
    draft, tournament = of
    brought = SignUpList(tx.new_id(), tournament.tournament_id, by.person_id, tx.now, draft.file_hash)
    sign_ups_store.add(tx, brought, [one.entrant_id for one in entered])
    tx.log(
        tournament.guild_id,
        "enter_list",
        f"sign_ups:{brought.list_id}",
        actor=by.person_id,
        tournament_id=tournament.tournament_id,
        details={"people": str(len(entered))},
    )


def _seed(tx: ActorTx, into_and_by: tuple[Tournament, Person], of: tuple[SignUpPreview, Sequence[Entrant]]) -> None:
    """The order of the list's seeds, in place of the one that stood."""
    (tournament, by), (shown, entered) = into_and_by, of
    newly = {planned.line.number: one.entrant_id for planned, one in zip(shown.entering, entered, strict=True)}
    known = {one.person_id: one.entrant_id for one in entering_store.of_tournament(tx, tournament.tournament_id)}
    order = [newly.get(one.line.number) or _entry_of(known, one) for one in shown.seeded]
    if order:
        tournaments_recusal_verbs.refuse_in_event(tx, by.person_id, Act.SEED_BY_HAND, tournament)
        entering_list_verbs.write(tx, tournament, by, list(filter(None, order)), with_list=True)


def _entry_of(known: Mapping[PersonId, EntrantId], planned: SignUpPlan) -> EntrantId | None:
    return None if planned.person is None else known.get(planned.person.person_id)


def _enter(tx: ActorTx, into_and_by: tuple[Tournament, Person], planned: SignUpPlan) -> Entrant:
    """Puts the person on the list; who is on Discord checks in as everybody, and has not said yet that they play."""
    tournament, by = into_and_by
    person = planned.person or _newcomer(tx, tournament, planned)
    _name_account(tx, tournament, (person, by), planned)
    own = person.person_id == by.person_id
    confirms = own or person.discord_id is None
    entry = entering_verbs.admit(tx, tournament, person, tx.pressed_at, by=by, confirms=confirms)
    entering_store.note_own_word(tx, entry.entrant.entrant_id, given=own)
    if planned.line.club is not None and asks_for_club(tournament):
        entering_store.say_club(tx, entry.entrant.entrant_id, planned.line.club)
    return entry.entrant


def _newcomer(tx: Tx, tournament: Tournament, planned: SignUpPlan) -> Person:
    line = planned.line
    if line.member_id is not None:
        return server_verbs.somebody(tx, tournament.guild_id, (line.member_id, line.name))
    return server_verbs.newcomer(tx, tournament.guild_id, line.name, has_room=True)


def _name_account(tx: Tx, tournament: Tournament, whom_and_by: tuple[Person, Person], planned: SignUpPlan) -> None:
    site, (person, by) = tournament.rulebook.registration.account, whom_and_by
    if site is not None and planned.line.account is not None:
        entering_eligibility_verbs.name_account(tx, person, site, planned.line.account, tournament.tournament_id, by=by)


def _check_in(tx: ActorTx, tournament: Tournament, planned: SignUpPlan) -> bool:
    person = planned.person
    entrant = None if person is None else entering_store.of_person(tx, tournament.tournament_id, person.person_id)
    if entrant is None or not entering_verbs.is_complete(tx, tournament, entrant.entrant_id):
        return False
    return entering_store.check_in(tx, entrant.entrant_id, tx.pressed_at)


def _tell(tx: Tx, by: Person, tournament: Tournament, entered: Sequence[Entrant]) -> None:
    """Names those on Discord once, together: they hear that they play, and how to leave.

    Who was entered by the same person within a day, as by a list that was taken back, is not called again.
    """
    people, matter = (
        people_store.by_ids(tx, [one.person_id for one in entered]),
        entering_verbs.entry_matter(tournament),
    )
    heard: dict[bool, list[Entrant]] = {True: [], False: []}
    for one in entered:
        person = people[one.person_id]
        if person.discord_id is not None:
            heard[server_verbs.rings(tx, by, person, matter)].append(one)
    for calls, some in heard.items():
        for named in batches(tx, some):
            message = EnteredFromList(tournament.tournament_id, named)
            tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, message, silent=not calls)


def hangs(tx: ActorQuery, list_id: str) -> Hanging | None:
    """What keeps the list from being taken back."""
    brought = sign_ups_store.load(tx, list_id)
    if brought is None or brought.undone_at is not None:
        return Hanging.TAKEN_BACK
    try:
        sign_ups_verbs.takes_a_list(tx, brought.tournament_id)
    except UserError:
        return Hanging.CLOSED
    return None


def take_back(tx: Tx, list_id: str) -> None:
    """Takes those off the event's list again who stand there by this one.

    Who has pressed since stays, by the own word, and so does who left and was entered anew.
    """
    brought = sign_ups_store.load(tx, list_id)
    tournament = None if brought is None else tournaments_store.load(tx, brought.tournament_id)
    if brought is None or tournament is None or not sign_ups_store.take_back(tx, list_id, tx.now):
        return
    still = _still_by_list(tx, brought)
    off = [one for one in still if _take_off(tx, one.entrant_id)]
    for named in batches(tx, sorted(off, key=lambda one: one.number)):
        message = EntriesTakenBack(tournament.tournament_id, named)
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, message)
    tx.touch(tournament_subject(tournament.tournament_id))


def _still_by_list(tx: Query, brought: SignUpList) -> list[Entrant]:
    silent = entering_store.without_own_word(tx, brought.tournament_id)
    came = [one for one in sign_ups_store.entered_by(tx, brought.list_id) if one in silent]
    return [one for one in entering_store.by_ids(tx, came) if one.registered_at <= brought.brought_at]


def _take_off(tx: Tx, entrant_id: EntrantId) -> bool:
    entering_store.end_reminder(tx, entrant_id)
    return entering_store.withdraw(tx, entrant_id, tx.now)
