"""Arbiter: a Discord bot that runs a community's tournaments by the community's own rule book.

The rooms and their order stand in docs/architecture.md. `bot/app.py` puts the bot together, `bot/wiring.py` joins the
features, `bot/running.py` is the process.
"""

from __future__ import annotations
