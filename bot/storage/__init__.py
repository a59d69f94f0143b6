"""All SQL of the house: the database itself, its migrations and backups, and a repository for each aggregate."""
