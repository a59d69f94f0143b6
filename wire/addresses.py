"""The variables of the environment that point a bot at the loopback Discord."""

API_BASE_VARIABLE = "ARBITER_API_BASE"
GATEWAY_VARIABLE = "ARBITER_GATEWAY"
TOKEN_VARIABLE = "DISCORD_TOKEN"
WHO_HEADER = "X-Wire-Who"
"""The header in which a process of the harness's says which one it is."""
