"""Which calls count as started by the bot itself."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rehearsal.counting import by_route, goal_where_arbiters_are_awaited, is_an_answer, started_by_the_bot


@dataclass(frozen=True)
class Asked:
    method: str
    path: str


@pytest.mark.parametrize(
    "path",
    [
        "/interactions/123456/aToken/callback",
        "/webhooks/123456/aToken",
        "/webhooks/123456/aToken/messages/@original",
        "/webhooks/123456/aToken/messages/7890123",
        "/api/v10/interactions/123456/aToken/callback?with_response=1",
        "https://discord.com/api/v10/webhooks/123456/aToken?wait=true",
    ],
)
def test_an_interactions_callback_and_what_follows_through_its_token_are_not_counted(path):
    assert is_an_answer(path)


@pytest.mark.parametrize(
    "path",
    [
        "/channels/123456/messages",
        "/guilds/123456/members/7890123/roles/4567890",
        "/users/@me/channels",
        "/channels/123456/webhooks",
        "/webhooks/123456",
        "/interactions",
    ],
)
def test_every_other_request_is_counted(path):
    assert not is_an_answer(path)


def test_calls_keep_their_order_and_routes_forget_the_ids():
    calls = [
        Asked("POST", "/channels/123456/messages"),
        Asked("POST", "/interactions/1/token/callback"),
        Asked("POST", "/channels/654321/messages"),
        Asked("PATCH", "/channels/654321/messages/7777777"),
    ]
    assert started_by_the_bot(calls) == [calls[0], calls[2], calls[3]]
    assert by_route(calls) == {"POST /channels/{id}/messages": 2, "PATCH /channels/{id}/messages/{id}": 1}


@pytest.mark.parametrize(("matches", "most"), [(0, 40), (16, 60), (64, 120), (256, 360)])
def test_an_open_may_start_one_and_a_quarter_calls_per_match_and_forty(matches, most):
    assert goal_where_arbiters_are_awaited(matches) == most
