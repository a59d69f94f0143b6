"""What the bot costs, measured: each module prints a table of its own."""
