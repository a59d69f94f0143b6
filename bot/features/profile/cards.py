"""The ranking, a person's public page, their matches in words and as a picture, and what two have played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from bot.features.cases import cards as cases_cards
from bot.features.cases.model import BarView
from bot.features.playing.board_model import MatchTally, PlayedMatch
from bot.features.profile.model import Career, EventPlayed, Meeting, PlayerPage, RankingLine, RankingPage, Rival
from bot.features.ratings import cards as ratings_cards
from bot.features.registry.cards import title_name
from bot.i18n.catalogue import Translator, gettext_name
from bot.kernel.ids import MemberId
from bot.layout import cards as layout_cards
from bot.layout.cards import ACCENT, QUIET, TEXT_LIMIT, Button, Card, Drawing
from bot.layout.drawing import draw_meeting, draw_player, draw_table
from bot.layout.picture_model import (
    Align,
    Mark,
    MatchLine,
    MeetingPicture,
    PlayerPicture,
    RatingCourse,
    RivalLine,
    TableColumn,
    TablePicture,
    TableRow,
)
from bot.layout.sentences import listing, member_name, moment, plain, quote, quoted_block, with_value
from bot.people.cards import mention, portrait, short_mention
from bot.people.model import KnownName, Person
from bot.play.contests import words

# --- matches --------------------------------------------------------------------------------------------------------


_NAME_LENGTH = 24
_OTHERS_NAMED = 2


def words_of_matches(page: PlayerPage, translator: Translator) -> Iterator[str]:
    """What the picture shows, in words: all matches counted, the last of them, those most met, the podiums."""
    career = page.career
    if career.tally.played:
        yield _all_matches(career, translator)
    if any(page.places):
        medals = " · ".join(f"{sign} {times}" for sign, times in zip("🥇🥈🥉", page.places, strict=True) if times)
        yield translator.say("people.places" if page.all_events else "people.places_of_latest", medals=medals)
    yield from _latest(career, translator)
    if career.rivals:
        lines = (
            f"- {short_mention(rival.person, _NAME_LENGTH)}: {_short(rival.tally, translator)}"
            for rival in career.rivals
        )
        yield "\n".join([f"**{translator.say('people.rivals')}**", *lines])


def _all_matches(career: Career, translator: Translator) -> str:
    tally = career.tally
    text = translator.say("people.record", won=tally.won, drawn=tally.drawn, lost=tally.lost)
    return text if career.is_whole else f"{text} {translator.count('people.of_the_latest', tally.played)}"


def _latest(career: Career, translator: Translator) -> Iterator[str]:
    if not career.latest:
        return
    lines = " · ".join(_latest_line(match, career, translator) for match in career.latest)
    yield f"**{translator.say('people.latest')}**\n{lines}"


def _latest_line(match: PlayedMatch, career: Career, translator: Translator) -> str:
    score = f" {words(match.score)}" if match.score else ""
    return f"**{_letter(match, translator)}** {_against(match, career, translator)}{score}"


def _against(match: PlayedMatch, career: Career, translator: Translator) -> str:
    known = [career.people[other] for other in match.opponents[:_OTHERS_NAMED] if other in career.people]
    return listing([short_mention(other, _NAME_LENGTH) for other in known], translator)


def _letter(match: PlayedMatch, translator: Translator) -> str:
    return translator.say(f"people.letter_{match.outcome.value}")


def _short(tally: MatchTally, translator: Translator) -> str:
    return translator.say("people.counted", won=tally.won, drawn=tally.drawn, lost=tally.lost)


def player_picture(page: PlayerPage, translator: Translator) -> tuple[Drawing, ...]:
    """The player's card as a picture; none for who has neither rating nor match."""
    if page.line is None and not page.career.tally.played:
        return ()
    name, career = plain(page.person.name), page.career
    picture = PlayerPicture(
        portrait=portrait(page.person, page.faces),
        name=name,
        lines=tuple(line for line in (_standing(page, translator), _titles(page, translator)) if line),
        rating="" if page.line is None else str(round(page.line.rating)),
        rating_label=translator.say("people.rating"),
        course=_course(page, translator),
        latest_title=translator.say("people.latest"),
        latest=tuple(_match_line(one, career, translator) for one in career.latest),
        rivals_title=translator.say("people.rivals"),
        rivals=tuple(_rival_line(rival, page, translator) for rival in career.rivals),
        places=page.places,
        counted=_short(career.tally, translator) if career.tally.played else "",
    )
    return (Drawing("player.png", _caption(page, translator), partial(draw_player, picture), on_top=True),)


def _standing(page: PlayerPage, translator: Translator) -> str:
    if page.line is None:
        return ""
    place = translator.say("people.place_of", place=page.line.place, of=page.registered)
    return f"{place} · {translator.count('people.games', page.line.games)}"


def _titles(page: PlayerPage, translator: Translator) -> str:
    held = [title_name(title, translator) for title in reversed(page.masters)]
    held += [title_name(page.title, translator)] if page.title is not None else []
    held += [str(page.grade)] if page.grade is not None else []
    return " · ".join(held)


def _course(page: PlayerPage, translator: Translator) -> RatingCourse | None:
    """Of one list alone there is nothing to draw."""
    if page.line is None or len(page.history) < 2:
        return None
    first, last = page.history[0], page.history[-1]
    return RatingCourse(
        title=translator.count("people.course", len(page.history)),
        ratings=tuple(one.rating for one in page.history),
        first=_month(first.published_at, translator),
        last=_month(last.published_at, translator),
    )


def _month(at: datetime, translator: Translator) -> str:
    """Where Discord shows no timestamp; the words below the picture have one."""
    from babel.dates import format_skeleton  # noqa: PLC0415  (slow to import)

    return format_skeleton("yMMM", at, locale=gettext_name(translator.locale))


def _match_line(match: PlayedMatch, career: Career, translator: Translator) -> MatchLine:
    names = [plain(career.people[other].name) for other in match.opponents[:_OTHERS_NAMED] if other in career.people]
    score = words(match.score) if match.score else ""
    return MatchLine(Mark(match.outcome.value), _letter(match, translator), listing(names, translator), score)


def _rival_line(one: Rival, page: PlayerPage, translator: Translator) -> RivalLine:
    return RivalLine(portrait(one.person, page.faces), plain(one.person.name), _short(one.tally, translator))


def _caption(page: PlayerPage, translator: Translator) -> str:
    """What the picture shows to who cannot see it: whose card, the rating with its place, and all matches."""
    line, tally = page.line, page.career.tally
    said = [translator.say("people.pictured", name=plain(page.person.name))]
    if line is not None:
        said.append(
            translator.say("people.pictured_rating", rating=round(line.rating), place=line.place, of=page.registered)
        )
    if tally.played:
        counted = {"won": tally.won, "drawn": tally.drawn, "lost": tally.lost}
        said.append(translator.count("people.pictured_matches", tally.played, **counted))
    return " ".join(said)


def meeting(found: Meeting, translator: Translator, *, shared: bool = False) -> Card:
    """Two players' matches against each other, in words and as a picture, with a press to show them to everybody."""
    names = {"name": mention(found.person), "other": mention(found.other)}
    if found.person.person_id == found.other.person_id:
        return Card((translator.say("people.is_the_same"),), colour=QUIET)
    tally = found.career.tally
    if not tally.played:
        return Card((translator.say("people.never_met", **names),), colour=QUIET)
    counted = translator.say("people.met", **names, won=tally.won, drawn=tally.drawn, lost=tally.lost)
    said = [translator.say("people.meeting", **names), counted, _meeting_lines(found, translator)]
    if not found.career.is_whole:
        said.append(translator.count("people.of_the_latest", tally.played))
    key = f"{found.person.person_id}.{found.other.person_id}"
    share = Button(f"meeting-share:{key}", translator.say("people.share"), emoji="📣")
    page = Button(f"player-page:{found.other.person_id}", translator.say("people.see_page"), emoji="👤")
    controls = () if shared else ((share, page),)
    return Card(tuple(said), controls=controls, colour=ACCENT, pictures=_meeting_picture(found, translator))


def _meeting_lines(found: Meeting, translator: Translator) -> str:
    lines = (
        f"- **{_letter(one, translator)}** {words(one.score)} · {quote(found.events[one.contest_id])}"
        for one in found.career.latest
    )
    return "\n".join([f"**{translator.say('people.latest_of', name=mention(found.person))}**", *lines])


def _meeting_picture(found: Meeting, translator: Translator) -> tuple[Drawing, ...]:
    tally = found.career.tally
    latest = [
        MatchLine(
            Mark(one.outcome.value), _letter(one, translator), plain(found.events[one.contest_id]), words(one.score)
        )
        for one in found.career.latest
    ]
    picture = MeetingPicture(
        left=portrait(found.person, found.faces),
        right=portrait(found.other, found.faces),
        names=(plain(found.person.name), plain(found.other.name)),
        numbers=(str(tally.won), str(tally.drawn), str(tally.lost)),
        labels=(
            translator.say("people.label_won"),
            translator.say("people.label_drawn"),
            translator.say("people.label_won"),
        ),
        latest_title=translator.say("people.latest_of", name=plain(found.person.name)),
        latest=tuple(latest),
    )
    said = _meeting_caption(found.person, found.other, tally, translator)
    return (Drawing("meeting.png", said, partial(draw_meeting, picture), on_top=True),)


def _meeting_caption(person: Person, other: Person, tally: MatchTally, translator: Translator) -> str:
    names: Sequence[str] = [plain(one.name) for one in (person, other)]
    counted = {"won": tally.won, "drawn": tally.drawn, "lost": tally.lost}
    return translator.count("people.meeting_pictured", tally.played, name=names[0], other=names[1], **counted)


# --- the ranking and the page ---------------------------------------------------------------------------------------


EVENTS_SHOWN = 10
MOVES_SHOWN = 10
POINTS_SHOWN = 5
VICTORIES_SHOWN = 10
ROOM_FOR_CONTROLS = 100
"""Characters that are left free of the text of a message."""
_ON_THE_PODIUM = 3


def ranking(page: RankingPage, translator: Translator, *, shared: bool = False) -> Card:
    """One page of the ranking in words and as a picture, with presses to turn it and to show it to everybody."""
    if page.published_at is None or not page.lines:
        return Card((translator.say("people.no_ranking"),), colour=QUIET)
    title = translator.say("people.ranking", published=_day(page.published_at.timestamp()))
    lines = "\n".join(layout_cards.row_texts(page.lines, _ranking_line, translator))
    controls = () if shared else (_turning(page, translator),)
    return Card((title, lines), controls=controls, pictures=(_ranking_picture(page, translator),))


def player(page: PlayerPage, translator: Translator, *, shared: bool = False, is_own: bool = False) -> Card:
    """All that everybody may know of a person: place, titles, results, bars."""
    first = [
        f"## {mention(page.person)}",
        _place_lines(page, translator),
        *_world(page, translator),
        *_earlier(page, translator),
        *_offices(page, translator),
        *([translator.say("grades.on_page", grade=str(page.grade))] if page.grade is not None else []),
    ]
    last = [
        *_events(page, translator),
        *([translator.count("warnings.on_page", page.warnings)] if page.warnings else []),
        *(_bar(bar, translator) for bar in page.bars),
        *cases_cards.lines(page.points[:POINTS_SHOWN], translator),
        *ratings_cards.lines(page.amendments[:POINTS_SHOWN], translator),
    ]
    drawn = _what_fits([*words_of_matches(page, translator), *_history(page, translator)], first + last)
    share = Button(f"player-share:{page.person.person_id}", translator.say("people.share"), emoji="📣")
    table = Button("ranking:1", translator.say("people.see_ranking"), emoji="📈")
    against = Button(f"player-against:{page.person.person_id}", translator.say("people.against_me"), emoji="⚔️")
    controls = ((table, share) if is_own else (table, share, against), *_linking(page, translator))
    return Card(
        (*first, *drawn, *last),
        controls=((against,),) if shared else controls,
        colour=ACCENT if page.line else QUIET,
        pictures=player_picture(page, translator),
    )


def _what_fits(drawn: list[str], rest: Sequence[str]) -> tuple[str, ...]:
    """Of what the picture tells too, as much as there is room for beside what it does not tell.

    It is one paragraph, since a message has forty components in all.
    """
    room = TEXT_LIMIT - ROOM_FOR_CONTROLS - sum(map(len, rest))
    while drawn and sum(map(len, drawn)) > room:
        drawn = drawn[:-1]
    return ("\n\n".join(drawn),) if drawn else ()


def _linking(page: PlayerPage, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """Who is known by name alone can be somebody who looks at this; staff may know who."""
    if not page.is_unlinked:
        return ()
    mine = Button(f"name-mine:{page.person.person_id}", translator.say("links.mine"), emoji="🙋")
    return ((mine, Button(f"link-who:{page.person.person_id}", translator.say("links.to_member"), emoji="🔗")),)


def stranger(member_id: MemberId, translator: Translator) -> Card:
    """A member whom the bot has not met: not registered, and how that comes about (AIJE-B03-1)."""
    return Card((f"## <@{member_id}>", translator.say("people.not_registered")), colour=QUIET)


def known_person(one: KnownName, translator: Translator) -> str:
    """Somebody in a list of suggestions, with what tells namesakes apart."""
    parts = [plain(one.person.name)]
    if one.rating is not None:
        parts.append(str(round(one.rating)))
    if one.person.discord_id is None:
        parts.append(translator.say("people.without_discord"))
    return " · ".join(parts)


def _day(timestamp: float) -> str:
    return f"<t:{int(timestamp)}:D>"


def _ranking_line(line: RankingLine, translator: Translator) -> str:
    games = translator.count("people.games", line.games)
    return f"`{line.place:>3}` {mention(line.person)} · **{round(line.rating)}** · {games}"


def _turning(page: RankingPage, translator: Translator) -> tuple[Button, ...]:
    presses = [Button(f"ranking-share:{page.page}", translator.say("people.share"), emoji="📣")]
    if page.pages > 1:
        last, first = page.page == page.pages, page.page == 1
        presses.insert(
            0, Button(f"ranking-page:{page.page - 1}", translator.say("people.earlier"), emoji="◀️", disabled=first)
        )
        presses.insert(
            1, Button(f"ranking-page:{page.page + 1}", translator.say("people.later"), emoji="▶️", disabled=last)
        )
    return tuple(presses)


def _ranking_picture(page: RankingPage, translator: Translator) -> Drawing:
    picture = TablePicture(
        title=translator.say("people.ranking_title"),
        subtitle=translator.count("people.registered", page.registered),
        columns=(
            TableColumn(translator.say("people.place"), Align.END),
            TableColumn(translator.say("people.player")),
            TableColumn(translator.say("people.rating"), Align.END),
            TableColumn(translator.say("people.games_heading"), Align.END),
        ),
        rows=tuple(
            TableRow(
                (str(line.place), plain(line.person.name), str(round(line.rating)), str(line.games)),
                emphasised=line.place <= _ON_THE_PODIUM,
            )
            for line in page.lines
        ),
        footer=translator.say("people.page", page=page.page, pages=page.pages) if page.pages > 1 else "",
    )
    return Drawing("ranking.png", _words_behind(page, translator), partial(draw_table, picture))


def _words_behind(page: RankingPage, translator: Translator) -> str:
    """What the picture shows to who cannot see it: how many are rated, and the first of its page."""
    rating = translator.say("people.rating")
    told = [with_value(plain(one.person.name), rating, str(round(one.rating))) for one in page.lines[:_ON_THE_PODIUM]]
    count, leaders = translator.count("people.registered", page.registered), listing(told, translator)
    if page.page == 1 or not page.lines:
        return translator.say("people.ranking_described", count=count, leaders=leaders)
    return translator.say(
        "people.ranking_page_described",
        count=count,
        page=page.page,
        pages=page.pages,
        place=page.lines[0].place,
        leaders=leaders,
    )


def _place_lines(page: PlayerPage, translator: Translator) -> str:
    if page.line is None:
        return translator.say("people.not_registered")
    rating = str(round(page.line.rating))
    return translator.say("people.standing", rating=rating, place=page.line.place, of=page.registered)


def _offices(page: PlayerPage, translator: Translator) -> tuple[str, ...]:
    held = [translator.say(f"people.office_{office.value}") for office in page.offices]
    held += [title_name(title, translator) for title in page.masters]
    if page.title is not None:
        held.append(translator.say("people.arbiter", title=page.title.value))
    return ("🎖️ " + listing(held, translator),) if held else ()


def _world(page: PlayerPage, translator: Translator) -> tuple[str, ...]:
    events = listing([f"**{quote(world_title)}**" for world_title in page.world_titles], translator)
    return (translator.say("people.world_champion", events=events),) if page.world_titles else ()


def _earlier(page: PlayerPage, translator: Translator) -> tuple[str, ...]:
    """What an opening list tells: since when registered, for which club, what was won before."""
    facts, said = page.earlier, list[str]()
    if facts.registered_since is not None:
        said.append(translator.say("people.registered_since", day=_day(facts.registered_since.timestamp())))
    if facts.club is not None:
        said.append(translator.say("people.club", club=quote(facts.club)))
    if facts.victories:
        events = listing([quote(victory.event) for victory in facts.victories[-VICTORIES_SHOWN:]], translator)
        said.append(translator.say("people.won_before", events=events))
    return ("\n".join(said),) if said else ()


def _history(page: PlayerPage, translator: Translator) -> tuple[str, ...]:
    if not page.history:
        return ()
    moves = page.history[-MOVES_SHOWN:]
    lines = (f"- {_day(move.published_at.timestamp())}: **{round(move.rating)}**" for move in reversed(moves))
    return ("\n".join([translator.say("people.history"), *lines]),)


def _events(page: PlayerPage, translator: Translator) -> tuple[str, ...]:
    if not page.events:
        return ()
    lines = (_event(event, translator) for event in page.events[:EVENTS_SHOWN])
    return ("\n".join([translator.say("people.events"), *lines]),)


def _event(event: EventPlayed, translator: Translator) -> str:
    name = quote(event.tournament.name)
    if event.rank is None:
        return "- " + translator.say("people.event_running", name=name)
    row = event.rank
    place = f"{row.rank_from}–{row.rank_to}" if row.is_shared else str(row.rank_from)
    return "- " + translator.say("people.event", name=name, place=place)


def _bar(bar: BarView, translator: Translator) -> str:
    """Why the person may not enter, since when and until when: told to the public (AIJE-D01-2)."""
    reason = member_name(bar.bar.reason, translator)
    since = _day(bar.bar.since.timestamp())
    if bar.bar.until is None:
        text = translator.say("people.barred", reason=reason, since=since)
    else:
        text = translator.say("people.barred_until", reason=reason, since=since, until=moment(bar.bar.until))
    return text if bar.bar.explanation is None else f"{text}\n{quoted_block(bar.bar.explanation)}"
