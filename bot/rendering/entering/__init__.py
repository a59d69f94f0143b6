"""Cards of entries, accounts and invitations."""
