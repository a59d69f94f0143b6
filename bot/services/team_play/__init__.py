"""Teams: entering one, naming its line-ups, telling its boards."""
