"""The report: one page that needs nothing beside it, with the story, every message and every picture."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Final

from rehearsal import simcord_seam
from rehearsal.markup import Markup
from rehearsal.narrator import Told, ToldKind
from rehearsal.play import Play
from rehearsal.verdict import Check, Table, Verdict
from rehearsal.witness import How, Sight

STYLE: Final = Path(__file__).with_name("report.css")
_SWITCHES: Final = (
    ("announcements", "#announcements"),
    ("matches", "#matches"),
    ("committee", "#committee"),
    ("record", "#record"),
    ("wrote", "direct messages"),
    ("told", "private answers"),
    ("changed", "edits"),
    ("deed", "what people do"),
)
_SHOWN_ABOVE: Final = {
    "podium.png": "The podium, as the bot posts it",
    "table.png": "The table as it was last posted",
    "ratings.png": "The ratings after the event",
}
_OFF: Final = frozenset({"changed"})
_NARROW: Final = 4
"""Tables of more columns take the whole width."""
_LONG: Final = 60
"""Longer texts in a table go over several lines, so that the columns behind them stay in sight."""
_SCRIPT: Final = """
for (const box of document.querySelectorAll("nav input")) {
  const apply = () => document.body.classList.toggle("hide-" + box.value, !box.checked);
  box.addEventListener("change", apply);
  apply();
}
"""


def write(play: Play, verdict: Verdict, folder: Path, lead: str, subject: str | None) -> Path:
    """Writes `report.html` and the brackets as pictures into the folder; answers where the page is."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    _save_brackets(play, folder)
    target = folder / "report.html"
    target.write_text(page(play, verdict, lead, subject), encoding="utf-8")
    return target


def _save_brackets(play: Play, folder: Path) -> None:
    number = 0
    for post in play.witness.posts_of():
        for picture in post.pictures:
            if picture.name.endswith(".png"):
                number += 1
                data = play.stage.picture(picture.url)
                (folder / f"{number:02}-{picture.name}").write_bytes(data)


def page(play: Play, verdict: Verdict, lead: str, subject: str | None) -> str:
    """The whole page."""
    markup = Markup(dict(play.narrator.names) | simcord_seam.names(play.stage.env), play.stage.picture)
    word, mark = ("As the rulebook says", "holds") if verdict.holds else ("Not as the rulebook says", "fails")
    title = f"A rehearsal of {subject or play.rules.name}"
    story = "\n".join(_scene(number, one, markup) for number, one in enumerate(play.narrator.story))
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{STYLE.read_text(encoding="utf-8")}</style>
<body>
<header>
<h1>{escape(title)}</h1>
<p>The real bot on a pretend Discord: {escape(lead.format(players=len(play.cast.players)))},
with a clock that jumps. Below is everything that the bot said, as its readers saw it. All times are UTC.</p>
<span class="verdict {mark}">{word}</span>
</header>
<nav><div>{_switches()}<a href="#top">top</a></div></nav>
<main>
{_gallery(play, markup)}
{_contents(play)}
{_tables(verdict.tables)}
{_checks(verdict.checks)}
{story}
</main>
<script>{_SCRIPT}</script>
</body>
</html>
"""


def _switches() -> str:
    return "".join(
        f'<label><input type="checkbox" value="{name}"{"" if name in _OFF else " checked"}> {escape(label)}</label>'
        for name, label in _SWITCHES
    )


def _gallery(play: Play, markup: Markup) -> str:
    """The podium and the ratings of the last event that was played to its end."""
    pictures = [one for post in play.witness.posts_of() for one in post.pictures]
    last = {one.name: one for one in pictures if one.name in _SHOWN_ABOVE}
    figures = "".join(
        f"<figure>{markup.picture(last[name])}<figcaption>{caption}</figcaption></figure>"
        for name, caption in _SHOWN_ABOVE.items()
        if name in last
    )
    return f'<div class="gallery">{figures}</div>'


def _contents(play: Play) -> str:
    """Every scene, to be jumped to."""
    links = "".join(
        f'<li><a href="#scene-{number}">{escape(one.who)}</a> <small>{escape(one.what)}</small></li>'
        for number, one in enumerate(play.narrator.story)
        if one.kind is ToldKind.ACT
    )
    return f'<section class="wide scenes"><h2>The scenes</h2><ol>{links}</ol></section>'


def _tables(tables: tuple[Table, ...]) -> str:
    """Narrow ones beside each other, then those that take the whole width."""
    narrow, broad = ([one for one in tables if (len(one[1]) > _NARROW) is wide] for wide in (False, True))
    beside = f'<div class="narrow">{"".join(map(_table, narrow))}</div>'
    return f'<div class="figures">{beside}{"".join(map(_table, broad))}</div>'


def _table(table: Table) -> str:
    title, headings, rows = table
    head = "".join(f"<th>{escape(one)}</th>" for one in headings)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return f"<section><h2>{escape(title)}</h2><table><tr>{head}</tr>{body}</table></section>"


def _cell(value: object) -> str:
    text = str(value)
    return f'<td class="long">{escape(text)}</td>' if len(text) > _LONG else f"<td>{escape(text)}</td>"


def _checks(checks: tuple[Check, ...]) -> str:
    lines = []
    for check in checks:
        problems = "".join(f"<li>{escape(one)}</li>" for one in check.problems)
        listed = f"<ul>{problems}</ul>" if problems else ""
        kind = ' class="broken"' if problems else ""
        lines.append(f"<li{kind}>{escape(check.title)} <small>{escape(check.rule)}</small>{listed}</li>")
    return f'<section class="wide"><h2>What the judge held it to</h2><ul class="checks">{"".join(lines)}</ul></section>'


def _scene(number: int, one: Told, markup: Markup) -> str:
    if one.kind is ToldKind.ACT:
        return f'<div class="act" id="scene-{number}"><h2>{escape(one.who)}</h2><p>{escape(one.what)}</p></div>'
    if one.kind is ToldKind.DEED:
        return f'<div class="deed"><b>{escape(one.who)}</b> {escape(one.what)}</div>'
    return _sight(one.sight, markup) if one.sight is not None else ""


def _sight(sight: Sight, markup: Markup) -> str:
    channel = sight.place.lstrip("@")
    place = "" if sight.how is How.WROTE else f" in-{escape(channel)}"
    where = {
        How.POSTED: f"#{channel}",
        How.CHANGED: f"#{channel}, edited",
        How.TOLD: f"#{channel}, only they can see this",
        How.WROTE: f"direct message to {channel}",
    }[sight.how]
    return (
        f'<article class="post {sight.how.value}{place}"><time title="{_full(sight.at)}">{sight.at:%H:%M} <br>'
        f'{sight.at:%d %b}</time><div class="body"><div class="where"><b>Arbiter</b><span class="badge">APP</span> '
        f"{escape(where)}</div>{markup.post(replace(sight.post, at=sight.at))}</div></article>"
    )


def _full(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
