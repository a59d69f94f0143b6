"""Pages in Discord: the owner's switch and what is public, events on the web, as what a person is shown, the stream."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.features.pages.model import OnWeb, PageSetting, ServerPages, ShownAs
from bot.features.pages.views_model import DraftOnWeb, EventOnWeb, NewCalendar, OwnPages, PagesView, StreamChoice
from bot.i18n.catalogue import Translator
from bot.kernel.ids import GuildId
from bot.layout.cards import ACCENT, QUIET, WARNING, Button, Card, Choice, Document, WebLink, has_room
from bot.layout.sentences import moment, plain, quote
from bot.people.cards import mention
from bot.people.model import Person

_GLOBE: Final = "🌐"
_ROW: Final = 5
"""Buttons that stand beside each other."""

# --- a server -------------------------------------------------------------------------------------------------------


def card(view: PagesView, name: str, translator: Translator) -> Card:
    """The pages of a server, called `name` in Discord now: whether they are on, where, and what they show."""
    title = f"## {_GLOBE} {translator.say('pages.title')}"
    if not view.has_site:
        return Card((title, translator.say("pages.no_site")), controls=_last_switch(view, translator), colour=QUIET)
    if not view.is_on or view.pages is None:
        return _off(title, view, translator)
    said = "\n".join((title, *_state(view, view.pages, translator)))
    public = f"{translator.say('pages.public')}\n{translator.say('pages.private')}"
    return Card(
        (said, public, "\n".join(_settings(view.pages, translator)), translator.say("pages.of_events")),
        controls=_controls(view, view.pages, name, translator),
    )


def _off(title: str, view: PagesView, translator: Translator) -> Card:
    if not view.may_switch:
        return Card((title, f"{translator.say('pages.off')} {translator.say('pages.owner_switches')}"), colour=QUIET)
    ask = Button(f"pages-ask-on:{view.guild_id}", translator.say("pages.switch_on"), ButtonStyle.success, _GLOBE)
    told = f"{translator.say('pages.off')}\n{translator.say('pages.off_next', button=ask.label)}"
    return Card((title, told), controls=((ask,),), colour=QUIET)


def _last_switch(view: PagesView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """Without an address nothing is read, and the owner can still say that nothing is to be, ever."""
    if not view.may_switch or view.pages is None or not view.pages.is_on:
        return ()
    return ((_switch_off(view, translator),),)


def _state(view: PagesView, pages: ServerPages, translator: Translator) -> Iterator[str]:
    yield translator.say("pages.on", address=view.address or "", since=moment(pages.on_since))
    yield translator.say("pages.called", name=quote(pages.name))
    if view.past_from is not None:
        yield translator.say("pages.past_from", at=moment(view.past_from))


def _settings(pages: ServerPages, translator: Translator) -> Iterator[str]:
    for setting, is_on in _each(pages):
        yield f"- {translator.say(f'pages.{setting}_on' if is_on else f'pages.{setting}_off')}"


def _each(pages: ServerPages) -> tuple[tuple[PageSetting, bool], ...]:
    return ((PageSetting.FINDABLE, pages.is_findable), (PageSetting.BARS, pages.shows_bars))


def _controls(
    view: PagesView, pages: ServerPages, name: str, translator: Translator
) -> tuple[tuple[Button | WebLink, ...], ...]:
    link = (WebLink(view.address, translator.say("pages.open"), _GLOBE),) if view.address else ()
    own = Button(f"web-me:{view.guild_id}", translator.say("pages.me"), emoji="👤")
    if not view.may_switch:
        return ((*link, own),)
    renames = name not in {"", pages.name}
    rename = (Button(f"pages-name:{view.guild_id}", translator.say("pages.rename"), emoji="✏️"),) if renames else ()
    presses = (_setting(setting, translator, is_on=is_on) for setting, is_on in _each(pages))
    return ((*link, own, *rename), (*presses, _switch_off(view, translator)))


def _setting(setting: PageSetting, translator: Translator, *, is_on: bool) -> Button:
    """Turns it round, by saying what it is to be: a second press of the same button changes nothing."""
    said = translator.say(f"pages.{setting}_stop" if is_on else f"pages.{setting}_start")
    return Button(f"pages-set:{setting}.{0 if is_on else 1}", said)


def _switch_off(view: PagesView, translator: Translator) -> Button:
    return Button(f"pages-ask-off:{view.guild_id}", translator.say("pages.switch_off"), ButtonStyle.danger)


def question_on(view: PagesView, name: str, translator: Translator) -> Card:
    """To the owner: what it means to switch pages on, before it is meant."""
    yes = Button(f"pages-on:{view.guild_id}", translator.say("pages.switch_on"), ButtonStyle.success, _GLOBE)
    back = Button(f"pages:{view.guild_id}", translator.say("pages.not_now"))
    means = ("events", "past", "people", "school", "search")
    said = "\n".join(f"- {translator.say(f'pages.means_{one}')}" for one in means)
    return Card(
        (
            translator.say("pages.ask_on", name=quote(name)),
            said,
            f"{translator.say('pages.public')}\n{translator.say('pages.private')}",
            translator.say("pages.ask_on_next"),
        ),
        controls=((yes, back),),
        colour=WARNING,
    )


def question_off(view: PagesView, translator: Translator) -> Card:
    """To the owner: that all of it is gone at once."""
    yes = Button(f"pages-off:{view.guild_id}", translator.say("pages.switch_off"), ButtonStyle.danger)
    back = Button(f"pages:{view.guild_id}", translator.say("pages.not_now"))
    return Card((translator.say("pages.ask_off"),), controls=((yes, back),), colour=WARNING)


def switched(pages: ServerPages, address: str | None, translator: Translator) -> Card:
    """To everybody: the server is on the web from now on, and how each chooses; or it is no more."""
    if not pages.is_on or address is None:
        return Card((f"{_GLOBE} {translator.say('pages.told_off')}",), colour=QUIET)
    choose = translator.say("pages.me")
    said = (
        f"## {_GLOBE} {translator.say('pages.told_on')}\n{address}",
        "\n".join((translator.say("pages.told_events"), translator.say("pages.told_choice", button=choose))),
    )
    own = Button(f"web-me:{pages.guild_id}", choose, ButtonStyle.primary, "👤")
    return Card(said, controls=((own, WebLink(address, translator.say("pages.open"), _GLOBE)),))


# --- events ---------------------------------------------------------------------------------------------------------


def on_preview(shown: Card, draft: DraftOnWeb | None, translator: Translator) -> Card:
    """The preview of a new event with whether it will be on the web, and the button that changes it."""
    if draft is None:
        return shown
    key = "pages.draft_on" if draft.is_on else "pages.draft_school" if draft.for_pupils else "pages.draft_off"
    said = f"{_GLOBE} {translator.say(key)}"
    label = translator.say("pages.keep_off" if draft.is_on else "pages.put_on")
    press = Button(f"draft-web:{draft.draft_id}.{0 if draft.is_on else 1}", label, emoji=_GLOBE)
    first, *rest = shown.paragraphs
    return replace(shown, paragraphs=(first, said, *rest), controls=(*shown.controls, (press,)))


def event(view: EventOnWeb, stream: StreamChoice | None, translator: Translator) -> Card:
    """To who runs the event: whether it is on the web, by whose word, and what is on stream; each can be changed."""
    key, name = view.tournament.tournament_id, quote(view.tournament.name)
    said = [f"## {_GLOBE} {name}"]
    if view.address is not None:
        said.append(translator.say("pages.event_on", address=view.address))
    elif view.comes_at is not None:
        said.append(translator.say("pages.event_comes", at=moment(view.comes_at)))
    else:
        said.append(translator.say("pages.event_off"))
    if view.decided_by is not None:
        said.append(translator.say("pages.decided_by", name=mention(view.decided_by)))
    off = Button(f"web-event-off:{key}", translator.say("pages.take_off"), ButtonStyle.danger)
    on = Button(f"web-event-on:{key}", translator.say("pages.put_on"), ButtonStyle.success, _GLOBE)
    link = () if view.address is None else (WebLink(view.address, translator.say("pages.open"), _GLOBE),)
    # Of one that comes by itself both can be decided before.
    presses = (*link, off) if view.address is not None else (on, off) if view.comes_at is not None else (on,)
    menu = () if stream is None or not stream.matches else (_stream(stream, translator, "stream-here"),)
    return Card(("\n".join(said),), controls=(*menu, presses), colour=QUIET if view.address is None else ACCENT)


def with_event(desk: Card, view: EventOnWeb | None, stream: StreamChoice | None, translator: Translator) -> Card:
    """The desk of an event with the way to its place on the web, and the menu of what is on stream."""
    if view is None:
        return desk
    label = translator.say("pages.event_is_on" if view.address is not None else "pages.event_is_off")
    press = Button(f"web-event:{view.tournament.tournament_id}", label, emoji=_GLOBE)
    *before, last = desk.controls
    fits = isinstance(last, tuple) and len(last) < _ROW
    rows = (*before, (*last, press)) if isinstance(last, tuple) and fits else (*desk.controls, (press,))
    shown = replace(desk, controls=rows)
    if not has_room(shown):
        return desk
    menu = () if stream is None or not stream.matches else (_stream(stream, translator),)
    whole = replace(shown, controls=(*menu, *rows))
    return whole if has_room(whole) else shown


_LONGEST_SIDE: Final = 40
NO_MATCH: Final = "none"


def _stream(stream: StreamChoice, translator: Translator, verb: str = "stream") -> Choice:
    options = [(one.contest_id, _versus(one.people, one.round, translator)) for one in stream.matches]
    nothing = (NO_MATCH, translator.say("pages.stream_none"))
    return Choice(
        f"{verb}:{stream.tournament_id}",
        translator.say("pages.stream"),
        (nothing, *options),
        present=stream.present or NO_MATCH,
    )


def _versus(people: Iterable[Person], number: int, translator: Translator) -> str:
    names = " – ".join(plain(one.name, _LONGEST_SIDE) for one in people)
    return translator.say("pages.stream_match", names=names, round=number)


# --- people ---------------------------------------------------------------------------------------------------------


_CHOICES: Final = (ShownAs.NAME, ShownAs.INITIALS, ShownAs.NOTHING)


def _choices(
    guild_id: GuildId, chosen: ShownAs | None, translator: Translator, verb: str = "web"
) -> tuple[Button, ...]:
    """As what somebody can be shown; what holds now stands out."""
    return tuple(
        Button(
            f"{verb}-{one}:{guild_id}",
            translator.say(f"pages.as_{one}"),
            ButtonStyle.primary if one is chosen else ButtonStyle.secondary,
        )
        for one in _CHOICES
    )


def own(view: OwnPages, translator: Translator) -> Card:
    """To one person: as what they are shown on the web, their own page and calendar, and the buttons for each."""
    said = (
        f"## {_GLOBE} {translator.say('pages.me')}\n{_where(view, translator)}\n{_as_what(view, translator)}",
        _own_page(view, translator),
        _own_calendar(view, translator),
    )
    rows = (_choices(view.guild_id, view.shown_as, translator), _own_presses(view, translator))
    return Card(tuple(filter(None, said)), controls=tuple(row for row in rows if row))


def _where(view: OwnPages, translator: Translator) -> str:
    if view.server is None:
        return translator.say("pages.me_off")
    return translator.say("pages.me_on", address=view.server)


def _as_what(view: OwnPages, translator: Translator) -> str:
    key = "pages.me_unasked" if view.shown_as is None else f"pages.me_{view.shown_as}"
    return f"{translator.say(key)}\n-# {translator.say('pages.me_pupils')}"


def _own_page(view: OwnPages, translator: Translator) -> str:
    if view.page is not None:
        return translator.say("pages.page_on", address=view.page)
    if view.has_page:
        return translator.say("pages.page_waits")
    return translator.say("pages.page_off") if view.server is not None else ""


def _own_calendar(view: OwnPages, translator: Translator) -> str:
    if view.server is None:
        return ""
    return translator.say("pages.calendar_on" if view.has_calendar else "pages.calendar_off")


def _own_presses(view: OwnPages, translator: Translator) -> tuple[Button | WebLink, ...]:
    key, presses = view.guild_id, list[Button | WebLink]()
    if view.has_page:
        presses.append(Button(f"web-page-off:{key}", translator.say("pages.page_close"), ButtonStyle.danger))
    elif view.server is not None:
        presses.append(Button(f"web-page-on:{key}", translator.say("pages.page_open"), emoji="📄"))
    if view.server is not None:
        again = "pages.calendar_again" if view.has_calendar else "pages.calendar_make"
        presses.append(Button(f"web-calendar:{key}", translator.say(again), emoji="📅"))
    if view.has_calendar:
        presses.append(Button(f"web-calendar-off:{key}", translator.say("pages.calendar_end"), ButtonStyle.danger))
    if view.page is not None:
        presses.append(WebLink(view.page, translator.say("pages.open"), _GLOBE))
    return tuple(presses)


def calendar(made: NewCalendar, translator: Translator) -> Card:
    """The address of the calendar, which is shown this once, to its owner alone."""
    said = [translator.say("pages.calendar_made"), f"```\n{made.address}\n```", translator.say("pages.calendar_secret")]
    if made.replaced:
        said.append(translator.say("pages.calendar_replaced"))
    end = Button(f"web-calendar-off:{made.own.guild_id}", translator.say("pages.calendar_end"), ButtonStyle.danger)
    back = Button(f"web-me-again:{made.own.guild_id}", translator.say("pages.me"), emoji="👤")
    return Card(("\n".join(said),), controls=((back, end),), colour=WARNING)


def calendar_file(data: bytes, translator: Translator) -> Card:
    """The calendar as a file to take away."""
    return Card((translator.say("pages.calendar_file"),), documents=(Document("calendar.ics", data),))


def with_calendar(own_data: Card, guild_id: GuildId, translator: Translator) -> Card:
    """What anybody may do about their own data, with the calendar of their matches as a file."""
    press = Button(f"web-calendar-file:{guild_id}", translator.say("pages.calendar_take"), emoji="📅")
    first, *rest = own_data.controls
    return replace(own_data, controls=((*first, press), *rest)) if isinstance(first, tuple) else own_data


def welcome(told: OnWeb, translator: Translator) -> tuple[str, tuple[Button, ...]]:
    """To who has entered: that the event is on the web, and the buttons to choose as what they are shown."""
    key = "pages.entered_by_name" if told.unasked is ShownAs.NAME else "pages.entered_by_initials"
    said = translator.say(key, address=told.address)
    return f"{_GLOBE} {said}", _choices(told.guild_id, None, translator, "shown")


def with_me(guidance: Card, guild_id: GuildId, translator: Translator, *, most: int) -> Card:
    """The answer of `/me` with the way to the reader's choices, where its duties leave room for it."""
    *before, last = guidance.controls
    if len(guidance.lines) >= most or not isinstance(last, tuple) or len(last) >= _ROW:
        return guidance
    press = Button(f"web-me:{guild_id}", translator.say("pages.me"), emoji=_GLOBE)
    return replace(guidance, controls=(*before, (*last, press)))
