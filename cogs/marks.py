"""Presses that carry how many words were on record when their card was made, and what is said after them.

A second click and an old card carry another number than there is by then, and the service refuses them.
"""

from __future__ import annotations

from bot.domain.community import Place
from bot.domain.playing.match_views import MatchView
from bot.rendering.layout import Card
from bot.services.timetable import contest_subject
from cogs.press import Press
from cogs.routing import Form


async def ask_why(press: Press, custom_id: str, title: str) -> None:
    """Asks for the reason of a decision, in a form with the title behind that key."""
    voice = press.voice
    form = Form(custom_id, voice.say(title))
    form.ask("why", voice.say("matches.form_why"), long=True, limit=500)
    await press.form(form)


async def tell_everybody(press: Press, view: MatchView, card: Card) -> None:
    """Says it where the players read it; from elsewhere their card shows it."""
    in_sight = press.is_in(Place.MATCHES)
    await press.answer(card, private=not in_sight)
    await press.stale(contest_subject(view.contest_id))
