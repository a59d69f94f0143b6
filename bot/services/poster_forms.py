"""The form of what is told of an event: what is filled in is kept first, then looked at, and shown before all."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.events.drafts import Draft
from bot.domain.events.posters import Poster, is_stream, tidy
from bot.domain.permissions import Act
from bot.errors import Outdated, UserError
from bot.services import access
from bot.services.events import drafts, event_proposals, tournaments
from bot.storage import event_posters, people
from bot.storage.context import ActorQuery, ActorTx, Tx


class NotAStream(UserError):
    """What was typed is no address that shows where it leads."""

    text: str


def offer(tx: ActorQuery, draft_id: str) -> Poster:
    """What stands in the form: what was filled in and not taken, else what the event tells or would tell.

    Raises as `drafts.find` does, NotAllowed for who may not create or change events by now, and TournamentIsOver.
    """
    return _standing(tx, _own(tx, draft_id))


def keep(tx: ActorTx, draft_id: str, typed: Poster, *, drops_picture: bool) -> None:
    """Keeps what was typed, whatever may be wrong with it, with the picture of before; raises as `offer` does."""
    draft = _own(tx, draft_id)
    picture = None if drops_picture else _standing(tx, draft).picture
    _keep(tx, draft, replace(tidy(typed), picture=picture))


def keep_picture(tx: ActorTx, draft_id: str, picture: bytes) -> None:
    """Keeps the picture with what was typed; raises as `offer` does."""
    draft = _own(tx, draft_id)
    _keep(tx, draft, replace(_standing(tx, draft), picture=picture))


def take(tx: ActorTx, draft_id: str) -> Draft:
    """The draft with what was filled in last; raises NotAStream, Outdated where nothing was, and as `offer` does."""
    draft = _own(tx, draft_id)
    poster_id = event_posters.form_of(tx, draft.person_id, draft.tournament_id)
    poster = event_posters.load(tx, poster_id)
    if poster is None:
        raise Outdated
    if poster.stream and not is_stream(poster.stream):
        raise NotAStream(text=poster.stream)
    if poster == Poster() and _told_before(tx, draft) is None:
        poster_id = None
    event_posters.give_draft(tx, draft_id, poster_id)
    event_posters.drop_form(tx, draft.person_id)
    event_posters.drop_unused(tx, draft.person_id)
    return replace(draft, poster_id=poster_id)


def _own(tx: ActorQuery, draft_id: str) -> Draft:
    """The draft of who pressed, who may still do what it says."""
    draft = drafts.find(tx, draft_id)
    author = people.load(tx, draft.person_id)
    if draft.tournament_id is None:
        event_proposals.require_creator(tx, author)
    else:
        access.require(tx, author, Act.EDIT_TOURNAMENT)
        tournaments.find_unfinished(tx, tx.guild_id, draft.tournament_id)
    return draft


def _standing(tx: ActorQuery, draft: Draft) -> Poster:
    filled_in = event_posters.form_of(tx, draft.person_id, draft.tournament_id)
    known = filled_in or draft.poster_id or _told_before(tx, draft)
    return event_posters.load(tx, known) or Poster()


def _told_before(tx: ActorQuery, draft: Draft) -> str | None:
    """What the event tells so far; a new one tells nothing yet."""
    if draft.tournament_id is None:
        return None
    return tournaments.find(tx, tx.guild_id, draft.tournament_id).poster_id


def _keep(tx: Tx, draft: Draft, poster: Poster) -> None:
    poster_id = tx.new_id()
    event_posters.add(tx, poster_id, draft.person_id, poster, tx.now)
    event_posters.keep_form(tx, draft.person_id, draft.tournament_id, poster_id)
    event_posters.drop_unused(tx, draft.person_id)
