"""Events as files: the record of one that was played here, and events of the past that are brought in.

Files are looked through, shown as they would be, and written in one act or not at all (`verbs.py`), each from its
record (`bringing_verbs.py`): its organiser says whom the names mean, the formats are asked for the table, and
everything is undone where that is another one than the file's. The order lies in the events' own time, whatever the
order of the files. `drafts_verbs.py` gathers the record of an event that was played here, and takes back all that came
in together. Files that a second person agreed to come in without a press of their sender (`worker.py`). What a record
is and how it is checked is `bot/record`.
"""
