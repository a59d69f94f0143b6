"""Whatever Discord makes anew each time it is asked: messages, threads, channels, roles, entries of the calendar."""
