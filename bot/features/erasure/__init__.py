"""A person's own data: taken away as a file, and let go at their wish as far as the rules allow.

`verbs.py` leaves a tombstone: results, ratings of opponents, bars in force and the log's lines refer to the person's
id, which stays; the name goes. What is kept about a person is found by `bot/people/personal_store.py`.
"""
