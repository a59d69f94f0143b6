"""An arena: its clock, who meets whom, what its games are worth."""
