"""What is said beside the card of a match: to the other player, the arbiter or who pressed, and while it stands still.

Players of a match that stands still are asked how it ended, and later how it can end without staff. A pause of the
event is told too.
"""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from bot.features.playing import board_cards
from bot.features.playing.cards import answers, call_for_help, report_controls, situation, with_other
from bot.features.playing.match_views_model import Agreed, ArbiterAct, Arrival, MatchView, Reported
from bot.features.playing.model import NOBODY_COMES_AFTER, ending_of, needs_lot
from bot.features.playing.words_cards import (
    all_asked,
    asked,
    asked_to_answer,
    both,
    cards_of,
    heading,
    judge,
    key,
    match_name,
    of_side,
    referee_press,
    reporter_and_other,
    score_line,
)
from bot.features.tournaments.model import PauseView
from bot.i18n.catalogue import Translator
from bot.layout.cards import DANGER, QUIET, WARNING, Button, Card
from bot.layout.sentences import listing, moment, moment_relative, quote, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.contests import NOTHING_MORE
from bot.play.course import in_bracket
from bot.play.matches import Ending, MatchPhase, has_late_limit

# --- notes ----------------------------------------------------------------------------------------------------------


def arrival_receipt(arrival: Arrival, translator: Translator) -> Card:
    """You are noted; what your absence has cost, and what to do next."""
    if arrival.player is not None:
        return Card((translator.say("by_name.noted", player=mention(arrival.player)),))
    if not arrival.newly:
        return Card((translator.say("matches.you_were_here"),))
    lines = [translator.say("matches.you_are_here")]
    if arrival.lost:
        lines.append(translator.count(key(arrival.view, "it_cost"), arrival.lost))
    if cost := of_side(arrival.view, arrival.side, translator):
        lines.append(cost)
    waits = bool(arrival.view.state.missing) or arrival.view.state.phase is MatchPhase.WAITING
    lines.append(translator.say(key(arrival.view, "wait_for_other" if waits else "go_and_play")))
    return Card((" ".join(lines),))


def from_arbiter(view: MatchView, act: ArbiterAct, side: int, reason: str | None, translator: Translator) -> Card:
    """To the players: what the arbiter did to their match, why, and what to do next."""
    match act:
        case ArbiterAct.RULED:
            return _ruling(view, translator)
        case ArbiterAct.TALLIED:
            return Card((translator.say("matches.tallied", score=score_line(view, view.state.score)),))
        case ArbiterAct.SEEN:
            return Card((translator.say("matches.arbiter_saw", name=mention(view.players[side])),))
        case ArbiterAct.MISSING:
            return _come_back(view, side, translator)
        case ArbiterAct.SEATED_OUT:
            text = translator.say("tables.seated_out", name=mention(view.players[side]))
            return Card((text, situation(view, translator)), colour=WARNING, pings=pings(view.players))
        case ArbiterAct.WARNED:
            return board_cards.latest_warning(view, side, translator)
        case ArbiterAct.WARNING_TAKEN_BACK:
            return board_cards.taken_back(view, side, reason, translator)
        case _:
            return _stop(view, act, reason, translator)


def _come_back(view: MatchView, side: int, translator: Translator) -> Card:
    minutes, who = view.tournament.rulebook.matches.minutes_per_walkover_game, view.presser(side)
    text = translator.count(key(view, "come_back"), minutes, name=asked(view, side, translator))
    called = pings([view.players[side] if who is None else who])
    return Card((text,), controls=((_here(view, translator),),), colour=WARNING, pings=called)


def _ruling(view: MatchView, translator: Translator) -> Card:
    title = translator.say("matches.ruled", names=both(view, translator))
    ways_on = tuple(press for one in cards_of(view) for press in one.after_result(view, translator))
    return Card(
        (title, situation(view, translator)),
        controls=(ways_on,) if ways_on else (),
        colour=WARNING,
        pings=pings(view.players),
    )


def _stop(view: MatchView, act: ArbiterAct, reason: str | None, translator: Translator) -> Card:
    paragraphs = [translator.say(key(view, f"{act.value}_note"), names=all_asked(view, translator))]
    if reason:
        paragraphs.append(quoted_block(reason))
    return Card(tuple(paragraphs), colour=WARNING, pings=pings(view.pressing))


def report_notice(taken: Reported, translator: Translator) -> Card:
    """To the opponent: a score waits for your word, with the buttons that give it."""
    view = taken.view
    if taken.settled:
        return settled_score(view, translator)
    if taken.disputed:
        return dispute(view, translator)
    reporter, _ = reporter_and_other(view, translator)
    until = view.report_stands_at
    text = translator.say(
        "matches.please_answer",
        other=asked_to_answer(view, translator),
        confirm=translator.say("matches.confirm"),
        dispute=translator.say("matches.dispute"),
        reporter=reporter,
        score=score_line(view, taken.score, view.match.report.particulars if view.match.report else NOTHING_MORE),
        until=moment_relative(until) if until else "",
    )
    return Card((text,), controls=(answers(view, translator),), colour=WARNING, pings=pings(_answering(view)))


def report_line(view: MatchView, translator: Translator, *, asks: bool) -> Card:
    """The same message later: with its buttons as long as it asks for anything, and nobody is pinged again."""
    report = view.match.report
    if report is None:
        return Card((situation(view, translator),), colour=QUIET)
    reporter, _ = reporter_and_other(view, translator)
    score = score_line(view, report.score, report.particulars)
    controls = (answers(view, translator),) if asks and report.awaits_answer else ()
    text = translator.say("matches.reported", reporter=reporter, score=score)
    return Card((text,), controls=controls, colour=WARNING if controls else QUIET)


def call_letter(view: MatchView, side: int, link: str | None, translator: Translator) -> Card:
    """A letter: your match is called; to say that you are there, and where it is played."""
    others = listing([mention(one) for number, one in enumerate(view.players) if number != side], translator)
    name, press = quote(view.tournament.name), _here(view, translator)
    text = translator.say("matches.call_letter", name=name, other=others, button=press.label)
    where = () if link is None else (translator.say("matches.call_letter_where", link=link),)
    return Card((text, *where), controls=((press,),), colour=WARNING)


def settled_score(view: MatchView, translator: Translator) -> Card:
    """To everybody: the score stands, and what comes next."""
    return Card((situation(view, translator), translator.say(key(view, "next_call"))))


def dispute(view: MatchView, translator: Translator) -> Card:
    """To the arbiter: the players do not agree. Who reported first reads here that the other one reported otherwise."""
    report = view.match.report
    concerned = [view.arbiter] if view.arbiter else []
    if report is not None and report.counter is not None:
        concerned += [player for player in view.players if player.person_id == report.person_id]
    controls = (*with_other(view.contest_id, report, translator), (referee_press(view, translator),))
    return Card((situation(view, translator),), controls=controls, colour=DANGER, pings=pings(concerned))


def arbiter_called(view: MatchView, caller: str, translator: Translator) -> Card:
    """To the arbiter: a player asks for you."""
    concerned = [view.arbiter] if view.arbiter else []
    text = translator.say("matches.arbiter_called", arbiter=judge(view, translator), caller=caller)
    return Card((text,), controls=((referee_press(view, translator),),), colour=WARNING, pings=pings(concerned))


def reminder(view: MatchView, translator: Translator) -> Card:
    """Names who has to answer a report, with the buttons."""
    until = view.report_stands_at
    text = translator.say(
        "matches.reminder",
        other=asked_to_answer(view, translator),
        score=score_line(view, view.match.report.score, view.match.report.particulars) if view.match.report else "",
        until=moment_relative(until) if until else "",
    )
    return Card((text,), controls=(answers(view, translator),), colour=WARNING, pings=pings(_answering(view)))


def escalation(view: MatchView, translator: Translator) -> Card:
    """To the chief arbiter: a dispute that nobody decided (GO-30); without one, who runs the event is called."""
    names = listing([mention(chief) for chief in view.chiefs], translator)
    told = (
        translator.say("matches.escalated_to_chief", names=names)
        if view.chiefs
        else translator.say("matches.escalated")
    )
    return Card(
        (heading(view, translator), told, situation(view, translator)),
        controls=((referee_press(view, translator),),),
        colour=DANGER,
        pings=pings(view.chiefs),
    )


def both_absent(view: MatchView, translator: Translator) -> Card:
    """To the arbiter, or where nobody follows the match to who decides then: nobody came, and no clock decides."""
    deciding = (view.arbiter,) if view.arbiter else view.chiefs
    called = listing([mention(one) for one in deciding], translator) if deciding else judge(view, translator)
    text = translator.say("matches.both_absent", arbiter=called, names=both(view, translator))
    return Card(
        (heading(view, translator), text, *_goes_on_alone(view, translator)),
        controls=((referee_press(view, translator),),),
        colour=DANGER,
        pings=pings(deciding),
    )


def _goes_on_alone(view: MatchView, translator: Translator) -> tuple[str, ...]:
    """In a bracket that pairs nobody by lot: what a double walkover means for who would have met one of the two."""
    rulebook, contest = view.tournament.rulebook, view.contest
    by_lot = has_late_limit(rulebook) and needs_lot(contest, rulebook)
    onward = in_bracket(contest, rulebook) and contest.stage not in NOBODY_COMES_AFTER
    return (f"-# {translator.say('matches.goes_on_alone')}",) if onward and not by_lot else ()


def still_missing(view: MatchView, translator: Translator) -> Card:
    """To who decides at a table: somebody has been waited for long enough, and no clock seats anybody out."""
    deciding = (view.arbiter,) if view.arbiter else view.chiefs
    called = listing([mention(one) for one in deciding], translator) if deciding else judge(view, translator)
    press, minutes = referee_press(view, translator), view.tournament.rulebook.matches.minutes_per_walkover_game
    names = listing([mention(view.players[one.side]) for one in view.state.missing], translator)
    told = translator.count("tables.still_missing", minutes, arbiter=called, names=names, press=press.label)
    return Card(
        (heading(view, translator), told),
        controls=((press,),),
        colour=DANGER,
        pings=pings(deciding),
    )


def correction(view: MatchView, before: str, translator: Translator) -> Card:
    """To both players: an old result was another, what it is now, and why."""
    name = match_name(view.contest.stage, view.contest.round, view.place, translator)
    title = translator.say("matches.corrected", match=name, before=before, names=both(view, translator))
    return Card((title, situation(view, translator)), colour=WARNING, pings=pings(view.players))


def taken_out(view: MatchView, translator: Translator) -> Card:
    """To both players: their match is no part of the event any more."""
    name = match_name(view.contest.stage, view.contest.round, view.place, translator)
    text = translator.say("matches.taken_out", match=name, names=both(view, translator))
    return Card((text,), colour=WARNING, pings=pings(view.players))


def mic_given(view: MatchView, translator: Translator) -> Card:
    """To who gave the match away: whose it is now."""
    return Card((translator.say("matches.mic_given", arbiter=judge(view, translator)),))


def _answering(view: MatchView) -> Sequence[Person]:
    report = view.match.report
    return [
        view.presser(side) or player
        for side, player in enumerate(view.players)
        if side not in view.match.away and (report is None or player.person_id != report.person_id)
    ]


def _here(view: MatchView, translator: Translator) -> Button:
    return Button(f"here:{view.contest_id}", translator.say("matches.here"), emoji="✋")


# --- a match that stands still --------------------------------------------------------------------------------------


def result_wanted(view: MatchView, translator: Translator) -> Card:
    """To both players: the usual time is over, and how they tell the score."""
    about = Button(f"match:{view.contest_id}", translator.say("matches.details"), emoji="📋")
    text = translator.say("matches.result_wanted", names=all_asked(view, translator))
    controls = (*report_controls(view, translator), (call_for_help(view, translator), about))
    return Card((heading(view, translator), text), controls=controls, colour=WARNING, pings=pings(view.pressing))


def wait_over(view: MatchView, translator: Translator) -> Card:
    """Calls who is not there: the other match has ended, and the clock runs from here on."""
    sides = [one.side for one in view.state.missing]
    called = [one for one in map(view.presser, sides) if one is not None]
    here = Button(f"here:{view.contest_id}", translator.say("matches.here"), ButtonStyle.success, "✋")
    about = Button(f"match:{view.contest_id}", translator.say("matches.details"), emoji="📋")
    names = listing([asked(view, side, translator) for side in sides], translator)
    text = translator.say("clashes.over", names=names, button=here.label)
    return Card((heading(view, translator), text), controls=((here, about),), colour=WARNING, pings=pings(called))


def staff_silent(view: MatchView, translator: Translator) -> Card:
    """To all players: nobody has decided for a day, and what they can do by themselves."""
    ending, call = ending_of(view.contest, view.tournament.rulebook), call_for_help(view, translator)
    text = translator.say("matches.staff_silent", names=all_asked(view, translator), button=call.label)
    if ending is None:
        return Card((heading(view, translator), text), controls=((call,),), colour=WARNING, pings=pings(view.pressing))
    end = Button(f"end-match:{view.contest_id}", translator.say("matches.end_match"), ButtonStyle.danger)
    by_lot = ending is Ending.LOT
    how = translator.say(key(view, "how_to_end_lot" if by_lot else "how_to_end_without_result"), button=end.label)
    return Card(
        (heading(view, translator), text, how), controls=((call, end),), colour=WARNING, pings=pings(view.pressing)
    )


def lot_offered(view: MatchView, translator: Translator) -> Card:
    """To all players of a match that needs a winner: the lot decides once all accept it."""
    accept = Button(f"accept-lot:{view.contest_id}", translator.say("matches.accept_lot"), ButtonStyle.primary, "🎲")
    text = translator.say(key(view, "lot_offered"), names=all_asked(view, translator), button=accept.label)
    return Card((heading(view, translator), text), controls=((accept,),), colour=WARNING, pings=pings(view.pressing))


def agreement(taken: Agreed, translator: Translator) -> Card:
    """To everybody in the channel: what one side agrees to, and what comes of it."""
    view, who = taken.view, mention(taken.view.players[taken.side])
    if taken.ended:
        return Card((translator.say("matches.ended_by_players", names=both(view, translator)),))
    if taken.to_lot:
        return Card((translator.say("matches.agreed_to_lot", name=who),))
    by_lot = taken.ending is Ending.LOT
    return Card((translator.say(key(view, "agreed_lot" if by_lot else "agreed_without_result"), name=who),))


# --- pauses of the event --------------------------------------------------------------------------------------------


def pause_card(view: PauseView, translator: Translator) -> Card:
    """That the event rests, why, and when it goes on by itself; a pause that is over meanwhile is told as over."""
    if view.pause.resumed_at is not None:
        return resumption_card(view, translator)
    lines = (
        translator.say("event_pause.paused", name=quote(view.event), by=quote(view.by)),
        quoted_block(view.pause.reason),
        translator.say("event_pause.until", until=moment(view.pause.until)),
        translator.say("event_pause.meanwhile"),
    )
    return Card(("\n".join(lines),), colour=WARNING)


def resumption_card(view: PauseView, translator: Translator) -> Card:
    """That the event goes on, and how the clocks stand."""
    key = "event_pause.resumed_by" if view.by else "event_pause.resumed"
    text = translator.say(key, name=quote(view.event), **({"by": quote(view.by)} if view.by else {}))
    return Card((text + "\n" + translator.say("event_pause.goes_on"),))
