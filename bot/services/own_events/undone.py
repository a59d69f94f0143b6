"""Which acts about the own event players can undo, and by which line of the log: each has its opposite in `/undo`.

Of an act that is not here the card says before it is done that it cannot be undone, and nobody is offered to object.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

UNDONE_BY: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "circuit.circuits:add_event": frozenset({"add_to_series"}),
        "circuit.circuits:remove_event": frozenset({"remove_from_series"}),
        "entering.hand_seeds:arrange": frozenset({"seed_by_hand"}),
        "entering.registration:remove": frozenset({"remove"}),
        "events.apart:allow": frozenset({"allow_pair"}),
        "events.apart:forbid": frozenset({"forbid_pair"}),
        "events.tournaments:cancel": frozenset({"cancel_tournament"}),
        "events.tournaments:edit": frozenset({"edit_tournament"}),
        "match_times.staff_times:set_time": frozenset({"set_time"}),
        "playing.arbiter_duty:assign": frozenset({"assign_arbiter"}),
        "playing.chief:name": frozenset({"name_chief", "name_deputy"}),
        "playing.pausing:pause": frozenset({"pause_event"}),
        "sign_ups.taking_in:confirm": frozenset({"enter_list", "seed_by_hand"}),
    }
)
"""What was done, by the name under which it is kept, with the log's words for it that `/undo` takes back."""
