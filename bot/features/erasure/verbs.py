"""What is kept about a person, taken away as a file, and let go at their wish as far as the rules allow.

Results, ratings of opponents, bars in force and the log's lines refer to the person's id, which stays as a tombstone.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.features.cases import misconduct_verbs as cases_misconduct_verbs
from bot.features.cases import verdict_verbs as cases_verdict_verbs
from bot.features.seats import store as seats_store
from bot.features.seats import verbs as seats_verbs
from bot.features.signing import store as signing_store
from bot.features.tournaments import draft_store as tournaments_draft_store
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.draft_store import Erased
from bot.features.tournaments.facts_verbs import account_claim_subject, claim_subject, entry_of
from bot.features.tournaments.model import KEPT_FOR
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, Subject
from bot.kernel.ids import PersonId
from bot.kernel.outages import Step
from bot.people import account_store as people_account_store
from bot.people import personal_store as people_personal_store
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people import store as people_store
from bot.people.model import Erasure, Person
from bot.play.entries import Phase, Tournament, phase

LOOK_AGAIN_AFTER: Final = timedelta(days=1)
KEPT: Final = "kept"
"""What the subjects of the daily steps begin with."""
_EVERYBODY: Final = "members"
"""The subject of the step that looks at all servers; the others name somebody who was erased."""


def export(tx: ActorQuery) -> str:
    """All that is kept about the presser, as JSON by table; raises NotFound for a stranger."""
    person = _presser(tx)
    kept = people_personal_store.kept_about(tx, *people_account_store.own_entries(tx, person.person_id))
    mark = people_personal_store.mark_of(tx, person)
    counted = [] if mark is None else people_personal_store.of_account(tx, person.guild_id, mark)
    return people_personal_store.as_text(kept | ({"account_counts": counted} if counted else {}))


def consider(tx: ActorQuery) -> Erasure:
    """What an erasure would mean for the presser, before it is confirmed; raises NotFound for a stranger."""
    return _erasure_of(tx, _presser(tx))


def erase(tx: ActorTx) -> Erasure:
    """Lets go of all that the rules let go about the presser: in running events that is a withdrawal (GO-28.4).

    A later press makes the bot's acquaintance anew. While something open needs it, the account's number stays.
    """
    person = _presser(tx)
    meant = _erasure_of(tx, person)
    # The line of the log comes first: it is the person's own act.
    subject = f"person:{person.person_id}"
    tx.log(person.guild_id, "erase_person", subject, actor=person.person_id)
    lay_to_rest(tx, person.person_id)
    return meant


def lay_to_rest(tx: Tx, person_id: PersonId) -> None:
    """Takes the person out of what runs, ends offices, titles and rating, and leaves a tombstone in place of the name.

    Twice is harmless (AIJE-A02-2).
    """
    person = people_store.load(tx, person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    line = people_ratings_verbs.line_of(tx, person)
    cases_verdict_verbs.lay_down_everything(tx, person, person.person_id)
    people_ratings_verbs.rest(tx, person, line)
    needed = people_personal_store.has_open_matter(tx, person_id, tx.now)
    _strike_out(tx, person)
    if person.discord_id is not None:
        kept = person.discord_id if needed else None
        people_personal_store.note_erasure(tx, person_id, person.guild_id, kept, tx.now)
    for own in people_account_store.own_entries(tx, person_id):
        _show_claims(tx, own)
        people_personal_store.forget(tx, own, tx.now, accounts_too=not needed)
    cases_verdict_verbs.bury(tx, person)
    cases_misconduct_verbs.reached_no_more(tx, person_id)
    if person.discord_id is not None:
        outbox.forget_letters(tx, person.discord_id)
    # Whoever is next in line for a place that was let go is asked now, and not when somebody else happens to answer.
    for seat_round in seats_store.rounds_in_force(tx, person.guild_id):
        seats_verbs.follow(tx, seat_round)
    _look_again(tx)
    _let_go_of_posters(tx, person_id)


def _strike_out(tx: Tx, person: Person) -> None:
    """The name leaves what others have begun and not confirmed, too: nothing of it has come to be yet."""
    for own in people_account_store.own_entries(tx, person.person_id):
        known = people_store.load(tx, own) or person
        tournaments_draft_store.strike_out(tx, person.guild_id, Erased(own, person.discord_id, known.name))
        signing_store.strike_out(tx, person.guild_id, own, known.name)


def _show_claims(tx: Tx, person_id: PersonId) -> None:
    """Nothing is left to decide of what the person claimed, and nobody is named there any more."""
    for second in people_account_store.claims_of(tx, person_id):
        tx.touch(account_claim_subject(second.claim_id))
        tournaments_summons_verbs.settle(tx, account_claim_subject(second.claim_id))
    for claim in people_account_store.name_claims_of_claimant(tx, person_id):
        tx.touch(claim_subject(claim.claim_id))
        tournaments_summons_verbs.settle(tx, claim_subject(claim.claim_id))


def take(tx: Tx, subject: str, step: Step) -> None:
    """Takes the daily step of all servers, or that of somebody who was erased while an event told their words."""
    del step
    if subject == _EVERYBODY:
        forget_what_is_over(tx)
    else:
        _let_go_of_posters(tx, PersonId(subject))


def forget_what_is_over(tx: Tx) -> int:
    """Lets go of drafts that waited too long, of messages said long ago, and of account numbers that no case needs.

    Answers how many numbers. A day later it looks again.
    """
    tournaments_draft_store.drop_older_than(tx, tx.now - KEPT_FOR)
    people_personal_store.forget_what_is_over(tx)
    over = people_personal_store.forget_members_without_bars(tx, tx.now)
    for member_id in over:
        outbox.forget_letters(tx, member_id)
    outbox.let_go(tx)
    _look_again(tx)
    return len(over)


def _look_again(tx: Tx) -> None:
    kernel_time_store.rewrite_deadlines(tx, f"{KEPT}:{_EVERYBODY}", [(Step.FORGET, tx.now + LOOK_AGAIN_AFTER)])


def _let_go_of_posters(tx: Tx, person_id: PersonId) -> None:
    """What an erased person told of an event goes once the event is over: until then its players need it."""
    told = [tournaments_store.let_go(tx, own) for own in people_account_store.own_entries(tx, person_id)]
    due = [(Step.FORGET, tx.now + LOOK_AGAIN_AFTER)] if any(told) else []
    kernel_time_store.rewrite_deadlines(tx, f"{KEPT}:{person_id}", due)


def _erasure_of(tx: ActorQuery, person: Person) -> Erasure:
    playing = tuple(
        tournament.name
        for tournament in tournaments_store.all_unfinished(tx, person.guild_id)
        if phase(tournament) is not Phase.OVER and _goes_from(tx, tournament, person)
    )
    offices_held = tuple(
        office for office, holder in people_store.offices(tx, person.guild_id).items() if holder == person.person_id
    )
    return Erasure(
        playing=playing,
        offices=offices_held,
        title=people_store.title_of(tx, person.person_id),
        account_stays=people_personal_store.has_open_matter(tx, person.person_id, tx.pressed_at),
    )


def _goes_from(tx: Query, tournament: Tournament, person: Person) -> bool:
    """Whether the person leaves its list or its matches; who has started for a team stays in it without the name."""
    entry = entry_of(tx, tournament.tournament_id, person.person_id)
    is_open = tournament.check_in_closed_at is None
    return entry is not None and entry.withdrawn_at is None and (is_open or entry.person_id == person.person_id)


def _presser(tx: ActorQuery) -> Person:
    found = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if found is None:
        raise NotFound(what=Subject.PERSON)
    return found
