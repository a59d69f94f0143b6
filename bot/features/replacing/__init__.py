"""Who takes the place of a player who leaves once check-in is closed, where the rulebook's `substitutes` lets them.

The entrant is the place: it goes on under its id, with its points, its byes and its side of the bracket, and has
another person from then on. `store.py` has who took whose place and why. A match that was played keeps who played it
(`played_by` of its side), so that ratings, careers and a series' points stay with them. The one who left has an entry
beside it, out of the event.
"""
