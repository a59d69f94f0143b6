"""A Discord on this machine, with members who play: the rehearsal and the end-to-end tests stand on the same stage."""
