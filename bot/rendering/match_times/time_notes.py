"""What is said to both sides, and to the organisers, until a match is called at its time."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.events.tournament import Tournament
from bot.domain.match_times.arrangement import MatchTime, Outcome, Proposal
from bot.domain.match_times.time_views import TimesView
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, DANGER, WARNING, Card, Press
from bot.rendering.match_times.time_cards import (
    accept_press,
    counter_press,
    decline_press,
    mine_press,
    propose_press,
    time_line,
)
from bot.rendering.people import mention, pings
from bot.rendering.playing.match_names import both, heading
from bot.rendering.regulation.spoken import short_duration
from bot.rendering.sentences import duration, moment, moment_relative
from bot.rendering.text import plain, quote


def round_opened(tournament: Tournament, number: int, voice: Voice) -> Card:
    """To everybody: matches of the round are open, and how their times are found."""
    rules = tournament.rulebook.match_times
    days = "" if rules is None else short_duration(rules.round_lasts, voice)
    said = voice.say("time.round_opened", name=quote(tournament.name), n=number, days=days)
    now = Press("now:me", voice.say("time.my_match"), ButtonStyle.primary, "🧭")
    return Card((said, voice.say("time.round_how")), controls=((now,),), colour=ACCENT)


def proposal(view: TimesView, made: Proposal, voice: Voice) -> Card:
    """To the other side: the time, and how long there is to answer."""
    maker, other = view.players[made.side], view.players[1 - made.side]
    rules = view.tournament.rulebook.match_times
    within = "" if rules is None else short_duration(rules.answer_within, voice)
    said = voice.say("time.proposed", other=mention(other), name=mention(maker))
    answer = voice.say("time.answer_within", time=within)
    presses = (accept_press(view, made, voice), counter_press(view, made, voice), decline_press(view, made, voice))
    return Card((said, f"### {moment(made.at)}", answer), controls=(presses,), colour=WARNING, pings=pings((other,)))


def refusal(view: TimesView, made: Proposal, voice: Voice) -> Card:
    """To who proposed it."""
    maker, other = view.players[made.side], view.players[1 - made.side]
    said = voice.say("time.declined", name=mention(maker), other=mention(other), at=moment(made.at))
    left = voice.count("time.left", view.left[made.side])
    return _to((maker,), (said, left), view, voice)


def appointment(view: TimesView, time: MatchTime, voice: Voice) -> Card:
    """To both: when the match is, and what happens then."""
    key = "time.fixed" if time.reason is None else "time.set_by_staff"
    told = (voice.say(key, names=both(view.match, voice)), time_line(time, voice), voice.say("time.call_comes"))
    return Card(told, controls=((mine_press(view, voice),),), colour=ACCENT, pings=pings(view.players))


def lifted_time(view: TimesView, time: MatchTime, voice: Voice) -> Card:
    """To both: the time is taken away."""
    return _anew("time.lifted", view, time, voice)


def missed_time(view: TimesView, time: MatchTime, voice: Voice) -> Card:
    """To both: nobody was called then, and it costs nobody anything."""
    return _anew("time.missed", view, time, voice)


def soon(view: TimesView, time: MatchTime, voice: Voice) -> Card:
    """To both: the match begins soon."""
    said = voice.say("time.soon", names=both(view.match, voice), at=moment(time.at))
    return Card((said,), controls=((mine_press(view, voice),),), colour=WARNING, pings=pings(view.players))


def time_wanted(view: TimesView, voice: Voice) -> Card:
    """To who has to act: the days are over soon."""
    owing = view.owing()
    names = " ".join(mention(one) for one in owing)
    until = "" if view.ends_at is None else moment_relative(view.ends_at)
    key = "time.wanted_answer" if view.open_proposals else "time.wanted"
    return _to(owing, (heading(view.match, voice), voice.say(key, names=names, until=until)), view, voice)


def more_days(view: TimesView, voice: Voice) -> Card:
    """To both: they have more days."""
    until = "" if view.closes_at is None else moment(view.closes_at)
    said = voice.say("time.prolonged", names=both(view.match, voice), until=until)
    return _to(view.players, (said,), view, voice)


def silent_side_lost(view: TimesView, side: int, voice: Voice) -> Card:
    """To both, and everybody: who has lost by absence, and why."""
    loser, other = view.players[side], view.players[1 - side]
    rules = view.tournament.rulebook.match_times
    within = "" if rules is None else short_duration(rules.answer_within, voice)
    said = voice.say("time.lost", name=mention(loser), other=mention(other), time=within)
    about = Press(f"match:{view.contest_id}", voice.say("matches.details"), emoji="📋")
    told = (heading(view.match, voice), said, voice.say("time.lost_next"))
    return Card(told, controls=((about,),), colour=DANGER, pings=pings(view.players))


def open_question(view: TimesView, outcome: Outcome, voice: Voice) -> Card:
    """To the organisers: why nobody is to blame alone, and what they can do."""
    said = voice.say(f"time.undecided_{outcome.value}", names=both(view.match, voice))
    press = Press(f"time-desk:{view.contest_id}", voice.say("time.decide"), ButtonStyle.primary, "⚖️")
    return Card((heading(view.match, voice), said), controls=((press,),), colour=WARNING)


def staff_desk(view: TimesView, voice: Voice) -> Card:
    """To who decides: where it stands, and all that can be done about it."""
    key, one = view.contest_id, view.arrangement
    rules = view.tournament.rulebook.match_times
    notice = "" if rules is None else duration(rules.answer_within, voice)
    told = [heading(view.match, voice), both(view.match, voice)]
    told.append(voice.say("time.no_time") if one.time is None else time_line(one.time, voice))
    told.append("-# " + voice.say("time.desk_how", time=notice))
    sets = Press(f"time-set:{key}", voice.say("time.set"), ButtonStyle.primary, "🗓️")
    more = Press(f"time-prolong:{key}", voice.say("time.prolong"), emoji="⏳")
    lifts = (Press(f"time-lift:{key}", voice.say("time.lift"), emoji="↩️"),) if one.time is not None else ()
    rows: tuple[tuple[Press, ...], ...] = ((sets, *lifts, *(() if lifts else (more,))),)
    if one.asked_at is not None and one.time is None:
        rows += (_endings(view, voice),)
    return Card(tuple(told), controls=rows, colour=WARNING)


def _endings(view: TimesView, voice: Voice) -> tuple[Press, ...]:
    key = view.contest_id
    sides = tuple(
        Press(f"time-end:{key}.{side}", voice.say("time.loses", name=plain(one.name, 50)), ButtonStyle.danger)
        for side, one in enumerate(view.players)
    )
    return (*sides, Press(f"time-end:{key}.2", voice.say("time.both_lose"), ButtonStyle.danger))


def _anew(key: str, view: TimesView, time: MatchTime, voice: Voice) -> Card:
    until = "" if view.closes_at is None else moment(view.closes_at)
    said = voice.say(key, names=both(view.match, voice), at=moment(time.at), until=until)
    return _to(view.players, (said,), view, voice)


def _to(some: tuple[Person, ...], told: tuple[str, ...], view: TimesView, voice: Voice) -> Card:
    return Card(
        told, controls=((propose_press(view, voice), mine_press(view, voice)),), colour=WARNING, pings=pings(some)
    )
