"""Who never sits on the committee again, whoever would give the title (AIJE-A02-5)."""

from __future__ import annotations

from bot.domain.ids import PersonId
from bot.errors import UserError
from bot.storage import expulsions
from bot.storage.context import Query


class NeverAgain(UserError):
    """The person was expelled from the committee, and takes no arbiter title again (AIJE-A02-5)."""


def refuse_excluded(tx: Query, person_id: PersonId) -> None:
    """Raises NeverAgain for who was expelled from the committee."""
    if expulsions.is_excluded(tx, person_id):
        raise NeverAgain
