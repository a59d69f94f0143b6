"""Which acts about the own event players can undo, and by which line of the log: each has its opposite.

Of an act that is not here the card says before it is done that it cannot be undone, and nobody is offered to object.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.domain.events.event_kinds import kind_of
from bot.domain.events.tournament import Tournament
from bot.services.match_opposites import RULED_IN

UNDONE_BY: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "circuit.circuits:add_event": frozenset({"add_to_series"}),
        "circuit.circuits:remove_event": frozenset({"remove_from_series"}),
        "entering.hand_seeds:arrange": frozenset({"seed_by_hand"}),
        "entering.exceptions:enter_knowingly": frozenset({"enter_late"}),
        "entering.registration:enter_known": frozenset({"enter_late"}),
        "entering.registration:enter_other": frozenset({"enter_late"}),
        "entering.registration:remove": frozenset({"remove"}),
        "events.apart:allow": frozenset({"allow_pair"}),
        "events.apart:forbid": frozenset({"forbid_pair"}),
        "events.ceremonies:note": frozenset({"note_attendance"}),
        "events.leaving:leave": frozenset({"leave"}),
        "events.small_swiss:take": frozenset({"take_round_robin"}),
        "events.tournaments:cancel": frozenset({"cancel_tournament"}),
        "events.tournaments:edit": frozenset({"edit_tournament"}),
        "match_times.staff_times:lift_time": frozenset({"lift_time"}),
        "match_times.staff_times:prolong": frozenset({"prolong_days"}),
        "match_times.staff_times:set_time": frozenset({"set_time"}),
        "playing.arbiter_duty:assign": frozenset({"assign_arbiter"}),
        "playing.chief:name": frozenset({"name_chief", "name_deputy"}),
        "playing.presence:wait_for": frozenset({"wait_for"}),
        "playing.ruling:double_walkover": frozenset({"settle_match"}),
        "playing.ruling:record_score": frozenset({"record_score"}),
        "playing.ruling:rule": frozenset({"settle_match"}),
        "playing.warnings:warn": frozenset({"warn"}),
        "playing.chief:relieve": frozenset({"relieve_arbiter"}),
        "playing.pausing:pause": frozenset({"pause_event"}),
        "playing.pausing:resume": frozenset({"resume_event"}),
        "tables.decks:refuse_card": frozenset({"refuse_card"}),
        "sign_ups.taking_in:confirm": frozenset({"enter_list", "seed_by_hand"}),
    }
)
"""What was done, by the name under which it is kept, with the log's words for it that can be taken back."""


OF_MATCHES: Final = frozenset({"settle_match", "leave"})
"""What gives results of matches."""


def is_undone(verb: str, tournament: Tournament) -> bool:
    """Whether players can undo the act in the event; a ruling only where nothing but matches follows from it."""
    words = UNDONE_BY.get(verb, frozenset[str]())
    return bool(words) and (words.isdisjoint(OF_MATCHES) or kind_of(tournament.rulebook) in RULED_IN)
