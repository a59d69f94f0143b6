"""An event before it begins: its draft, its announcement, its rulebook and who runs it.

Begin with `verbs.py` (creating, moving, cancelling) and `draft_verbs.py` (what is shown before it is done). A national
arbiter's event is a proposal that waits for the President; approved, it is created and announced in one transaction
(`proposal_verbs.py`, also the event's own rules). Which events are official says `official_verbs.py`, by what their
files set and who approved it. `rulebook_verbs.py` has the rulebooks of a server, `sheet_cards.py` says a rulebook in
plain sentences, `rehearsing_worker.py` plays one beside the bot.

`summons_verbs.py` calls who runs an event to what waits for them, and climbs the ladder of what stands still.
`recusal_verbs.py` holds that nobody decides alone where they have a stake. `facts_verbs.py` rewrites what is due
whenever an event was saved.

`hooks.py` is where other features join: an event from its draw to its record, duties of people, steps of time. Each
draw of an event reveals one link of its chain (`bot/play/draw.py`). A result keeps the games won, the drawn ones, and
beyond that its particulars (moves, influence, boards, a count) in one column.
"""

from __future__ import annotations
