"""A dispute in the match of who runs the event: where nobody else decides it in time, the match is played again.

Else who runs it could lose, dispute that and leave it there: the other side can ask for no ruling.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.domain.community import Presser
from bot.domain.ids import MemberId, PersonId
from bot.domain.own_events.own_acts import AGREE_WITHIN, STAFF_FOR, OwnAct, moves_the_association
from bot.domain.own_events.sayings import DisputeWaits
from bot.domain.permissions import Act
from bot.domain.signing.signatures import EVENT_WAITS_FOR
from bot.services import recusal
from bot.services.own_events import agreeing
from bot.services.playing.followed import Followed
from bot.services.speaking import tell_match
from bot.storage import contests, event_officers, identities, log, own_acts
from bot.storage.context import Query, Tx

NOBODY_ASKED: Final = ""
"""The verb of what waits although nobody asked for a ruling."""


def wait(tx: Tx, followed: Followed) -> None:
    """Begins to wait for who can rule, a quarter of an hour or a day; both read until when, and what follows."""
    decider = None if followed.match.contest.arbiter is not None else _who_runs_it(tx, followed)
    if decider is None or _is_followed(tx, followed):
        return
    waits = (one for one in own_acts.of_match(tx, followed.contest_id) if one.agree_by and not one.ended_at)
    if any(waits):
        return
    others = recusal.others_can(tx.acting_as(_by_nobody(followed, tx)), Act.RULE_RESULT, followed.match)
    longer = others or moves_the_association(followed.tournament.rulebook)
    kept = OwnAct(
        act_id=tx.new_id(),
        guild_id=followed.tournament.guild_id,
        tournament_id=followed.tournament.tournament_id,
        contest_id=followed.contest_id,
        person_id=decider,
        act=Act.RULE_RESULT,
        verb=NOBODY_ASKED,
        given={},
        is_owner=False,
        is_organiser=False,
        asked_at=tx.now,
    )
    own_acts.add(tx, kept)
    agreeing.keep_waiting(
        tx, replace(kept, agree_by=tx.now + (EVENT_WAITS_FOR if longer else AGREE_WITHIN)), followed.tournament
    )
    tell_match(tx, followed.tournament, DisputeWaits(followed.contest_id, kept.act_id))


def _is_followed(tx: Query, followed: Followed) -> bool:
    """Whether a chief or a deputy who does not play in the match decides it."""
    people = identities.everybody(tx, contests.people_of(tx, followed.contest_id))
    officers = event_officers.holding(tx, followed.tournament.tournament_id)
    return any(one.person_id not in people for one in officers)


def _who_runs_it(tx: Query, followed: Followed) -> PersonId | None:
    """Who of the two runs events here; None where neither does."""
    staff = log.staff_since(tx, followed.tournament.guild_id, tx.now - STAFF_FOR)
    people = sorted(contests.people_of(tx, followed.contest_id))
    return next((one for one in people if not staff.keys().isdisjoint(identities.selves(tx, one))), None)


def _by_nobody(followed: Followed, tx: Query) -> Presser:
    guild_id = followed.tournament.guild_id
    return Presser(guild_id, MemberId(0), "", "", is_owner=False, is_organiser=False, at=tx.now)
