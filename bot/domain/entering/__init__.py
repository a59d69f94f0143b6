"""Entering an event: entries, accounts, invitations."""
