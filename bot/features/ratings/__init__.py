"""Ratings put right by hand: one, or a list of them from a file (AIJE-B01-AI).

Begin with `verbs.py`. A correction is a new dated list with both numbers in the open, a reason and a way of appeal. An
event under way keeps its draw and is rated from the list that holds at its end. A file of right ratings is shown first
and waits for one press (`store.py`). Somebody who was forgotten when the association moved in can be entered here too.
"""
