"""A thread for each match, where a rulebook's `[threads]` wants one: it holds the card, the talk and the proof.

Whatever is said of one match is promised to that match (`tell_match` in `bot/server/speaking_verbs.py`), and goes to
its thread, or to the channel of the matches where the rulebook wants no threads. The thread is made when the first of
it is said (`worker.py`), and the clocks start with the card in it, as anywhere. Where a thread cannot be had, for want
of a right or of room, the match is spoken of in the channel, and the organisers are told once why.

It closes some time after the result stands, unless an appeal or an absence of its players is still open, and opens
again where something is said of the match. It is looked after by a promise without a message (`ThreadTended`), which is
kept in the match's own lane, so that nothing is said in a thread that is being closed.
"""

from __future__ import annotations
