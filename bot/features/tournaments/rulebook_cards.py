"""A rulebook as people find it, read it, take it away as a file, and bring it back changed.

A refusal names the key and the fix. A judge's own words in a rehearsal are English, and quoted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from typing import Final

from discord import ButtonStyle

from bot.features.tournaments.model import ApprovalView, Claim, Rehearsed, Standing, WaitingView
from bot.features.tournaments.sheet_cards import pages, short_duration
from bot.i18n.catalogue import LOCALES, Translator
from bot.i18n.names import sound
from bot.layout.cards import ACCENT, DANGER, WARNING, Button, Card, Document
from bot.layout.sentences import listing, number, plain, quote
from bot.people.cards import mention
from bot.play.adjusting import Offered, Shelf, usual_length
from bot.play.format_checks import ProblemCode, RulebookProblem
from bot.play.rulebook import Rulebook, Setting, settings
from bot.play.rulebook_checks import SUMMARY_LENGTH

# --- names and searching --------------------------------------------------------------------------------------------


_SHELVES: Final = tuple(Shelf)
_NO_MATCH: Final = 9


def title_of(rulebook: Rulebook, translator: Translator) -> str:
    """What readers call the kind of event; text of a person, to be quoted where Discord formats."""
    return rulebook.title_in(translator.locale)


def summary_of(rulebook: Rulebook, translator: Translator) -> str:
    """What is played, in one line: the file's own, or one made of its settings."""
    return rulebook.summary_in(translator.locale) or _made_summary(rulebook, translator)


def label_of(rulebook: Rulebook, translator: Translator) -> str:
    """Title and line as one suggestion."""
    return f"{title_of(rulebook, translator)} · {summary_of(rulebook, translator)}"


def quoted_label(rulebook: Rulebook, translator: Translator) -> str:
    """The same where Discord formats."""
    return f"{quote(title_of(rulebook, translator))} · {quote(summary_of(rulebook, translator), SUMMARY_LENGTH)}"


def _made_summary(rulebook: Rulebook, translator: Translator) -> str:
    parts = [translator.say(f"rulebook.kind.{kind}") for kind in kinds_of(rulebook)]
    if rulebook.traits.has_matches:
        parts.append(games_of(usual_length(rulebook), translator))
    if rulebook.teams is not None:
        parts.append(translator.say("rulebook.line.teams", size=rulebook.teams.size))
    if rulebook.registration.capacity is not None:
        parts.append(translator.count("rulebook.line.seats", rulebook.registration.capacity))
    return " · ".join(parts)


def games_of(best_of: int, translator: Translator) -> str:
    """How long a match is, where one game is no "best of"."""
    return (
        translator.say("rulebook.line.one_game") if best_of == 1 else translator.say("rulebook.line.best_of", n=best_of)
    )


def kinds_of(rulebook: Rulebook) -> tuple[str, ...]:
    """What is played, as the keys of the catalogues call it: the main thing first."""
    lives = rulebook.knockout.lives
    bracket = "knockout" if lives == 1 else "double"
    main = bracket if rulebook.traits.is_bracket else str(rulebook.format)
    return (
        main,
        *(("final",) if rulebook.cut is not None or rulebook.traits.in_groups else ()),
        *(("teams",) if rulebook.teams is not None else ()),
    )


def fitting(offered: Iterable[Offered], typed: str, translator: Translator) -> list[Offered]:
    """Those that the typed letters can mean, the likeliest first; all of them where nothing was typed.

    Titles, names and everyday words of all languages count, without regard to accents, signs and capitals. The server's
    own come first, then ordinary ones, then those of regulations.
    """
    wanted = sound(typed)
    ranked = ((_rank(one.rulebook, wanted, translator), one) for one in offered)
    found = [(rank, one) for rank, one in ranked if rank < _NO_MATCH]
    return [one for _, one in sorted(found, key=lambda each: (_SHELVES.index(each[1].shelf), each[0]))]


def find_meant(offered: Sequence[Offered], typed: str, translator: Translator) -> Offered | None:
    """The one that was typed by its name or title, or else the likeliest; None where nothing fits."""
    exact = next((one for one in offered if one.name == typed), None)
    wanted = sound(typed)
    titled = (one for one in offered if wanted in {sound(text) for text in _titles(one.rulebook)})
    return exact or next(titled, None) or next(iter(fitting(offered, typed, translator) if wanted else ()), None)


def _rank(rulebook: Rulebook, wanted: str, translator: Translator) -> int:
    """How well the rulebook fits, best first; `_NO_MATCH` where it does not."""
    if not wanted or sound(title_of(rulebook, translator)) == wanted:
        return 0
    named = [sound(text) for text in (*_titles(rulebook), rulebook.name)]
    first, *others = map(_words, kinds_of(rulebook))
    besides = [words for kind in others for words in kind]
    ranks = ((*named, *first), besides, (" ".join((*named, *first, *besides)),))
    return next((rank for rank, texts in enumerate(ranks, 1) if _any_says(texts, wanted)), _NO_MATCH)


def _titles(rulebook: Rulebook) -> Iterator[str]:
    yield rulebook.title
    yield from (rulebook.title_in(locale) for locale in LOCALES)


@lru_cache(maxsize=64)
def _words(kind: str) -> tuple[str, ...]:
    """Everyday words for the kind, in all languages: a reader of one may know the thing by another's word."""
    said = (Translator(locale).say(f"rulebook.words.{kind}") for locale in LOCALES)
    return tuple(sound(one) for words in said for one in words.split(","))


def _any_says(texts: Iterable[str], wanted: str) -> bool:
    return any(_says(text, wanted) for text in texts)


def _says(text: str, wanted: str) -> bool:
    """Whether each wanted word begins one of the text's, or all of them stand there written together."""
    words = text.split()
    return all(any(word.startswith(one) for word in words) for one in wanted.split()) or (
        wanted.replace(" ", "") in text.replace(" ", "")
    )


# --- rehearsals -----------------------------------------------------------------------------------------------------


_SHOWN: Final = 5
"""So many of what does not hold; all of it is on the page."""
_LONGEST: Final = 180


def summary(rulebook: Rulebook, came: Rehearsed, name: str | None, translator: Translator) -> Card:
    """What was played, whether it ended as the rulebook says, the page, and the way on by a rulebook that is here."""
    title = translator.say("rehearsals.title", rulebook=quote(rulebook.title_in(translator.locale)))
    paragraphs = (
        f"{title}\n{_numbers(came, translator)}",
        _verdict(came, translator),
        _page(came, translator),
        _next(name, translator),
    )
    return Card(
        paragraphs,
        controls=() if name is None else ((_lead_on(name, translator),),),
        colour=WARNING if came.broken else ACCENT,
        documents=(Document(f"rehearsal-{rulebook.name}.html", came.page),) if came.page else (),
    )


def _numbers(came: Rehearsed, translator: Translator) -> str:
    days = max(1, round(came.hours / 24))
    return translator.say(
        "rehearsals.played",
        people=translator.count("rehearsals.people", came.people),
        matches=translator.count("rehearsals.matches", came.matches),
        days=translator.count("rehearsals.days", days),
        seconds=translator.count("rehearsals.seconds", max(1, came.seconds)),
    )


def _verdict(came: Rehearsed, translator: Translator) -> str:
    if came.broke_off:
        return f"{translator.say('rehearsals.broke_off')}\n{_lines(came)}"
    if not came.broken:
        return translator.count("rehearsals.holds", came.checks)
    text = translator.say("rehearsals.broken", held=came.checks - len(came.broken), checks=came.checks)
    hidden = len(came.broken) - _SHOWN
    more = f"\n{translator.count('rehearsals.more', hidden)}" if hidden > 0 else ""
    return f"{text}\n{_lines(came)}{more}"


def _lines(came: Rehearsed) -> str:
    return "\n".join(
        f"- **{quote(one.title, _LONGEST)}** ({quote(one.rule, _LONGEST)}): {quote(one.problem, _LONGEST)}"
        for one in came.broken[:_SHOWN]
    )


def _page(came: Rehearsed, translator: Translator) -> str:
    if not came.page:
        return translator.say("rehearsals.no_page")
    return translator.say("rehearsals.page" if came.pictures else "rehearsals.page_without_pictures")


def _next(name: str | None, translator: Translator) -> str:
    return translator.say("rehearsals.upload_next" if name is None else "rehearsals.next")


def _lead_on(name: str, translator: Translator) -> Button:
    return Button(f"rehearsed:{name}", translator.say("rehearsals.create"), ButtonStyle.primary)


# --- why a rulebook was refused -------------------------------------------------------------------------------------


MOST_LINES = 12
"""Problems told at once; who puts these right is told the others next time."""

_KEY_LENGTH = 80


def problem_lines(file: str, problems: Sequence[RulebookProblem], translator: Translator) -> tuple[str, ...]:
    """A heading with the file's name, a line for each problem, and what to do next; markdown, safe to show.

    At most `MOST_LINES` problems are told, so that the answer fits one message.
    """
    heading = translator.count("rulebook.refused", len(problems), file=quote(file))
    told = [f"- {problem_line(problem, translator)}" for problem in problems[:MOST_LINES]]
    hidden = len(problems) - len(told)
    more = [translator.count("rulebook.more_problems", hidden)] if hidden > 0 else []
    return (heading, *told, *more, translator.say("rulebook.refused_next"))


def explanation(key: str, translator: Translator) -> str:
    """What a setting or a table of a rulebook is for: the comment above it in a copied file."""
    return translator.say(f"rulebook.key.{key}")


def problem_line(problem: RulebookProblem, translator: Translator) -> str:
    """One problem with its fix."""
    sentence = translator.say(
        f"rulebook.problem.{problem.code}",
        key=_code(problem.key),
        name=plain(problem.key, _KEY_LENGTH),
        given=quote(problem.given) if problem.given else "",
        limit=problem.limit,
        other=_code(problem.other),
        options=", ".join(_code(option) for option in problem.options),
        line=problem.line,
        column=problem.column,
    )
    if problem.code is ProblemCode.UNKNOWN_KEY and problem.options:
        return f"{sentence} {translator.say('rulebook.nearest', option=_code(problem.options[0]))}"
    return sentence


def _code(text: str) -> str:
    """As Discord shows code; a key may be anything that its author typed."""
    shown = plain(text, _KEY_LENGTH).replace("`", "'")
    return f"`{shown}`" if text else ""


# --- how two rulebooks differ ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting that two rulebooks have differently, by its dotted key."""

    key: str
    before: Setting
    after: Setting


def difference(before: Rulebook, after: Rulebook) -> tuple[SettingChange, ...]:
    """Every setting in which the second rulebook differs from the first, in the order of the sheet's fields.

    A setting of a table that only one of them has is not set in the other.
    """
    old, new = settings(before), settings(after)
    keys = (*old, *(key for key in new if key not in old))
    return tuple(SettingChange(key, old.get(key), new.get(key)) for key in keys if old.get(key) != new.get(key))


def change_lines(changes: Sequence[SettingChange], translator: Translator) -> tuple[str, ...]:
    """A line for each change, with both values in words."""
    return tuple(_change_line(change, translator) for change in changes)


def _change_line(change: SettingChange, translator: Translator) -> str:
    before, after = (_value(change.key, value, translator) for value in (change.before, change.after))
    return translator.say("sheet.change", key=change.key, before=before, after=after)


def _value(key: str, value: Setting, translator: Translator) -> str:
    match value:
        case None if key == "absence.bar_lasts":
            return translator.say("sheet.value.until_lifted")
        case None | ():
            return translator.say("sheet.value.unset")
        case bool():
            return translator.say("sheet.value.on" if value else "sheet.value.off")
        case timedelta():
            return short_duration(value, translator)
        case tuple():
            return listing([_value(key, entry, translator) for entry in value], translator)
        case str():
            return quote(value)
        case _:
            return number(value, translator)


# --- why an event is official ---------------------------------------------------------------------------------------


MOST_KEYS = 12
"""Settings that are named; of a file that changes more, these are enough to see what is meant."""


def keys_named(keys: Sequence[str], translator: Translator) -> str:
    """The settings by their places in the file."""
    named = [f"`{key}`" for key in keys[:MOST_KEYS]]
    more = len(keys) - MOST_KEYS
    return listing([*named, translator.count("official.more_keys", more)] if more > 0 else named, translator)


def why(standing: Standing, translator: Translator) -> str:
    """What the rules' own word that they are official is worth; empty where they do not say so."""
    if standing.claim is Claim.NONE:
        return ""
    named = keys_named(standing.keys, translator)
    return translator.say(f"official.{standing.claim}", keys=named, preset=standing.preset)


def why_not(standing: Standing, translator: Translator) -> str:
    """The same where it is worth nothing; empty where all is as the rules say."""
    return why(standing, translator) if standing.in_vain else ""


def lines_why_not(standing: Standing, translator: Translator) -> list[str]:
    """The same as lines among others."""
    told = why_not(standing, translator)
    return [told] if told else []


def passed_over_line(keys: Sequence[str], translator: Translator) -> str:
    """Which numbers of the file count no more; empty where it has none of them."""
    return translator.say("official.passed_over", keys=keys_named(keys, translator)) if keys else ""


# --- rulebooks ------------------------------------------------------------------------------------------------------


_CHANGES_LENGTH = 3000
"""Characters of listed changes that fit beside the rest of the message."""


def rule_sheet(rulebook: Rulebook, toml: str, standing: Standing, translator: Translator) -> tuple[Card, ...]:
    """The rule sheet in the reader's language, message by message, with the file beside its end.

    `standing` says why events by it are not official although the file says so.
    """
    title = translator.say(
        "rulebooks.shown", title=quote(rulebook.title_in(translator.locale)), name=quote(rulebook.name)
    )
    first, *more = pages(rulebook, translator)
    not_official = why_not(standing, translator)
    above = "\n".join(one for one in (title, _line(rulebook, translator), not_official) if one)
    cards = [Card((above, *first)), *map(Card, more)]
    return *cards[:-1], replace(cards[-1], documents=(_file(rulebook.name, toml),))


def copy(rulebook: Rulebook, toml: str, translator: Translator) -> Card:
    """The file to change, each setting explained in the organiser's language, and how to bring it back."""
    text = translator.say("rulebooks.copied", name=quote(rulebook.name))
    return Card((text,), documents=(_file(rulebook.name, toml),))


def receipt(
    rulebook: Rulebook,
    changes: Sequence[SettingChange],
    before: str,
    replaced: bool,
    standing: Standing,
    passed_over: Sequence[str],
    translator: Translator,
) -> Card:
    """The file was taken; in what it differs from its last version, or from the preset that it is nearest to.

    Then what its word that it is official is worth, and which of its numbers count no more.
    """
    text = translator.say("rulebooks.replaced" if replaced else "rulebooks.kept", name=quote(rulebook.name))
    beside = (why(standing, translator), passed_over_line(passed_over, translator))
    return Card((text, _changes(changes, before, translator), *(one for one in beside if one)))


def _changes(changes: Sequence[SettingChange], before: str, translator: Translator) -> str:
    if not changes:
        return translator.say("rulebooks.no_change", before=quote(before))
    heading = translator.count("rulebooks.changes", len(changes), before=quote(before))
    lines = _fitting(change_lines(changes, translator))
    hidden = len(changes) - len(lines)
    more = [translator.count("rulebooks.more_changes", hidden)] if hidden else []
    return "\n".join([heading, *lines, *more])


def approval(view: ApprovalView, translator: Translator) -> Card:
    """To everybody: a changed file of an official event may be played as one, who says so, and what it changes."""
    return Card(
        (
            translator.say(
                "rulebooks.approved",
                title=quote(view.rulebook.title_in(translator.locale)),
                name=quote(view.rulebook.name),
                by=mention(view.approved_by),
                saved=mention(view.saved_by),
                keys=keys_named(view.keys, translator),
                preset=view.preset,
            ),
        ),
        colour=ACCENT,
    )


def waiting(view: WaitingView, translator: Translator) -> Card:
    """To the committee: a changed file of an official event, and the way to look at it."""
    said = _what_waits(view, translator), translator.say("rulebooks.waits_next")
    look = Button(
        f"rulebook-waits:{view.rulebook.name}", translator.say("rulebooks.waits_look"), ButtonStyle.primary, "⚖️"
    )
    return Card(said, controls=((look,),), colour=WARNING)


def to_approve(view: WaitingView, translator: Translator) -> Card:
    """To who can approve it: the same, with the button that does."""
    yes = Button(
        f"rulebook-approve:{view.rulebook.name}", translator.say("rulebooks.approve"), ButtonStyle.success, "✅"
    )
    return Card(
        (_what_waits(view, translator), translator.say("rulebooks.approve_next")), controls=((yes,),), colour=WARNING
    )


def _what_waits(view: WaitingView, translator: Translator) -> str:
    return translator.say(
        "rulebooks.waits",
        title=quote(view.rulebook.title_in(translator.locale)),
        name=quote(view.rulebook.name),
        saved=mention(view.saved_by),
        keys=keys_named(view.keys, translator),
        preset=view.preset,
    )


def refusal(file: str, problems: Sequence[RulebookProblem], translator: Translator) -> Card:
    """Every problem with its fix; nothing was taken."""
    return Card(("\n".join(problem_lines(file, problems, translator)),), colour=DANGER)


def save_receipt(rulebook: Rulebook, translator: Translator) -> Card:
    """One of the server's own has this name now; where it is found, and how it goes again."""
    return Card(
        (
            translator.say(
                "rulebooks.saved",
                title=quote(rulebook.title_in(translator.locale)),
                summary=_line(rulebook, translator),
            ),
        )
    )


def _line(rulebook: Rulebook, translator: Translator) -> str:
    return quote(summary_of(rulebook, translator), SUMMARY_LENGTH)


def removal(rulebook: Rulebook, toml: str, translator: Translator) -> Card:
    """The rulebook is gone; its file is handed over, so that it can come back."""
    return Card(
        (translator.say("rulebooks.removed", name=quote(rulebook.name)),), documents=(_file(rulebook.name, toml),)
    )


def _file(name: str, toml: str) -> Document:
    return Document(f"{name}.toml", toml.encode())


def _fitting(lines: Sequence[str]) -> list[str]:
    """As many lines as fit, one at least."""
    kept_lines, room = list(lines[:1]), _CHANGES_LENGTH
    for line in lines[1:]:
        room -= len(line)
        if room < 0:
            break
        kept_lines.append(line)
    return kept_lines
