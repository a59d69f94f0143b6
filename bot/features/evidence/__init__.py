"""Proof in a dispute of a result: pictures and texts that both sides and whoever decides bring, and they alone see.

Begin with `verbs.py`. A file is read apart and made one of our own before it is kept (`pictures_cards.py`), so many of
a person and of a dispute. It is kept as long as the case lasts: until the dispute is decided, the time to appeal
against that is over, and no appeal waits. It goes with its owner's data, and is handed out with them.
"""

from __future__ import annotations
