"""The way from a case to the vote on an expulsion; its verdict comes with the vote (AIJE-A02-1)."""

from __future__ import annotations

from bot.domain.cases.misconduct import EXPELLABLE, Voiced, reply_by, verdict_waits
from bot.domain.ids import FileId
from bot.domain.voting.votes import Vote
from bot.errors import NotNow
from bot.services import access
from bot.services.cases import grounds
from bot.services.cases.misconduct import to_judge
from bot.services.cases.misconduct_record import outages_of, record
from bot.services.cases.misconduct_verdicts import NotHeardYet, StillToAnswer
from bot.services.voting import votes
from bot.services.voting.vote_opening import Matter
from bot.storage import misconduct_cases
from bot.storage.context import ActorTx, Query

KIND = "player-expulsion"


def propose(tx: ActorTx, file_id: FileId, reason: str) -> Vote:
    """Opens the vote of the leader and the President, once the accused was heard; the case waits for it.

    Raises what `decide` does, and what `votes.open_vote` does, as for who may not open such a vote.
    """
    file = to_judge(tx, file_id)
    if file.ground not in EXPELLABLE:
        raise NotNow
    known = outages_of(tx, file)
    if verdict_waits(file, tx.pressed_at, known):
        limit = reply_by(file, known)
        if limit is None:
            raise NotHeardYet
        raise StillToAnswer(until=limit)
    person = access.recognise(tx)
    record(tx, file, "propose_expulsion", by=person.person_id, why=reason)
    matter = Matter(reason, file.accused, file_id, ground=file.ground, proof=_proof(tx, file_id))
    return votes.open_matter(tx, KIND, matter)


def _proof(tx: Query, file_id: FileId) -> tuple[str, ...]:
    """What was brought against the accused, as much of it as the vote's card holds; the case keeps the rest."""
    said = [one for one in misconduct_cases.statements(tx, file_id) if one.voiced is not Voiced.REPLY]
    return grounds.fitting(link for one in said for link in one.links)
