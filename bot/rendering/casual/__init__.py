"""Cards of casual games of Jeek."""
