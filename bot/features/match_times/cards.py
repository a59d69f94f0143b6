"""How the time of a match is found: its card, the page for an answer, what is said until the call, the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from discord import ButtonStyle

from bot.features.match_times.model import DaysOutcome, MatchTime, TimeProposal, TimesView
from bot.features.playing.words_cards import both, called_off, heading
from bot.features.tournaments.sheet_cards import all_spoken, short_duration
from bot.i18n.catalogue import Translator
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card
from bot.layout.sentences import duration, moment, moment_relative, plain, quote, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.rulebook import MatchTimesRules

_ROW = 5
Rows = tuple[tuple[Button, ...], ...]


def card(view: TimesView, translator: Translator) -> Card:
    """Until when the two have time, what is proposed, and the time once there is one."""
    told = [heading(view.match, translator), both(view.match, translator), _standing(view, translator)]
    if view.open_proposals:
        told.append("\n".join(_proposals(view, translator)))
    return Card(
        tuple(told),
        controls=_controls(view, translator),
        colour=_colour(view),
        pings=pings(view.players),
    )


def own(view: TimesView, side: int, translator: Translator) -> Card:
    """To who plays on that side: what they can answer, and what they can take back."""
    told = [heading(view.match, translator), _standing(view, translator)]
    told += ["\n".join(_proposals(view, translator))] if view.open_proposals else []
    rows = [_own_row(view, n, proposal, side, translator) for n, proposal in enumerate(view.open_proposals, start=1)]
    left = translator.count("time.left", view.left[side])
    return Card((*told, f"-# {left}"), controls=(*rows, (propose_press(view, translator),)), colour=_colour(view))


def preview(view: TimesView, moments: tuple[datetime, ...], instead: str | None, translator: Translator) -> Card:
    """The time as it was understood, on every reader's own clock, before it counts."""
    verb = f"time-counter-at:{view.contest_id}.{instead}" if instead else f"time-propose-at:{view.contest_id}"
    key = "time.is_it_this" if len(moments) == 1 else "time.which_of_both"
    told = "\n".join(f"### {moment(at)}" for at in moments)
    presses = tuple(
        Button(f"{verb}.{_ms(at)}", _which(n, len(moments), translator), ButtonStyle.success, "🗓️")
        for n, at in enumerate(moments, start=1)
    )
    again = Button(f"time-propose:{view.contest_id}", translator.say("time.another"), emoji="✏️")
    return Card((translator.say(key), told), controls=((*presses, again),), colour=WARNING)


def answer(view: TimesView, key: str, translator: Translator) -> Card:
    """To who has just acted: what it came to, and what comes next."""
    time = view.arrangement.time
    when = "" if time is None else moment(time.at)
    return Card(
        (translator.say(f"time.done_{key}", when=when),), controls=((mine_press(view, translator),),), colour=QUIET
    )


def propose_press(view: TimesView, translator: Translator) -> Button:
    """The form of a time."""
    label = "time.propose" if view.arrangement.time is None else "time.move"
    return Button(f"time-propose:{view.contest_id}", translator.say(label), ButtonStyle.primary, "🗓️")


def mine_press(view: TimesView, translator: Translator) -> Button:
    """The page of who plays."""
    return Button(f"time-mine:{view.contest_id}", translator.say("time.mine"), emoji="✍️")


def accept_press(view: TimesView, proposal: TimeProposal, translator: Translator, n: int | None = None) -> Button:
    """Accepts that proposal and no other."""
    label = translator.say("time.accept") if n is None else translator.say("time.accept_number", n=n)
    return Button(f"time-accept:{view.contest_id}.{proposal.proposal_id}", label, ButtonStyle.success, "✅")


def counter_press(view: TimesView, proposal: TimeProposal, translator: Translator) -> Button:
    """Declines it with another."""
    subject = f"{view.contest_id}.{proposal.proposal_id}"
    return Button(f"time-counter:{subject}", translator.say("time.counter"), emoji="🔁")


def decline_press(view: TimesView, proposal: TimeProposal, translator: Translator) -> Button:
    """Declines it."""
    subject = f"{view.contest_id}.{proposal.proposal_id}"
    return Button(f"time-decline:{subject}", translator.say("time.decline"), ButtonStyle.danger)


def time_line(time: MatchTime, translator: Translator) -> str:
    """When the match is, and of a time that staff have set why."""
    said = translator.say("time.stands", at=moment(time.at))
    if time.reason is not None:
        said += "\n" + translator.say("time.by_staff") + "\n" + quoted_block(time.reason)
    return said


def _standing(view: TimesView, translator: Translator) -> str:
    one = view.arrangement
    if not view.goes_on:
        return _afterwards(view, translator)
    if one.time is not None:
        more = (
            translator.count("time.can_move", view.moves_left)
            if view.moves_left > 0
            else translator.say("time.cannot_move")
        )
        return f"{time_line(one.time, translator)}\n{more}"
    return translator.say("time.organisers_decide") if one.asked_at is not None else _days(view, translator)


def _afterwards(view: TimesView, translator: Translator) -> str:
    match = view.match
    if match.contest.result is not None or match.match.voided_at is not None or called_off(match):
        return translator.say("time.over")
    return translator.say("time.being_called") if view.link is None else translator.say("time.called", link=view.link)


def _days(view: TimesView, translator: Translator) -> str:
    if view.closes_at is None or view.latest is None:
        return translator.say("time.opens")
    closes = moment(view.closes_at)
    text = translator.say("time.agree_until", until=closes)
    return f"{text}\n-# {translator.say('time.played_until', latest=moment(view.latest))}"


def _proposals(view: TimesView, translator: Translator) -> Iterator[str]:
    """Each with who waits for whom, and since when: silence is told too."""
    for n, (proposal, by) in enumerate(zip(view.open_proposals, view.answer_by, strict=True), start=1):
        maker, other = view.players[proposal.side], view.players[1 - proposal.side]
        yield f"**{n}.** {moment(proposal.at)} · {translator.say('time.proposed_by', name=mention(maker))}"
        if proposal.told_at is None:
            yield "-# " + translator.say("time.being_told", other=mention(other))
        else:
            since, until = moment_relative(proposal.told_at), moment(by)
            yield "-# " + translator.say("time.not_answered", other=mention(other), since=since, until=until)


def _own_row(view: TimesView, n: int, proposal: TimeProposal, side: int, translator: Translator) -> tuple[Button, ...]:
    if proposal.side != side:
        accept = accept_press(view, proposal, translator, n)
        return accept, counter_press(view, proposal, translator), decline_press(view, proposal, translator)
    subject = f"{view.contest_id}.{proposal.proposal_id}"
    return (Button(f"time-withdraw:{subject}", translator.say("time.withdraw_number", n=n), emoji="↩️"),)


def _controls(view: TimesView, translator: Translator) -> Rows:
    about = Button(f"match:{view.contest_id}", translator.say("matches.details"), emoji="📋")
    if not view.goes_on:
        return ((about,),)
    staff = Button(f"time-desk:{view.contest_id}", translator.say("matches.for_staff"), emoji="⚖️")
    if view.arrangement.asked_at is not None and view.arrangement.time is None:
        return ((staff,),)
    accepts = tuple(
        accept_press(view, proposal, translator, n) for n, proposal in enumerate(view.open_proposals, start=1)
    )
    rows = tuple(accepts[start : start + _ROW] for start in range(0, len(accepts), _ROW))
    asks = view.arrangement.time is None or view.moves_left > 0
    propose = (propose_press(view, translator),) if asks else ()
    return (*rows, (*propose, mine_press(view, translator), staff))


def _colour(view: TimesView) -> int:
    if not view.goes_on:
        return QUIET
    return ACCENT if view.arrangement.time is not None else WARNING


def _which(n: int, of: int, translator: Translator) -> str:
    return translator.say("time.propose_it") if of == 1 else translator.say("time.propose_number", n=n)


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def round_opened(tournament: Tournament, number: int, translator: Translator) -> Card:
    """To everybody: matches of the round are open, and how their times are found."""
    rules = tournament.rulebook.match_times
    days = "" if rules is None else short_duration(rules.round_lasts, translator)
    text = translator.say("time.round_opened", name=quote(tournament.name), n=number, days=days)
    now = Button("now:me", translator.say("time.my_match"), ButtonStyle.primary, "🧭")
    return Card((text, translator.say("time.round_how")), controls=((now,),), colour=ACCENT)


def proposal(view: TimesView, made: TimeProposal, translator: Translator) -> Card:
    """To the other side: the time, and how long there is to answer."""
    maker, other = view.players[made.side], view.players[1 - made.side]
    rules = view.tournament.rulebook.match_times
    within = "" if rules is None else short_duration(rules.answer_within, translator)
    text = translator.say("time.proposed", other=mention(other), name=mention(maker))
    answer = translator.say("time.answer_within", time=within)
    presses = (
        accept_press(view, made, translator),
        counter_press(view, made, translator),
        decline_press(view, made, translator),
    )
    return Card((text, f"### {moment(made.at)}", answer), controls=(presses,), colour=WARNING, pings=pings((other,)))


def refusal(view: TimesView, made: TimeProposal, translator: Translator) -> Card:
    """To who proposed it."""
    maker, other = view.players[made.side], view.players[1 - made.side]
    text = translator.say("time.declined", name=mention(maker), other=mention(other), at=moment(made.at))
    left = translator.count("time.left", view.left[made.side])
    return _to((maker,), (text, left), view, translator)


def appointment(view: TimesView, time: MatchTime, translator: Translator) -> Card:
    """To both: when the match is, and what happens then."""
    key = "time.fixed" if time.reason is None else "time.set_by_staff"
    told = (
        translator.say(key, names=both(view.match, translator)),
        time_line(time, translator),
        translator.say("time.call_comes"),
    )
    return Card(told, controls=((mine_press(view, translator),),), colour=ACCENT, pings=pings(view.players))


def lifted_time(view: TimesView, time: MatchTime, translator: Translator) -> Card:
    """To both: the time is taken away."""
    return _anew("time.lifted", view, time, translator)


def missed_time(view: TimesView, time: MatchTime, translator: Translator) -> Card:
    """To both: nobody was called then, and it costs nobody anything."""
    return _anew("time.missed", view, time, translator)


def soon(view: TimesView, time: MatchTime, translator: Translator) -> Card:
    """To both: the match begins soon."""
    text = translator.say("time.soon", names=both(view.match, translator), at=moment(time.at))
    return Card((text,), controls=((mine_press(view, translator),),), colour=WARNING, pings=pings(view.players))


def time_wanted(view: TimesView, translator: Translator) -> Card:
    """To who has to act: the days are over soon."""
    owing = view.owing()
    names = " ".join(mention(one) for one in owing)
    until = "" if view.ends_at is None else moment_relative(view.ends_at)
    key = "time.wanted_answer" if view.open_proposals else "time.wanted"
    return _to(
        owing, (heading(view.match, translator), translator.say(key, names=names, until=until)), view, translator
    )


def more_days(view: TimesView, translator: Translator) -> Card:
    """To both: they have more days."""
    until = "" if view.closes_at is None else moment(view.closes_at)
    text = translator.say("time.prolonged", names=both(view.match, translator), until=until)
    return _to(view.players, (text,), view, translator)


def silent_side_lost(view: TimesView, side: int, translator: Translator) -> Card:
    """To both, and everybody: who has lost by absence, and why."""
    loser, other = view.players[side], view.players[1 - side]
    rules = view.tournament.rulebook.match_times
    within = "" if rules is None else short_duration(rules.answer_within, translator)
    text = translator.say("time.lost", name=mention(loser), other=mention(other), time=within)
    about = Button(f"match:{view.contest_id}", translator.say("matches.details"), emoji="📋")
    told = (heading(view.match, translator), text, translator.say("time.lost_next"))
    return Card(told, controls=((about,),), colour=DANGER, pings=pings(view.players))


def open_question(view: TimesView, outcome: DaysOutcome, translator: Translator) -> Card:
    """To the organisers: why nobody is to blame alone, and what they can do."""
    text = translator.say(f"time.undecided_{outcome.value}", names=both(view.match, translator))
    press = Button(f"time-desk:{view.contest_id}", translator.say("time.decide"), ButtonStyle.primary, "⚖️")
    return Card((heading(view.match, translator), text), controls=((press,),), colour=WARNING)


def staff_desk(view: TimesView, translator: Translator) -> Card:
    """To who decides: where it stands, and all that can be done about it."""
    key, one = view.contest_id, view.arrangement
    rules = view.tournament.rulebook.match_times
    notice = "" if rules is None else duration(rules.answer_within, translator)
    told = [heading(view.match, translator), both(view.match, translator)]
    told.append(translator.say("time.no_time") if one.time is None else time_line(one.time, translator))
    told.append("-# " + translator.say("time.desk_how", time=notice))
    sets = Button(f"time-set:{key}", translator.say("time.set"), ButtonStyle.primary, "🗓️")
    more = Button(f"time-prolong:{key}", translator.say("time.prolong"), emoji="⏳")
    lifts = (Button(f"time-lift:{key}", translator.say("time.lift"), emoji="↩️"),) if one.time is not None else ()
    rows: tuple[tuple[Button, ...], ...] = ((sets, *lifts, *(() if lifts else (more,))),)
    if one.asked_at is not None and one.time is None:
        rows += (_endings(view, translator),)
    return Card(tuple(told), controls=rows, colour=WARNING)


def _endings(view: TimesView, translator: Translator) -> tuple[Button, ...]:
    key = view.contest_id
    sides = tuple(
        Button(f"time-end:{key}.{side}", translator.say("time.loses", name=plain(one.name, 50)), ButtonStyle.danger)
        for side, one in enumerate(view.players)
    )
    return (*sides, Button(f"time-end:{key}.2", translator.say("time.both_lose"), ButtonStyle.danger))


def _anew(key: str, view: TimesView, time: MatchTime, translator: Translator) -> Card:
    until = "" if view.closes_at is None else moment(view.closes_at)
    text = translator.say(key, names=both(view.match, translator), at=moment(time.at), until=until)
    return _to(view.players, (text,), view, translator)


def _to(some: tuple[Person, ...], told: tuple[str, ...], view: TimesView, translator: Translator) -> Card:
    return Card(
        told,
        controls=((propose_press(view, translator), mine_press(view, translator)),),
        colour=WARNING,
        pings=pings(some),
    )


def lines(rules: MatchTimesRules, translator: Translator) -> Iterator[str]:
    """How long a round lasts, who proposes how often, what silence costs, and what is told."""
    answer = short_duration(rules.answer_within, translator)
    yield translator.say("format_sheet.round_lasts", time=short_duration(rules.round_lasts, translator))
    yield translator.count("format_sheet.time_proposals", rules.proposals)
    yield translator.say("format_sheet.time_called")
    yield translator.say("format_sheet.time_silence", time=answer)
    yield translator.say("format_sheet.time_both_silent")
    yield translator.say("format_sheet.time_grace", time=short_duration(rules.grace, translator))
    if rules.reschedules:
        yield translator.count("format_sheet.time_moved", rules.reschedules)
    else:
        yield translator.say("format_sheet.time_not_moved")
    yield translator.say("format_sheet.time_by_staff", time=answer)
    if rules.reminders_before_match:
        yield translator.say("format_sheet.time_reminders", times=all_spoken(rules.reminders_before_match, translator))
    if rules.reminders_before_round_ends:
        yield translator.say(
            "format_sheet.round_reminders", times=all_spoken(rules.reminders_before_round_ends, translator)
        )
    yield translator.say("format_sheet.round_waits" if rules.waits_for_round_end else "format_sheet.round_goes_on")
