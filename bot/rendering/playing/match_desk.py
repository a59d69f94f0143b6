"""What the arbiter of a match is offered, and the forms that ask for a reason; seen by the arbiter alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.contests import NOTHING_MORE
from bot.domain.hooks import first
from bot.domain.playing.lateness import has_late_limit, only_the_clock_runs
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import Correction, MatchView
from bot.domain.regulation.discipline_rules import discipline_of
from bot.domain.scores import running_scores, told_score
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, WARNING, Card, Choice, Press
from bot.rendering.playing import adjournment_words, board_cards, count_words
from bot.rendering.playing.hooks import Rows, desks_of
from bot.rendering.playing.match_card import score_choice
from bot.rendering.playing.match_names import heading, match_name, score_line
from bot.rendering.playing.match_order import order_paragraphs
from bot.rendering.playing.match_words import situation
from bot.rendering.text import plain

_PLAYED = frozenset({MatchPhase.PLAYING, MatchPhase.REPORTED, MatchPhase.DISPUTED})


def desk(view: MatchView, voice: Voice) -> Card:
    """All that the arbiter can do now: rule, note the score, see to the clocks, stop the match, hand it over."""
    own = first(one.desk(view, voice) for one in desks_of(view))
    if own is not None:
        return own
    controls, clocks = _results(view, voice), _clocks(view, voice)
    return Card(
        (
            heading(view, voice),
            situation(view, voice),
            *order_paragraphs(view, voice),
            f"-# {voice.say('matches.desk_hint')}",
            *(line for one in desks_of(view) for line in one.hints(view, voice)),
        ),
        controls=(
            *controls,
            *([clocks] if clocks else []),
            *_order(view, voice),
            stopping(view, voice),
            *adjournment_words.desk(view, voice),
            hand_over(view, voice),
        ),
        colour=ACCENT,
    )


def _results(view: MatchView, voice: Voice) -> Rows:
    """What can be ruled: the final score, the boards, or the games one by one; and the score between games."""
    own = first(one.rulings(view, voice) for one in desks_of(view))
    if own is not None:
        return own
    if view.state.phase is MatchPhase.SUSPENDED:
        return ()
    rulable = view.state.rulable(view.contest.length)
    controls: Rows = (score_choice(view, "rule", voice.say("matches.rule"), rulable),)
    if count_words.counts(view) and view.state.phase in _PLAYED:
        controls = ((count_words.report_press(view, voice),), *controls)
    if view.state.phase is MatchPhase.PLAYING:
        running = running_scores(view.contest.length, view.state.walkover, view.state.forfeits)
        if running:  # Some lengths have no score between their games that could be noted.
            controls = (*controls, score_choice(view, "tally", voice.say("matches.tally"), running))
    return controls


def successors(view: MatchView, arbiters: Sequence[Person], voice: Voice) -> Card:
    """Who could take the match over."""
    if not arbiters:
        return Card((voice.say("matches.nobody_to_hand_to"),), colour=WARNING)
    options = tuple((person.person_id, plain(person.name)) for person in arbiters)
    choice = Choice(f"hand-to:{view.contest_id}", voice.say("matches.hand_over"), options)
    return Card((heading(view, voice), voice.say("matches.hand_to")), controls=(choice,))


def correction_scores(view: MatchView, scores: Sequence[tuple[int, ...]], voice: Voice) -> Card:
    """Which score is the right one; nothing is changed by choosing."""
    choice = score_choice(view, "correct", voice.say("matches.right_score"), tuple(scores))
    controls: Rows = (choice,)
    if count_words.counts(view):
        controls = ((count_words.to_correct(view, voice),), choice)
    return Card((heading(view, voice), situation(view, voice), voice.say("matches.choose_right")), controls=controls)


def correction(found: Correction, voice: Voice) -> Card:
    """What the correction would reopen, with the button that does it."""
    view, verb, score = found.view, "correct-it", "-".join(map(str, found.score))
    change = voice.say(
        "matches.would_become",
        before=score_line(view, told_score(found.before), found.before.particulars),
        after=score_line(view, found.score, found.particulars),
    )
    names = "\n".join(
        f"- {match_name(one.contest.stage, one.contest.round, one.place, voice)}: {_so_far(one)}"
        for one in found.reopened
    )
    n = len(found.reopened)
    lost = voice.count("matches.would_reopen", n) + f"\n{names}" if n else voice.say("matches.reopens_nothing")
    verb, score = first(one.right_result(found) for one in desks_of(view)) or (verb, score)
    if found.particulars.count is not None:
        verb, score = "count-correct-it", str(round(2 * found.particulars.count))
    button = Press(f"{verb}:{view.contest_id}.{score}.{n}", voice.say("matches.correct_it"), ButtonStyle.danger, "✏️")
    counted = count_words.line(view, found.particulars, found.before.settled_at, voice)
    return Card((heading(view, voice), change, *counted, lost), controls=((button,),), colour=WARNING)


def _so_far(view: MatchView) -> str:
    result = view.contest.result
    return score_line(view, view.state.score, result.particulars if result else NOTHING_MORE)


def _clocks(view: MatchView, voice: Voice) -> tuple[Press, ...]:
    """Who is there and who is not, as the arbiter sees it."""
    missing = {one.side for one in view.state.missing}
    presses = _presence(view, missing, voice)
    nobody = missing == {0, 1} and not has_late_limit(view.tournament.rulebook)
    if view.state.phase is MatchPhase.UNDECIDED or nobody:
        both_lose = voice.say("matches.double_walkover")
        presses.append(Press(f"both-lose:{view.contest_id}", both_lose, ButtonStyle.danger))
    return tuple(presses)


def _presence(view: MatchView, missing: set[int], voice: Voice) -> list[Press]:
    sides = range(len(view.players))
    match view.state.phase:
        case MatchPhase.UNDECIDED:
            return side_presses(view, "present", "matches.was_there", sides, voice)
        case MatchPhase.MISSING:
            return [
                *side_presses(view, "present", "matches.is_here", sorted(missing), voice),
                *side_presses(view, "absent", "matches.is_missing", sorted({*sides} - missing), voice),
            ]
        case MatchPhase.PLAYING if not _has_begun(view):
            return side_presses(view, "absent", "matches.is_missing", sides, voice)
        case _:
            return [press for one in desks_of(view) for press in one.clocks(view, voice)]


def _has_begun(view: MatchView) -> bool:
    """Whether nobody is waited for any more: the only game runs, or games are told one by one."""
    told = any(one.has_begun(view) for one in desks_of(view))
    return told or only_the_clock_runs(view.contest, view.tournament.rulebook)


def side_presses(view: MatchView, verb: str, label: str, sides: Iterable[int], voice: Voice) -> list[Press]:
    """A press for each of the sides, which it names and of which it carries the number."""
    names = [plain(player.name, 30) for player in view.players]
    return [Press(f"{verb}:{view.contest_id}.{side}", voice.say(label, name=names[side])) for side in sides]


def stopping(view: MatchView, voice: Voice) -> tuple[Press, ...]:
    """Ways to stop the match, or to let it go on."""
    key = view.contest_id
    if view.state.phase is MatchPhase.SUSPENDED:
        return (
            Press(f"resume:{key}", voice.say("matches.resume"), ButtonStyle.success, "▶️"),
            Press(f"annul-match:{key}", voice.say("matches.annul_match"), ButtonStyle.danger),
        )
    if view.tournament.rulebook.traits.is_series:
        return (Press(f"annul-match:{key}", voice.say("matches.annul_match"), ButtonStyle.danger),)
    return (
        Press(f"suspend:{key}", voice.say("matches.suspend"), emoji="⏸️"),
        Press(f"annul-game:{key}", voice.say("matches.annul_game"), emoji="🔁"),
        Press(f"annul-match:{key}", voice.say("matches.annul_match"), ButtonStyle.danger),
    )


def _order(view: MatchView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """Order at the board: a warning, a ruling on the board, wrong colours, a question to the chief arbiter."""
    key, presses = view.contest_id, list(board_cards.buttons(view, voice))
    if discipline_of(view.tournament.rulebook).warns:
        presses.insert(0, Press(f"warn-page:{key}", voice.say("warnings.warn"), emoji="🟨"))
    if view.chiefs:
        presses.append(Press(f"pass-up:{key}", voice.say("chief.pass_up"), emoji="⬆️"))
    return (tuple(presses),) if presses else ()


def hand_over(view: MatchView, voice: Voice) -> tuple[Press, ...]:
    """Adding a recording, and giving the match to another arbiter."""
    return (
        Press(f"recording:{view.contest_id}", voice.say("matches.recording"), emoji="🎥"),
        Press(f"hand-over:{view.contest_id}", voice.say("matches.hand_over"), emoji="🎙️"),
    )
