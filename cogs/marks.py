"""Presses that carry how many words were on record when their card was made, and what is said after them.

A second click and an old card carry another number than there is by then, and the service refuses them.
"""

from __future__ import annotations

from bot.domain.community import Place
from bot.domain.ids import ContestId
from bot.domain.playing.match_views import MatchView
from bot.errors import Outdated
from bot.rendering.layout import Card
from bot.services import panels as panels_service
from bot.services.timetable import contest_subject
from cogs.answering import Interaction, answer, voice_of
from cogs.routing import Form


def marked(subject: str) -> tuple[ContestId, int]:
    """The match of a press and its mark; raises Outdated for any other text."""
    contest_id, _, mark = subject.partition(".")
    if not mark.isdecimal():
        raise Outdated
    return ContestId(contest_id), int(mark)


def marked_word(subject: str) -> tuple[ContestId, int, str]:
    """The same with what the press says, which comes last."""
    rest, _, last = subject.rpartition(".")
    contest_id, mark = marked(rest)
    return contest_id, mark, last


async def ask_why(interaction: Interaction, custom_id: str, title: str) -> None:
    """Asks for the reason of a decision, in a form with the title behind that key."""
    voice = voice_of(interaction)
    form = Form(custom_id, voice.say(title))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await interaction.response.send_modal(form)


async def tell_everybody(interaction: Interaction, view: MatchView, card: Card) -> None:
    """Says it where the players read it; from elsewhere their card shows it."""
    in_sight = interaction.channel_id == view.community.channel(Place.MATCHES)
    await answer(interaction, card, private=not in_sight)
    await interaction.client.house.do(panels_service.mark_stale, contest_subject(view.contest_id))
