"""A player's matches in words and as a picture, and what two players have played against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from bot.domain.community import Person
from bot.domain.people_views import Career, Meeting, PlayerPage, Rival
from bot.domain.playing.encounters import Encounter, Tally
from bot.domain.scores import words
from bot.i18n import Voice
from bot.i18n.catalogue import gettext_name
from bot.rendering.layout import ACCENT, QUIET, Card, Drawing, Press
from bot.rendering.people import mention, short_mention
from bot.rendering.pictures.drawing import draw_meeting, draw_player
from bot.rendering.pictures.people_model import Course, Mark, MatchLine, MeetingPicture, PlayerPicture, RivalLine
from bot.rendering.portraits import portrait
from bot.rendering.registry.title_cards import title_name
from bot.rendering.sentences import listing
from bot.rendering.text import plain, quote

_NAME_LENGTH = 24
_OTHERS_NAMED = 2


def words_of_matches(page: PlayerPage, voice: Voice) -> Iterator[str]:
    """What the picture shows, in words: all matches counted, the last of them, those most met, the podiums."""
    career = page.career
    if career.tally.played:
        yield _all_matches(career, voice)
    if any(page.places):
        medals = " · ".join(f"{sign} {times}" for sign, times in zip("🥇🥈🥉", page.places, strict=True) if times)
        yield voice.say("people.places" if page.all_events else "people.places_of_latest", medals=medals)
    yield from _latest(career, voice)
    if career.rivals:
        lines = (f"- {short_mention(one.person, _NAME_LENGTH)}: {_short(one.tally, voice)}" for one in career.rivals)
        yield "\n".join([f"**{voice.say('people.rivals')}**", *lines])


def _all_matches(career: Career, voice: Voice) -> str:
    tally = career.tally
    said = voice.say("people.record", won=tally.won, drawn=tally.drawn, lost=tally.lost)
    return said if career.is_whole else f"{said} {voice.count('people.of_the_latest', tally.played)}"


def _latest(career: Career, voice: Voice) -> Iterator[str]:
    if not career.latest:
        return
    lines = [
        f"**{_letter(one, voice)}** {_against(one, career, voice)}{f' {words(one.score)}' if one.score else ''}"
        for one in career.latest
    ]
    yield "\n".join([f"**{voice.say('people.latest')}**", " · ".join(lines)])


def _against(one: Encounter, career: Career, voice: Voice) -> str:
    known = [career.people[other] for other in one.opponents[:_OTHERS_NAMED] if other in career.people]
    return listing([short_mention(other, _NAME_LENGTH) for other in known], voice)


def _letter(one: Encounter, voice: Voice) -> str:
    return voice.say(f"people.letter_{one.outcome.value}")


def _short(tally: Tally, voice: Voice) -> str:
    return voice.say("people.counted", won=tally.won, drawn=tally.drawn, lost=tally.lost)


def player_picture(page: PlayerPage, voice: Voice) -> tuple[Drawing, ...]:
    """The player's card as a picture; none for who has neither rating nor match."""
    if page.line is None and not page.career.tally.played:
        return ()
    name, career = plain(page.person.name), page.career
    picture = PlayerPicture(
        portrait=portrait(page.person, page.faces),
        name=name,
        lines=tuple(line for line in (_standing(page, voice), _titles(page, voice)) if line),
        rating="" if page.line is None else str(round(page.line.rating)),
        rating_label=voice.say("people.rating"),
        course=_course(page, voice),
        latest_title=voice.say("people.latest"),
        latest=tuple(_match_line(one, career, voice) for one in career.latest),
        rivals_title=voice.say("people.rivals"),
        rivals=tuple(_rival_line(one, page, voice) for one in career.rivals),
        places=page.places,
        counted=_short(career.tally, voice) if career.tally.played else "",
    )
    return (Drawing("player.png", _caption(page, voice), partial(draw_player, picture), on_top=True),)


def _standing(page: PlayerPage, voice: Voice) -> str:
    if page.line is None:
        return ""
    place = voice.say("people.place_of", place=page.line.place, of=page.registered)
    return f"{place} · {voice.count('people.games', page.line.games)}"


def _titles(page: PlayerPage, voice: Voice) -> str:
    held = [title_name(title, voice) for title in reversed(page.masters)]
    held += [title_name(page.title, voice)] if page.title is not None else []
    held += [str(page.grade)] if page.grade is not None else []
    return " · ".join(held)


def _course(page: PlayerPage, voice: Voice) -> Course | None:
    """Of one list alone there is nothing to draw."""
    if page.line is None or len(page.history) < 2:
        return None
    first, last = page.history[0], page.history[-1]
    return Course(
        title=voice.count("people.course", len(page.history)),
        ratings=tuple(one.rating for one in page.history),
        first=_month(first.published_at, voice),
        last=_month(last.published_at, voice),
    )


def _month(at: datetime, voice: Voice) -> str:
    """Where Discord shows no timestamp; the words below the picture have one."""
    from babel.dates import format_skeleton  # noqa: PLC0415  (slow to import)

    return format_skeleton("yMMM", at, locale=gettext_name(voice.locale))


def _match_line(one: Encounter, career: Career, voice: Voice) -> MatchLine:
    names = [plain(career.people[other].name) for other in one.opponents[:_OTHERS_NAMED] if other in career.people]
    score = words(one.score) if one.score else ""
    return MatchLine(Mark(one.outcome.value), _letter(one, voice), listing(names, voice), score)


def _rival_line(one: Rival, page: PlayerPage, voice: Voice) -> RivalLine:
    return RivalLine(portrait(one.person, page.faces), plain(one.person.name), _short(one.tally, voice))


def _caption(page: PlayerPage, voice: Voice) -> str:
    said = voice.say("people.pictured", name=plain(page.person.name), counted=_short(page.career.tally, voice))
    rated = "" if page.line is None else f" {voice.say('people.rating')}: {round(page.line.rating)}."
    return said + rated


def meeting(found: Meeting, voice: Voice, *, shared: bool = False) -> Card:
    """Two players' matches against each other, in words and as a picture, with a press to show them to everybody."""
    names = {"name": mention(found.person), "other": mention(found.other)}
    if found.person.person_id == found.other.person_id:
        return Card((voice.say("people.is_the_same"),), colour=QUIET)
    tally = found.career.tally
    if not tally.played:
        return Card((voice.say("people.never_met", **names),), colour=QUIET)
    counted = voice.say("people.met", **names, won=tally.won, drawn=tally.drawn, lost=tally.lost)
    said = [voice.say("people.meeting", **names), counted, _meeting_lines(found, voice)]
    if not found.career.is_whole:
        said.append(voice.count("people.of_the_latest", tally.played))
    key = f"{found.person.person_id}.{found.other.person_id}"
    share = Press(f"meeting-share:{key}", voice.say("people.share"), emoji="📣")
    page = Press(f"player-page:{found.other.person_id}", voice.say("people.see_page"), emoji="👤")
    controls = () if shared else ((share, page),)
    return Card(tuple(said), controls=controls, colour=ACCENT, pictures=_meeting_picture(found, voice))


def _meeting_lines(found: Meeting, voice: Voice) -> str:
    lines = (
        f"- **{_letter(one, voice)}** {words(one.score)} · {quote(found.events[one.contest_id])}"
        for one in found.career.latest
    )
    return "\n".join([f"**{voice.say('people.latest_of', name=mention(found.person))}**", *lines])


def _meeting_picture(found: Meeting, voice: Voice) -> tuple[Drawing, ...]:
    tally = found.career.tally
    latest = [
        MatchLine(Mark(one.outcome.value), _letter(one, voice), plain(found.events[one.contest_id]), words(one.score))
        for one in found.career.latest
    ]
    picture = MeetingPicture(
        left=portrait(found.person, found.faces),
        right=portrait(found.other, found.faces),
        names=(plain(found.person.name), plain(found.other.name)),
        numbers=(str(tally.won), str(tally.drawn), str(tally.lost)),
        labels=(voice.say("people.label_won"), voice.say("people.label_drawn"), voice.say("people.label_won")),
        latest_title=voice.say("people.latest_of", name=plain(found.person.name)),
        latest=tuple(latest),
    )
    said = _meeting_caption(found.person, found.other, tally, voice)
    return (Drawing("meeting.png", said, partial(draw_meeting, picture), on_top=True),)


def _meeting_caption(person: Person, other: Person, tally: Tally, voice: Voice) -> str:
    names: Sequence[str] = [plain(one.name) for one in (person, other)]
    return voice.say(
        "people.meeting_pictured", name=names[0], other=names[1], won=tally.won, drawn=tally.drawn, lost=tally.lost
    )
