"""`--rulebook friday-cup`: a stranger invites the bot, makes a cup from one form, and its people play it."""
