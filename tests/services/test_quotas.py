"""What one person can have the bot keep has an end, and is told in a sentence."""

from __future__ import annotations

import pytest

from bot.errors import KeptEnough, Subject
from bot.services.quotas import MOST, refuse_more


@pytest.mark.parametrize("what", MOST)
def test_as_many_as_are_kept_may_be_handed_in_and_not_one_more(what: Subject) -> None:
    for kept in range(MOST[what]):
        refuse_more(what, kept)
    with pytest.raises(KeptEnough) as refused:
        refuse_more(what, MOST[what])
    assert refused.value.limit == MOST[what]
