"""The Discord surface: a file a feature. A command parses, calls one service and answers."""

from __future__ import annotations
