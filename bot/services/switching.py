"""What people of a server can type beside the commands of every server: switched by organisers, or by an event's need.

A switch hides and shows commands, and refuses nothing: whatever runs goes on, by its cards. Those by which cases are
heard are hidden by the owner or an officer alone, with no case open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from bot.domain.cases.sayings import CaseRule
from bot.domain.community import Community, Person
from bot.domain.ids import GuildId
from bot.domain.permissions import Act, may
from bot.domain.switches import OF_OFFICERS, Switch, in_order, needed_by
from bot.errors import NotSetUp
from bot.services import access, case_keepers
from bot.storage import (
    cases,
    circuits,
    communities,
    deadlines,
    jeek,
    log,
    misconduct_cases,
    told_commands,
    tournaments,
    votes,
)
from bot.storage.context import ActorTx, Query, Tx


def switch_on(tx: ActorTx, switch: Switch) -> Community:
    """Its commands are there from now on; on twice changes nothing. Raises NotSetUp."""
    return _press(tx, switch, is_on=True)


def switch_off(tx: ActorTx, switch: Switch) -> Community:
    """Its commands are hidden from now on; off twice changes nothing. Raises NotSetUp, NotAllowed or HasOpenCase."""
    return _press(tx, switch, is_on=False)


def switch_on_needed(tx: Tx, person: Person, needed: frozenset[Switch]) -> None:
    """What an act of the person needs is there from now on: nobody need know that there are switches."""
    community = communities.load(tx, person.guild_id)
    if community is None:
        raise NotSetUp
    for switch in in_order(needed - community.switches):
        community = _save(tx, person, community, switch, is_on=True)


def switch_on_missing(tx: Tx) -> None:
    """At a start: what the open events need is there, since an older version knew less of what their rules need.

    What somebody hid after the event was created stays hidden.
    """
    in_use = tournaments.rules_in_use(tx)
    found = {one.guild_id: one for one in communities.among(tx, {guild_id for guild_id, _, _ in in_use})}
    for guild_id, rulebook, created_at in in_use:
        missing = needed_by(rulebook) - found[guild_id].switches
        if missing:
            missing -= log.named_since(tx, _subject(guild_id), "switch_commands_off", created_at, "switch")
        for switch in in_order(missing):
            found[guild_id] = _save(tx, None, found[guild_id], switch, is_on=True)


def running(tx: Query, guild_id: GuildId) -> Mapping[Switch, int]:
    """How much runs that began with a switch's commands: events, open cases and votes, series, casual games."""
    found = Counter(
        switch for event in tournaments.all_unfinished(tx, guild_id) for switch in needed_by(event.rulebook)
    )
    undecided = [one for one in misconduct_cases.of_guild(tx, guild_id) if one.verdict is None]
    found[Switch.CASES] += len(undecided)
    found[Switch.CASES] += len(cases.open_of_guild(tx, guild_id)) + len(votes.all_open(tx, guild_id))
    found[Switch.SERIES] += sum(one.closed_at is None for one in circuits.of_guild(tx, guild_id))
    found[Switch.JEEK] += sum(game.guild_id == guild_id for game in jeek.in_play(tx))
    return +found


def tell_again(tx: Tx, guild_id: GuildId) -> None:
    """Where Discord did not take the server's commands, it is told of them once more, now."""
    if told_commands.of_server(tx, guild_id).refused is not None:
        told_commands.forget_refusal(tx, guild_id)
        deadlines.rewrite(tx, f"commands:{guild_id}", [("retry", tx.now)])


def _press(tx: ActorTx, switch: Switch, *, is_on: bool) -> Community:
    community = communities.load(tx, tx.guild_id)
    if community is None:
        raise NotSetUp
    person = access.recognise(tx)
    if switch in OF_OFFICERS and not is_on:
        case_keepers.require(tx, person)
    elif switch is not Switch.CASES or not may(Act.SET_UP_HEARINGS, access.capacities(tx, person)):
        access.require(tx, person, Act.SET_UP)
    if (switch in community.switches) is is_on:
        return community
    if switch in OF_OFFICERS:
        before, after = ("off", "on") if is_on else ("on", "off")
        case_keepers.tell(tx, person, CaseRule.COMMANDS, before, after, switch)
    return _save(tx, person, community, switch, is_on=is_on)


def _save(tx: Tx, person: Person | None, community: Community, switch: Switch, *, is_on: bool) -> Community:
    changed = replace(community, switches=community.switches ^ {switch})
    communities.save(tx, changed)
    act = "switch_commands_on" if is_on else "switch_commands_off"
    actor = None if person is None else person.person_id
    subject, details = _subject(community.guild_id), {"switch": str(switch)}
    tx.log(community.guild_id, act, subject, actor=actor, details=details)
    return changed


def _subject(guild_id: GuildId) -> str:
    return f"guild:{guild_id}"
