"""Who comes after check-in has closed, where the rulebook's `late` lets them in.

`verbs.py` says by which way somebody late can still come in: the draw that is still to come, a redraw before the first
call (once an event), a free bye once a match is called, or a later round of a Swiss. It lets them in for a reason, and
takes that back by its opposite. What who presses too late reads is said here too: whom to ask, or what staff can do.
"""
