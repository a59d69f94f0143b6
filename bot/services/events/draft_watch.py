"""What waits for a press before there is an event, or beside it: previews, rules of its own, proposed events."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from typing import Final

from bot.domain.events.event_proposals import EventProposal
from bot.domain.events.sayings import DraftWaits, ProposalWaits
from bot.domain.ids import TournamentId
from bot.domain.permissions import Office
from bot.domain.playing.summons import MatterKind
from bot.domain.stillness import Rung, Still
from bot.services import stillness
from bot.services.speaking import tell_member
from bot.services.stillness import Standstill, Watch
from bot.storage import drafts, event_proposals, event_rules, people, tournaments
from bot.storage.context import Query, Tx

A_DAY: Final = timedelta(days=1)


class Begun(StrEnum):
    """What its author alone can go on with."""

    PREVIEW = "preview"


def look_at_preview(tx: Tx, draft_id: str) -> None:
    """Its author reads of it once, a day later."""
    found = _preview(tx, draft_id)
    stillness.rewrite(tx, f"draft:{draft_id}", None if found is None else found.still)


def look_at_rules(tx: Tx, subject: str) -> None:
    """Organisers were called to it, and are called again until it is decided or the event closes."""
    found = _rules(tx, subject.partition(":")[2])
    stillness.rewrite(tx, subject, None if found is None else found.still)


def look_at_proposal(tx: Tx, subject: str) -> None:
    """The President reads of it again."""
    found = _proposal(tx, subject.partition(":")[2])
    stillness.rewrite(tx, subject, None if found is None else found.still)


def _preview(tx: Query, draft_id: str) -> Standstill | None:
    draft = drafts.load(tx, draft_id)
    if draft is None or (draft.start_at is not None and draft.start_at <= tx.now):
        return None
    return Standstill(Still(Begun.PREVIEW, draft.drafted_at, A_DAY, asked_after=None), draft.guild_id)


def _remind_author(tx: Tx, draft_id: str) -> None:
    draft = drafts.load(tx, draft_id)
    if draft is not None:
        tell_member(tx, draft.guild_id, draft.person_id, DraftWaits(draft_id))


def _rules(tx: Query, key: str) -> Standstill | None:
    """A draft that waits, of an event that takes entries: after the close its rules are fixed."""
    tournament_id, number = key.split(".")
    tournament = tournaments.load(tx, TournamentId(tournament_id))
    rules = event_rules.load(tx, TournamentId(tournament_id), int(number))
    if tournament is None or rules is None or not rules.waits:
        return None
    if tournament.cancelled_at is not None or tournament.check_in_closed_at is not None:
        return None
    still = Still(MatterKind.RULES_DRAFT, rules.drafted_at, is_asked=True)
    return Standstill(still, tournament.guild_id, tournament.tournament_id)


def _ask_about_rules(tx: Tx, key: str, found: Standstill, rung: Rung) -> None:
    stillness.call_staff(tx, f"rules:{key}", found, rung)


def _proposal(tx: Query, proposal_id: str) -> Standstill | None:
    proposal = event_proposals.load(tx, proposal_id)
    if proposal is None or proposal.approved is not None or proposal.start_at <= tx.now:
        return None
    return Standstill(Still(MatterKind.EVENT_PROPOSED, proposal.proposed_at, is_asked=True), proposal.guild_id)


def _ask_president(tx: Tx, proposal_id: str, found: Standstill, rung: Rung) -> None:
    """The President by letter; where the office is vacant, who runs the server."""
    proposal: EventProposal | None = event_proposals.load(tx, proposal_id)
    president = people.offices(tx, found.guild_id).get(Office.PRESIDENT)
    if proposal is not None and president is not None:
        tell_member(tx, found.guild_id, president, ProposalWaits(proposal_id))
    else:
        stillness.call_staff(tx, f"event-proposal:{proposal_id}", found, rung)


def _say_nothing(_: Query, key: str) -> None:
    """Nobody but who is asked can act."""


def _never_ask(_: Query, key: str, found: Standstill, rung: Rung) -> None:
    """It is nobody's but its author's."""


PREVIEWS: Final = Watch(_preview, _remind_author, _never_ask)
RULES: Final = Watch(_rules, _say_nothing, _ask_about_rules)
PROPOSALS: Final = Watch(_proposal, _say_nothing, _ask_president)
