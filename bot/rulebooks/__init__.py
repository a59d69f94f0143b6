"""Rulebooks: the presets as TOML files, their model, and reading and writing them (`bot.rulebooks.library`)."""

from __future__ import annotations
