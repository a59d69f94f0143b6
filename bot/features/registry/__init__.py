"""Offices, titles, grades, and the roles that mirror them.

Offices, arbiter titles and master titles are recorded acts (`officers_verbs.py`, `titles_verbs.py`); what each may do
is one table in `bot/server/model.py`. A stand-in has an office's standing until a moment, not its signature; a vacant
office is on every desk with what it blocks. Discord's roles are a mirror (`roles_verbs.py` promises, `worker.py`
keeps): every act, every press of the person and every day puts them right, and no check ever reads them.

What a title asks for is a pure function of a record (`titles_model.py`); its numbers are dated tables in
`rulebooks/titles/aije.toml`, since ratings inflate. The record is read from results, published lists, countries and
world titles and kept nowhere. After each tournament the bot proposes grants and losses; a proposal is a fact, and only
the leader's or the President's press makes a title of it. That NM rests beside an arbiter title is not written down: it
follows from the arbiter title.

A grade of Go is a row that waits until somebody confirms it (`grades_verbs.py`); with the draw it becomes a fact of the
entrant, and `Starter.strength` sorts a field by it before the rating. The rating list has two numbers of its own, K and
the first rating: dated rows, changed by leader and President together. An event takes what holds when it is created.
"""

from __future__ import annotations
