"""A hall for those who want to win by any means: members, some of whom also hold a title or organise."""

from __future__ import annotations

from tests.services.conftest import hall

__all__ = ["hall"]
