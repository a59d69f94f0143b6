"""How cases are heard here, with what the owner and the officers change of it."""

from __future__ import annotations

from datetime import timedelta

from discord import ButtonStyle

from bot.domain.cases.case_views import Hearings
from bot.domain.switches import Switch
from bot.i18n import Voice
from bot.rendering.layout import Card, ChannelChoice, Press


def panel(found: Hearings, voice: Voice) -> Card:
    """The channel, the times and whether the commands are there; then the menu of channels and the switch."""
    channel, is_on = found.community.committee, Switch.CASES in found.community.switches
    lines = (
        voice.say("hearings.channel", channel=f"<#{channel}>" if channel else voice.say("setup.nothing_yet")),
        voice.say(
            "hearings.times",
            reply=found.reply_within // timedelta(hours=1),
            appeal=found.appeal_within // timedelta(days=1),
        ),
        voice.say("hearings.commands_on" if is_on else "hearings.commands_off"),
    )
    return Card(
        (voice.say("hearings.title"), "\n".join(lines), "-# " + voice.say("hearings.next")),
        controls=(
            ChannelChoice("hearings-channel:", voice.say("setup.choose.committee"), channel),
            (_switch(voice, is_on=is_on),),
        ),
    )


def _switch(voice: Voice, *, is_on: bool) -> Press:
    if is_on:
        return Press("hearings-off:", voice.say("hearings.hide"), ButtonStyle.danger)
    return Press("hearings-on:", voice.say("hearings.show"), ButtonStyle.success)
