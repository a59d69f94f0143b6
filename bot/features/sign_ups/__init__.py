"""Sign-ups from a list: organisers bring the people of a spreadsheet, a form's export or a pasted text into an event.

What was read waits as a draft (`verbs.py`); a preview says line by line who would enter, who would wait and who cannot,
and one confirmation enters all who can or, where something has changed since, nobody (`taking_in_verbs.py`). Those on
Discord are named in one public post, can leave by the usual button and check in as everybody; nobody entered so has
given a word of their own, so no absence of theirs is asked about. A list that belongs to no event yet is taken in by
the transaction that creates the one that its asker drafts.
"""

from __future__ import annotations
