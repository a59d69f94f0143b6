"""Whether the bot does what it did: every preset and the committee's season, held against a commit before.

    python -m tools.oracle --against COMMIT [--only PRESET] [--quick] [--seeds 5] [--jobs 2]

Recording: the rehearsals of COMMIT are played by COMMIT's own code, from its unpacked tree, with a recorder at
SimCord's seam. On tape comes what came in (events of the gateway, time that passes, ends and starts of the bot, rows
that a rehearsal wrote by hand), what went out (each request with its answer and the events that came with it), and
every row of the file at the end. Each play ends with one more start of the bot, after which the owner types every
command that asks for no more than an event (the export of the record is one of them) and presses the first buttons of
the answers. Tapes are kept in `build/oracle`.

Replay: the bot of this tree is fed the tape. No rehearsal and no pretended Discord is asked: an answer comes from the
tape, found by method, path and body, so that what differs once does not lead the rest astray. Of the bot only
`present` knows anything; a refactoring that moves what stands there adds the new name beside the old one.

Comparison: requests by moment, method, path, query, body, reason and files, byte for byte; between two things that
come in, each lane (what is posted in a channel, the edits of a message, the answers to an interaction, a server's
roles) keeps its order, while lanes may pass each other, as they do on any machine. Rows by all their columns, those
that number rows included, in the order of their contents. What was renamed on purpose stands in `exceptions.toml`.

Made the same for both sides: everything is done on one thread, a press to its end before what it has set going
(`turns`), the machine's clock stands still, strings have one hash, and random bytes hang on the moment and on the
interaction or the request after which they are drawn, so that ids stay the same when a transaction is left out or put
together with another.

Not compared: what is logged, statements and their number, time that the machine takes, the schema itself, hidden
row numbers, the order of lanes among one another.
"""
