"""Entering the people of a list: all who can be entered, as it was shown, or nobody; and taking that back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.community import Person, Place, Presser
from bot.domain.entering.entries import Entrant
from bot.domain.events.event_kinds import OF_PEOPLE, kind_of
from bot.domain.events.event_proposals import EventProposal
from bot.domain.events.tournament import Tournament, asks_for_club
from bot.domain.ids import EntrantId, Occasion, PersonId
from bot.domain.permissions import Act
from bot.domain.sign_ups.plans import Effect, SignUpPlan, SignUpPreview, SignUpsBrought
from bot.domain.sign_ups.sayings import EnteredFromList, EntriesTakenBack
from bot.domain.undoing import Hanging
from bot.errors import Outdated, UserError
from bot.services import access, quotas, recusal
from bot.services.entering import account_names, hand_seeds, registration
from bot.services.events import drafts as event_drafts
from bot.services.naming import batches
from bot.services.sign_ups import drafts
from bot.services.sign_ups.drafts import Event
from bot.services.sign_ups.planning import plan, plan_for
from bot.services.speaking import promise
from bot.services.timetable import tournament_subject
from bot.services.wishes import repeatable
from bot.storage import entrants, log, panels, people, reminders, sign_ups, tournaments
from bot.storage.database import Work
from bot.storage.sign_ups import SignUpDraft, SignUpList


class SignUpsNotReady(UserError):
    """Somebody's name has still to be asked about, or nothing would come of the list."""


class SeedsComeLater(UserError):
    """Who plays in an event that is new sets no seeds with its list, where nobody else could; that is an act apart."""

    event: str


@repeatable
def confirm(
    work: Work, occasion: Occasion, presser: Presser, draft_id: str, seen: str
) -> SignUpPreview | SignUpsBrought:
    """Enters all who can be as it was shown; where something has changed since, shows it anew and enters nobody.

    Raises SignUpsNotReady, what `drafts.find` and `drafts.event_of` raise, and Outdated for a second press.
    """
    person = drafts.require_enterer(work, occasion, presser)
    draft = drafts.find(work, presser, draft_id)
    event = drafts.event_of(work, presser, draft)
    if not event.exists:
        # The list of a cup that is only drafted is taken in by what creates it.
        raise Outdated
    shown = plan(work, presser, draft)
    if shown.seen != seen:
        return replace(shown, has_moved=True)
    if not shown.can_be_confirmed:
        raise SignUpsNotReady
    sign_ups.drop(work, draft_id)
    return _bring(work, occasion, presser, person, (draft, event.tournament, shown))


def create_with(
    work: Work, occasion: Occasion, presser: Presser, event_draft_id: str
) -> tuple[Tournament | EventProposal, SignUpsBrought | None]:
    """Does what the draft of an event says, and enters the people of the list that waits for it in the same breath.

    Names that were not asked about yet keep the rest of the list waiting for the event.
    """
    waiting = drafts.waits_for_new(work, presser)
    is_new = event_drafts.find(work, presser, event_draft_id).tournament_id is None
    done = event_drafts.confirm(work, occasion, presser, event_draft_id)
    if waiting is None or not is_new or not isinstance(done, Tournament):
        return done, None
    if kind_of(done.rulebook) not in OF_PEOPLE:
        sign_ups.drop(work, waiting.draft_id)
        return done, None
    person = drafts.require_enterer(work, occasion, presser)
    event = Event(done, exists=True)
    shown = plan_for(work, presser, waiting, drafts.read_again(waiting), event)
    try:
        brought = _bring(work, occasion, presser, person, (waiting, done, shown)) if shown.entering else None
    except recusal.AloneInEvent as alone:
        raise SeedsComeLater(event=done.name) from alone
    if shown.questions:
        sign_ups.give_to_event(work, waiting.draft_id, done.tournament_id)
    else:
        sign_ups.drop(work, waiting.draft_id)
    return done, brought


def drop_with(work: Work, occasion: Occasion, presser: Presser, event_draft_id: str) -> None:
    """Forgets the draft of a new event with the list that waits for it, or that of a change; nothing was done."""
    waiting = drafts.waits_for_new(work, presser)
    is_new = event_drafts.find(work, presser, event_draft_id).tournament_id is None
    event_drafts.drop(work, occasion, presser, event_draft_id)
    if waiting is not None and is_new:
        sign_ups.drop(work, waiting.draft_id)


def _bring(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    by: Person,
    of: tuple[SignUpDraft, Tournament, SignUpPreview],
) -> SignUpsBrought:
    draft, tournament, shown = of
    entered = [_enter(work, occasion, presser, (tournament, by), one) for one in shown.entering]
    confirmed = [_check_in(work, presser, tournament, one) for one in shown.of(Effect.CHECKS_IN)]
    _seed(work, occasion, presser, (tournament, by), (shown, entered))
    _tell(work, occasion, by, tournament, entered)
    waiting = len(shown.of(Effect.WAITS))
    told = SignUpsBrought(tournament.name, tournament.tournament_id, len(entered), waiting, sum(confirmed))
    if entered or any(confirmed):
        # A list that brings seeds alone stands on the log by them.
        _note(work, occasion, by, (draft, tournament), entered)
    panels.mark_stale(work, tournament_subject(tournament.tournament_id), occasion.now)
    return told


def _note(
    work: Work, occasion: Occasion, by: Person, of: tuple[SignUpDraft, Tournament], entered: Sequence[Entrant]
) -> None:
    """Writes that the list came in, so that it is taken back as one act."""
    draft, tournament = of
    brought = SignUpList(occasion.ids.fresh(), tournament.tournament_id, by.person_id, occasion.now, draft.file_hash)
    sign_ups.add(work, brought, [one.entrant_id for one in entered])
    log.add(
        work,
        tournament.guild_id,
        occasion.now,
        "enter_list",
        f"sign_ups:{brought.list_id}",
        actor=by.person_id,
        tournament_id=tournament.tournament_id,
        details={"people": str(len(entered))},
    )


def _seed(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    into_and_by: tuple[Tournament, Person],
    of: tuple[SignUpPreview, Sequence[Entrant]],
) -> None:
    """The order of the list's seeds, in place of the one that stood."""
    (tournament, by), (shown, entered) = into_and_by, of
    newly = {planned.line.number: one.entrant_id for planned, one in zip(shown.entering, entered, strict=True)}
    known = {one.person_id: one.entrant_id for one in entrants.of_tournament(work, tournament.tournament_id)}
    order = [newly.get(one.line.number) or _entry_of(known, one) for one in shown.seeded]
    if order:
        recusal.refuse_in_event(work, presser, by.person_id, Act.SEED_BY_HAND, tournament)
        hand_seeds.write(work, occasion, tournament, by, list(filter(None, order)), with_list=True)


def _entry_of(known: Mapping[PersonId, EntrantId], planned: SignUpPlan) -> EntrantId | None:
    return None if planned.person is None else known.get(planned.person.person_id)


def _enter(
    work: Work, occasion: Occasion, presser: Presser, into_and_by: tuple[Tournament, Person], planned: SignUpPlan
) -> Entrant:
    """Puts the person on the list; who is on Discord checks in as everybody, and has not said yet that they play."""
    tournament, by = into_and_by
    person = planned.person or _newcomer(work, occasion, tournament, planned)
    _name_account(work, occasion, tournament, (person, by), planned)
    own = person.person_id == by.person_id
    confirms = own or person.discord_id is None
    entry = registration.admit(work, occasion, tournament, person, presser.at, by=by, confirms=confirms)
    entrants.note_own_word(work, entry.entrant.entrant_id, given=own)
    if planned.line.club is not None and asks_for_club(tournament):
        entrants.say_club(work, entry.entrant.entrant_id, planned.line.club)
    return entry.entrant


def _newcomer(work: Work, occasion: Occasion, tournament: Tournament, planned: SignUpPlan) -> Person:
    line = planned.line
    if line.member_id is not None:
        return access.somebody(work, occasion, tournament.guild_id, (line.member_id, line.name))
    return access.newcomer(work, occasion, tournament.guild_id, line.name)


def _name_account(
    work: Work, occasion: Occasion, tournament: Tournament, whom_and_by: tuple[Person, Person], planned: SignUpPlan
) -> None:
    site, (person, by) = tournament.rulebook.registration.account, whom_and_by
    if site is not None and planned.line.account is not None:
        account_names.name_account(work, occasion, person, site, planned.line.account, tournament.tournament_id, by=by)


def _check_in(work: Work, presser: Presser, tournament: Tournament, planned: SignUpPlan) -> bool:
    person = planned.person
    entrant = None if person is None else entrants.of_person(work, tournament.tournament_id, person.person_id)
    if entrant is None or not registration.is_complete(work, tournament, entrant.entrant_id):
        return False
    return entrants.check_in(work, entrant.entrant_id, presser.at)


def _tell(work: Work, occasion: Occasion, by: Person, tournament: Tournament, entered: Sequence[Entrant]) -> None:
    """Names those on Discord once, together: they hear that they play, and how to leave.

    Who was entered by the same person within a day, as by a list that was taken back, is not called again.
    """
    known, matter = people.by_ids(work, [one.person_id for one in entered]), registration.entry_matter(tournament)
    heard: dict[bool, list[Entrant]] = {True: [], False: []}
    for one in entered:
        person = known[one.person_id]
        if person.discord_id is not None:
            heard[quotas.rings(work, occasion, by, person, matter)].append(one)
    for calls, some in heard.items():
        for named in batches(work, some):
            saying = EnteredFromList(tournament.tournament_id, named)
            promise(work, occasion, tournament.guild_id, Place.ANNOUNCEMENTS, saying, silent=not calls)


def hangs(work: Work, presser: Presser, list_id: str) -> Hanging | None:
    """What keeps the list from being taken back."""
    brought = sign_ups.load(work, list_id)
    if brought is None or brought.undone_at is not None:
        return Hanging.TAKEN_BACK
    try:
        drafts.takes_a_list(work, presser, brought.tournament_id)
    except UserError:
        return Hanging.CLOSED
    return None


def take_back(work: Work, occasion: Occasion, list_id: str) -> None:
    """Takes those off the event's list again who stand there by this one.

    Who has pressed since stays, by the own word, and so does who left and was entered anew.
    """
    brought = sign_ups.load(work, list_id)
    tournament = None if brought is None else tournaments.load(work, brought.tournament_id)
    if brought is None or tournament is None or not sign_ups.take_back(work, list_id, occasion.now):
        return
    still = _still_by_list(work, brought)
    off = [one for one in still if _take_off(work, occasion, one.entrant_id)]
    for named in batches(work, sorted(off, key=lambda one: one.number)):
        saying = EntriesTakenBack(tournament.tournament_id, named)
        promise(work, occasion, tournament.guild_id, Place.ANNOUNCEMENTS, saying)
    panels.mark_stale(work, tournament_subject(tournament.tournament_id), occasion.now)


def _still_by_list(work: Work, brought: SignUpList) -> list[Entrant]:
    silent = entrants.without_own_word(work, brought.tournament_id)
    came = [one for one in sign_ups.entered_by(work, brought.list_id) if one in silent]
    return [one for one in entrants.by_ids(work, came) if one.registered_at <= brought.brought_at]


def _take_off(work: Work, occasion: Occasion, entrant_id: EntrantId) -> bool:
    reminders.end(work, entrant_id)
    return entrants.withdraw(work, entrant_id, occasion.now)
