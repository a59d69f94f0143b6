"""How a test says which refusal it waits for."""

from __future__ import annotations

from typing import Any

import pytest

from bot.kernel.errors import UserError


def refuses(*what: str | type[Exception], match: str | None = None) -> pytest.RaisesExc[Any]:
    """As `pytest.raises`, for refusals by the keys of their sentences as well; of several, any."""
    return pytest.raises(UserError, match=match, check=lambda error: error.key in what or type(error) in what)
