"""What staff reads of conditions of entry: whether somebody enters who lacks one, and that a role is gone."""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle

from bot.domain.entering.conditions import Condition
from bot.domain.entering.views import ConditionsAsked
from bot.domain.events.tournament import Tournament
from bot.domain.regulation.entry_rules import EntryRules
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card, Press
from bot.rendering.people import mention
from bot.rendering.regulation.entry_words import in_one_line
from bot.rendering.sentences import listing, member_name
from bot.rendering.text import quote

ROLE_LACKING: Final = "without"
"""In the button's id: the role is among what its card says is lacking."""
ROLE_MET: Final = "with"


def question_card(question: ConditionsAsked, voice: Voice) -> Card:
    """What is asked for and what is lacking, with the press that enters all the same."""
    tournament, person = question.tournament, question.person
    said = voice.say(
        "conditions.asked",
        person=mention(person),
        name=quote(tournament.name),
        asked=in_one_line(tournament.rulebook.entry or EntryRules(), voice),
        lacking=listing([member_name(one, voice) for one in question.lacking], voice),
    )
    shown = ROLE_LACKING if Condition.ROLE in question.lacking else ROLE_MET
    enter = Press(
        f"enter-despite:{tournament.tournament_id}.{person.person_id}.{shown}",
        voice.say("conditions.enter_despite"),
        ButtonStyle.danger,
    )
    return Card((said,), controls=((enter,),), colour=WARNING)


def role_deleted(tournament: Tournament, voice: Voice) -> Card:
    """A letter to who created the event: the role that it asks for is gone, with the way to the event's desk."""
    said = voice.say("conditions.role_deleted", name=quote(tournament.name))
    desk = Press(f"desk:{tournament.tournament_id}", voice.say("now.press_desk"), ButtonStyle.primary)
    return Card((said,), controls=((desk,),), colour=WARNING)
