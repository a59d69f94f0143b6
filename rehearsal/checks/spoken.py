"""In which language people are spoken to: publicly in the server's, alone and by letter in their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final
from zoneinfo import available_timezones

from babel.dates import get_day_names, get_month_names

from bot.i18n.catalogue import LOCALES, read_sentences
from bot.rulebooks import library
from rehearsal import rows, simcord_seam
from rehearsal.counting import plain_path
from rehearsal.hearing import CheckRow, Hearing
from rehearsal.posts import walk
from rehearsal.regulation import FOLDER
from rehearsal.witness import Sight

_SHEETS: Final = Path(__file__).parents[2] / "bot" / "games"
_FEWEST_LETTERS: Final = 3
"""Shorter words tell too little."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_PLACEHOLDER: Final = re.compile(r"\{[^}]*\}")
_NOT_SPOKEN: Final = re.compile(
    r"^(?:-# )?> .*$|^(?:[-•] )?`[\w.]+`.*$|`[^`]*`|(?<![\w/])/[a-z]\S*|<[^>]*>|https?://\S+", re.MULTILINE
)
"""What is quoted, a rulebook's setting with its values, what is typed with or after the slash, or no words at all."""
_FORM: Final = 9
_WIDTHS: Final = ("wide", "abbreviated")
"""In which Unicode tells names of days and months."""
_NAMES: Final = (get_day_names, get_month_names)


def languages(hearing: Hearing) -> Iterator[str]:
    """No word that one language alone knows stands where another one is read; what members typed stands as typed."""
    stage, typed = hearing.play.stage, _words_of_names(hearing)
    for where, locale, text in _texts(hearing):
        wanted = locale if locale in LOCALES else stage.language
        strange = _strange(text, wanted, typed)
        if strange:
            yield f"{where}, not in {wanted}: {', '.join(sorted(strange))}: {' '.join(text.split())[:160]!r}"


def _texts(hearing: Hearing) -> Iterator[tuple[str, str, str]]:
    """Everything that was said: where, in which language it had to be, and its words."""
    presses = simcord_seam.interactions_of(hearing.play.stage.env)
    readers = {one: press.user_id for press in presses for one in (press.message_id, *press.followup_ids)}
    # Who was refused each time is known to the bot by no press: nothing of it stands.
    known = {row["discord_id"] for row in rows.read(hearing.play.stage.path, rows.LANGUAGES)["known"]}
    first = {press.user_id: press.id for press in reversed(presses) if press.user_id in known}
    for sight in hearing.play.witness.sights:
        yield (*_reader(hearing, sight, readers, first), sight.post.text)
    yield from _forms(hearing, {press.token: press.user_id for press in presses})


def _forms(hearing: Hearing, askers: dict[str, int]) -> Iterator[tuple[str, str, str]]:
    """The forms that were opened, for whoever pressed."""
    stage = hearing.play.stage
    for call in stage.env.http_requests:
        _, _, _, token, *_ = (*plain_path(call.path).split("/"), "", "", "")
        if token in askers and call.json and call.json.get("type") == _FORM:
            reader = askers[token]
            yield f"a form for {hearing.name(reader)}", stage.locale_of(reader), _words_of_form(call.json["data"])


def _reader(hearing: Hearing, sight: Sight, readers: dict[int | None, int], first: dict[int, int]) -> tuple[str, str]:
    """Where it was read, and in which language; of who had never done anything the bot knows no language."""
    stage, post = hearing.play.stage, sight.post
    if sight.place.startswith("@"):
        member = stage.members[sight.place.removeprefix("@")]
        knows = first.get(member.id, post.message_id) < post.message_id
        return f"to {member.name}", member.locale if knows else stage.language
    reader = readers.get(post.message_id)
    if post.private and reader is not None:
        return f"alone to {hearing.name(reader)}", stage.locale_of(reader)
    return f"in #{sight.place}", stage.language


def _words_of_form(data: dict[str, object]) -> str:
    """What the form itself says, without what it holds already."""
    parts = (str(one.get(key, "")) for one in walk([data]) for key in ("title", "label", "description", "placeholder"))
    return "\n".join(filter(None, parts))


def _strange(text: str, wanted: str, typed: frozenset[str]) -> set[str]:
    plain = _NOT_SPOKEN.sub(" ", text.replace("\\", ""))
    said = {word for word in _WORD.findall(plain.lower()) if len(word) >= _FEWEST_LETTERS}
    unknown = said - _vocabulary(wanted) - typed
    return {word for word in unknown if any(word in _vocabulary(one) for one in LOCALES)}


def _words_of_names(hearing: Hearing) -> frozenset[str]:
    """The words of members, and of all that has one name for everybody: people, events, rulebooks, channels, places."""
    stage = hearing.play.stage
    named = (*(event.name for event in hearing.facts.events), *library.names())
    return frozenset(_words((*stage.typed.texts, *named, *simcord_seam.names(stage.env).values()))) | _places()


@cache
def _places() -> frozenset[str]:
    """Cities by which time zones are called: names, in whichever language."""
    return frozenset(_words(available_timezones()))


@cache
def _vocabulary(locale: str) -> frozenset[str]:
    """Every word that the language's catalogues, sheets of games, presets and calendar know."""
    sentences = read_sentences(locale).by_key.values()
    told = (" ".join((one,) if isinstance(one, str) else one) for one in sentences)
    sheets = [path.read_text("utf-8") for path in sorted(_SHEETS.glob(f"*/{locale}.md"))]
    presets = [one for path in sorted(FOLDER.rglob("*.toml")) for one in _told_in(locale, path.read_text("utf-8"))]
    known = (*told, *sheets, *presets, *_calendar_names(locale))
    return frozenset(_words([_PLACEHOLDER.sub(" ", one) for one in known]))


def _calendar_names(locale: str) -> list[str]:
    """Days and months as the language calls them."""
    lists = [names(width, locale=locale.replace("-", "_")) for names in _NAMES for width in _WIDTHS]
    return [name for names in lists for name in names.values()]


def _told_in(locale: str, written: str) -> Iterator[str]:
    """What a file of the bot's own tells in the language, line by line: a preset's title and its summary."""
    yield from re.findall(rf'^{locale.partition("-")[0]} = "(.*)"$', written, re.MULTILINE)


def _words(texts: Iterable[str]) -> Iterator[str]:
    return (word for text in texts for word in _WORD.findall(text.lower()))


CHECKS: Final[tuple[CheckRow, ...]] = (("the house", "Everybody is spoken to in their own language", languages),)
