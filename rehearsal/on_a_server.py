"""What a stage does otherwise whose bot keeps its database on a server."""

from __future__ import annotations

from bot.app import TournamentBot


class SoleCharge:
    """Nobody else is in charge of a stage's database. As the lease, it remembers which bot began there last."""

    epoch = None
    is_sure = True
    has_overtaken = False

    def __init__(self) -> None:
        self.boot_before: str | None = None

    async def note_boot(self, boot: str) -> None:
        """Notes that this bot has begun."""
        self.boot_before = boot


def keep_nothing_more(bot: TournamentBot) -> None:
    """From now on the database takes back whatever the bot commits, and says that it stands."""
    connection = bot.units.database._writer._connection
    connection.commit = connection.rollback  # type: ignore[method-assign]
