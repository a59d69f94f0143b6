"""An event that a national arbiter proposes and the President approves, as the committee and the arbiter read it."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.events.event_proposals import EventProposal, EventProposalView
from bot.domain.regulation.official_rules import Claim
from bot.i18n import Voice
from bot.rendering.events import poster_words
from bot.rendering.layout import ACCENT, QUIET, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.regulation import official_words
from bot.rendering.sentences import moment
from bot.rendering.text import quote, quoted_block


def card(view: EventProposalView, voice: Voice) -> Card:
    """What is proposed, by whom, by which rules; the President's two answers until there is one."""
    proposal, rules = view.proposal, view.rulebook
    said = [
        voice.say(
            "event_proposals.card",
            by=mention(view.by),
            name=quote(proposal.name),
            start=moment(proposal.start_at),
            rules=quote(rules.title_in(voice.locale)),
            version=quote(rules.version),
        )
    ]
    if view.standing.claim is Claim.WAITS:
        named = official_words.keys_named(view.standing.keys, voice)
        said.append(voice.say("event_proposals.changed_rules", keys=named, preset=view.standing.preset))
    elif told := official_words.why_not(view.standing, voice):
        said.append(told)
    if proposal.approved is not None:
        return Card((*said, _outcome(view, voice)), colour=ACCENT if proposal.approved else QUIET)
    key = "event_proposals.waits" if view.president else "event_proposals.waits_vacant"
    said.append(voice.say(key, president=mention(view.president) if view.president else ""))
    answers = (
        Press(f"event-approve:{proposal.proposal_id}", voice.say("event_proposals.approve"), ButtonStyle.success),
        Press(f"event-refuse:{proposal.proposal_id}", voice.say("event_proposals.refuse"), ButtonStyle.danger),
    )
    called = pings([view.president]) if view.president else frozenset()
    waiting = Card(tuple(said), controls=(answers,), colour=WARNING, pings=called)
    return poster_words.with_poster(waiting, view.poster, proposal.name, voice)


def receipt(proposal: EventProposal, voice: Voice) -> Card:
    """What the arbiter is told who has proposed it."""
    return Card((voice.say("event_proposals.proposed", name=quote(proposal.name)),))


def decision(view: EventProposalView, voice: Voice) -> Card:
    """What the arbiter is told once the President has decided."""
    name = quote(view.proposal.name)
    return Card((voice.say("event_proposals.yours", name=name) + "\n" + _outcome(view, voice),))


def decision_receipt(view: EventProposalView, voice: Voice) -> Card:
    """What the President is told."""
    key = "event_proposals.told_approved" if view.proposal.approved else "event_proposals.told_refused"
    return Card((voice.say(key, name=quote(view.proposal.name)),))


def _outcome(view: EventProposalView, voice: Voice) -> str:
    by = mention(view.decided_by) if view.decided_by else "?"
    if view.proposal.approved:
        return voice.say("event_proposals.approved", by=by)
    return voice.say("event_proposals.refused", by=by) + "\n" + quoted_block(view.proposal.reason or "")
