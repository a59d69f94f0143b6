"""Projects and suggestions go to the leader, who approves or declines each (AIJE-A01-3)."""

from __future__ import annotations

from bot.domain.community import Place
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act
from bot.domain.quotas import QUOTAS, Counted
from bot.domain.typed_text import checked_reason
from bot.domain.voting.sayings import Suggested, SuggestionDecided
from bot.domain.voting.suggestions import Suggestion, SuggestionView
from bot.errors import AlreadyDone, Missing, NotFound, Subject, UserError
from bot.services import access, quotas
from bot.services.speaking import tell_committee, write_to
from bot.storage import people, suggestions
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

TEXT_LIMIT = 1500
REASON_LIMIT = 500


class SuggestionsWait(UserError):
    """The person has as many suggestions without an answer as anybody may."""

    n: int


def suggest(tx: ActorTx, text: str) -> SuggestionView:
    """Puts a suggestion before the leader, with its card in the committee's channel. Raises SuggestionsWait."""
    access.community(tx, tx.guild_id)
    author = access.recognise(tx)
    said = text.strip()[:TEXT_LIMIT]
    if not said:
        raise Missing(what=Subject.REASON)
    number, fresh = suggestions.next_number(tx, tx.guild_id), tx.new_id()
    most = QUOTAS[Counted.SUGGESTION].most
    quotas.spend(tx, author, Counted.SUGGESTION, lambda _: SuggestionsWait(n=most), thing=fresh)
    made = Suggestion(fresh, tx.guild_id, number, author.person_id, said, tx.now)
    suggestions.add(tx, made)
    _log_suggestion(tx, made, "suggest", author.person_id, None)
    tell_committee(tx, tx.guild_id, Suggested(made.suggestion_id))
    return SuggestionView(made, author, None)


def decidable(tx: ActorQuery, suggestion_id: str) -> SuggestionView:
    """The suggestion, when who pressed may answer it and nobody has; raises before a reason is asked."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, person, Act.ANSWER_SUGGESTION)
    found = view(tx, tx.guild_id, suggestion_id)
    if found.suggestion.approved is not None:
        raise AlreadyDone
    return found


def decide(tx: ActorTx, suggestion_id: str, reason: str, *, approved: bool) -> SuggestionView:
    """The leader's answer; the author hears of it in private and in public, with the reason where it is declined."""
    decidable(tx, suggestion_id)
    leader = access.recognise(tx)
    why = reason.strip()[:REASON_LIMIT] or None if approved else checked_reason(reason, REASON_LIMIT)
    suggestions.decide(tx, suggestion_id, approved=approved, by=leader.person_id, reason=why, at=tx.now)
    decided = view(tx, tx.guild_id, suggestion_id)
    act = "approve_suggestion" if approved else "decline_suggestion"
    _log_suggestion(tx, decided.suggestion, act, leader.person_id, why)
    tx.enqueue(tx.guild_id, Place.ANNOUNCEMENTS, SuggestionDecided(suggestion_id))
    write_to(tx, tx.guild_id, decided.author, SuggestionDecided(suggestion_id))
    return decided


def view(tx: Query, guild_id: GuildId, suggestion_id: str) -> SuggestionView:
    """The suggestion with its people; raises NotFound."""
    found = suggestions.load(tx, suggestion_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.SUGGESTION)
    return _view(tx, found)


def listing(tx: Query, guild_id: GuildId) -> tuple[SuggestionView, ...]:
    """Every suggestion of the server, those that wait first, then the newest."""
    return tuple(_view(tx, one) for one in suggestions.of_guild(tx, guild_id))


def _view(tx: Query, found: Suggestion) -> SuggestionView:
    by = found.decided_by
    known = people.by_ids(tx, [found.person_id, *([by] if by else [])])
    return SuggestionView(found, known[found.person_id], known[by] if by else None)


def _log_suggestion(tx: Tx, about: Suggestion, act: str, by: PersonId, why: str | None) -> None:
    subject, details = f"suggestion:{about.suggestion_id}", {"person": about.person_id}
    tx.log(about.guild_id, act, subject, actor=by, why=why, details=details)
