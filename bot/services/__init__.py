"""What people and rules can do: one plain, synchronous function a verb, one transaction each.

The first argument is `tx`: the transaction, its time, new ids, and who acts (`bot/storage/context.py`). A verb checks
who asks and whether it may be done, writes the facts, rewrites what is due and promises what is to be said.
"""
