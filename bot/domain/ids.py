"""The kinds of identifier, so that a type checker refuses one in another's place.

Ours are short lower-case base-32 words made by the application; Discord's are snowflakes.
"""

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
BarId = NewType("BarId", str)
OutboxId = NewType("OutboxId", str)
