"""Which procedure is opened, where the vote begins from the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.domain.voting.votes import ProcedureKind
from bot.i18n import Voice
from bot.i18n.commands import key_of, key_of_option
from bot.rendering.layout import Card, Choice, Press
from bot.rendering.text import plain
from bot.rendering.voting.vote_cards import kind_name

_LABEL: Final = 100
"""Characters of an entry of a menu."""


def choose_kind(kinds: Sequence[ProcedureKind], voice: Voice) -> Card:
    """Asks which procedure it is; says so where the reader runs none."""
    title = f"## {voice.say(key_of('vote open'))}"
    back = Press("desk-home:", voice.say("desk.press_home"), emoji="🗂️")
    if not kinds:
        return Card((title, voice.say("desk.nothing_to_choose")), controls=((back,),))
    named = tuple((one.name, plain(kind_name(one, voice), _LABEL)) for one in kinds)
    menu = Choice("vote-kind:", plain(voice.say(key_of_option("vote open", "kind")), _LABEL), named)
    return Card((title,), controls=(menu, (back,)))
