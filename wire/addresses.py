"""The variables of the environment that point a bot at the loopback Discord."""

API_BASE_VARIABLE = "ARBITER_API_BASE"
GATEWAY_VARIABLE = "ARBITER_GATEWAY"
TOKEN_VARIABLE = "DISCORD_TOKEN"
