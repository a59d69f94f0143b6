"""Tells what happens as it happens, on a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from rehearsal.verdict import Verdict
from rehearsal.witness import How, Sight

_WIDTH = 110
_MENTION = re.compile(r"<@!?(\d+)>")
_CROWD = re.compile(r"^(?:<@!?\d+>(?:, )?){3,}\s*")
_TIMESTAMP = re.compile(r"<t:(\d+)(?::(\w))?>")
_LINK = re.compile(r"\[([^\]]+)\]\(https?://[^)\s]+\)")
_ELSE = re.compile(r"<(?:#|@&)\d+>")
_STYLE = {How.POSTED: "bold", How.CHANGED: "dim", How.TOLD: "cyan", How.WROTE: "magenta"}


class ToldKind(StrEnum):
    """What a line of the story is."""

    ACT = "act"
    DEED = "deed"
    SIGHT = "sight"


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the story: an act's title and text, who does what, or a message."""

    kind: ToldKind
    who: str = ""
    what: str = ""
    sight: Sight | None = None


class Narrator:
    """Prints scenes, what people do and what the bot says; with `quiet` only what comes at the end."""

    def __init__(self, console: Console, *, quiet: bool, pulse: bool = False) -> None:
        self._console = console
        self._quiet = quiet
        # A pipe keeps each of these lines, a terminal writes the next one over it.
        self._pulse = pulse and console.is_terminal
        self.story: list[Told] = []
        self.names: Mapping[int, str] = {}
        """By Discord id; filled by the cast."""
        self.zone: Callable[[], tzinfo] = lambda: UTC
        """The server's clock, once it has one."""

    def act(self, title: str, what: str) -> None:
        """A new act begins."""
        self.story.append(Told(ToldKind.ACT, title, what))
        if not self._quiet:
            self._console.rule(f"[bold green]{escape(title)}")
            self._console.print(escape(what), style="italic")

    def clock(self, moment: datetime) -> None:
        """The clock was put forward."""
        if not self._quiet:
            self._console.print(f"[dim]── {moment.astimezone(self.zone()):%a %d %b, %H:%M:%S} ──[/dim]")

    def does(self, who: str, what: str) -> None:
        """Somebody acts."""
        self.story.append(Told(ToldKind.DEED, who, what))
        if not self._quiet:
            self._console.print(f"  [yellow]{escape(who)}[/yellow] {escape(what)}")

    def sees(self, sight: Sight) -> None:
        """A message came; edits of a live message are not told one by one."""
        self.story.append(Told(ToldKind.SIGHT, sight=sight))
        if self._pulse:
            self._console.print(f"… {sight.at:%Y-%m-%d}", end="\r", style="dim")
        if self._quiet or sight.how is How.CHANGED:
            return
        line = self.plain(first_lines(sight.post.text, 2), self.zone())
        name = sight.post.pictures[0].name if sight.post.pictures else ""
        pictures = f" [{'picture' if name.endswith(('.png', '.jpg')) else 'file'}: {name}]" if name else ""
        where = {How.POSTED: f"#{sight.place}", How.TOLD: "privately"}.get(sight.how, sight.place)
        shown = Text(f"    {where:<15} ", style="dim")
        shown.append(f"{line[: _WIDTH - 22 - len(pictures)]}{pictures}", style=_STYLE[sight.how])
        self._console.print(shown, no_wrap=True, overflow="ellipsis")

    def first_words(self, text: str, zone: tzinfo) -> str:
        """How a message begins, in a line, by that clock; a crowd that it pings is left out."""
        return self.plain(_CROWD.sub("", first_lines(text, 2)), zone)

    def plain(self, text: str, zone: tzinfo = UTC) -> str:
        """Discord's markdown as words: names for mentions, moments for timestamps."""
        text = _MENTION.sub(lambda found: f"@{self.names.get(int(found[1]), 'somebody')}", text)
        # A moment is followed by how far away it is, which changes as one looks at it.
        text = re.sub(r" ?\(<t:\d+:R>\)", "", _LINK.sub(r"\1", text))
        text = _TIMESTAMP.sub(lambda found: f"{datetime.fromtimestamp(int(found[1]), zone):%Y-%m-%d %H:%M}", text)
        return " ".join(re.sub(r"\*\*|__|^-# |^#+ |`|\\", "", _ELSE.sub("", text), flags=re.MULTILINE).split())

    def ends(self, verdict: Verdict, lines: Iterable[str]) -> None:
        """The tables, where all is told, and the screen that every rehearsal ends with."""
        if not self._quiet:
            for title, headings, rows in verdict.tables:
                table = Table(*headings, title=title, title_style="bold", title_justify="left")
                for row in rows:
                    table.add_row(*map(str, row))
                self._console.print(table)
        style = "green" if verdict.holds else "red"
        for line in lines:
            self._console.print(Text(line, style=style if line[:1] in "✔✘" and line else ""), soft_wrap=True)


def first_lines(text: str, number: int) -> str:
    """The beginning of a message; what somebody else is quoted with is left out where more follows."""
    lines = [line for line in text.splitlines() if line.strip()]
    own = [line for line in lines if not line.startswith("> ")]
    return "\n".join((own if len(own) >= number else lines)[:number])
