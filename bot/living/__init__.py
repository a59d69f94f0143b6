"""What lives while the bot runs: it turns promises into messages, wakes in time, and knows when it was away.

`transactions.py` runs verbs and queries (`UnitsOfWork`), wakes workers after a commit, and says what time it is: the
wall clock as long as it goes as the steady clock does, and Discord's moments where the two part. `scheduler.py` takes
due steps, oldest first. `reachability.py` is the one place that finds outages: a process that did not run, a connection
that is gone or silent, a database that takes nothing, a server that is away; no step is taken before that is on record.

`notifier.py` keeps promises in order, a lane for each channel, match, reader, calendar and role; a lane in trouble
rests by itself. `making.py` is the only way to what Discord makes anew each time it is asked: an attempt is on record
before the call, and after a crash the thing is looked for before it is asked for again. `panels.py` keeps live messages
true: answered presses show the new state, which Discord counts apart from edits, and one trailing edit sets the last
word. `commands.py` tells Discord which commands there are, `faces.py` fetches members' pictures.

What members send as files is read in `apart.py`: a process without token or database, ended beyond 5 s of computing (30
s for an event worked out anew) or 256 MiB. Of a person one file is read at a time, of a server one, of all two.
"""
