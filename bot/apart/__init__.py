"""Strangers' files are read apart: in a process that has nothing of the bot's and is killed beyond its limits."""
