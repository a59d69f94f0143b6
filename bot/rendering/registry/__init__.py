"""Cards of offices, titles and roles."""
