"""The minutes of a vote: electorate, recusals, the count, quorum and threshold as fractions, and the rule."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.domain.ids import PersonId
from bot.domain.voting.vote_views import VoteView
from bot.domain.voting.votes import Form, Outcome, Tally, Vote, has_quorum
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, QUIET, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import listing, moment
from bot.rendering.text import quote, quoted_block
from bot.rendering.voting.vote_cards import kind_name, measure, names, proof, rests_on, title, verify_press


def minutes(view: VoteView, voice: Voice, *, to_committee: bool, for_record: bool) -> Card:
    """What was decided and how it was counted, for everybody; the committee is told how to justify an absence.

    The record has the proof of a lot in it, and the committee's channel the button to it.
    """
    vote = view.vote
    said = [f"### {title(vote, voice)}", quoted_block(vote.question)]
    if vote.subject is not None:
        said.append(voice.say("votes.about", person=mention(view.people[vote.subject])))
    said += rests_on(vote, voice)
    said.append("\n".join(_result(view, voice)))
    if vote.lot and for_record:
        said += proof(view, voice).paragraphs
    if vote.cancel_reason is None and view.tally is not None:
        said.append("\n".join(_count(view, view.tally, voice)))
    said.append("\n".join(f"-# {line}" for line in _people(view, voice)))
    until = _excused_until(view) if to_committee else None
    if until is not None:
        said.append(voice.say("votes.absent_next", until=moment(until)))
    colour = ACCENT if vote.outcome is Outcome.PASSED else QUIET
    return Card(tuple(said), controls=tuple(_presses(vote, voice, excuse=until is not None)), colour=colour)


def _excused_until(view: VoteView) -> datetime | None:
    """Until when those who missed the vote may say why; None where nobody did, or nobody is asked."""
    return view.excuse_until if view.tally is not None and view.tally.absent else None


def _presses(vote: Vote, voice: Voice, *, excuse: bool) -> Iterator[tuple[Press, ...]]:
    if excuse:
        yield (Press(f"vote-excuse:{vote.vote_id}", voice.say("votes.give_reason")),)
    if vote.lot:
        yield (verify_press(vote.vote_id, voice),)


def election_result(view: VoteView, voice: Voice) -> Card:
    """Tells everybody who leads the committee from now on, by how many ballots, and what that means (AIJE-A01-2)."""
    vote = view.vote
    if vote.elected is None:
        return Card(())
    won = dict(view.tally.for_candidates).get(vote.elected, 0) if view.tally else 0
    given = view.tally.not_null if view.tally else 0
    person = view.people[vote.elected]
    said = voice.count("votes.leader_elected", won, person=mention(person), given=given)
    return Card((said, voice.say("votes.leader_means")), colour=ACCENT, pings=pings([person]))


def _result(view: VoteView, voice: Voice) -> Iterator[str]:
    vote = view.vote
    if vote.cancelled_by is not None and vote.cancel_reason is None:
        yield voice.say("votes.closed_by", by=mention(view.people[vote.cancelled_by]))
    elif vote.cancelled_by is not None:
        yield voice.say("votes.cancelled_by", by=mention(view.people[vote.cancelled_by]))
        yield quoted_block(vote.cancel_reason or "")
        return
    if vote.elected is not None:
        yield voice.say("votes.elected", person=mention(view.people[vote.elected]))
    else:
        yield from _outcome(view, voice)
    if vote.lot:
        order = listing([mention(view.people[one]) for one in vote.lot], voice)
        yield voice.say("votes.by_lot", order=order)


def _outcome(view: VoteView, voice: Voice) -> Iterator[str]:
    vote = view.vote
    empty = vote.outcome is Outcome.NO_QUORUM and view.tally is not None and not view.tally.cast
    yield voice.say("votes.nobody_voted" if empty else f"votes.outcome.{vote.outcome}")
    if vote.outcome is Outcome.PASSED:
        yield voice.say("votes.without_effect" if view.in_vain else f"votes.effect.{vote.kind.effect}")


def _count(view: VoteView, count: Tally, voice: Voice) -> Iterator[str]:
    vote, kind = view.vote, view.vote.kind
    values = {"yes": count.in_favour, "no": count.against, "null": count.null, "absent": count.absent}
    if kind.form is Form.CANDIDATES:
        for candidate, ballots in count.for_candidates:
            yield voice.count("votes.for_candidate", ballots, person=mention(view.people[candidate]))
        yield voice.say("votes.null_and_absent", null=count.null, absent=count.absent)
    elif kind.form is Form.SIGNATURES:
        yield voice.count("votes.signatures", count.in_favour)
    else:
        yield voice.say("votes.tally", **values)
    if kind.quorum is not None:
        key = "votes.quorum_reached" if has_quorum(vote, count) else "votes.quorum_missed"
        yield voice.say(key, part=count.not_null, whole=count.entitled, measure=measure(kind.quorum, voice))
    needed = measure(kind.threshold, voice)
    if kind.form is Form.CANDIDATES:
        yield voice.say(f"votes.needs.{kind.base}", measure=needed)
    else:
        base = count.base(kind.base)
        yield voice.say(f"votes.reached.{kind.base}", part=count.in_favour, whole=base, measure=needed)


def _people(view: VoteView, voice: Voice) -> Iterator[str]:
    vote = view.vote
    everyone = [view.people[elector.person_id] for elector in vote.electors]
    yield voice.count("votes.electorate", len(everyone), names=names(everyone, voice))
    for recusal in vote.recused:
        yield voice.say(f"votes.recusal.{recusal.why}", person=mention(view.people[recusal.person_id]))
    struck = [view.people[elector.person_id] for elector in vote.electors if elector.struck_at is not None]
    if struck:
        yield voice.say("votes.struck", names=names(struck, voice))
    if vote.extensions:
        yield voice.count("votes.extensions", vote.extensions)
    if vote.closed_at is not None:
        yield voice.say("votes.times", opened=_opener(view, vote.opened_by, voice), closed=moment(vote.closed_at))
    if vote.kind.cites:
        yield voice.say("votes.rules", rules=listing([quote(rule) for rule in vote.kind.cites], voice))


def _opener(view: VoteView, opened_by: PersonId | None, voice: Voice) -> str:
    at = moment(view.vote.opened_at)
    if opened_by is None:
        return at
    return voice.say("votes.opened_by", at=at, by=mention(view.people[opened_by]))


def call_off_receipt(view: VoteView, voice: Voice) -> Card:
    """Tells who cancelled that it is over."""
    return Card((voice.say("votes.cancelled_now", kind=kind_name(view.vote.kind, voice)),))
