"""The acts of the rehearsal: what its people do, in order. None of it looks into the bot."""
