"""An event's draw, its rounds and its end, as everybody sees them.

`drawing_verbs.py` draws at the close of confirmation, draws again while there is time after somebody has left, and runs
a draw on record again. `ending_verbs.py` has stated ceremonies, and reads what is shown of an event that is over.
`cards.py` and its neighbours are the posts: the draw and its proof, pairs and results of a round, the bracket, the
table and why somebody stands where, what decides an event, the podium.
"""
