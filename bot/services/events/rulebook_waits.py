"""Rulebooks of a server's own that wait for an approval as official: who can approve them hears of it (AIJE-B01-AI)."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.events.sayings import RulebookWaits
from bot.domain.ids import GuildId
from bot.domain.permissions import Act, Capacity
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.domain.regulation.official_rules import Claim, WaitingView
from bot.domain.rulebook import Rulebook
from bot.rulebooks.library import from_canonical
from bot.rulebooks.official_files import settings_print
from bot.services.asked import Asked, Found
from bot.services.events import official
from bot.services.speaking import tell_committee
from bot.storage import identities, people, rulebook_waits, rulebooks
from bot.storage.context import Query, Tx


def follow(tx: Tx, guild_id: GuildId, rulebook: Rulebook) -> None:
    """The rulebook was saved: where it waits for an approval now, the committee is told, once for its settings."""
    if official.standing(tx, guild_id, rulebook).claim is not Claim.WAITS:
        rulebook_waits.forget(tx, guild_id, rulebook.name)
    elif rulebook_waits.note(tx, guild_id, rulebook.name, settings_print(rulebook), tx.now):
        tell_committee(tx, guild_id, RulebookWaits(rulebook.name))


def guide(tx: Query, asked: Asked) -> Found:
    """The rulebooks that who asks can approve."""
    person = asked.person
    if person is None or not asked.may(Act.APPROVE_RULEBOOK):
        return
    for name in rulebook_waits.every(tx, asked.presser.guild_id):
        saver = _saver(tx, asked.presser.guild_id, name)
        if saver is not None and _can_approve(tx, asked, person, saver):
            yield DutyItem(Duty.APPROVE_RULEBOOK, name, other=saver, called=name)


def view(tx: Query, guild_id: GuildId, name: str) -> WaitingView | None:
    """The rulebook that waits, what it changes, and who saved it; None where it waits no more."""
    text, saver = rulebooks.load(tx, guild_id, name), _saver(tx, guild_id, name)
    if text is None or saver is None:
        return None
    rulebook = from_canonical(text)
    found = official.standing(tx, guild_id, rulebook)
    return WaitingView(rulebook, found.preset, found.keys, saver) if found.claim is Claim.WAITS else None


def _can_approve(tx: Query, asked: Asked, person: Person, saver: Person) -> bool:
    if identities.are_one(tx, person.person_id, saver.person_id):
        return False
    if Capacity.INTERNATIONAL_ARBITER in asked.capacities:
        return True
    return official.creates_official(tx, saver.person_id)


def _saver(tx: Query, guild_id: GuildId, name: str) -> Person | None:
    found = rulebooks.saver(tx, guild_id, name)
    return None if found is None else people.load(tx, found)
