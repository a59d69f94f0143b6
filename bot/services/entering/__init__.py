"""Coming into an event: invitation, registration, confirmation."""
