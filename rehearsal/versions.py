"""What changed in a message: the lines that went and came, the buttons, the pictures; what stayed is only counted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from rehearsal.markup import Markup, pressable
from rehearsal.page_words import PageWords
from rehearsal.posts import BUTTON, SELECTS, Component, Post, walk

_TEXT: Final = 10
_CONTAINER: Final = 17
_NEAR: Final = 1
"""So many lines that stayed are shown on either side of what changed."""
_PARTS: Final = re.compile(r"```.*?```|[^\n]+", re.DOTALL)
"""A line, or a block of code whole."""


@dataclass(frozen=True, slots=True)
class Change:
    """A message before and after an edit."""

    before: Post
    after: Post
    words: PageWords

    @property
    def come(self) -> list[str]:
        """The lines that are new."""
        old = set(_lines(self.before))
        return [line for line in _lines(self.after) if line not in old]

    @property
    def gone(self) -> list[str]:
        """The lines that are there no more."""
        new = set(_lines(self.after))
        return [line for line in _lines(self.before) if line not in new]

    def summary(self) -> str:
        """The first line that came, or else went, or what else is different, as it was written."""
        if self.come or self.gone:
            return (self.come or self.gone)[0]
        pictures = (one.name for one in self.after.pictures if one not in self.before.pictures)
        seen = [_label(one) for one in (*self._new_controls(), *self._old_controls(left=True))]
        return ", ".join(filter(None, (*seen, *pictures))) or self.words.say("only_looks")

    def _new_controls(self) -> list[Component]:
        """The buttons and menus that came or look otherwise, as they are now."""
        before = _controls(self.before)
        return [one for key, one in _controls(self.after).items() if _differs(before.get(key), one)]

    def _old_controls(self, *, left: bool = False) -> list[Component]:
        """Those that went or looked otherwise, as they were; or those that went alone."""
        after = _controls(self.after)
        some = ((key, one) for key, one in _controls(self.before).items() if key not in after or not left)
        return [one for key, one in some if _differs(after.get(key), one)]

    def html(self, markup: Markup) -> str:
        """The new version, with what went struck out and what came marked."""
        parts = [*self._text(markup), *self._row(), *self._pictures(markup)]
        colour = next((one.get("accent_color") for one in self.after.components if one.get("type") == _CONTAINER), None)
        border = "" if colour is None else f' style="border-left-color:#{colour:06x}"'
        inside = "".join(parts) or f"<div>{self.words.say('same_words')}</div>"
        return f'<div class="container"{border}>{inside}</div>'

    def _text(self, markup: Markup) -> Iterator[str]:
        old, new, at = _lines(self.before), _lines(self.after), self.after.at
        codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        for number, (what, first, last, start, end) in enumerate(codes):
            if what == "equal":
                yield from self._context(markup, new[start:end], number > 0, number < len(codes) - 1)
                continue
            yield from (f"<del>{markup.text(line, at)}</del>" for line in old[first:last])
            yield from (f"<ins>{markup.text(line, at)}</ins>" for line in new[start:end])

    def _context(self, markup: Markup, same: Sequence[str], after: bool, before: bool) -> Iterator[str]:
        """The lines nearest to what changed; between them a word for how many others there are."""
        head, tail, at = (_NEAR if after else 0), (_NEAR if before else 0), self.after.at
        kept = [f'<div class="same">{markup.text(line, at)}</div>' for line in same]
        if len(same) <= head + tail + 1:
            yield from kept
            return
        yield from kept[:head]
        yield f'<div class="skipped">{self.words.say("lines_as_before", n=len(same) - head - tail)}</div>'
        yield from kept[len(same) - tail :]

    def _row(self) -> Iterator[str]:
        gone = [f"<del>{pressable(one)}</del>" for one in self._old_controls()]
        come = [f"<ins>{pressable(one)}</ins>" for one in self._new_controls()]
        if gone or come:
            yield f'<div class="row">{"".join((*gone, *come))}</div>'

    def _pictures(self, markup: Markup) -> Iterator[str]:
        before, after = (post.pictures for post in (self.before, self.after))
        yield from (f'<del class="file">{markup.caption(one)}</del>' for one in before if one not in after)
        yield from (f"<ins>{markup.picture(one)}</ins>" for one in after if one not in before)


def _lines(post: Post) -> list[str]:
    texts = [post.content, *(str(one["content"]) for one in walk(post.components) if one.get("type") == _TEXT)]
    return [line for text in texts for line in _PARTS.findall(text)]


def _controls(post: Post) -> dict[str, Component]:
    """What can be pressed or chosen, by what it is about; a link by its address."""
    kinds = SELECTS | {BUTTON}
    found = (one for one in walk(post.components) if one.get("type") in kinds)
    return {str(one.get("custom_id") or one.get("url")): one for one in found}


def _differs(one: Component | None, other: Component) -> bool:
    """Whether somebody who looks sees another button or menu, or one more."""
    shown = ("label", "style", "disabled", "placeholder", "emoji", "options")
    return one is None or any((one.get(name) or None) != (other.get(name) or None) for name in shown)


def _label(one: Component) -> str:
    return str(one.get("label") or one.get("placeholder") or "")
