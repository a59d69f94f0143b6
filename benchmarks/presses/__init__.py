"""A Discord on the loopback interface, and what is measured with it."""
