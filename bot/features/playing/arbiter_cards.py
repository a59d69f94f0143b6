"""What arbiters see: the desk of a match, who is on duty and follows what, and the chief arbiter of an event.

The desk and its forms are seen by the arbiter alone. The chief arbiter writes a report at the end (GO-30).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from discord import ButtonStyle

from bot.features.course.model import ArbiterView, DutyChange, MatchesWithoutArbiter, MatchOfArbiter
from bot.features.playing import board_cards, words_cards
from bot.features.playing.cards import order_paragraphs, score_choice, situation
from bot.features.playing.match_views_model import Correction, MatchView
from bot.features.playing.words_cards import Rows, card_strategy, cards_of, heading, match_name, score_line
from bot.features.tournaments.arbiters_model import EventRole, RefereesView
from bot.i18n.catalogue import Translator
from bot.layout import sentences
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card, Choice
from bot.layout.sentences import listing, moment_relative, plain, quote, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.contests import NOTHING_MORE, running_scores, told_score
from bot.play.matches import MatchPhase, has_late_limit, only_the_clock_runs
from bot.play.rulebook import discipline_of

# --- the desk of a match --------------------------------------------------------------------------------------------


_PLAYED = frozenset({MatchPhase.PLAYING, MatchPhase.REPORTED, MatchPhase.DISPUTED})


def desk(view: MatchView, translator: Translator) -> Card:
    """All that the arbiter can do now: rule, note the score, see to the clocks, stop the match, hand it over."""
    own = card_strategy(view).desk(view, translator)
    if own is not None:
        return own
    controls, clocks = _results(view, translator), _clocks(view, translator)
    return Card(
        (
            heading(view, translator),
            situation(view, translator),
            *order_paragraphs(view, translator),
            f"-# {translator.say('matches.desk_hint')}",
            *(line for one in cards_of(view) for line in one.hints(view, translator)),
        ),
        controls=(
            *controls,
            *([clocks] if clocks else []),
            *_order(view, translator),
            stopping(view, translator),
            *words_cards.desk(view, translator),
            hand_over(view, translator),
        ),
        colour=ACCENT,
    )


def _results(view: MatchView, translator: Translator) -> Rows:
    """What can be ruled: the final score, the boards, or the games one by one; and the score between games."""
    own = card_strategy(view).rulings(view, translator)
    if own is not None:
        return own
    if view.state.phase is MatchPhase.SUSPENDED:
        return ()
    rulable = view.state.rulable(view.contest.length)
    controls: Rows = (score_choice(view, "rule", translator.say("matches.rule"), rulable),)
    if words_cards.counts(view) and view.state.phase in _PLAYED:
        controls = ((words_cards.report_press(view, translator),), *controls)
    if view.state.phase is MatchPhase.PLAYING:
        running = running_scores(view.contest.length, view.state.walkover, view.state.forfeits)
        if running:  # Some lengths have no score between their games that could be noted.
            controls = (*controls, score_choice(view, "tally", translator.say("matches.tally"), running))
    return controls


def successors(view: MatchView, arbiters: Sequence[Person], translator: Translator) -> Card:
    """Who could take the match over."""
    if not arbiters:
        return Card((translator.say("matches.nobody_to_hand_to"),), colour=WARNING)
    options = tuple((person.person_id, plain(person.name)) for person in arbiters)
    choice = Choice(f"hand-to:{view.contest_id}", translator.say("matches.hand_over"), options)
    return Card((heading(view, translator), translator.say("matches.hand_to")), controls=(choice,))


def correction_scores(view: MatchView, scores: Sequence[tuple[int, ...]], translator: Translator) -> Card:
    """Which score is the right one; nothing is changed by choosing."""
    choice = score_choice(view, "correct", translator.say("matches.right_score"), tuple(scores))
    controls: Rows = (choice,)
    if words_cards.counts(view):
        controls = ((words_cards.to_correct(view, translator),), choice)
    return Card(
        (heading(view, translator), situation(view, translator), translator.say("matches.choose_right")),
        controls=controls,
    )


def correction(found: Correction, translator: Translator) -> Card:
    """What the correction would reopen, with the button that does it."""
    view, (verb, score) = found.view, card_strategy(found.view).right_result(found)
    change = translator.say(
        "matches.would_become",
        before=score_line(view, told_score(found.before), found.before.particulars),
        after=score_line(view, found.score, found.particulars),
    )
    names = "\n".join(
        f"- {match_name(one.contest.stage, one.contest.round, one.place, translator)}: {_so_far(one)}"
        for one in found.reopened
    )
    n = len(found.reopened)
    lost = (
        translator.count("matches.would_reopen", n) + f"\n{names}" if n else translator.say("matches.reopens_nothing")
    )
    if found.particulars.count is not None:
        verb, score = "count-correct-it", str(round(2 * found.particulars.count))
    button = Button(
        f"{verb}:{view.contest_id}.{score}.{n}", translator.say("matches.correct_it"), ButtonStyle.danger, "✏️"
    )
    counted = words_cards.count_line(view, found.particulars, found.before.settled_at, translator)
    return Card((heading(view, translator), change, *counted, lost), controls=((button,),), colour=WARNING)


def _so_far(view: MatchView) -> str:
    result = view.contest.result
    return score_line(view, view.state.score, result.particulars if result else NOTHING_MORE)


def _clocks(view: MatchView, translator: Translator) -> tuple[Button, ...]:
    """Who is there and who is not, as the arbiter sees it."""
    missing = {one.side for one in view.state.missing}
    presses = _presence(view, missing, translator)
    nobody = missing == {0, 1} and not has_late_limit(view.tournament.rulebook)
    if view.state.phase is MatchPhase.UNDECIDED or nobody:
        both_lose = translator.say("matches.double_walkover")
        presses.append(Button(f"both-lose:{view.contest_id}", both_lose, ButtonStyle.danger))
    return tuple(presses)


def _presence(view: MatchView, missing: set[int], translator: Translator) -> list[Button]:
    sides = range(len(view.players))
    match view.state.phase:
        case MatchPhase.UNDECIDED:
            return side_presses(view, "present", "matches.was_there", sides, translator)
        case MatchPhase.MISSING:
            return [
                *side_presses(view, "present", "matches.is_here", sorted(missing), translator),
                *side_presses(view, "absent", "matches.is_missing", sorted({*sides} - missing), translator),
            ]
        case MatchPhase.PLAYING if not _has_begun(view):
            return side_presses(view, "absent", "matches.is_missing", sides, translator)
        case _:
            return list(card_strategy(view).clocks(view, translator))


def _has_begun(view: MatchView) -> bool:
    """Whether nobody is waited for any more: the only game runs, or games are told one by one."""
    return card_strategy(view).has_begun(view) or only_the_clock_runs(view.contest, view.tournament.rulebook)


def side_presses(view: MatchView, verb: str, label: str, sides: Iterable[int], translator: Translator) -> list[Button]:
    """A press for each of the sides, which it names and of which it carries the number."""
    names = [plain(player.name, 30) for player in view.players]
    return [Button(f"{verb}:{view.contest_id}.{side}", translator.say(label, name=names[side])) for side in sides]


def stopping(view: MatchView, translator: Translator) -> tuple[Button, ...]:
    """Ways to stop the match, or to let it go on."""
    key = view.contest_id
    if view.state.phase is MatchPhase.SUSPENDED:
        return (
            Button(f"resume:{key}", translator.say("matches.resume"), ButtonStyle.success, "▶️"),
            Button(f"annul-match:{key}", translator.say("matches.annul_match"), ButtonStyle.danger),
        )
    if view.tournament.rulebook.traits.is_series:
        return (Button(f"annul-match:{key}", translator.say("matches.annul_match"), ButtonStyle.danger),)
    return (
        Button(f"suspend:{key}", translator.say("matches.suspend"), emoji="⏸️"),
        Button(f"annul-game:{key}", translator.say("matches.annul_game"), emoji="🔁"),
        Button(f"annul-match:{key}", translator.say("matches.annul_match"), ButtonStyle.danger),
    )


def _order(view: MatchView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """Order at the board: a warning, a ruling on the board, wrong colours, a question to the chief arbiter."""
    key, presses = view.contest_id, list(board_cards.buttons(view, translator))
    if discipline_of(view.tournament.rulebook).warns:
        presses.insert(0, Button(f"warn-page:{key}", translator.say("warnings.warn"), emoji="🟨"))
    if view.chiefs:
        presses.append(Button(f"pass-up:{key}", translator.say("chief.pass_up"), emoji="⬆️"))
    return (tuple(presses),) if presses else ()


def hand_over(view: MatchView, translator: Translator) -> tuple[Button, ...]:
    """Adding a recording, and giving the match to another arbiter."""
    return (
        Button(f"recording:{view.contest_id}", translator.say("matches.recording"), emoji="🎥"),
        Button(f"hand-over:{view.contest_id}", translator.say("matches.hand_over"), emoji="🎙️"),
    )


# --- arbiters on duty -----------------------------------------------------------------------------------------------


LINES_IN_A_LIST = 40
EVENTS_NAMED = 5


def on_duty(change: DutyChange, translator: Translator) -> Card:
    """You are on duty, with the matches that came at once."""
    said = [translator.say("arbiters.on" if change.newly else "arbiters.on_already")]
    said += _match_lines(change.arbiter, translator) or _why_nothing(change.arbiter, translator)
    if change.arbiter.limit is not None:
        said.append(translator.say("arbiters.limit", limit=change.arbiter.limit))
    press = Button("duty-off:me", translator.say("arbiters.go_off"))
    return Card(("\n".join(said),), controls=((press,),))


def off_duty(change: DutyChange, translator: Translator) -> Card:
    """You are off duty, and what became of your matches."""
    said = [translator.say("arbiters.off" if change.newly else "arbiters.off_already")]
    taken = sum(1 for arbiter in change.handed.values() if arbiter is not None)
    alone = len(change.handed) - taken
    if taken:
        said.append(translator.count("arbiters.taken_over", taken))
    if alone:
        said.append(translator.count("arbiters.left_alone", alone))
    press = Button("duty-on:me", translator.say("arbiters.go_on"), ButtonStyle.success)
    return Card(("\n".join(said),), controls=((press,),), colour=WARNING if alone else QUIET)


def duty_listing(arbiters: Sequence[ArbiterView], translator: Translator) -> Card:
    """Every arbiter, those on duty first, with what each follows."""
    if not arbiters:
        return Card((translator.say("arbiters.nobody"),), colour=WARNING)
    lines: list[str] = []
    for arbiter in arbiters:
        key = "arbiters.is_on" if arbiter.duty is not None else "arbiters.is_off"
        lines += [translator.say(key, name=mention(arbiter.person)), *_match_lines(arbiter, translator)]
        if arbiter.limit is not None:
            lines.append(translator.say("arbiters.limit_listed", limit=arbiter.limit))
    return Card((translator.say("arbiters.all"), "\n".join(lines[:LINES_IN_A_LIST])))


def assignment(match: MatchOfArbiter, arbiter_id: int, translator: Translator) -> Card:
    """The match has this arbiter now."""
    return Card((translator.say("arbiters.assigned", match=_match(match.people), arbiter=f"<@{arbiter_id}>"),))


def arbiters_wanted(asked: MatchesWithoutArbiter, translator: Translator) -> Card:
    """Matches are held up, and what to do about it."""
    name = quote(asked.tournament.name)
    text = translator.count(f"arbiters.wanted_{asked.situation}", len(asked.matches), name=name)
    lines = [f"- {_match(people)}" for people in asked.matches[:LINES_IN_A_LIST]]
    press = Button("duty-on:me", translator.say("arbiters.go_on"), ButtonStyle.success)
    return Card(("\n".join([text, *lines]),), controls=((press,),), colour=WARNING)


def handed_over(match: MatchOfArbiter, arbiter: Person, card: str | None, translator: Translator) -> Card:
    """Tells the new arbiter, with the way to the match's card."""
    said = translator.say("arbiters.handed_over", match=_match(match.people), name=quote(match.tournament.name))
    if card is not None:
        said += "\n" + card
    return Card((said,), opening=mention(arbiter), pings=pings([arbiter]))


def _why_nothing(arbiter: ArbiterView, translator: Translator) -> list[str]:
    """Nothing waits, or what waits is of events that are too large: there no match would ever come by itself."""
    if arbiter.limit is None or not arbiter.too_large:
        return [translator.say("arbiters.nothing_yet")]
    shown = [quote(one.name) for one in arbiter.too_large[:EVENTS_NAMED]]
    return [translator.say("arbiters.too_large", names=sentences.listing(shown, translator), limit=arbiter.limit)]


def _match_lines(arbiter: ArbiterView, translator: Translator) -> list[str]:
    lines: list[str] = []
    for match in arbiter.matches:
        called = match.contest.called_at
        since = moment_relative(called) if called is not None else translator.say("arbiters.being_called")
        lines.append(translator.say("arbiters.follows", match=_match(match.people), since=since))
    return lines


def _match(people: Sequence[Person]) -> str:
    return " – ".join(mention(person) for person in people)


# --- the chief arbiter ----------------------------------------------------------------------------------------------


def referees(view: RefereesView, translator: Translator) -> Card:
    """Who decides in the event, who was relieved, and what to do next."""
    lines = [translator.say("chief.title", name=quote(view.tournament.name))]
    if view.chief is None:
        lines.append(translator.say("chief.nobody"))
    else:
        lines.append(translator.say("chief.is", who=mention(view.chief)))
    if view.deputies:
        lines.append(
            translator.say("chief.deputies", who=listing([mention(deputy) for deputy in view.deputies], translator))
        )
    relieved = [
        f"{translator.say('chief.relieved_line', who=mention(person))}\n{quoted_block(relief.reason)}"
        for person, relief in view.relieved
    ]
    after = () if view.report is not None else (f"-# {translator.say('chief.next')}",)
    return Card(("\n".join(lines), *relieved, *_report(view), *after), colour=QUIET)


def naming(view: RefereesView, person: Person, role: EventRole, translator: Translator) -> Card:
    """To everybody: who was named, and what they decide."""
    text = translator.say(f"chief.named_{role.value}", who=mention(person), name=quote(view.tournament.name))
    return Card((text,), pings=pings([person]))


def relief(view: RefereesView, person: Person, translator: Translator) -> Card:
    """To the arbiters: somebody follows no more match of the event, and why."""
    reason = next((relief.reason for one, relief in view.relieved if one.person_id == person.person_id), "")
    text = translator.say("chief.relieved", who=mention(person), name=quote(view.tournament.name))
    return Card((text, quoted_block(reason)), colour=WARNING, pings=pings([person]))


def passed_up(view: MatchView, by: Person | None, question: str, translator: Translator) -> Card:
    """To the chief and the deputies: an arbiter asks, with the way to the match."""
    names = listing([mention(chief) for chief in view.chiefs], translator)
    asker = mention(by) if by is not None else translator.say("matches.organisers")
    desk = Button(f"referee:{view.contest_id}", translator.say("matches.for_arbiter"), emoji="⚖️")
    return Card(
        (
            heading(view, translator),
            translator.say("chief.asked", names=names, who=asker),
            quoted_block(question),
            situation(view, translator),
        ),
        controls=((desk,),),
        colour=DANGER,
        pings=pings(view.chiefs),
    )


def report_wanted(view: RefereesView, translator: Translator) -> Card:
    """To the chief: the event is over, and its report is due."""
    chief = view.chief
    who = mention(chief) if chief else ""
    button = Button(f"closing-report:{view.tournament.tournament_id}", translator.say("chief.write_report"), emoji="📝")
    text = translator.say("chief.report_wanted", who=who, name=quote(view.tournament.name))
    return Card((text,), controls=((button,),), pings=pings([chief] if chief else []))


def closing_report(view: RefereesView, translator: Translator) -> Card:
    """To everybody, for the record: the chief's report on the event."""
    title = translator.say("chief.report_title", name=quote(view.tournament.name))
    return Card((title, *_report(view)), colour=QUIET)


def _report(view: RefereesView) -> tuple[str, ...]:
    return (quoted_block(view.report.report, 3500),) if view.report is not None else ()
