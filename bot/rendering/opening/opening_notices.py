"""What everybody reads of an opening list, and what asks for a word about one."""

from __future__ import annotations

from datetime import datetime

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.opening.plans import OpeningTold
from bot.domain.opening.sayings import OpeningListBrought
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.titles import MasterTitle
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card, Press
from bot.rendering.people import mention, short_mention
from bot.rendering.registry.title_cards import title_name
from bot.rendering.sentences import moment
from bot.rendering.text import quote

MOST_NAMED = 25
_NAME_LENGTH = 40


def arrival(told: OpeningTold, said: OpeningListBrought, voice: Voice) -> Card:
    """Who came along, who holds what by it, and where to look further."""
    counts = [voice.count("opening.told_people", said.people), voice.count("opening.told_new", said.new)]
    counts.append(voice.count("opening.told_ratings", said.ratings))
    if told.bars:
        counts.append(voice.count("opening.told_bars", told.bars))
    officers = [f"- {short_mention(one, _NAME_LENGTH)}: {_office_or_title(what, voice)}" for one, what in told.officers]
    champions = [f"- {short_mention(one, _NAME_LENGTH)}: 🏆 {quote(event, 60)}" for one, event in told.champions]
    listed = [*officers, *champions]
    hidden = len(listed) - MOST_NAMED
    shown = [*listed[:MOST_NAMED], *([f"- … (+{hidden})"] if hidden > 0 else [])]
    title = voice.say("opening.told", by=mention(told.by), day=day(told.dated_at))
    paragraphs = [title, "\n".join(f"- {one}" for one in counts)]
    if shown:
        paragraphs.append("\n".join([voice.say("opening.told_held"), *shown]))
    paragraphs.append(voice.say("opening.told_next"))
    return Card(tuple(paragraphs))


def founding_ends(closes_at: datetime, by: Person | None, voice: Voice) -> Card:
    """Until when lists bring all of it, and what they bring afterwards."""
    if by is None:
        said = voice.say("opening.founding_ends_by_events", until=moment(closes_at))
    else:
        said = voice.say("opening.founding_ends", by=mention(by), until=moment(closes_at))
    return Card((said, voice.say("opening.founding_after")), colour=WARNING)


def undone(dated_at: datetime, by: Person, voice: Voice) -> Card:
    """It is as it was before the list."""
    return Card((voice.say("opening.undone", by=mention(by), day=day(dated_at)),), colour=WARNING)


def waits(draft_id: str, file_name: str, asker: Person, voice: Voice) -> Card:
    """To the server's owner and the President: what waits for their word, and the button to look at it."""
    look = Press(f"opening-open:{draft_id}", voice.say("opening.open"), ButtonStyle.primary)
    said = voice.say("opening.waits", by=mention(asker), file=quote(file_name))
    return Card((said,), controls=((look,),), colour=WARNING)


def day(moment: datetime) -> str:
    """A day, as each reader's Discord writes it."""
    return f"<t:{int(moment.timestamp())}:D>"


def _office_or_title(what: Office | ArbiterTitle | MasterTitle, voice: Voice) -> str:
    return voice.say(f"people.office_{what}") if isinstance(what, Office) else title_name(what, voice)
