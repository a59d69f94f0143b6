"""The ranking, and one person's public page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.domain.cases.case_views import BarView
from bot.domain.ids import MemberId
from bot.domain.people_views import EventPlayed, KnownName, PlayerPage, RankingLine, RankingPage
from bot.i18n import Voice
from bot.rendering import drawn_rows, player_cards
from bot.rendering.cases import amendment_cards, points_cards
from bot.rendering.layout import ACCENT, QUIET, TEXT_LIMIT, Card, Drawing, Press
from bot.rendering.people import mention
from bot.rendering.pictures.drawing import draw_table
from bot.rendering.pictures.model import Align, TableColumn, TablePicture, TableRow
from bot.rendering.registry.title_cards import title_name
from bot.rendering.sentences import listing, member_name, moment
from bot.rendering.text import plain, quote, quoted_block

EVENTS_SHOWN = 10
MOVES_SHOWN = 10
POINTS_SHOWN = 5
VICTORIES_SHOWN = 10
ROOM_FOR_CONTROLS = 100
"""Characters that are left free of the text of a message."""
_ON_THE_PODIUM = 3


def ranking(page: RankingPage, voice: Voice, *, shared: bool = False) -> Card:
    """One page of the ranking in words and as a picture, with presses to turn it and to show it to everybody."""
    if page.published_at is None or not page.lines:
        return Card((voice.say("people.no_ranking"),), colour=QUIET)
    title = voice.say("people.ranking", published=_day(page.published_at.timestamp()))
    lines = "\n".join(drawn_rows.texts(page.lines, _ranking_line, voice))
    controls = () if shared else (_turning(page, voice),)
    return Card((title, lines), controls=controls, pictures=(_ranking_picture(page, voice),))


def player(page: PlayerPage, voice: Voice, *, shared: bool = False, is_own: bool = False) -> Card:
    """All that everybody may know of a person: place, titles, results, bars."""
    first = [
        f"## {mention(page.person)}",
        _place_lines(page, voice),
        *_world(page, voice),
        *_earlier(page, voice),
        *_offices(page, voice),
        *([voice.say("grades.on_page", grade=str(page.grade))] if page.grade is not None else []),
    ]
    last = [
        *_events(page, voice),
        *([voice.count("warnings.on_page", page.warnings)] if page.warnings else []),
        *(_bar(bar, voice) for bar in page.bars),
        *points_cards.lines(page.points[:POINTS_SHOWN], voice),
        *amendment_cards.lines(page.amendments[:POINTS_SHOWN], voice),
    ]
    drawn = _what_fits([*player_cards.words_of_matches(page, voice), *_history(page, voice)], first + last)
    share = Press(f"player-share:{page.person.person_id}", voice.say("people.share"), emoji="📣")
    table = Press("ranking:1", voice.say("people.see_ranking"), emoji="📈")
    against = Press(f"player-against:{page.person.person_id}", voice.say("people.against_me"), emoji="⚔️")
    controls = ((table, share) if is_own else (table, share, against), *_linking(page, voice))
    return Card(
        (*first, *drawn, *last),
        controls=((against,),) if shared else controls,
        colour=ACCENT if page.line else QUIET,
        pictures=player_cards.player_picture(page, voice),
    )


def _what_fits(drawn: list[str], rest: Sequence[str]) -> tuple[str, ...]:
    """Of what the picture tells too, as much as there is room for beside what it does not tell.

    It is one paragraph, since a message has forty components in all.
    """
    room = TEXT_LIMIT - ROOM_FOR_CONTROLS - sum(map(len, rest))
    while drawn and sum(map(len, drawn)) > room:
        drawn = drawn[:-1]
    return ("\n\n".join(drawn),) if drawn else ()


def _linking(page: PlayerPage, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    """Who is known by name alone can be somebody who looks at this; staff may know who."""
    if not page.is_unlinked:
        return ()
    mine = Press(f"name-mine:{page.person.person_id}", voice.say("links.mine"), emoji="🙋")
    return ((mine, Press(f"link-who:{page.person.person_id}", voice.say("links.to_member"), emoji="🔗")),)


def stranger(member_id: MemberId, voice: Voice) -> Card:
    """A member whom the bot has not met: not registered, and how that comes about (AIJE-B03-1)."""
    return Card((f"## <@{member_id}>", voice.say("people.not_registered")), colour=QUIET)


def known_person(one: KnownName, voice: Voice) -> str:
    """Somebody in a list of suggestions, with what tells namesakes apart."""
    parts = [plain(one.person.name)]
    if one.rating is not None:
        parts.append(str(round(one.rating)))
    if one.person.discord_id is None:
        parts.append(voice.say("people.without_discord"))
    return " · ".join(parts)


def _day(timestamp: float) -> str:
    return f"<t:{int(timestamp)}:D>"


def _ranking_line(line: RankingLine, voice: Voice) -> str:
    games = voice.count("people.games", line.games)
    return f"`{line.place:>3}` {mention(line.person)} · **{round(line.rating)}** · {games}"


def _turning(page: RankingPage, voice: Voice) -> tuple[Press, ...]:
    presses = [Press(f"ranking-share:{page.page}", voice.say("people.share"), emoji="📣")]
    if page.pages > 1:
        last, first = page.page == page.pages, page.page == 1
        presses.insert(
            0, Press(f"ranking-page:{page.page - 1}", voice.say("people.earlier"), emoji="◀️", disabled=first)
        )
        presses.insert(1, Press(f"ranking-page:{page.page + 1}", voice.say("people.later"), emoji="▶️", disabled=last))
    return tuple(presses)


def _ranking_picture(page: RankingPage, voice: Voice) -> Drawing:
    picture = TablePicture(
        title=voice.say("people.ranking_title"),
        subtitle=voice.count("people.registered", page.registered),
        columns=(
            TableColumn(voice.say("people.place"), Align.END),
            TableColumn(voice.say("people.player")),
            TableColumn(voice.say("people.rating"), Align.END),
            TableColumn(voice.say("people.games_heading"), Align.END),
        ),
        rows=tuple(
            TableRow(
                (str(line.place), plain(line.person.name), str(round(line.rating)), str(line.games)),
                emphasised=line.place <= _ON_THE_PODIUM,
            )
            for line in page.lines
        ),
        footer=voice.say("people.page", page=page.page, pages=page.pages) if page.pages > 1 else "",
    )
    first = ", ".join(f"{row.cells[0]}. {row.cells[1]} {row.cells[2]}" for row in picture.rows[:_ON_THE_PODIUM])
    return Drawing("ranking.png", f"{picture.title}: {first}", partial(draw_table, picture))


def _place_lines(page: PlayerPage, voice: Voice) -> str:
    if page.line is None:
        return voice.say("people.not_registered")
    rating = str(round(page.line.rating))
    return voice.say("people.standing", rating=rating, place=page.line.place, of=page.registered)


def _offices(page: PlayerPage, voice: Voice) -> tuple[str, ...]:
    held = [voice.say(f"people.office_{office.value}") for office in page.offices]
    held += [title_name(title, voice) for title in page.masters]
    if page.title is not None:
        held.append(voice.say("people.arbiter", title=page.title.value))
    return ("🎖️ " + listing(held, voice),) if held else ()


def _world(page: PlayerPage, voice: Voice) -> tuple[str, ...]:
    events = listing([f"**{quote(one)}**" for one in page.world_titles], voice)
    return (voice.say("people.world_champion", events=events),) if page.world_titles else ()


def _earlier(page: PlayerPage, voice: Voice) -> tuple[str, ...]:
    """What an opening list tells: since when registered, for which club, what was won before."""
    facts, said = page.earlier, list[str]()
    if facts.registered_since is not None:
        said.append(voice.say("people.registered_since", day=_day(facts.registered_since.timestamp())))
    if facts.club is not None:
        said.append(voice.say("people.club", club=quote(facts.club)))
    if facts.victories:
        events = listing([quote(one.event) for one in facts.victories[-VICTORIES_SHOWN:]], voice)
        said.append(voice.say("people.won_before", events=events))
    return ("\n".join(said),) if said else ()


def _history(page: PlayerPage, voice: Voice) -> tuple[str, ...]:
    if not page.history:
        return ()
    moves = page.history[-MOVES_SHOWN:]
    lines = (f"- {_day(move.published_at.timestamp())}: **{round(move.rating)}**" for move in reversed(moves))
    return ("\n".join([voice.say("people.history"), *lines]),)


def _events(page: PlayerPage, voice: Voice) -> tuple[str, ...]:
    if not page.events:
        return ()
    lines = (_event(event, voice) for event in page.events[:EVENTS_SHOWN])
    return ("\n".join([voice.say("people.events"), *lines]),)


def _event(event: EventPlayed, voice: Voice) -> str:
    name = quote(event.tournament.name)
    if event.rank is None:
        return "- " + voice.say("people.event_running", name=name)
    row = event.rank
    place = f"{row.rank_from}–{row.rank_to}" if row.is_shared else str(row.rank_from)
    return "- " + voice.say("people.event", name=name, place=place)


def _bar(bar: BarView, voice: Voice) -> str:
    """Why the person may not enter, since when and until when: told to the public (AIJE-D01-2)."""
    reason = member_name(bar.bar.reason, voice)
    since = _day(bar.bar.since.timestamp())
    if bar.bar.until is None:
        said = voice.say("people.barred", reason=reason, since=since)
    else:
        said = voice.say("people.barred_until", reason=reason, since=since, until=moment(bar.bar.until))
    return said if bar.bar.explanation is None else f"{said}\n{quoted_block(bar.bar.explanation)}"
