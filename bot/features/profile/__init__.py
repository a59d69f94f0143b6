"""What everybody may see of players: the ranking, a person's page, and what two have played against each other.

Begin with `verbs.py`, which only reads. `cards.py` shows a player's course and last matches in words and as a picture.
"""
