"""Discord's messages as HTML: its markdown, its components, its pictures. Everything typed by somebody is escaped."""

from __future__ import annotations

import re
import struct
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Final

from rehearsal.posts import BUTTON, SELECTS, Component, Picture, Post

_STYLES: Final = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link"}
_INLINE: Final = (
    (re.compile(r"&lt;(https?://\S+?)&gt;"), r"<a>\1</a>"),
    (re.compile(r"\*\*(.+?)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"__(.+?)__"), r"<u>\1</u>"),
    (re.compile(r"(?<![\w*])\*(?!\s)([^*\n]+?)\*(?![\w*])"), r"<em>\1</em>"),
    (re.compile(r"~~(.+?)~~"), r"<s>\1</s>"),
    (re.compile(r"\[([^\]]+)\]\((https?://[^)\s]+)\)"), r"<a>\1</a>"),
)
_LINES: Final = (
    ("-# ", '<div class="subtext">{}</div>'),
    ("### ", "<h5>{}</h5>"),
    ("## ", "<h4>{}</h4>"),
    ("# ", "<h3>{}</h3>"),
    ("&gt; ", "<blockquote>{}</blockquote>"),
    ("- ", '<div class="item">• {}</div>'),
    ("• ", '<div class="item">• {}</div>'),
)
_CODE: Final = re.compile(r"`([^`\n]+)`")
_BLOCK: Final = re.compile(r"```(?:\w+\n)?(.*?)```", re.DOTALL)
_MENTION: Final = re.compile(r"&lt;@!?(\d+)&gt;")
_CHANNEL: Final = re.compile(r"&lt;#(\d+)&gt;")
_ROLE: Final = re.compile(r"&lt;@&amp;(\d+)&gt;")
_MOMENT: Final = re.compile(r"&lt;t:(\d+)(?::(\w))?&gt;")
_COMMAND: Final = re.compile(r"&lt;/([\w -]+):\d+&gt;")
_ESCAPED: Final = re.compile(r"\\([^0-9A-Za-z\s\x00])")
"""As Discord has it: a backslash hides whatever sign follows, a slash as well as a star."""
_FORMATS: Final = {
    "t": "%H:%M",
    "T": "%H:%M:%S",
    "d": "%d %b",
    "D": "%d %B %Y",
    "f": "%d %b %H:%M",
    "F": "%a %d %b, %H:%M",
}


class Markup:
    """Renders posts; `names` are people, channels and roles by id, `data` gives the bytes of an upload.

    `moment` writes a timestamp in seconds, in one of Discord's styles, as of a moment; without it, in English and UTC.
    Without `pictures` each is told by its name and size.
    """

    def __init__(
        self,
        names: Mapping[int, str],
        data: Callable[[str], bytes],
        moment: Callable[[int, str, datetime], str] | None = None,
        *,
        pictures: bool = True,
    ) -> None:
        self._names = names
        self._data = data
        self._moment = moment or _moment
        self._pictures = pictures

    def post(self, post: Post) -> str:
        """The message with its components; pictures that no component shows come below."""
        by_name = {picture.name: picture for picture in post.pictures}
        shown: set[str] = set()
        parts = [self._component(one, by_name, shown, post.at) for one in post.components]
        if post.content:
            parts.insert(0, f'<div class="text">{self.text(post.content, post.at)}</div>')
        parts += [self.picture(picture) for name, picture in by_name.items() if name not in shown]
        return "\n".join(parts)

    def text(self, text: str, now: datetime) -> str:
        """Markdown as HTML; moments relative to `now` say how far away they are."""
        kept: list[str] = []

        def keep(html: str) -> str:
            kept.append(html)
            return f"\x00{len(kept) - 1}\x00"

        text = _ESCAPED.sub(lambda found: keep(escape(found[1])), text)
        safe = escape(text, quote=False)
        safe = _BLOCK.sub(lambda found: keep(f"<pre>{found[1]}</pre>"), safe)
        safe = _CODE.sub(lambda found: keep(f"<code>{found[1]}</code>"), safe)
        safe = _MENTION.sub(lambda found: keep(self._mention("@", int(found[1]))), safe)
        safe = _CHANNEL.sub(lambda found: keep(self._mention("#", int(found[1]))), safe)
        safe = _ROLE.sub(lambda found: keep(self._mention("@", int(found[1]))), safe)
        safe = _COMMAND.sub(lambda found: keep(f'<span class="mention">/{found[1]}</span>'), safe)
        safe = _MOMENT.sub(lambda found: keep(self._moment(int(found[1]), found[2] or "f", now)), safe)
        for pattern, html in _INLINE:
            safe = pattern.sub(html, safe)
        whole = "".join(map(_line, safe.split("\n")))
        while "\x00" in whole:
            whole = re.sub("\x00(\\d+)\x00", lambda found: kept[int(found[1])], whole)
        return whole

    def _mention(self, sign: str, snowflake: int) -> str:
        return f'<span class="mention">{sign}{escape(self._names.get(snowflake, "somebody"))}</span>'

    def _component(self, one: Component, files: Mapping[str, Picture], shown: set[str], now: datetime) -> str:
        match one.get("type"):
            case 17 | 1 | 9:
                return self._box(one, files, shown, now)
            case 10:
                return f'<div class="text">{self.text(str(one["content"]), now)}</div>'
            case kind if kind == BUTTON or kind in SELECTS:
                return pressable(one)
            case 12:
                return "".join(self._item(item, files, shown) for item in one["items"])
            case 13:
                return self._item({"media": one["file"]}, files, shown)
            case 14:
                return "<hr>" if one.get("divider") else '<div class="gap"></div>'
        return ""

    def _box(self, one: Component, files: Mapping[str, Picture], shown: set[str], now: datetime) -> str:
        """What holds others: a container, a section with something beside it, a row."""
        # Pictures are told apart in the order in which they are shown: what stands beside a section comes first.
        beside = self._all([one["accessory"]], files, shown, now) if one["type"] == 9 else ""
        inside = self._all(one["components"], files, shown, now)
        match one["type"]:
            case 17:
                colour = one.get("accent_color")
                border = f' style="border-left-color:#{colour:06x}"' if colour is not None else ""
                return f'<div class="container"{border}>{inside}</div>'
            case 9:
                return f'<div class="section"><div>{inside}</div>{beside}</div>'
        return f'<div class="row">{inside}</div>'

    def _all(self, some: Iterable[Component], files: Mapping[str, Picture], shown: set[str], now: datetime) -> str:
        return "".join(self._component(one, files, shown, now) for one in some)

    def _item(self, item: Component, files: Mapping[str, Picture], shown: set[str]) -> str:
        address = str(item["media"]["url"])
        name = address.rpartition("/")[2]
        shown.add(name)
        picture = files.get(name) or Picture(name, item.get("description"), 0, address)
        return self.picture(picture, str(item.get("description") or ""))

    def picture(self, picture: Picture, description: str = "") -> str:
        """The picture inside the page; any other file by its name and size."""
        said = escape(description or picture.description or picture.name)
        data = self._data(picture.url)
        kind = next((kind for end, kind in _PICTURES.items() if picture.name.endswith(end)), None)
        if kind is None or not self._pictures:
            return f'<div class="file">{self.caption(picture)}</div>'
        source = f"data:image/{kind};base64,{b64encode(data).decode()}"
        return f'<img loading="lazy"{_measures(data)} alt="{said}" title="{said}" src="{source}">'

    def caption(self, picture: Picture) -> str:
        """A file by its name and size, and by what it shows."""
        said = f" · {escape(picture.description)}" if picture.description else ""
        return f"📄 {escape(picture.name)}{said} <span>{len(self._data(picture.url)):,} bytes</span>"


_PICTURES: Final = {".png": "png", ".jpg": "jpeg"}
_PNG: Final = b"\x89PNG\r\n\x1a\n"


def _measures(data: bytes) -> str:
    """Width and height of a PNG, which its header says, so that nothing moves when it is shown at last."""
    if not data.startswith(_PNG):
        return ""
    width, height = struct.unpack(">II", data[16:24])
    return f' width="{width}" height="{height}"'


def _line(line: str) -> str:
    for mark, html in _LINES:
        if line.startswith(mark):
            return html.format(line[len(mark) :])
    return f"<div>{line}</div>" if line else '<div class="blank"></div>'


def pressable(one: Component) -> str:
    """A button or a menu."""
    return _button(one) if one.get("type") == BUTTON else _menu(one)


def _button(one: Component) -> str:
    style = _STYLES.get(int(one.get("style", 2)), "secondary")
    off = " off" if one.get("disabled") else ""
    emoji = escape(str((one.get("emoji") or {}).get("name") or ""))
    return f'<span class="button {style}{off}">{emoji} {escape(str(one.get("label") or ""))}</span>'


def _menu(one: Component) -> str:
    options = "".join(f"<li>{escape(str(option['label']))}</li>" for option in one.get("options") or ())
    placeholder = escape(str(one.get("placeholder") or "Choose"))
    return f'<details class="menu"><summary>{placeholder}</summary><ul>{options}</ul></details>'


def _moment(seconds: int, style: str, now: datetime) -> str:
    at = datetime.fromtimestamp(seconds, UTC)
    said = _relative(at, now) if style == "R" else at.strftime(_FORMATS.get(style, _FORMATS["f"]))
    return f'<time datetime="{at.isoformat()}" title="{at:%Y-%m-%d %H:%M:%S} UTC">{said}</time>'


def _relative(at: datetime, now: datetime) -> str:
    seconds = round((at - now).total_seconds())
    for length, unit in ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        if abs(seconds) >= length:
            number = round(abs(seconds) / length)
            words = f"{number} {unit}{'s' if number > 1 else ''}"
            return f"in {words}" if seconds > 0 else f"{words} ago"
    return "now"
