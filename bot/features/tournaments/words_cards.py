"""Words of an event on its cards: what will stop it, what organisers tell of it, how long it takes, its seeds.

Each obstacle is a line with the button that mends it, under a preview and on the desk. A length is rounded, since
nobody knows it to the minute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from discord import ButtonStyle

from bot.features.tournaments.model import DESCRIPTION_LIMIT, PRIZE_LIMIT, Poster
from bot.features.tournaments.tasks_model import AHEAD, PRESSED_BY_PLAYERS, DeskRow, Mend, Obstacle
from bot.i18n.catalogue import Translator, city_name
from bot.kernel.errors import UserError
from bot.layout.cards import DANGER, QUIET, TEXT_LIMIT, Button, Card, Drawing, Line, WebLink, texts
from bot.layout.sentences import (
    block_within,
    duration,
    listing,
    member_name,
    moment,
    plain,
    plain_block,
    quote,
    sentence,
)
from bot.people.cards import mention, short_mention
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.estimates import Estimate, Lasting
from bot.server.setup_model import SetupPage

# --- what waits or will stop an event -------------------------------------------------------------------------------


_VERBS: Final[Mapping[Obstacle, str]] = {
    Obstacle.PARKED: "say-again",
    Obstacle.EVENT_PAUSED: "event-resume",
    Obstacle.CALLED: "referee",
    Obstacle.DISPUTE: "referee",
    Obstacle.UNDECIDED: "referee",
    Obstacle.NOBODY_ON_DUTY: "call",
    Obstacle.NO_ARBITER_FREE: "call",
    Obstacle.ALL_CONFLICTED: "call",
    Obstacle.NO_TIME: "time-desk",
    Obstacle.LEFT_ALONE: "match",
    Obstacle.NOT_REPORTED: "referee",
    Obstacle.STUCK: "call",
    Obstacle.SUSPENDED: "referee",
    Obstacle.SAME_PERSON: "desk-again",
    Obstacle.ADJOURNED: "referee",
    Obstacle.ABSENT: "match",
    Obstacle.DECK_REFUSED: "desk-again",
    Obstacle.UNANSWERED: "match",
    Obstacle.NOT_DELIVERED: "match",
    Obstacle.CLAIM: "claim",
    Obstacle.NAME_CLAIM: "name-card",
    Obstacle.TEAM_PLACES: "team-desk",
    Obstacle.BY_NAME: "name-desk",
    Obstacle.NOT_CONFIRMED: "desk-remove",
    Obstacle.LATE: "late-who",
    Obstacle.REPLACEABLE: "replace-who",
    Obstacle.ALL_PLAY: "setup-open",
    Obstacle.REVIEW: "case",
    Obstacle.DRAW: "desk-again",
    Obstacle.VACANT_PRESIDENT: "offices-show",
    Obstacle.VACANT_LEADER: "offices-show",
}
"""The verb of each row's button, whose subject is the row's."""
PENDING: Final = "desk-pending"
"""Shows one by one what the desk counts in one line."""
_MENDS: Final[Mapping[Mend, str]] = {
    Mend.GO_ON_DUTY: "duty-on:",
    Mend.NAME_ARBITERS: f"setup-open:{SetupPage.OFFICERS}",
    Mend.CHOOSE_CHANNEL: f"setup-open:{SetupPage.PLACES}",
    Mend.CHOOSE_ROLE: f"setup-open:{SetupPage.PLACES}",
    Mend.PING_ROLE: "setup-role-ping:",
    Mend.MOVE_START: "event-move:{subject}",
    Mend.MORE_TIME: "close-more:{subject}",
    Mend.CLOSE_NOW: "close-now:{subject}",
    Mend.CHANGE_DRAFT: "cup-again:",
    Mend.CHOOSE_CONDITIONS: "cup-who:{subject}",
    Mend.ENTER_SOMEBODY: "desk-enter:{subject}",
}


def verbs() -> frozenset[str]:
    """What the buttons of rows do."""
    return frozenset({PENDING, *_VERBS.values(), *(mend.partition(":")[0] for mend in _MENDS.values())})


def line(row: DeskRow, translator: Translator) -> Line:
    """The row's sentence with its button, where who reads can do something about it."""
    values = {
        "names": listing([mention(person) for person in row.people], translator),
        "place": "" if row.place is None else member_name(row.place, translator),
        "channel": f"<#{row.channel}>",
        "role": f"<@&{row.role}>",
        "rights": listing([f"**{member_name(right, translator)}**" for right in row.rights], translator),
        "zone": city_name(row.zone, translator.locale) if row.zone else "",
        "called": quote(row.called),
        "start": "" if row.starts_at is None else moment(row.starts_at),
    }
    many = row.obstacle in PRESSED_BY_PLAYERS and row.n > 1
    key = f"desk.rows_{row.obstacle.value}" if many else f"desk.row_{row.obstacle.value}"
    said = translator.count(key, row.n, **values)
    if row.until is not None:
        said += "\n-# ⏳ " + moment(row.until)
    if row.held_up:
        said += "\n-# ⏸️ " + listing([member_name(one, translator) for one in row.held_up], translator)
    return Line(said, _press(row, translator))


def _press(row: DeskRow, translator: Translator) -> Button | None:
    if row.mend is not None:
        custom_id = _MENDS[row.mend].format(subject=row.subject)
        return Button(custom_id, translator.say(f"desk.mend_{row.mend}"), ButtonStyle.primary)
    if row.obstacle in AHEAD:
        return None
    verb = PENDING if row.obstacle in PRESSED_BY_PLAYERS and row.n > 1 else _VERBS[row.obstacle]
    return Button(f"{verb}:{row.subject}", translator.say(f"desk.press_{verb.replace('-', '_')}"), ButtonStyle.primary)


# --- what organisers tell -------------------------------------------------------------------------------------------


PICTURE_NAME: Final = "event.jpg"
_SPARE: Final = 400
"""Characters that a card grows by after it is made, when its commands become mentions."""
_BESIDE: Final = 4
"""Buttons that stand beside another one in a row."""
CALENDAR_LIMIT: Final = 1000
"""What Discord takes as the description of a scheduled event."""


def poster_press(draft_id: str, translator: Translator) -> Button:
    """Opens the form."""
    return Button(f"poster:{draft_id}", translator.say("posters.about"), emoji="🖼️")


def role_press(draft_id: str, translator: Translator) -> Button:
    """Opens the form of the role that hears of the event."""
    return Button(f"poster-role:{draft_id}", translator.say("posters.role"), emoji="🔔")


def with_address(card: Card, address: str | None, translator: Translator) -> Card:
    """The card with where the event is read on the web, below all else, and a button that opens it."""
    if address is None:
        return card
    said = f"-# 🌐 {translator.say('pages.announced', address=address)}"
    return replace(with_link(card, address, translator), below=(*card.below, said))


def with_link(card: Card, address: str, translator: Translator) -> Card:
    """The card with a button that opens the event's page, after all others."""
    link = WebLink(address, translator.say("pages.open"), "🌐")
    *before, last = card.controls or ((),)
    rows = (*before, (*last, link)) if isinstance(last, tuple) and len(last) < _BESIDE else (*card.controls, (link,))
    return replace(card, controls=rows)


def with_poster(card: Card, poster: Poster | None, name: str, translator: Translator) -> Card:
    """The card with what is told below its first paragraph, as far as there is room, and the picture above all."""
    if poster is None:
        return card
    title, *rest = card.paragraphs
    facts = "\n".join(_facts(poster, translator))
    others = (*texts(card), facts)
    room = TEXT_LIMIT - _SPARE - sum(map(len, others))
    description = block_within(poster.description, min(room, 4 * DESCRIPTION_LIMIT)) if poster.description else ""
    told = tuple(one for one in (description, facts) if one)
    pictures = (*_picture(poster, name, translator), *card.pictures)
    if card.below:
        return replace(card, below=(*told, *card.below), pictures=pictures)
    return replace(card, paragraphs=(title, *told, *rest), pictures=pictures)


def on_preview(card: Card, poster: Poster | None, name: str, translator: Translator) -> Card:
    """As `with_poster`, on the preview of a change, which says too where nothing is told any more."""
    if poster == Poster():
        return replace(card, paragraphs=(*card.paragraphs, translator.say("posters.cleared")))
    if poster is not None and poster.role_id is not None:
        called = translator.say("posters.role_line", role=f"<@&{poster.role_id}>")
        card = replace(card, paragraphs=(*card.paragraphs, called))
    return with_poster(card, poster, name, translator)


def _facts(poster: Poster, translator: Translator) -> Iterator[str]:
    if poster.prize:
        yield translator.say("posters.prize_line", prize=quote(poster.prize, PRIZE_LIMIT))
    if poster.stream:
        yield translator.say("posters.stream_line", address=f"<{poster.stream}>")


def _picture(poster: Poster, name: str, translator: Translator) -> Iterator[Drawing]:
    if poster.picture is not None:
        alt = translator.say("posters.alt", name=plain(name))
        picture = poster.picture
        yield Drawing(PICTURE_NAME, alt, lambda _: picture, on_top=True)


def in_calendar(poster: Poster) -> str:
    """What the calendar says of the event, in no language: marks stand for words; the description yields to them."""
    facts = [f"🏆 {plain_block(poster.prize, PRIZE_LIMIT)}"] if poster.prize else []
    facts += [f"📺 {poster.stream}"] if poster.stream else []
    room = CALENDAR_LIMIT - sum(len(fact) + 2 for fact in facts)
    return "\n\n".join([*([plain_block(poster.description, room)] if poster.description else []), *facts])


def refusal(error: UserError, draft_id: str, translator: Translator) -> Card:
    """Why the form was not taken, with the buttons that open it again as it was filled in, and lead to the preview."""
    again = Button(f"poster:{draft_id}", translator.say("cups.again"), ButtonStyle.primary, "✏️")
    back = Button(f"draft:{draft_id}", translator.say("posters.back"))
    said = f"{sentence(error, translator)}\n-# {translator.say('cups.kept')}"
    return Card((said,), controls=((again, back),), colour=DANGER)


# --- how long it takes ----------------------------------------------------------------------------------------------


_FINE: Final = timedelta(minutes=5)
_COARSE: Final = timedelta(minutes=15)
_LONG: Final = timedelta(hours=2)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def lines(estimate: Estimate, translator: Translator) -> str:
    """When it will be over, and with one arbiter more."""
    told = [_end(estimate, translator)]
    if estimate.sooner_at is not None:
        told.append(translator.say("estimate.one_more", end=_about(estimate.sooner_at)))
    return "⏱️ " + " ".join([*told, *_assumption(estimate.assumed, translator)])


def of_sizes(lasting: Lasting, translator: Translator) -> str:
    """How long it would take for each number of entrants."""
    each = [
        translator.count("estimate.size", size, time=duration(_round_up(time), translator))
        for size, time in lasting.of_size
    ]
    said = "estimate.draft_arbiter" if lasting.needs_arbiter else "estimate.draft"
    return "⏱️ " + " ".join([translator.say(said, times=" · ".join(each)), *_assumption(lasting.assumed, translator)])


def _assumption(length: timedelta | None, translator: Translator) -> list[str]:
    return [] if length is None else [translator.say("estimate.assumed", time=duration(length, translator))]


def _end(estimate: Estimate, translator: Translator) -> str:
    end = _about(estimate.ends_at)
    if estimate.arbiters is None:
        return translator.say("estimate.ends", end=end)
    if not estimate.on_duty:
        return translator.say("estimate.nobody_on_duty", end=end)
    return translator.count("estimate.with_arbiters", estimate.arbiters, end=end)


def _about(at: datetime) -> str:
    return moment(_EPOCH + -((_EPOCH - at) // _FINE) * _FINE)


def _round_up(length: timedelta) -> timedelta:
    """To the next five minutes, or quarter of an hour where it is long."""
    size = _COARSE if length > _LONG else _FINE
    return -(-length // size) * size


def commitment(tournament: Tournament, translator: Translator) -> Card:
    """For the record, before anybody enters: what the draw is held against afterwards."""
    check = Button(f"verify:{tournament.tournament_id}", translator.say("tournament.verify"))
    text = translator.say("draw.sealed", name=quote(tournament.name), commitment=tournament.commitment)
    return Card((text,), controls=((check,),), colour=QUIET)


# --- seeds by hand --------------------------------------------------------------------------------------------------


_LONGEST_NAME: Final = 32


def seed_list(seeded: Sequence[Person], translator: Translator, most: int) -> str:
    """Who has which seed, as many as there is room for."""
    named = [f"{at}. {short_mention(one, _LONGEST_NAME)}" for at, one in enumerate(seeded[:most], start=1)]
    more = len(seeded) - most
    return ", ".join(named) + (f" {translator.count('tournament.and_more', more)}" if more > 0 else "")
