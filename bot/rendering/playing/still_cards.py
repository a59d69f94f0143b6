"""A match that stands still: its players are asked how it ended, and later how it can end without staff."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.playing.match_views import Agreed, MatchView
from bot.domain.playing.without_result import Ending, ending_of
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.playing.match_card import call_for_help, report_controls
from bot.rendering.playing.match_names import both, heading, key


def result_wanted(view: MatchView, voice: Voice) -> Card:
    """To both players: the usual time is over, and how they tell the score."""
    about = Press(f"match:{view.contest_id}", voice.say("matches.details"), emoji="📋")
    text = voice.say("matches.result_wanted", names=both(view, voice))
    controls = (*report_controls(view, voice), (call_for_help(view, voice), about))
    return Card((heading(view, voice), text), controls=controls, colour=WARNING, pings=pings(view.players))


def staff_silent(view: MatchView, voice: Voice) -> Card:
    """To all players: nobody has decided for a day, and what they can do by themselves."""
    ending, call = ending_of(view.contest, view.tournament.rulebook), call_for_help(view, voice)
    text = voice.say("matches.staff_silent", names=both(view, voice), button=call.label)
    if ending is None:
        return Card((heading(view, voice), text), controls=((call,),), colour=WARNING, pings=pings(view.players))
    end = Press(f"end-match:{view.contest_id}", voice.say("matches.end_match"), ButtonStyle.danger)
    by_lot = ending is Ending.LOT
    how = voice.say(key(view, "how_to_end_lot" if by_lot else "how_to_end_without_result"), button=end.label)
    return Card((heading(view, voice), text, how), controls=((call, end),), colour=WARNING, pings=pings(view.players))


def lot_offered(view: MatchView, voice: Voice) -> Card:
    """To all players of a match that needs a winner: the lot decides once all accept it."""
    accept = Press(f"accept-lot:{view.contest_id}", voice.say("matches.accept_lot"), ButtonStyle.primary, "🎲")
    text = voice.say(key(view, "lot_offered"), names=both(view, voice), button=accept.label)
    return Card((heading(view, voice), text), controls=((accept,),), colour=WARNING, pings=pings(view.players))


def agreement(taken: Agreed, voice: Voice) -> Card:
    """To everybody in the channel: what one side agrees to, and what comes of it."""
    view, who = taken.view, mention(taken.view.players[taken.side])
    if taken.ended:
        return Card((voice.say("matches.ended_by_players", names=both(view, voice)),))
    if taken.to_lot:
        return Card((voice.say("matches.agreed_to_lot", name=who),))
    by_lot = taken.ending is Ending.LOT
    return Card((voice.say(key(view, "agreed_lot" if by_lot else "agreed_without_result"), name=who),))
