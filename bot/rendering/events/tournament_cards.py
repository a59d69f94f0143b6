"""What organisers see of a tournament before it is done, and what anyone can look up: lists, rules, one event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from discord import ButtonStyle

from bot.domain.events.drafts import KEPT_FOR, Draft
from bot.domain.events.draw_views import Provisional
from bot.domain.events.tournament import Tournament, phase
from bot.domain.playing.desk_views import Obstacle
from bot.domain.playing.obstacles_ahead import Foresight
from bot.domain.regulation.adjusting import has_lengths, usual_length
from bot.domain.regulation.format_checks import has_bracket
from bot.domain.regulation.official_rules import NO_CLAIM, Standing
from bot.domain.rulebook import Rulebook
from bot.domain.time_zones import suggest_zones
from bot.i18n import Voice
from bot.i18n.territories import city_name
from bot.rendering import drawn_rows, obstacle_rows
from bot.rendering.events import cup_cards, estimate_words, poster_words
from bot.rendering.events.small_swiss_cards import offered_at_creation, take_press
from bot.rendering.layout import MOST_OPTIONS, QUIET, WARNING, Card, Choice, Control, Press
from bot.rendering.people import mention
from bot.rendering.regulation import official_words
from bot.rendering.regulation.rulebook_names import games_of, quoted_label
from bot.rendering.regulation.sheet import pages
from bot.rendering.sentences import clock_moment, listing, member_name, moment, moment_relative
from bot.rendering.text import plain, quote

LINES_IN_A_LIST = 20
OBSTACLES_SHOWN = 4
"""Discord takes forty pieces a message: these leave room for the buttons."""
ARBITERS_NAMED = 10
_LONGEST_NAME = 40
"""Characters of a name that stands among twenty."""


def preview(
    draft: Draft,
    rulebook: Rulebook,
    before: Tournament | None,
    ahead: Foresight,
    voice: Voice,
    standing: Standing = NO_CLAIM,
) -> Card:
    """The event as it will be, or what changes in it, with Confirm and Not now; a new one can be changed once more.

    `standing` says why a new one is not official although its file says so.
    """
    name = quote(draft.name or (before.name if before else ""))
    start = draft.start_at or (before.start_at if before else draft.drafted_at)
    lines = [
        voice.say("tournament.preview_change" if before else "tournament.preview", name=name),
        _times(start, rulebook, voice),
    ]
    if before is None:
        title, version = quoted_label(rulebook, voice), quote(rulebook.version)
        lines.append(voice.say("tournament.preview_rules", title=title, version=version))
        lines += [_size(rulebook, voice), *cup_cards.detail_lines(rulebook, voice)]
        lines += official_words.lines_why_not(standing, voice)
    elif draft.start_at is not None and before.start_at != draft.start_at:
        lines.append(voice.say("tournament.preview_moved", before=moment(before.start_at)))
    lines += _ahead(ahead, voice)
    lines += _clocks(start, ahead, voice)
    controls = (*_draft_presses(draft, voice, look_again=bool(ahead.obstacles)), *_zone_controls(draft, ahead, voice))
    return _with_obstacles(Card(("\n".join(lines),), controls=controls, colour=WARNING), ahead, voice)


def _with_obstacles(card: Card, ahead: Foresight, voice: Voice) -> Card:
    """The card with what would stop the event, each with the button that mends it."""
    rows = ahead.obstacles[:OBSTACLES_SHOWN]
    if not rows:
        return card
    counted = voice.count("tournament.preview_obstacles", len(rows))
    return replace(
        card, paragraphs=(*card.paragraphs, counted), lines=drawn_rows.lines(rows, obstacle_rows.line, voice)
    )


def _clocks(start: datetime, ahead: Foresight, voice: Voice) -> Iterator[str]:
    """By which city's clocks the start was read, as long as that was only guessed."""
    if ahead.guessed_zone is not None:
        wall = clock_moment(start.astimezone(ZoneInfo(ahead.guessed_zone)), voice)
        yield voice.say("cups.zone_guessed", city=city_name(ahead.guessed_zone, voice.locale), clock=wall)
        yield voice.say("cups.zone_wrong" if ahead.may_choose_zone else "cups.zone_wrong_ask")
    yield voice.say("tournament.preview_next")


def _zone_controls(draft: Draft, ahead: Foresight, voice: Voice) -> tuple[Control, ...]:
    """The menu of time zones, which reads the start anew."""
    if ahead.guessed_zone is None or not ahead.may_choose_zone:
        return ()
    zones = tuple((zone, zone) for zone in dict.fromkeys([ahead.guessed_zone, *suggest_zones("")]))
    another = Press(f"draft-city:{draft.draft_id}", voice.say("setup.another_zone"), emoji="🌍")
    return Choice(f"draft-zone:{draft.draft_id}", voice.say("cups.choose_zone"), zones), (another,)


def _ahead(ahead: Foresight, voice: Voice) -> Iterator[str]:
    if ahead.lasting is not None:
        yield estimate_words.of_sizes(ahead.lasting, voice)
    if ahead.provisional is not None and not any(one.obstacle is Obstacle.TOO_LARGE for one in ahead.obstacles):
        yield "⚠️ " + shut_out(ahead.provisional, voice)


def draft_letter(draft: Draft, voice: Voice) -> Card:
    """By letter to its author: what was begun and not confirmed, the way back to it, and when it goes."""
    look = Press(f"draft:{draft.draft_id}", voice.say("tournament.draft_look"), ButtonStyle.primary, "👀")
    goes = moment_relative(draft.drafted_at + KEPT_FOR)
    key = "tournament.draft_waits" if draft.name else "tournament.draft_waits_unnamed"
    text = voice.say(key, name=quote(draft.name or ""), button=look.label, until=goes)
    return Card((text,), controls=((look,),), colour=WARNING)


def _draft_presses(draft: Draft, voice: Voice, *, look_again: bool) -> tuple[tuple[Press, ...], ...]:
    """Two rows of buttons under a preview: what becomes of it, and what goes with the event beside its first form."""
    confirm = Press(f"draft-confirm:{draft.draft_id}", voice.say("tournament.confirm"), ButtonStyle.success)
    drop = Press(f"draft-drop:{draft.draft_id}", voice.say("tournament.not_now"))
    again = (Press(f"draft:{draft.draft_id}", voice.say("now.again"), emoji="🔄"),) if look_again else ()
    about = poster_words.poster_press(draft.draft_id, voice)
    if draft.tournament_id is not None:
        # The rules of an announced event stay as they are, and with them who may enter.
        return ((confirm, drop, *again), (about,))
    change = Press("cup-again:", voice.say("cups.change"), emoji="✏️")
    keep = Press(f"preset-name:{draft.draft_id}", voice.say("rulebooks.save"), emoji="💾")
    more = Press(f"cup-details:{draft.draft_id}", voice.say("cups.details"), emoji="🔧")
    who = Press(f"cup-who:{draft.draft_id}", voice.say("conditions.title"), emoji="🚪")
    return ((confirm, change, keep, drop, *again), (more, who, about))


def _times(start: datetime, rulebook: Rulebook, voice: Voice) -> str:
    opens, closes = start - rulebook.check_in.opens_before, start - rulebook.check_in.closes_before
    return voice.say("tournament.times", start=moment(start), opens=moment(opens), closes=moment(closes))


def _size(rulebook: Rulebook, voice: Voice) -> str:
    """How long a match is, and for how many there are seats."""
    seats = rulebook.registration.capacity
    said = voice.say("cups.seats_any") if seats is None else voice.count("cups.seats", seats)
    if not has_lengths(rulebook):
        return said
    length, final = usual_length(rulebook), rulebook.knockout.final_best_of
    longer = has_bracket(rulebook) and rulebook.teams is None and final != length
    told = voice.say("cups.length", length=games_of(length, voice))
    return f"{told}{voice.say('cups.final', length=games_of(final, voice)) if longer else ''} · {said}"


def which_moment(drafts: Sequence[Draft], offsets: Sequence[str], voice: Voice) -> Card:
    """The local time comes twice that night: which of the two is meant?"""
    presses = tuple(
        Press(f"draft:{draft.draft_id}", voice.say(f"tournament.moment_{order}", offset=offset), ButtonStyle.primary)
        for order, draft, offset in zip(("first", "second"), drafts, offsets, strict=True)
    )
    moments = "\n".join(moment(draft.start_at) for draft in drafts if draft.start_at is not None)
    return Card((voice.say("tournament.which_moment") + "\n" + moments,), controls=(presses,), colour=WARNING)


def creation_receipt(tournament: Tournament, voice: Voice) -> Card:
    """It is announced; what the organiser does next."""
    watched = tournament.rulebook.matches.matches_per_arbiter > 0
    said = voice.say("tournament.created" if watched else "tournament.created_unwatched", name=quote(tournament.name))
    if not (offered := offered_at_creation(tournament, voice)):
        return Card((said,))
    return Card((said, offered), controls=((take_press(tournament, voice),),))


def change_receipt(tournament: Tournament, voice: Voice) -> Card:
    """It is changed, and everyone is told."""
    return Card((voice.say("tournament.edited", name=quote(tournament.name)),))


def drop_receipt(voice: Voice) -> Card:
    """Confirms that a draft was dropped and nothing done."""
    return Card((voice.say("tournament.dropped"),), colour=QUIET)


def called_off(tournament: Tournament, voice: Voice) -> Card:
    """It is called off, and everyone is told why."""
    return Card((voice.say("tournament.called_off", name=quote(tournament.name)),), colour=QUIET)


def listing_of(tournaments: Sequence[Tournament], voice: Voice) -> Card:
    """The server's tournaments: those to come and running first."""
    if not tournaments:
        return Card((voice.say("tournament.none_yet"),))
    lines = [
        f"- **{quote(tournament.name, _LONGEST_NAME)}** · {member_name(phase(tournament), voice)}"
        f" · {moment(tournament.start_at)}"
        for tournament in tournaments[:LINES_IN_A_LIST]
    ]
    more = len(tournaments) - LINES_IN_A_LIST
    if more > 0:
        lines.append(voice.count("tournament.and_more", more))
    options = tuple((one.tournament_id, plain(one.name, 100)) for one in tournaments)
    choice = Choice("event-chosen:", voice.say("tournament.choose"), options[:MOST_OPTIONS])
    return Card((voice.say("tournament.all"), "\n".join(lines)), controls=(choice,))


def rules(rulebook: Rulebook, name: str, voice: Voice) -> tuple[Card, ...]:
    """The whole rule sheet in the reader's language, message by message."""
    first, *more = pages(rulebook, voice)
    return Card((voice.say("tournament.rules_of", name=quote(name)), *first)), *map(Card, more)


def shut_out(found: Provisional, voice: Voice) -> str:
    """Says before an event who gets no match of it by its size, and what the staff can do (AIJE-B01-ANP)."""
    names = listing([mention(one) for one in found.people[:ARBITERS_NAMED]], voice)
    return voice.say("arbiters.shut_out", names=names, limit=found.limit)
