"""Decks that players hand in, checked line by line, and cards that a judge refuses (OTE-1.1 to OTE-1.7).

A deck is a text as it was handed in (`model.py` reads it). Whether it is admitted is asked of the rulebook and of the
judges' refusals each time (`verbs.py`), so that a card refused later takes the confirmation back, and keeps its player
out of the next game until another deck is handed in. Until the event is over a deck is shown to its player and to
arbiters who do not play.
"""
