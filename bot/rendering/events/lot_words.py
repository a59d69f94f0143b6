"""How anybody checks a lot that was drawn while an event runs."""

from __future__ import annotations

from bot.domain.events.standings_views import StandingsView
from bot.i18n import Voice


def how_to_check(table: StandingsView, number: int, voice: Voice) -> str:
    """Where the numbers of a lot stand, and how it is run again."""
    return voice.say("deciding.how_to_check", number=number, verify=_verify(voice), record=_record(table, voice))


def drawn_by_lot(table: StandingsView, number: int | None, voice: Voice) -> tuple[str, ...]:
    """The line below a round that a lot has paired; nothing where no lot was drawn for it."""
    if number is None:
        return ()
    record = _record(table, voice)
    return ("-# " + voice.say("deciding.round_by_lot", number=number, verify=_verify(voice), record=record),)


def _verify(voice: Voice) -> str:
    return voice.say("tournament.verify")


def _record(table: StandingsView, voice: Voice) -> str:
    record = table.community.record
    return voice.say("deciding.record") if record is None else f"<#{record}>"
