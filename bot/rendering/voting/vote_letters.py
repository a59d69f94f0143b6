"""Letters about what a vote has decided, to the person whom it concerns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from bot.domain.community import Person
from bot.domain.voting.vote_views import VoteView
from bot.i18n import Voice
from bot.rendering.layout import DANGER, Card
from bot.rendering.people import mention
from bot.rendering.sentences import listing, moment
from bot.rendering.text import quoted_block


def expulsion(view: VoteView, readmission_from: datetime, lifters: Sequence[Person], voice: Voice) -> Card:
    """You are expelled: by whom, what it means, from when on there is a way back, and whom to ask (AIJE-A02-2)."""
    names = listing([mention(one) for one in lifters], voice) if lifters else voice.say("capacity.president")
    back = voice.say("votes.you_expelled_back", at=moment(readmission_from), names=names)
    return Card(
        (
            voice.say("votes.you_expelled", body=_body(view, voice)),
            *_decision(view, voice),
            voice.say("votes.you_expelled_means"),
            back,
        ),
        colour=DANGER,
    )


def off_committee(view: VoteView, voice: Voice) -> Card:
    """You are off the committee: by whom, and what stays (AIJE-A02-5, AIJE-A02-6)."""
    effect = voice.say(f"votes.effect.{view.vote.kind.effect}")
    said = (
        voice.say("votes.you_off_committee", body=_body(view, voice)),
        *_decision(view, voice),
        effect,
        voice.say("votes.no_appeal"),
    )
    return Card(said, colour=DANGER)


def _body(view: VoteView, voice: Voice) -> str:
    return voice.say(f"votes.body.{view.vote.kind.electorate}")


def _decision(view: VoteView, voice: Voice) -> Iterator[str]:
    vote, count = view.vote, view.tally
    yield f"{voice.say('bars.put_to_vote')}\n{quoted_block(vote.question)}"
    if count is not None:
        values = {"yes": count.in_favour, "no": count.against, "null": count.null, "absent": count.absent}
        yield "-# " + voice.say("votes.tally", **values)
