"""The report: one page that needs nothing beside it, with the story, every message and every picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

from rehearsal import simcord_seam
from rehearsal.markup import Markup
from rehearsal.play import Play
from rehearsal.story import Scene, Story, place_name
from rehearsal.verdict import Check, Table, Verdict

STYLE: Final = Path(__file__).with_name("report.css")
SCRIPT: Final = Path(__file__).with_name("report.js")
_KINDS: Final = (
    ("post", "messages in channels"),
    ("deed", "what people do"),
    ("told", "private answers"),
    ("letter", "direct messages"),
    ("edit", "edits"),
)
_SHOWN_ABOVE: Final = {
    "podium.png": "The podium, as the bot posts it",
    "table.png": "The table as it was last posted",
    "ratings.png": "The ratings after the event",
}
_NARROW: Final = 4
"""Tables of more columns take the whole width."""
_LONG: Final = 60
"""Longer texts in a table go over several lines, so that the columns behind them stay in sight."""


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


def page(play: Play, verdict: Verdict, lead: str, subject: str | None, *, pictures: bool = True) -> str:
    """The whole page; without `pictures` those of the story are told by name and size, so that it is small."""
    names = dict(play.narrator.names) | simcord_seam.names(play.stage.env)
    word, mark = ("As the rulebook says", "holds") if verdict.holds else ("Not as the rulebook says", "fails")
    return f"""{_head(f"A rehearsal of {subject or play.rules.name}")}
<p>The real bot on a pretend Discord: {escape(lead.format(players=len(play.cast.players)))},
with a clock that jumps. Below is everything that the bot said, as its readers saw it. All times are UTC.</p>
<span class="verdict {mark}">{word}</span>
</header>
<main>
{_gallery(play, Markup(names, play.stage.picture))}
{_checks(verdict.checks)}
{_tables(verdict.tables)}
{_story(play, Markup(names, play.stage.picture, pictures=pictures))}
</main>
<script>{SCRIPT.read_text(encoding="utf-8")}</script>
</body>
</html>
"""


def _head(title: str) -> str:
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>{escape(title)}</title>
<style>{STYLE.read_text(encoding="utf-8")}</style>
<body>
<a class="skip" href="#story">To the story</a>
<header>
<h1>{escape(title)}</h1>"""


def _gallery(play: Play, markup: Markup) -> str:
    """The podium and the ratings of the last event that was played to its end."""
    pictures = [one for post in play.witness.posts_of() for one in post.pictures]
    last = {one.name: one for one in pictures if one.name in _SHOWN_ABOVE}
    figures = "".join(
        f"<figure>{markup.picture(last[name])}<figcaption>{caption}</figcaption></figure>"
        for name, caption in _SHOWN_ABOVE.items()
        if name in last
    )
    return f'<div class="gallery">{figures}</div>' if figures else ""


# The story


def _story(play: Play, markup: Markup) -> str:
    story = Story(play, markup)
    scenes = story.tell(play.narrator.story)
    # Where a play broke off, its end is what somebody wants to see.
    opened = len(scenes) - 1 if play.broke_off else None
    return f"""<section id="story" aria-labelledby="story-title">
<h2 id="story-title">The story</h2>
{_filters(story)}
<div class="columns">
{_rail(scenes)}
<div class="scenes">
{"".join(_scene(one, one.number == opened) for one in scenes)}
</div>
</div>
</section>"""


def _filters(story: Story) -> str:
    """What the story is sifted by. Without a script there is nothing to choose, and all of it stands below."""
    people = sorted(story.people.items())
    places = sorted((place_name(place), number) for place, number in story.places.items())
    return f"""<form class="filters" role="search" aria-label="Sift the story" hidden>
{_menu("who", "Person", "everybody", people)}
{_menu("place", "Channel", "everywhere", places)}
{_menu("kind", "What", "everything", ((name, kind) for kind, name in _KINDS))}
<label>Words<input name="words" type="search" placeholder="a name, a word" autocomplete="off"></label>
<p><output id="found"></output> <button type="reset" name="back" hidden>Show all</button>
<button type="button" name="all">Open all</button></p>
</form>"""


def _menu(name: str, label: str, every: str, options: Iterable[tuple[str, int | str]]) -> str:
    inside = "".join(f'<option value="{value}">{escape(said)}</option>' for said, value in options)
    return f'<label>{label}<select name="{name}"><option value="">{every}</option>{inside}</select></label>'


def _rail(scenes: list[Scene]) -> str:
    """The time line: every scene with its first moment, and how much is in it, to be jumped to."""
    most = max((one.tally.total() for one in scenes), default=1) or 1
    links = "".join(
        f'<li><a href="#scene-{one.number}"><small>{one.began:%d %b %H:%M}</small> {escape(one.title)}'
        f'<i style="width:{100 * one.tally.total() / most:.0f}%"></i></a></li>'
        for one in scenes
        if one.began is not None
    )
    return f'<nav class="rail" aria-label="Time line"><ol>{links}</ol></nav>'


def _scene(scene: Scene, opened: bool) -> str:
    when = f"{scene.days()} · {scene.count_words()}"
    head = f"<h3>{escape(scene.title)}</h3><p>{escape(scene.lead)}</p><small>{when}</small>"
    lines = "\n".join(scene.lines)
    return (
        f'<details class="scene" id="scene-{scene.number}"{" open" if opened else ""}><summary>{head}</summary>'
        f'<div class="lines">\n{lines}\n</div></details>\n'
    )


# What came of it


def _checks(checks: tuple[Check, ...]) -> str:
    """What did not hold at the top and unfolded; all that did is a line to be opened."""
    broken = [check for check in checks if check.problems]
    word = f"{len(checks) - len(broken)} of {len(checks)} checks hold"
    lines = "".join(map(_check, sorted(checks, key=lambda check: not check.problems)))
    return (
        f'<details class="panel"{" open" if broken else ""}><summary><h2>What the judge held it to</h2> '
        f'<small>{word}</small></summary><ul class="checks">{lines}</ul></details>'
    )


def _check(check: Check) -> str:
    problems = "".join(f"<li>{escape(one)}</li>" for one in check.problems)
    kind, mark = (' class="broken"', "✘ does not hold") if problems else ("", "✔ holds")
    listed = f"<ul>{problems}</ul>" if problems else ""
    said = f'<span class="mark" role="img" aria-label="{mark[2:]}">{mark[0]}</span>'
    return f"<li{kind}>{said} {escape(check.title)} <small>{escape(check.rule)}</small>{listed}</li>"


def _tables(tables: tuple[Table, ...]) -> str:
    """Narrow ones beside each other, then those that take the whole width; folded, since they are long."""
    if not tables:
        return ""
    narrow, broad = ([one for one in tables if (len(one[1]) > _NARROW) is wide] for wide in (False, True))
    beside = f'<div class="narrow">{"".join(map(_table, narrow))}</div>'
    named = ", ".join(title for title, _, _ in tables)
    return (
        f'<details class="panel"><summary><h2>Figures</h2> <small>{escape(named)}</small></summary>'
        f'<div class="figures">{beside}{"".join(map(_table, broad))}</div></details>'
    )


def _table(table: Table) -> str:
    title, headings, rows = table
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in headings)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return f'<section><h3>{escape(title)}</h3><div class="wide"><table><tr>{head}</tr>{body}</table></div></section>'


def _cell(value: object) -> str:
    text = str(value)
    return f'<td class="long">{escape(text)}</td>' if len(text) > _LONG else f"<td>{escape(text)}</td>"
