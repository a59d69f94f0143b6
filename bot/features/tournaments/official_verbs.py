"""Which events are official: by what their files set and who approved it, never by a file's own word (AIJE-B01-6).

A file is judged when an event is previewed, and anew when it is created; the event keeps what it was found to be, and
the numbers that the rating list had then (AIJE-B02-2). Those who can approve a server's own rulebook hear of it
(AIJE-B01-AI).
"""

from __future__ import annotations

from datetime import datetime

from bot.features.tournaments import draft_store, facts_verbs, recusal_verbs
from bot.features.tournaments.draft_store import Approval
from bot.features.tournaments.hooks import Asker, Found, TaskHooks
from bot.features.tournaments.model import (
    NO_CLAIM,
    ApprovalView,
    Claim,
    Standing,
    WaitingView,
    differences,
    held_back,
    judge,
    settings_print,
)
from bot.features.tournaments.promises_model import RulebookApproved, RulebookWaits
from bot.features.tournaments.tasks_model import Task, TaskItem
from bot.kernel import log
from bot.kernel.context import ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotAllowed, NotFoundByName, RefusedFor, Subject, UserError
from bot.kernel.ids import GuildId, PersonId
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Capacity, Person
from bot.play.rating import with_terms
from bot.play.records import LONG_AGO
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import canonical, from_canonical, preset
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act
from bot.server.speaking_verbs import promise_publicly, tell_committee

# --- which events are official --------------------------------------------------------------------------------------


class RegulationFixes(UserError):
    """The file changes what no approval can open."""

    name: str
    preset: str
    keys: tuple[str, ...]


class OwnRulebook(UserError):
    """Nobody approves a file that they saved themselves, under whichever account."""

    name: str


def standing(tx: Query, guild_id: GuildId, rulebook: Rulebook) -> Standing:
    """What the file's word that it is official is worth in the server."""
    if not rulebook.official:
        return NO_CLAIM
    found = draft_store.load_approval(tx, guild_id, settings_print(rulebook))
    return judge(rulebook, approved=found is not None)


def as_played(tx: Query, guild_id: GuildId, rulebook: Rulebook) -> Rulebook:
    """The rulebook as an event that is created now is run by: official only in truth, with the numbers of the list."""
    true = held_back(rulebook, standing(tx, guild_id, rulebook))
    return with_terms(true, facts_verbs.present(tx, guild_id))


def preview(tx: Query, guild_id: GuildId, rulebook: Rulebook) -> tuple[Rulebook, Standing]:
    """The rulebook as an event that is created now would be run by, and why."""
    return as_played(tx, guild_id, rulebook), standing(tx, guild_id, rulebook)


def approve(tx: ActorTx, name: str) -> ApprovalView:
    """Approves one of the server's own files, as it stands: a change of it needs another approval.

    Raises ClaimsNothing, NeedsNoApproval, RegulationFixes with the places, OwnRulebook, AlreadyDone, and NotAllowed for
    a President where no national arbiter has saved the file (AIJE-B01-AN).
    """
    person = server_verbs.recognise(tx)
    capacities = server_verbs.require(tx, person, Act.APPROVE_RULEBOOK)
    text, saved_by = draft_store.load_rulebook(tx, tx.guild_id, name), draft_store.saver(tx, tx.guild_id, name)
    if text is None or saved_by is None:
        raise NotFoundByName(what=Subject.RULEBOOK, name=name)
    rulebook = from_canonical(text)
    found = _approvable(tx, tx.guild_id, rulebook)
    if _has_saved(tx, person, rulebook, tx.now):
        raise OwnRulebook(name=rulebook.name)
    recusal_verbs.refuse(tx, person.person_id, Act.APPROVE_RULEBOOK, saved_by)
    if Capacity.INTERNATIONAL_ARBITER not in capacities and not creates_official(tx, saved_by):
        raise NotAllowed(needed=(Capacity.INTERNATIONAL_ARBITER,))
    return _approve(tx, rulebook, found, saved_by, person)


def _ones(tx: Query, person: Person, now: datetime) -> set[PersonId]:
    """The person and for whom they stand in, under all accounts."""
    holders = recusal_verbs.stood_in_for(tx, person.guild_id, person.person_id, now)
    return people_store.everybody(tx, [person.person_id, *(holder.person_id for holder in holders)])


def _has_saved(tx: Query, person: Person, rulebook: Rulebook, now: datetime) -> bool:
    """Whether the person, or for whom they stand in, has ever saved a file of these very settings.

    A copy, another name or a file that was dropped since changes nothing about whose settings they are.
    """
    digest, own = settings_print(rulebook), _ones(tx, person, now)
    kept = draft_store.texts_saved_by(tx, person.guild_id, own)
    if any(settings_print(from_canonical(text)) == digest for text in kept):
        return True
    saved = (line for one in own for line in log.acts_of(tx, person.guild_id, one, ["keep_rulebook"], LONG_AGO))
    return any(line.details.get("settings") == digest for line in saved)


def _approvable(tx: Query, guild_id: GuildId, rulebook: Rulebook) -> Standing:
    found = standing(tx, guild_id, rulebook)
    match found.claim:
        case Claim.NONE:
            raise RefusedFor("error.ClaimsNothing", name=rulebook.name)
        case Claim.PRESET:
            raise RefusedFor("error.NeedsNoApproval", name=rulebook.name)
        case Claim.APPROVED:
            raise AlreadyDone
        case Claim.FIXED:
            raise RegulationFixes(name=rulebook.name, preset=found.preset, keys=found.keys)
        case Claim.WAITS:
            return found


def creates_official(tx: Query, person_id: PersonId) -> bool:
    """Whether the person holds AN or a higher title, whose official events the President approves (AIJE-B01-AN)."""
    title = people_store.title_of(tx, person_id)
    return title is not None and title.rank >= ArbiterTitle.AN.rank


def approve_with_event(tx: Tx, officer: Person, by: Person, rulebook: Rulebook) -> None:
    """The President approves the rules with a national arbiter's event, where there is something to approve.

    Neither a file that the President saved nor an event of their own is approved so, by a stand-in neither.
    """
    found = standing(tx, officer.guild_id, rulebook)
    own = by.person_id in _ones(tx, officer, tx.now) or _has_saved(tx, officer, rulebook, tx.now)
    if found.claim is Claim.WAITS and not own:
        _approve(tx, rulebook, found, by.person_id, officer)


def _approve(tx: Tx, rulebook: Rulebook, found: Standing, saved_by: PersonId, officer: Person) -> ApprovalView:
    digest = settings_print(rulebook)
    approval = Approval(
        guild_id=officer.guild_id,
        settings_print=digest,
        preset=found.preset,
        rules=canonical(rulebook),
        saved_by=saved_by,
        approved_by=officer.person_id,
        approved_at=tx.now,
    )
    bounds_verbs.take_room(tx, officer.guild_id, Bounded.APPROVALS)
    draft_store.add_approval(tx, approval)
    draft_store.forget_settings(tx, officer.guild_id, digest)
    subject, details = f"rulebook:{rulebook.name}", {"settings": digest, "person": saved_by}
    tx.log(officer.guild_id, "approve_rulebook", subject, actor=officer.person_id, details=details)
    promise_publicly(tx, officer.guild_id, RulebookApproved(officer.guild_id, digest))
    return _view(tx, approval)


def approval_view(tx: Query, guild_id: GuildId, digest: str) -> ApprovalView | None:
    """An approval by the fingerprint of the settings, or None."""
    found = draft_store.load_approval(tx, guild_id, digest)
    return None if found is None else _view(tx, found)


def _view(tx: Query, approval: Approval) -> ApprovalView:
    people = people_store.by_ids(tx, [approval.saved_by, approval.approved_by])
    rulebook = from_canonical(approval.rules)
    keys = tuple(differences(rulebook, preset(approval.preset)))
    return ApprovalView(rulebook, approval.preset, keys, people[approval.saved_by], people[approval.approved_by])


# --- rulebooks that wait for an approval ----------------------------------------------------------------------------


def follow(tx: Tx, guild_id: GuildId, rulebook: Rulebook) -> None:
    """The rulebook was saved: where it waits for an approval now, the committee is told, once for its settings."""
    if standing(tx, guild_id, rulebook).claim is not Claim.WAITS:
        draft_store.forget_waiting_rulebook(tx, guild_id, rulebook.name)
    elif draft_store.note_waiting_rulebook(tx, guild_id, rulebook.name, settings_print(rulebook), tx.now):
        tell_committee(tx, guild_id, RulebookWaits(rulebook.name))


class OwnRulebooks(TaskHooks):
    """Files of a server that change an official event."""

    def tasks(self, tx: Query, asker: Asker) -> Found:
        """What waits for the approval of who asks."""
        return guide(tx, asker)


def guide(tx: Query, asker: Asker) -> Found:
    """The rulebooks that who asks can approve."""
    person = asker.person
    if person is None or not asker.may(Act.APPROVE_RULEBOOK):
        return
    for name in draft_store.waiting_rulebooks(tx, asker.actor.guild_id):
        saver = _saver(tx, asker.actor.guild_id, name)
        if saver is not None and _can_approve(tx, asker, person, saver):
            yield TaskItem(Task.APPROVE_RULEBOOK, name, other=saver, called=name)


def view(tx: Query, guild_id: GuildId, name: str) -> WaitingView | None:
    """The rulebook that waits, what it changes, and who saved it; None where it waits no more."""
    text, saver = draft_store.load_rulebook(tx, guild_id, name), _saver(tx, guild_id, name)
    if text is None or saver is None:
        return None
    rulebook = from_canonical(text)
    found = standing(tx, guild_id, rulebook)
    return WaitingView(rulebook, found.preset, found.keys, saver) if found.claim is Claim.WAITS else None


def _can_approve(tx: Query, asker: Asker, person: Person, saver: Person) -> bool:
    if people_store.are_one(tx, person.person_id, saver.person_id):
        return False
    if Capacity.INTERNATIONAL_ARBITER in asker.capacities:
        return True
    return creates_official(tx, saver.person_id)


def _saver(tx: Query, guild_id: GuildId, name: str) -> Person | None:
    found = draft_store.saver(tx, guild_id, name)
    return None if found is None else people_store.load(tx, found)
