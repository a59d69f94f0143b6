"""What happens in an arena: the lobby, the pairs, the games, the end."""
