"""What is said of an adjourned game: the pause, its end, the note of the time used, and clocks that fail."""

from __future__ import annotations

from datetime import timedelta

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.playing.adjournments import split_equally, written_used
from bot.domain.playing.match_views import MatchView
from bot.i18n import Voice
from bot.rendering.layout import DANGER, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.playing.adjournment_words import answers, note_press, used_times, where_it_stands
from bot.rendering.playing.match_names import both, heading, judge
from bot.rendering.sentences import moment, moment_relative
from bot.rendering.text import quoted_block


def adjournment(view: MatchView, voice: Voice) -> Card:
    """To both, and to the arbiter who notes the time used: the game rests, and until when."""
    pause = view.sessions.running
    when = "" if pause is None else moment(pause.goes_on_at)
    key = "adjournment.adjourned_by_rule" if pause and pause.adjourned_by is None else "adjournment.adjourned"
    said = [voice.say(key, names=both(view, voice), when=when)]
    if view.sessions.note is None:
        said.append(voice.say("adjournment.note_please", arbiter=judge(view, voice)))
    asked = () if view.arbiter is None else (view.arbiter,)
    controls = ((note_press(view, voice), _referee(view, voice)),)
    return Card(tuple(said), controls=controls, colour=WARNING, pings=pings((*view.players, *asked)))


def reminder(view: MatchView, voice: Voice) -> Card:
    """To both: the game goes on soon, and coming back late costs one's own time."""
    pause = view.sessions.running
    when = "" if pause is None else moment_relative(pause.goes_on_at)
    return Card((voice.say("adjournment.soon", names=both(view, voice), when=when),), pings=pings(view.players))


def goes_on(view: MatchView, voice: Voice) -> Card:
    """To both: play goes on, with the times of the note."""
    note = view.sessions.note
    said = [voice.say("adjournment.goes_on", names=both(view, voice))]
    said += [] if note is None else ["\n".join(used_times(view, note, voice))]
    return Card(tuple(said), pings=pings(view.players))


def time_note(view: MatchView, voice: Voice) -> Card:
    """To both: what each has used, and whether they are asked to confirm it."""
    note = view.sessions.note
    if note is None:
        return Card((voice.say("adjournment.note_please", arbiter=judge(view, voice)),))
    said = [voice.say(f"adjournment.told_{note.kind.value}", names=both(view, voice))]
    said.append("\n".join((*used_times(view, note, voice), where_it_stands(view, note, voice))))
    if note.reason is not None:
        said.append(quoted_block(note.reason))
    return Card(tuple(said), controls=answers(view, voice), colour=WARNING, pings=pings(view.players))


def doubt(view: MatchView, by: Person | None, voice: Voice) -> Card:
    """To the arbiter: a side finds the note wrong."""
    name = "" if by is None else mention(by)
    text = voice.say("adjournment.doubted", arbiter=judge(view, voice), name=name)
    asked = () if view.arbiter is None else (view.arbiter,)
    controls = ((note_press(view, voice), _referee(view, voice)),)
    return Card((text,), controls=controls, colour=DANGER, pings=pings(asked))


def confirmation(view: MatchView, voice: Voice) -> Card:
    """To who confirmed: whether the other has still to."""
    note = view.sessions.note
    done = note is not None and note.is_confirmed
    return Card((voice.say("adjournment.now_confirmed" if done else "adjournment.you_confirmed"),))


def clock_page(view: MatchView, played: timedelta, voice: Voice) -> Card:
    """To who decides on a clock that failed: by the note, split equally, or as they say (GO-12, GO-14)."""
    key, note = view.contest_id, view.sessions.note
    rule = Press(f"times-rule:{key}", voice.say("adjournment.rule_times"), emoji="⚖️")
    splits = Press(f"times-split:{key}.{int(played.total_seconds())}", voice.say("adjournment.split"), emoji="➗")
    if note is None:
        half, _ = split_equally(played)
        text = voice.say("adjournment.no_note", played=written_used(played), half=written_used(half))
        return Card((heading(view, voice), text), controls=((splits, rule),), colour=WARNING)
    text = voice.say("adjournment.by_note")
    by_note = Press(f"times-by-note:{key}.{note.entry}", voice.say("adjournment.go_by_note"), ButtonStyle.primary, "📝")
    presses = (by_note, *((splits,) if view.tournament.rulebook.teams is not None else ()), rule)
    said = (heading(view, voice), text, "\n".join(used_times(view, note, voice)))
    return Card(said, controls=(presses,), colour=WARNING)


def set_by_note(view: MatchView, voice: Voice) -> Card:
    """To both: a clock failed, and the clocks are set by the note."""
    note = view.sessions.note
    said = [voice.say("adjournment.set_by_note", names=both(view, voice))]
    said += [] if note is None else ["\n".join(used_times(view, note, voice))]
    return Card(tuple(said), colour=WARNING, pings=pings(view.players))


def _referee(view: MatchView, voice: Voice) -> Press:
    return Press(f"referee:{view.contest_id}", voice.say("matches.for_arbiter"), emoji="⚖️")
