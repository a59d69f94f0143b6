"""What is said of acts about the own event."""
