"""Coming into an event: invitation, registration, confirmation.

Who somebody is stands in `bot/people/store.py` alone: a Discord account is a person, and two are one where staff has
recorded it (`bot/features/cases/links_verbs.py`), public, appealable, and undone by one act. What holds for either
holds for both: bars, recusal, one place in an event, one voice in a vote (`voting_electorate_verbs.silenced_electors`).
A name on a game's site ties nobody. What the barred are called there when the bar falls (`bot/people/account_store.py`)
changes hands by staff alone, until the bar ends.

Who may enter by role, rating or age of the Discord account (`bot/features/entering/eligibility_verbs.py`) is asked at
the registration and at the yes to a team, and never again; staff sets it aside knowingly, and nobody for themselves.

A name that is typed is matched with known people in one place (`bot/people/verbs.py`); a place in a team waits in
`team_places` until it is accepted.

Who plays in the Candidates and the League follows from earlier standings (`bot/features/seats/model.py`): sure seats,
matches for a seat, and what a refusal or a place held twice leads to. When an Open or a League ends,
`bot/features/seats/verbs.py` proposes, organisers confirm, the invited answer by a button within a deadline that starts
at the delivered message, and a match for a seat is an event of its own whose end gives the seat. A seat is a row; the
registration of an invited event asks for it, and that of the Open refuses it. The match for the title is a round of its
own (`seats_model.for_the_title`): the champion, then the Candidates in order, at last staff's word with a reason; such
a match is by invitation whatever its file says, and `bot/features/title_match/holder_verbs.py` is asked once more
before anybody is crowned. Who may not play is passed over in public (`bot/features/seats/verbs.py`).
"""

from __future__ import annotations
