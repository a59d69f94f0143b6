"""The story on the page: scene by scene and day by day what people did and what the bot said, a line each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from html import escape
from typing import Final

from rehearsal import simcord_seam
from rehearsal.markup import Markup
from rehearsal.narrator import Told, ToldKind, first_lines
from rehearsal.page_words import PageWords
from rehearsal.play import Play
from rehearsal.posts import Post
from rehearsal.versions import Change
from rehearsal.witness import How, Sight

_MENTION: Final = re.compile(r"<@!?(\d+)>")
_PEEK: Final = 160
"""So many signs of a folded message are shown."""
_LETTERS: Final = "letters"
"""What stands for a channel where somebody is written to."""
_COUNTED: Final = ("post", "deed", "letter", "edit")


@dataclass(slots=True)
class Scene:
    """One act of the play, as it stands on the page."""

    number: int
    title: str
    lead: str
    lines: list[str] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)
    began: datetime | None = None
    ended: datetime | None = None

    def days(self, words: PageWords) -> str:
        """From when to when it lasts, of the pretended time."""
        if self.began is None or self.ended is None:
            return ""
        same = words.local(self.began).date() == words.local(self.ended).date()
        return f"{words.day_and_hour(self.began)} – {(words.hour if same else words.day_and_hour)(self.ended)}"

    def count_words(self, words: PageWords) -> str:
        """How much of what there is in it."""
        return ", ".join(words.number_of(kind, self.tally[kind]) for kind in _COUNTED if self.tally[kind])


@dataclass(slots=True)
class _Deed:
    """What somebody does, and what they alone are answered."""

    who: str
    what: str
    answers: list[Sight] = field(default_factory=list)


class Story:
    """Tells it; afterwards `people` and `places` hold who and what can be asked for, each with its number."""

    def __init__(self, play: Play, markup: Markup, words: PageWords) -> None:
        self._play, self._markup, self._words = play, markup, words
        self._readers = simcord_seam.readers(play.stage.env)
        self._names = {member.id: name for name, member in play.stage.members.items()}
        self._versions: dict[int, list[Post]] = {}
        self._edits = Counter(one.post.message_id for one in play.witness.sights if one.how is How.CHANGED)
        self._now = play.stage.now if not play.witness.sights else play.witness.sights[0].at
        self.people: dict[str, int] = {}
        self.places: dict[str, int] = {}
        self.scenes: list[Scene] = []

    def tell(self, told: Iterable[Told]) -> list[Scene]:
        """All scenes, in their order."""
        pending: _Deed | None = None
        for one in told:
            if one.sight is not None:
                self._now = one.sight.at
                if pending is not None and self._answers(one.sight, pending):
                    pending.answers.append(one.sight)
                    continue
            if pending is not None:
                self._add_deed(pending)
            pending = _Deed(one.who, one.what) if one.kind is ToldKind.DEED else None
            self._begin_or_see(one)
        if pending is not None:
            self._add_deed(pending)
        return self.scenes

    def _begin_or_see(self, one: Told) -> None:
        if one.kind is ToldKind.ACT:
            self.scenes.append(Scene(len(self.scenes), one.who, one.what))
        elif one.sight is not None:
            self._see(one.sight)

    def _answers(self, sight: Sight, deed: _Deed) -> bool:
        """Whether it is what the doer alone was told."""
        return sight.how is How.TOLD and self._reader(sight.post) in {None, deed.who}

    def _reader(self, post: Post) -> str | None:
        """Who alone sees the message, where that is known."""
        return self._names.get(self._readers.get(post.message_id, 0))

    def _see(self, sight: Sight) -> None:
        if sight.how is not How.TOLD:
            self._remember(sight)
        match sight.how:
            case How.TOLD:
                self._add_deed(_Deed(self._reader(sight.post) or "Somebody", "is told", [sight]))
            case How.POSTED:
                self._add_post(sight)
            case How.WROTE:
                self._add_letter(sight)
            case How.CHANGED:
                self._add_edit(sight)

    # Lines

    def _add_deed(self, deed: _Deed) -> None:
        who = [self._names_in([deed.who])]
        said = f'<span lang="en"><b>{escape(deed.who)}</b> {escape(deed.what)}'
        if not deed.answers:
            self._add("deed", "", who, f'<p class="line">{self._words.clock(self._now)}{said}</span></p>')
            return
        for one in deed.answers:
            self._remember(one)
        first, place = deed.answers[0], deed.answers[0].place
        head = f"<summary>{self._words.clock(first.at)}{said} {self._peek(first, first.post.text)}</span></summary>"
        told = "".join(f'<div id="m-{one.post.message_id}">{self._message(one)}</div>' for one in deed.answers)
        seen = f"{_channel(place, self._words)} · {self._words.say('only', who=deed.who)}"
        where = f'<p class="where">{escape(seen)}</p>'
        line = f'<details class="line">{head}<div class="inside">{where}{told}</div></details>'
        self._add("deed told", place, who, line)

    def _add_post(self, sight: Sight) -> None:
        post = sight.post
        edits = self._edits[post.message_id]
        after = f'<p class="later">{_links(post.message_id, edits, self._words)}</p>' if edits else ""
        place = escape(_channel(sight.place, self._words))
        where = f'<p class="where"><b>Arbiter</b> <span class="badge">APP</span> {place}</p>'
        line = f'<div class="line">{self._words.clock(sight.at)}<div>{where}{self._message(sight)}{after}</div></div>'
        self._add("post", sight.place, [self._names_mentioned(post.text)], line, f' id="m-{post.message_id}"')

    def _add_letter(self, sight: Sight) -> None:
        reader = sight.place.removeprefix("@")
        who = [self._names_in([reader]), self._names_mentioned(sight.post.text)]
        said = f"✉ <b>{escape(self._words.say('to', who=reader))}</b> {self._peek(sight, sight.post.text)}"
        line = self._fold(sight, said, self._message(sight))
        self._add("letter", _LETTERS, who, line, f' id="m-{sight.post.message_id}"')

    def _add_edit(self, sight: Sight) -> None:
        versions = self._versions[sight.post.message_id]
        if len(versions) < 2:
            # It was there before the story began.
            self._add_post(sight)
            return
        change, number = Change(versions[-2], versions[-1], self._words), len(versions)
        where = _LETTERS if sight.place.startswith("@") else sight.place
        reader = self._reader(sight.post) or sight.place.removeprefix("@")
        whose = self._words.say("alone", who=reader) if sight.post.private else _channel(sight.place, self._words)
        who = [self._names_mentioned("\n".join((*change.come, *change.gone))), self._names_in([reader])]
        said = f"✎ <b>{escape(whose)}</b> {self._words.say('edited')} {self._peek(sight, change.summary())}"
        beside = _steps(sight.post.message_id, number, self._edits, self._words)
        steps = f'<p class="where">{self._words.say("version", number=number)} · {beside}</p>'
        edit = f'<div class="change" lang="{self._language(sight)}">{change.html(self._markup)}</div>'
        line = self._fold(sight, said, steps + edit)
        self._add("edit", where, who, line, f' id="m-{sight.post.message_id}-{number}"')

    def _fold(self, sight: Sight, said: str, inside: str) -> str:
        head = f"<summary>{self._words.clock(sight.at)}<span>{said}</span></summary>"
        return f'<details class="line">{head}<div class="inside">{inside}</div></details>'

    def _remember(self, sight: Sight) -> None:
        self._versions.setdefault(sight.post.message_id, []).append(replace(sight.post, at=sight.at))

    def _message(self, sight: Sight) -> str:
        post = self._markup.post(replace(sight.post, at=sight.at))
        return f'<div class="body" lang="{self._language(sight)}">{post}</div>'

    def _peek(self, sight: Sight, text: str) -> str:
        said = self._play.narrator.plain(first_lines(text, 1), self._words.zone)
        short = escape(said if len(said) <= _PEEK else f"{said[:_PEEK]}…")
        return f'<span class="peek" lang="{self._language(sight)}">{short}</span>'

    def _language(self, sight: Sight) -> str:
        """In which the bot says it, so that it is read aloud as it is spoken: the one reader's, or the server's."""
        alone = self._reader(sight.post) if sight.post.private else sight.place.partition("@")[2]
        reader = self._play.stage.members.get(alone or "")
        return self._play.stage.language if reader is None else reader.locale

    # Where each line goes

    def _add(self, kind: str, place: str, who: Iterable[set[int]], line: str, more: str = "") -> None:
        """Puts a line where it belongs: into the scene under way, below the day's heading."""
        if not self.scenes:
            self.scenes.append(Scene(0, self._words.say("before"), self._words.say("before_lead")))
        scene = self.scenes[-1]
        if scene.ended is None or self._words.day(scene.ended) != self._words.day(self._now):
            scene.lines.append(f'<h3 class="day">{escape(self._words.day(self._now))}</h3>')
        scene.began, scene.ended = scene.began or self._now, self._now
        scene.tally.update(kind.split())
        of = " ".join(map(str, sorted(set().union(*who))))
        known = self.places.setdefault(place, len(self.places)) if place else ""
        scene.lines.append(
            f'<div class="seen" data-kind="{kind}" data-place="{known}" data-who="{of}"{more}>{line}</div>'
        )

    def _names_mentioned(self, text: str) -> set[int]:
        return self._names_in(self._names.get(int(one), "") for one in _MENTION.findall(text))

    def _names_in(self, names: Iterable[str]) -> set[int]:
        known = set(self._play.stage.members)
        return {self.people.setdefault(name, len(self.people)) for name in names if name in known}


def _channel(place: str, words: PageWords) -> str:
    return words.say("letters_of", who=place.removeprefix("@")) if place.startswith("@") else f"#{place}"


def place_name(place: str, words: PageWords) -> str:
    """What a place is called in the list of places."""
    return words.say("letter") if place == _LETTERS else _channel(place, words)


def _links(message_id: int, edits: int, words: PageWords) -> str:
    """From a message to what it became."""
    first = f'<a href="#m-{message_id}-2">{words.say("the_edit" if edits == 1 else "first_edit")}</a>'
    last = "" if edits == 1 else f' · <a href="#m-{message_id}-{edits + 1}">{words.say("last_edit")}</a>'
    said = words.say("edited_once") if edits == 1 else words.say("edited_times", n=edits)
    return f"✎ {said}: {first}{last}"


def _steps(message_id: int, number: int, edits: Counter[int], words: PageWords) -> str:
    """From a version to those beside it."""
    before = f"#m-{message_id}" + (f"-{number - 1}" if number > 2 else "")
    after = f' · <a href="#m-{message_id}-{number + 1}">{words.say("next")}</a>' if number <= edits[message_id] else ""
    return f'<a href="{before}">{words.say("previous" if number > 2 else "as_it_came")}</a>{after}'
