"""An adjourned game on its card and on the arbiter's desk: the time used, and the ways to note, confirm and go on."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.playing.adjournments import NoteKind, TimeNote, written_used
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.layout import Press
from bot.rendering.people import mention
from bot.rendering.sentences import listing

_OVER = frozenset({MatchPhase.SETTLED, MatchPhase.VOID})
_CLOCKS = frozenset({MatchPhase.PLAYING, MatchPhase.SUSPENDED, MatchPhase.REPORTED, MatchPhase.DISPUTED})


def times(view: MatchView, voice: Voice) -> str:
    """What each side has used by the note that counts, and who has still to confirm it; empty without one."""
    note = view.sessions.note
    if note is None or view.state.phase in _OVER:
        return ""
    lines = [voice.say(f"adjournment.times_{note.kind.value}"), *used_times(view, note, voice)]
    return "\n".join((*lines, where_it_stands(view, note, voice)))


def used_times(view: MatchView, note: TimeNote, voice: Voice) -> list[str]:
    """A line a board: both sides with their times."""
    lines = []
    for one in note.boards:
        sides = " · ".join(
            f"{mention(player)} **{written_used(spent)}**"
            for player, spent in zip(view.players, one.used, strict=False)
        )
        board = f"{voice.say('standings.board', n=one.board)}: " if view.tournament.rulebook.teams is not None else ""
        lines.append(f"⏱️ {board}{sides}")
    return lines


def where_it_stands(view: MatchView, note: TimeNote, voice: Voice) -> str:
    """Whether both have confirmed the note, or who has still to (GO-14)."""
    if note.kind is not NoteKind.READ:
        return f"-# {voice.say('adjournment.clocks_set')}"
    if note.is_confirmed:
        return f"-# {voice.say('adjournment.both_confirmed')}"
    waiting = [mention(player) for side, player in enumerate(view.players) if side not in note.confirmed]
    return voice.say("adjournment.confirm_please", names=listing(waiting, voice))


def answers(view: MatchView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """Right and wrong, for both sides, as long as one has not confirmed the note."""
    note = view.sessions.note
    if note is None or note.is_confirmed or note.kind is not NoteKind.READ or view.state.phase in _OVER:
        return ()
    subject = f"{view.contest_id}.{note.entry}"
    return (
        (
            Press(f"times-right:{subject}", voice.say("adjournment.right"), ButtonStyle.success, "✅"),
            Press(f"times-wrong:{subject}", voice.say("adjournment.wrong"), ButtonStyle.danger),
        ),
    )


def desk(view: MatchView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """The arbiter's: adjourn, another end, the note of the time used, and a clock that failed (GO-12, GO-14)."""
    key, rulebook, found = view.contest_id, view.tournament.rulebook, []
    if rulebook.adjournment is not None and view.state.phase is MatchPhase.PLAYING:
        found.append(Press(f"adjourn:{key}", voice.say("adjournment.adjourn"), emoji="🌙"))
    if view.sessions.running is not None:
        found.append(Press(f"adjourn-move:{key}", voice.say("adjournment.move"), emoji="🕰️"))
    if view.sessions.adjournments:
        found.append(note_press(view, voice))
    if rulebook.clock is not None and view.state.phase in _CLOCKS:
        found.append(Press(f"clock-page:{key}", voice.say("adjournment.clock_failed"), emoji="⏱️"))
    return (tuple(found),) if found else ()


def note_press(view: MatchView, voice: Voice) -> Press:
    """Opens the form for the time used; of a note that is there, to put it right."""
    label = "adjournment.note" if view.sessions.note is None else "adjournment.correct"
    style = ButtonStyle.primary if view.sessions.note is None else ButtonStyle.secondary
    return Press(f"times-note:{view.contest_id}", voice.say(label), style, "📝")
