"""The organiser's desk (`/desk`): what holds up an event, what will stop one to come, and all that staff may do.

`verbs.py` finds the obstacles: each is a function of `FINDERS` that answers with rows, and each row has the button that
mends it. The preview of a draft shows the same rows. `cards.py` shows them, and the list of what one person has to do
now.
"""
