"""Seats of invited players: the Candidates, the next League, and the match for the title.

Who is invited and what is played for seats follows from earlier standings (`model.py`): sure seats, matches for a seat,
and what a refusal or a place held twice leads to. When an Open or a League ends, `verbs.py` proposes, organisers
confirm, and the invited answer by a button within a deadline that starts at the delivered message; a match for a seat
is an event of its own whose end gives the seat. A seat is a row; the registration of an invited event asks for it, and
that of the Open refuses it. Who may not play is passed over in public, and asked again once the bar is gone and the
place is free.

The match for the title is a round of its own: the champion, then the Candidates in order, at last staff's word with a
reason. Such a match is by invitation whatever its file says. Organisers give and take seats by hand with a reason that
everybody reads (`by_hand_verbs.py`).
"""
