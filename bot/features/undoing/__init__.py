"""The log and the way back: `/log` tells who did what, when and why; `/undo` takes an own act back.

Each act is undone by its opposite, and only where nothing later hangs on it; a refusal says what does (`verbs.py`, for
events and matches `events_verbs.py`). The log tells each line by the sentence `log.act.ACT`.
"""
