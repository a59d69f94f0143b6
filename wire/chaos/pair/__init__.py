"""Two processes of the bot at one database on a server: one is in charge, the other its spare."""
