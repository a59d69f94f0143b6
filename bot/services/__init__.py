"""What people and rules can do: one plain, synchronous function a verb, one transaction each.

The first argument is the `Work` that the transaction offers, the second the `Occasion` (time and ids). A verb checks
who asks and whether it may be done, writes the facts, rewrites what is due and promises what is to be said.
"""
