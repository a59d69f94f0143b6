"""What is said of ratings that were put right by hand, each with both numbers, and of their way back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ButtonStyle

from bot.features.ratings.model import AmendmentView, RatingAmendment, SheetPreview
from bot.i18n.catalogue import Translator
from bot.layout.cards import ACCENT, QUIET, WARNING, Button, Card
from bot.layout.sentences import moment, quote, quoted_block
from bot.people.cards import mention, short_mention

MOST: Final = 40


def numbers(one: RatingAmendment) -> dict[str, str]:
    """Both ratings; tenths are told where whole points would be the same."""
    return _both(one.before, one.after)


def announcement(views: Sequence[AmendmentView], translator: Translator) -> Card:
    """Who has put which ratings right and why, for everybody."""
    first = views[0]
    lines = [_line(short_mention(one.person, MOST), **numbers(one.amendment)) for one in views[:MOST]]
    title = translator.count("amendments.title", len(views), by=mention(first.made_by))
    return Card(
        (
            title,
            "\n".join([*lines, *_more(len(views))]),
            quoted_block(first.amendment.reason),
            translator.say("amendments.running"),
        ),
        colour=WARNING,
    )


def letter(view: AmendmentView, translator: Translator) -> Card:
    """To whose rating it is: both numbers, who, why, and the way of appeal."""
    text = translator.say("amendments.yours", by=mention(view.made_by), **numbers(view.amendment))
    button = Button(
        f"appeal:rating-{view.amendment.amendment_id}", translator.say("amendments.appeal"), ButtonStyle.secondary
    )
    paragraphs = (f"{text}\n{quoted_block(view.amendment.reason)}", translator.say("amendments.how_to_appeal"))
    return Card(paragraphs, controls=((button,),), colour=WARNING)


def back(view: AmendmentView, translator: Translator, *, own: bool) -> Card:
    """A correction was taken back, by whom and why."""
    values = numbers(view.amendment) | {
        "person": mention(view.person),
        "by": mention(view.returned_by) if view.returned_by else "?",
    }
    text = translator.say("amendments.your_return" if own else "amendments.return", **values)
    return Card((f"{text}\n{quoted_block(view.amendment.return_reason or '')}",), colour=ACCENT)


def preview(found: SheetPreview, translator: Translator) -> Card:
    """What a file would change, with the one press that does it; nothing is written yet."""
    lines = [_line(short_mention(one.person, MOST), **_both(one.before, one.after)) for one in found.wanted[:MOST]]
    count = len(found.wanted)
    moved = (translator.say("amendments.moved"),) if found.has_moved else ()
    heading = (translator.say("amendments.heading", line=quote(found.heading, 60)),) if found.heading else ()
    button = Button(f"ratings-right:{found.seen}", translator.count("amendments.put_right", count), ButtonStyle.success)
    return Card(
        (
            *moved,
            translator.count("amendments.preview", count),
            "\n".join([*lines, *_more(count)]),
            *heading,
            quoted_block(found.reason),
            translator.say("amendments.confirm"),
        ),
        controls=((button,),),
        colour=WARNING if found.has_moved else QUIET,
    )


def receipt(views: Sequence[AmendmentView], translator: Translator) -> Card:
    """The ratings are right now; what comes next."""
    lines = [_line(short_mention(one.person, MOST), **numbers(one.amendment)) for one in views[:MOST]]
    title = translator.count("amendments.done", len(views))
    return Card((title, "\n".join([*lines, *_more(len(views))]), translator.say("amendments.next")))


def lines(views: Sequence[AmendmentView], translator: Translator) -> Iterator[str]:
    """What a person's page tells of ratings put right: both numbers, when, by whom, and whether it was taken back."""
    for one in views:
        key = "amendments.page_line" if one.amendment.returned_at is None else "amendments.page_line_returned"
        at = moment(one.amendment.made_at)
        yield translator.say(key, at=at, by=mention(one.made_by), **numbers(one.amendment))


def _both(before: float, after: float) -> dict[str, str]:
    digits = 1 if round(before) == round(after) else 0
    return {"before": f"{before:.{digits}f}", "after": f"{after:.{digits}f}"}


def _line(person: str, before: str, after: str) -> str:
    return f"- {person}: {before} → **{after}**"


def _more(count: int) -> list[str]:
    return [f"-# +{count - MOST}"] if count > MOST else []
