"""Votes as members ask for them: with members of the server for people, in two steps where representatives vote.

Also the kinds of procedure that a server writes for itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.domain.community import Someone
from bot.domain.ids import GuildId, MemberId, PersonId
from bot.domain.voting.votes import OF_THE_ASSOCIATION, ElectorateRule, ProcedureKind, Vote
from bot.errors import NotFound, Outdated, Subject, UserError
from bot.rulebooks import procedure_files
from bot.services import access
from bot.services.hooks import KEEPER_HOOKS
from bot.services.voting.vote_opening import Matter
from bot.services.voting.votes import kind_named, open_matter, openable
from bot.storage import people, votes
from bot.storage.context import ActorQuery, ActorTx, Query

REMOVAL = "absence-removal"
MOST_OF_ITS_OWN = 50


class AssociationKindStays(UserError):
    """A kind that comes with the bot is not overwritten."""

    name: str


class TooManyKinds(UserError):
    """The server keeps as many kinds of its own as it may."""

    limit: int


def ask(tx: ActorTx, kind_name: str, matter: Matter, subject: Someone | None) -> Vote | str:
    """Opens the vote, or keeps what was typed until the representatives are chosen, and answers the draft's id."""
    if subject is not None:
        matter = replace(matter, subject=access.somebody(tx, tx.guild_id, subject).person_id)
    kind = kind_named(tx, tx.guild_id, kind_name)
    if kind.electorate is not ElectorateRule.REPRESENTATIVES:
        return open_matter(tx, kind_name, matter)
    by = openable(tx, kind_name, matter)
    draft_id = tx.new_id()
    draft = votes.Draft(draft_id, tx.guild_id, by.person_id, kind_name, matter.question.strip(), matter.subject)
    draft = replace(draft, ground=matter.ground, proof=tuple(matter.proof))
    votes.keep_draft(tx, draft, tx.now)
    return draft_id


def with_representatives(tx: ActorTx, draft_id: str, chosen: Mapping[MemberId, str]) -> Vote:
    """Opens the vote that was typed before, among those chosen now (OLY-6). Raises Outdated for a used draft."""
    draft = votes.take_draft(tx, draft_id)
    by = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if draft is None or by is None or draft.person_id != by.person_id:
        raise Outdated
    voting = [access.somebody(tx, tx.guild_id, one).person_id for one in chosen.items()]
    among = tuple(dict.fromkeys(voting))
    matter = Matter(draft.question, draft.subject, representatives=among, ground=draft.ground, proof=draft.proof)
    return open_matter(tx, draft.kind, matter)


def propose_removal(tx: ActorTx, person_id: PersonId, question: str) -> Vote:
    """The leader puts the removal of who missed three votes to the President (AIJE-A02-6)."""
    person = people.load(tx, person_id)
    if person is None or person.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    return open_matter(tx, REMOVAL, Matter(question, person_id))


def keep_kind(tx: ActorTx, kind: ProcedureKind) -> bool:
    """Takes a validated kind under its name for votes to come; True when it replaces an older one.

    The owner, the leader or the President may, since a procedure can expel, and nobody with a case open. Raises
    NotAllowed, HasOpenCase, AssociationKindStays, TooManyKinds.
    """
    by = access.recognise(tx)
    refuse_others(tx)
    if kind.name in OF_THE_ASSOCIATION:
        raise AssociationKindStays(name=kind.name)
    own = [one.name for one in votes.kinds_of_server(tx, tx.guild_id)]
    if kind.name not in own and len(own) >= MOST_OF_ITS_OWN:
        raise TooManyKinds(limit=MOST_OF_ITS_OWN)
    before = votes.kind_of_server(tx, tx.guild_id, kind.name)
    votes.keep_kind(tx, tx.guild_id, kind, tx.now, by.person_id)
    tx.log(by.guild_id, "keep_procedure", f"procedure:{kind.name}", actor=by.person_id)
    texts = ("-" if before is None else procedure_files.to_toml(before), procedure_files.to_toml(kind))
    for hook in KEEPER_HOOKS:
        hook.tell_procedure(tx, by, texts, kind.name)
    return kind.name in own


def refuse_others(tx: ActorQuery) -> None:
    """Raises NotAllowed for all but the owner and the officers, and HasOpenCase."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require_keeper(tx, person)
    for hook in KEEPER_HOOKS:
        hook.refuse_concerned(tx, person)


def file_of(tx: Query, guild_id: GuildId, name: str) -> tuple[ProcedureKind, str]:
    """The kind and its file; raises NotFoundByName."""
    kind = kind_named(tx, guild_id, name)
    return kind, procedure_files.to_toml(kind)
