"""The kinds of identifier, so that a type checker refuses one in another's place.

Ours are short lower-case base-32 words made by the application; Discord's are snowflakes.
"""

import base64
import hashlib
from typing import NewType

GuildId = NewType("GuildId", int)
MemberId = NewType("MemberId", int)
"""A Discord user's snowflake, as it arrives with an interaction."""
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
RoleId = NewType("RoleId", int)

PersonId = NewType("PersonId", str)
"""One human being in one association; names and accounts hang on it, and it outlives both."""
TournamentId = NewType("TournamentId", str)
EntrantId = NewType("EntrantId", str)
"""A person's (or team's) place in one tournament."""
ContestId = NewType("ContestId", str)
CaseId = NewType("CaseId", str)
FileId = NewType("FileId", str)
"""A case of misconduct, with its statements, pauses, verdict and appeal."""
BarId = NewType("BarId", str)
VoteId = NewType("VoteId", str)
PlaceId = NewType("PlaceId", str)
"""A place in a team that nobody has said yes to yet."""
NameId = NewType("NameId", str)
"""A name of a record that is about to come in, while it is asked whom it means."""
OutboxId = NewType("OutboxId", str)
JeekId = NewType("JeekId", str)
"""A casual game of Jeek, played on buttons."""


class Ids:
    """A source of fresh ids for one unit of work, drawn from random bytes that the caller gives.

    The same seed gives the same ids in the same order, so a rehearsal can be repeated to the byte. Sixty random bits an
    id: in a million ids a clash has a chance of one in two million, and the database would refuse it.
    """

    __slots__ = ("_count", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._count = 0

    def fresh(self) -> str:
        """The next id: twelve characters of lower-case base 32."""
        self._count += 1
        digest = hashlib.sha256(self._seed + self._count.to_bytes(4, "big")).digest()
        return base64.b32encode(digest[:8])[:12].decode("ascii").lower()

    def secret(self) -> bytes:
        """Thirty-two bytes that nobody can guess, as the secret under a draw's commitment."""
        self._count += 1
        return hashlib.sha256(b"secret" + self._seed + self._count.to_bytes(4, "big")).digest()
