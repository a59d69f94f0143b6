"""Who left an event that is drawn: what it costs, who is told, and what it means for the others."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.events.departures import AfterLeaving
from bot.domain.events.draw_views import PlayerLeft
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card, Press
from bot.rendering.people import mention
from bot.rendering.sentences import duration
from bot.rendering.text import quote, quoted_block

_LEFT = {
    AfterLeaving.REST_IS_LOST: "draw.left",
    AfterLeaving.PAIRED_NO_MORE: "draw.left_paired_no_more",
    AfterLeaving.ALL_IS_VOID: "draw.left_all_void",
    AfterLeaving.HANGS_ON_REPORT: "draw.left_hangs_on_report",
}
_LEAVES = {
    AfterLeaving.REST_IS_LOST: "draw.leave_now",
    AfterLeaving.PAIRED_NO_MORE: "draw.leave_now_paired_no_more",
    AfterLeaving.ALL_IS_VOID: "draw.leave_now_all_void",
    AfterLeaving.HANGS_ON_REPORT: "draw.leave_now_hangs_on_report",
}


def player_left(left: PlayerLeft, voice: Voice) -> Card:
    """Somebody left after the close: organisers may draw again (GO-28.1), or everyone reads what it means (GO-28.4)."""
    key = "draw.left_before_start" if left.may_redraw else _LEFT[left.after]
    said = [voice.say(key, player=mention(left.person), name=quote(left.tournament.name))]
    if left.reason is not None:
        said.append(quoted_block(left.reason))
    again = (Press(f"redraw:{left.tournament.tournament_id}", voice.say("draw.redraw"), ButtonStyle.primary, "🎲"),)
    return Card(tuple(said), controls=(again,) if left.may_redraw else (), colour=WARNING)


def leaving_asked(left: PlayerLeft, voice: Voice) -> Card:
    """What leaving now would cost, with the button that does it."""
    key = "draw.leave_before_start" if left.may_redraw else _LEAVES[left.after]
    said = [voice.say(key, name=quote(left.tournament.name))]
    if left.person.is_team:
        said.append(voice.say("teams.leaves_whole", team=f"**{quote(left.person.name)}**"))
    rules = left.tournament.rulebook.absence
    if left.counts_as_absent and rules.bar_when_unjustified:
        said.append(voice.say("draw.leave_is_absence", within=duration(rules.justify_within, voice)))
    verb = f"leave:{left.tournament.tournament_id}/{left.cost}"
    press = Press(verb, voice.say("draw.leave_yes"), ButtonStyle.danger)
    return Card(tuple(said), controls=((press,),), colour=WARNING)


def you_left(left: PlayerLeft, voice: Voice) -> Card:
    """Done; what the person may still have to do."""
    return Card((voice.say("draw.you_left", name=quote(left.tournament.name)),), colour=QUIET)


def taken_out(left: PlayerLeft, voice: Voice) -> Card:
    """To staff: the person is out of the event, and everyone concerned is told."""
    return Card((voice.say("draw.taken_out", player=mention(left.person), name=quote(left.tournament.name)),))
