"""A series: events of a server that count together (`/series`), its standings, and the final for the first of them.

What is stored are decisions: the series with its file's text, which events count, which event is the final, who was
asked and what was answered. Points and standings are derived whenever they are asked for, from the results that stand
(`bot/play/series.py`), so a corrected result, an event that is taken out and a word that two are one need nothing more.
Invitations stand as they were made: whom a correction would have put into the final is told to organisers, who may ask
them as well. `verbs.py` has what organisers do, `finals_verbs.py` the final and what all read.
"""

from __future__ import annotations
