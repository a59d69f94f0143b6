"""The Discord surface: a file a capability. A command parses, calls one service and answers."""

from __future__ import annotations
