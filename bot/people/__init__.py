"""Who somebody is: people, their accounts and ratings, and what is kept about them.

Names live in one table, `people` (`store.py`). A Discord account is a person, and two are one where staff has recorded
it; a name on a game's site says nothing of that. `account_store.py` has accounts on game sites, links between names and
members, and staff's word that two are one. `verbs.py` is the one place that looks for whoever is meant by a name that
was typed. `ratings_store.py` has the published lists: decisions, dated, never derived again.

`personal_store.py` finds all that is kept about a person by the schema's own foreign keys, so a new table is exported
without further code; columns that are no references stand in `BESIDES`. An erasure leaves the id and the facts, the
name goes, and a rating rests for a year (`ratings_verbs.py`). `cards.py` shows people in messages and pictures.
"""
