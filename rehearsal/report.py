"""The report: one page that needs nothing beside it, with the story, every message and every picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final

from rehearsal import simcord_seam
from rehearsal.markup import Markup
from rehearsal.page_words import PageWords
from rehearsal.play import Play
from rehearsal.story import Scene, Story, place_name
from rehearsal.verdict import Check, Table, Verdict

STYLE: Final = Path(__file__).with_name("report.css")
SCRIPT: Final = Path(__file__).with_name("report.js")
_KINDS: Final = ("post", "deed", "told", "letter", "edit")
_SHOWN_ABOVE: Final = ("podium.png", "table.png", "ratings.png")
_FOR_THE_SCRIPT: Final = ("found", "nothing_fits", "open_all", "fold_all")
_NARROW: Final = 4
"""Tables of more columns take the whole width."""
_LONG: Final = 60
"""Longer texts in a table go over several lines, so that the columns behind them stay in sight."""


def write(play: Play, verdict: Verdict, folder: Path, lead: str, subject: str | None, site: str | None = None) -> Path:
    """Writes `report.html` and the brackets as pictures into the folder; answers where the page is.

    It leads to `site`, a page beside it, where there is one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    _save_brackets(play, folder)
    target = folder / "report.html"
    target.write_text(page(play, verdict, lead, subject, site=site), encoding="utf-8")
    return target


def _save_brackets(play: Play, folder: Path) -> None:
    number = 0
    for post in play.witness.posts_of():
        for picture in post.pictures:
            if picture.name.endswith(".png"):
                number += 1
                data = play.stage.picture(picture.url)
                (folder / f"{number:02}-{picture.name}").write_bytes(data)


def page(
    play: Play, verdict: Verdict, lead: str, subject: str | None, *, pictures: bool = True, site: str | None = None
) -> str:
    """The whole page; without `pictures` those of the story are told by name and size, so that it is small.

    It speaks the language of the rehearsed server, by its clock.
    """
    names = dict(play.narrator.names) | simcord_seam.names(play.stage.env)
    words, mark = PageWords(play.stage.language, play.narrator.zone()), "holds" if verdict.holds else "fails"
    moments = words.as_discord
    return f"""{_head(words.say("title", subject=subject or play.rules.name), words)}
<p lang="en">{escape(lead.format(players=len(play.cast.players)))}</p>
<p>{escape(" ".join((words.say("about"), words.say("by_the_clock", zone=words.zone), words.say("in_english"))))}</p>
<span class="verdict {mark}">{words.say(mark)}</span>
{_way_to(site, words)}</header>
<main>
{_gallery(play, Markup(names, play.stage.picture, moments), words)}
{_checks(verdict.checks, words)}
{_tables(verdict.tables, words)}
{_story(play, Markup(names, play.stage.picture, moments, pictures=pictures), words)}
</main>
<script>{SCRIPT.read_text(encoding="utf-8")}</script>
</body>
</html>
"""


def _way_to(site: str | None, words: PageWords) -> str:
    return "" if site is None else f'<p><a href="{escape(site)}">{words.say("site")}</a></p>\n'


def _head(title: str, words: PageWords) -> str:
    return f"""<!doctype html>
<html lang="{words.language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>{escape(title)}</title>
<style>{STYLE.read_text(encoding="utf-8")}</style>
<body>
<a class="skip" href="#story">{words.say("skip")}</a>
<header>
<h1>{escape(title)}</h1>"""


def _gallery(play: Play, markup: Markup, words: PageWords) -> str:
    """The podium and the ratings of the last event that was played to its end."""
    pictures = [one for post in play.witness.posts_of() for one in post.pictures]
    last = {one.name: one for one in pictures if one.name in _SHOWN_ABOVE}
    figures = "".join(
        f"<figure>{markup.picture(last[name], words.say(name))}<figcaption>{words.say(name)}</figcaption></figure>"
        for name in _SHOWN_ABOVE
        if name in last
    )
    return f'<div class="gallery">{figures}</div>' if figures else ""


# The story


def _story(play: Play, markup: Markup, words: PageWords) -> str:
    story = Story(play, markup, words)
    scenes = story.tell(play.narrator.story)
    # Where a play broke off, its end is what somebody wants to see.
    opened = len(scenes) - 1 if play.broke_off else None
    return f"""<section id="story" aria-labelledby="story-title">
<h2 id="story-title">{words.say("story")}</h2>
{_filters(story, words)}
<div class="columns">
{_rail(scenes, words)}
<div class="scenes">
{"".join(_scene(one, words, opened=one.number == opened) for one in scenes)}
</div>
</div>
</section>"""


def _filters(story: Story, words: PageWords) -> str:
    """What the story is sifted by. Without a script there is nothing to choose, and all of it stands below."""
    people = sorted(story.people.items())
    places = sorted((place_name(place, words), number) for place, number in story.places.items())
    say = words.say
    scripted = "".join(f' data-{key.replace("_", "-")}="{escape(_for_script(words, key))}"' for key in _FOR_THE_SCRIPT)
    return f"""<form class="filters" role="search" aria-label="{say("sift")}"{scripted} hidden>
{_menu("who", say("person"), say("everybody"), people)}
{_menu("place", say("channel"), say("everywhere"), places)}
{_menu("kind", say("what"), say("everything"), ((say(kind), kind) for kind in _KINDS))}
<label>{say("words")}<input name="words" type="search" placeholder="{say("words_hint")}" autocomplete="off"></label>
<p><output id="found"></output> <button type="reset" name="back" hidden>{say("show_all")}</button>
<button type="button" name="all">{say("open_all")}</button></p>
</form>"""


def _for_script(words: PageWords, key: str) -> str:
    """The words as the script takes them, which fills in the numbers."""
    return words.say(key, shown="{shown}", all="{all}")


def _menu(name: str, label: str, every: str, options: Iterable[tuple[str, int | str]]) -> str:
    inside = "".join(f'<option value="{value}">{escape(said)}</option>' for said, value in options)
    return f'<label>{label}<select name="{name}"><option value="">{every}</option>{inside}</select></label>'


def _rail(scenes: list[Scene], words: PageWords) -> str:
    """The time line: every scene with its first moment, and how much is in it, to be jumped to."""
    most = max((one.tally.total() for one in scenes), default=1) or 1
    links = "".join(
        f'<li><a href="#scene-{one.number}"><small>{words.short_day(one.began)} {words.hour(one.began)}</small>'
        f" {escape(one.title)}"
        f'<i style="width:{100 * one.tally.total() / most:.0f}%"></i></a></li>'
        for one in scenes
        if one.began is not None
    )
    return f'<nav class="rail" aria-label="{words.say("timeline")}"><ol>{links}</ol></nav>'


def _scene(scene: Scene, words: PageWords, *, opened: bool) -> str:
    when = f"{scene.days(words)} · {scene.count_words(words)}"
    head = f"<h3>{escape(scene.title)}</h3><p>{escape(scene.lead)}</p><small>{when}</small>"
    lines = "\n".join(scene.lines)
    return (
        f'<details class="scene" id="scene-{scene.number}"{" open" if opened else ""}><summary>{head}</summary>'
        f'<div class="lines">\n{lines}\n</div></details>\n'
    )


# What came of it


def _checks(checks: tuple[Check, ...], words: PageWords) -> str:
    """What did not hold at the top and unfolded; all that did is a line to be opened."""
    broken = [check for check in checks if check.problems]
    word = words.say("checks_hold", held=len(checks) - len(broken), checks=len(checks))
    lines = "".join(_check(one, words) for one in sorted(checks, key=lambda check: not check.problems))
    return (
        f'<details class="panel"{" open" if broken else ""}><summary><h2>{words.say("checks")}</h2> '
        f'<small>{word}</small></summary><ul class="checks" lang="en">{lines}</ul></details>'
    )


def _check(check: Check, words: PageWords) -> str:
    problems = "".join(f"<li>{escape(one)}</li>" for one in check.problems)
    kind, mark, key = (' class="broken"', "✘", "check_fails") if problems else ("", "✔", "check_holds")
    listed = f"<ul>{problems}</ul>" if problems else ""
    said = f'<span class="mark" role="img" aria-label="{words.say(key)}">{mark}</span>'
    return f"<li{kind}>{said} {escape(check.title)} <small>{escape(check.rule)}</small>{listed}</li>"


def _tables(tables: tuple[Table, ...], words: PageWords) -> str:
    """Narrow ones beside each other, then those that take the whole width; folded, since they are long."""
    if not tables:
        return ""
    narrow, broad = ([one for one in tables if (len(one[1]) > _NARROW) is wide] for wide in (False, True))
    beside = f'<div class="narrow">{"".join(map(_table, narrow))}</div>'
    named = ", ".join(title for title, _, _ in tables)
    return (
        f'<details class="panel"><summary><h2>{words.say("figures")}</h2> <small>{escape(named)}</small></summary>'
        f'<div class="figures" lang="en">{beside}{"".join(map(_table, broad))}</div></details>'
    )


def _table(table: Table) -> str:
    title, headings, rows = table
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in headings)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return f'<section><h3>{escape(title)}</h3><div class="wide"><table><tr>{head}</tr>{body}</table></div></section>'


def _cell(value: object) -> str:
    text = str(value)
    return f'<td class="long">{escape(text)}</td>' if len(text) > _LONG else f"<td>{escape(text)}</td>"
