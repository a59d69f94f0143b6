"""What a match is called, its score, and who plays and decides it: the names that every card of it is written with."""

from __future__ import annotations

from bot.domain.contests import NOTHING_MORE, Particulars, Score, Stage
from bot.domain.hooks import first
from bot.domain.playing.match_views import MatchPlace, MatchView
from bot.domain.scores import words
from bot.i18n import Voice
from bot.rendering.events import lives_words
from bot.rendering.events.bracket_places import round_name_before
from bot.rendering.events.round_names import length_words
from bot.rendering.layout import Press
from bot.rendering.people import mention
from bot.rendering.playing.hooks import MATCH_CARDS, cards_of
from bot.rendering.sentences import listing, member_name
from bot.rendering.text import quote

_BESIDE = frozenset({Stage.LOWER, Stage.PLACEMENT, Stage.PLAY_OFF})


def key(view: MatchView, name: str) -> str:
    """The catalogue's key of a sentence about this match; empty where nothing is said."""
    own = first(one.key(view, name) for one in cards_of(view))
    return f"matches.{name}" if own is None else own


def heading(view: MatchView, voice: Voice) -> str:
    """Which match of which round, of what length, in which tournament."""
    contest = view.contest
    length = first(one.length(view, voice) for one in cards_of(view))
    if length is None:
        length = length_words(contest.best_of, contest.target, voice)
    title = match_name(contest.stage, contest.round, view.place, voice)
    return f"## {title}\n-# {quote(view.tournament.name)} · {length}"


def match_name(stage: Stage, number: int, place: MatchPlace, voice: Voice) -> str:
    """The round, and the match's number where the round has more than one."""
    if stage is Stage.THIRD_PLACE:
        return voice.say("stage.third_place")
    own = first(one.match_name(stage, number, place, voice) for one in MATCH_CARDS)
    if own is not None:
        return own
    if place.numbered:
        return voice.say("matches.number", number=place.number)
    if place.in_table:
        return _of_table(stage, number, place, voice)
    if place.in_lives:
        return lives_words.final_name(place.number, voice)
    preliminary = stage is Stage.PRELIMINARY
    name = voice.say("draw.round_preliminary") if preliminary else round_name_before(place.to_final, voice)
    return name if place.matches == 1 else f"{name} · {voice.say('matches.number', number=place.number)}"


def _of_table(stage: Stage, number: int, place: MatchPlace, voice: Voice) -> str:
    beside = (member_name(stage, voice),) if stage in _BESIDE else ()
    group = (voice.say("standings.group", n=place.group),) if place.group else ()
    board = voice.say("standings.board", n=place.number)
    if place.of_teams or place.in_lives:
        board = voice.say("matches.number", number=place.number)
    round_ = voice.say("draw.round_preliminary") if number == 0 else voice.say("standings.round", n=number)
    return " · ".join((*beside, *group, round_, board))


def score_line(view: MatchView, score: Score, particulars: Particulars = NOTHING_MORE) -> str:
    """ "@Ana **3–1** @Bia", which every language reads; at a table, everybody with the influence at the end."""
    own = first(one.score_line(view, score, particulars) for one in cards_of(view))
    if own is not None:
        return own
    one, other = (mention(player) for player in view.players)
    return f"{one} **{words(score)}** {other}"


def both(view: MatchView, voice: Voice) -> str:
    """Both players in one phrase."""
    return listing([mention(player) for player in view.players], voice)


def judge(view: MatchView, voice: Voice) -> str:
    """Who decides: the arbiter by name, or the organisers where nobody follows the match."""
    return mention(view.arbiter) if view.arbiter else voice.say("matches.organisers")


def reporter_and_other(view: MatchView, voice: Voice) -> tuple[str, str]:
    """Mentions of who reported the open score and of who has to answer it."""
    own = first(one.answering(view, voice) for one in cards_of(view))
    if own is not None:
        return own
    report, (one, other) = view.match.report, view.players
    mine = report is not None and report.person_id == one.person_id
    return (mention(one), mention(other)) if mine else (mention(other), mention(one))


def called_off(view: MatchView) -> bool:
    """Whether the event ended under the match: then it promises and asks nothing more."""
    return view.tournament.cancelled_at is not None and view.contest.result is None


def referee_press(view: MatchView, voice: Voice) -> Press:
    """The way to the desk of a match, for its arbiter or, where none is needed, for the organisers."""
    watched = view.tournament.rulebook.matches.matches_per_arbiter > 0
    said = voice.say("matches.for_arbiter" if watched else "matches.for_staff")
    return Press(f"referee:{view.contest_id}", said, emoji="⚖️")
