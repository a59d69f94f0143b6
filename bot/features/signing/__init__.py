"""Second signatures: an act that one person may not do alone waits until another signs it, by one rule for all acts.

Whoever asks stores a wish (`verbs.py`); who can sign is found at each press (`model.py`). The act itself is a
`SignedVerb` of its feature, which does it anew in the transaction of the signature. Where nobody is left who could
sign, the wish waits in public for seven days, and one objection ends it.
"""

from __future__ import annotations
