"""The card of a match whose sides agree on its time, and the page on which one of them answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from discord import ButtonStyle

from bot.domain.match_times.arrangement import MatchTime, Proposal
from bot.domain.match_times.time_views import TimesView
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, QUIET, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.playing.match_names import both, called_off, heading
from bot.rendering.sentences import moment, moment_relative
from bot.rendering.text import quoted_block

_ROW = 5
Rows = tuple[tuple[Press, ...], ...]


def card(view: TimesView, voice: Voice) -> Card:
    """Until when the two have time, what is proposed, and the time once there is one."""
    told = [heading(view.match, voice), both(view.match, voice), _standing(view, voice)]
    if view.open_proposals:
        told.append("\n".join(_proposals(view, voice)))
    return Card(
        tuple(told),
        controls=_controls(view, voice),
        colour=_colour(view),
        pings=pings(view.players),
    )


def own(view: TimesView, side: int, voice: Voice) -> Card:
    """To who plays on that side: what they can answer, and what they can take back."""
    told = [heading(view.match, voice), _standing(view, voice)]
    told += ["\n".join(_proposals(view, voice))] if view.open_proposals else []
    rows = [_own_row(view, n, proposal, side, voice) for n, proposal in enumerate(view.open_proposals, start=1)]
    left = voice.count("time.left", view.left[side])
    return Card((*told, f"-# {left}"), controls=(*rows, (propose_press(view, voice),)), colour=_colour(view))


def preview(view: TimesView, moments: tuple[datetime, ...], instead: str | None, voice: Voice) -> Card:
    """The time as it was understood, on every reader's own clock, before it counts."""
    verb = f"time-counter-at:{view.contest_id}.{instead}" if instead else f"time-propose-at:{view.contest_id}"
    key = "time.is_it_this" if len(moments) == 1 else "time.which_of_both"
    told = "\n".join(f"### {moment(at)}" for at in moments)
    presses = tuple(
        Press(f"{verb}.{_ms(at)}", _which(n, len(moments), voice), ButtonStyle.success, "🗓️")
        for n, at in enumerate(moments, start=1)
    )
    again = Press(f"time-propose:{view.contest_id}", voice.say("time.another"), emoji="✏️")
    return Card((voice.say(key), told), controls=((*presses, again),), colour=WARNING)


def answer(view: TimesView, key: str, voice: Voice) -> Card:
    """To who has just acted: what it came to, and what comes next."""
    time = view.arrangement.time
    when = "" if time is None else moment(time.at)
    return Card((voice.say(f"time.done_{key}", when=when),), controls=((mine_press(view, voice),),), colour=QUIET)


def propose_press(view: TimesView, voice: Voice) -> Press:
    """The form of a time."""
    label = "time.propose" if view.arrangement.time is None else "time.move"
    return Press(f"time-propose:{view.contest_id}", voice.say(label), ButtonStyle.primary, "🗓️")


def mine_press(view: TimesView, voice: Voice) -> Press:
    """The page of who plays."""
    return Press(f"time-mine:{view.contest_id}", voice.say("time.mine"), emoji="✍️")


def accept_press(view: TimesView, proposal: Proposal, voice: Voice, n: int | None = None) -> Press:
    """Accepts that proposal and no other."""
    label = voice.say("time.accept") if n is None else voice.say("time.accept_number", n=n)
    return Press(f"time-accept:{view.contest_id}.{proposal.proposal_id}", label, ButtonStyle.success, "✅")


def counter_press(view: TimesView, proposal: Proposal, voice: Voice) -> Press:
    """Declines it with another."""
    subject = f"{view.contest_id}.{proposal.proposal_id}"
    return Press(f"time-counter:{subject}", voice.say("time.counter"), emoji="🔁")


def decline_press(view: TimesView, proposal: Proposal, voice: Voice) -> Press:
    """Declines it."""
    subject = f"{view.contest_id}.{proposal.proposal_id}"
    return Press(f"time-decline:{subject}", voice.say("time.decline"), ButtonStyle.danger)


def time_line(time: MatchTime, voice: Voice) -> str:
    """When the match is, and of a time that staff have set why."""
    said = voice.say("time.stands", at=moment(time.at))
    if time.reason is not None:
        said += "\n" + voice.say("time.by_staff") + "\n" + quoted_block(time.reason)
    return said


def _standing(view: TimesView, voice: Voice) -> str:
    one = view.arrangement
    if not view.goes_on:
        return _afterwards(view, voice)
    if one.time is not None:
        more = voice.count("time.can_move", view.moves_left) if view.moves_left > 0 else voice.say("time.cannot_move")
        return f"{time_line(one.time, voice)}\n{more}"
    return voice.say("time.organisers_decide") if one.asked_at is not None else _days(view, voice)


def _afterwards(view: TimesView, voice: Voice) -> str:
    match = view.match
    if match.contest.result is not None or match.match.voided_at is not None or called_off(match):
        return voice.say("time.over")
    return voice.say("time.being_called") if view.link is None else voice.say("time.called", link=view.link)


def _days(view: TimesView, voice: Voice) -> str:
    if view.closes_at is None or view.latest is None:
        return voice.say("time.opens")
    closes = moment(view.closes_at)
    said = voice.say("time.agree_until", until=closes)
    return f"{said}\n-# {voice.say('time.played_until', latest=moment(view.latest))}"


def _proposals(view: TimesView, voice: Voice) -> Iterator[str]:
    """Each with who waits for whom, and since when: silence is told too."""
    for n, (proposal, by) in enumerate(zip(view.open_proposals, view.answer_by, strict=True), start=1):
        maker, other = view.players[proposal.side], view.players[1 - proposal.side]
        yield f"**{n}.** {moment(proposal.at)} · {voice.say('time.proposed_by', name=mention(maker))}"
        if proposal.told_at is None:
            yield "-# " + voice.say("time.being_told", other=mention(other))
        else:
            since, until = moment_relative(proposal.told_at), moment(by)
            yield "-# " + voice.say("time.not_answered", other=mention(other), since=since, until=until)


def _own_row(view: TimesView, n: int, proposal: Proposal, side: int, voice: Voice) -> tuple[Press, ...]:
    if proposal.side != side:
        accept = accept_press(view, proposal, voice, n)
        return accept, counter_press(view, proposal, voice), decline_press(view, proposal, voice)
    subject = f"{view.contest_id}.{proposal.proposal_id}"
    return (Press(f"time-withdraw:{subject}", voice.say("time.withdraw_number", n=n), emoji="↩️"),)


def _controls(view: TimesView, voice: Voice) -> Rows:
    about = Press(f"match:{view.contest_id}", voice.say("matches.details"), emoji="📋")
    if not view.goes_on:
        return ((about,),)
    staff = Press(f"time-desk:{view.contest_id}", voice.say("matches.for_staff"), emoji="⚖️")
    if view.arrangement.asked_at is not None and view.arrangement.time is None:
        return ((staff,),)
    accepts = tuple(accept_press(view, proposal, voice, n) for n, proposal in enumerate(view.open_proposals, start=1))
    rows = tuple(accepts[start : start + _ROW] for start in range(0, len(accepts), _ROW))
    asks = view.arrangement.time is None or view.moves_left > 0
    propose = (propose_press(view, voice),) if asks else ()
    return (*rows, (*propose, mine_press(view, voice), staff))


def _colour(view: TimesView) -> int:
    if not view.goes_on:
        return QUIET
    return ACCENT if view.arrangement.time is not None else WARNING


def _which(n: int, of: int, voice: Voice) -> str:
    return voice.say("time.propose_it") if of == 1 else voice.say("time.propose_number", n=n)


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)
