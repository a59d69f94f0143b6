"""Arbiter: a Discord bot that runs a community's tournaments by the community's own rule book."""

from __future__ import annotations
