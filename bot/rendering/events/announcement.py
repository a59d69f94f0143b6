"""The announcement of a tournament, which becomes its panel, and the short messages around confirmation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from discord import ButtonStyle

from bot.domain.entering.views import Listed
from bot.domain.events.deciders import is_followed
from bot.domain.events.tournament import TOO_FEW, Phase, excuses_the_unconfirmed
from bot.domain.events.views import TournamentView
from bot.domain.lengths import has_table
from bot.domain.rulebook import Rulebook
from bot.i18n import Voice
from bot.rendering.events import poster_words
from bot.rendering.events.seed_words import seed_list
from bot.rendering.layout import ACCENT, QUIET, WARNING, Card, Press
from bot.rendering.people import pings, short_mention
from bot.rendering.regulation.rulebook_names import quoted_label
from bot.rendering.regulation.sheet import rule_sheet
from bot.rendering.sentences import moment
from bot.rendering.text import quote, quoted_block

_LONGEST_NAME = 32
"""Characters of a name that is written out among many."""
_ROOM_FOR_NAMES = 2500
_ROW = 5
"""Buttons that stand beside each other."""
SEEDS_SHOWN = 16
"""Seeds by hand that the card names."""


def announcement(view: TournamentView, voice: Voice, running: str | None = None) -> Card:
    """The panel of the phase, with what organisers tell of the event until it is over.

    Who looks it up reads too how far the running rounds are, in the words of `running`.
    """
    card = _phase_card(view, voice) if running is None else _in_progress(_phase_card(view, voice), running)
    poster = None if view.phase in {Phase.CANCELLED, Phase.OVER} else view.poster
    return poster_words.with_poster(card, poster, view.tournament.name, voice)


def _phase_card(view: TournamentView, voice: Voice) -> Card:
    """What, when, how many, the first rules, how to verify the draw, and the buttons of the phase."""
    tournament = view.tournament
    title = f"# {quote(tournament.name)}\n-# {quoted_label(tournament.rulebook, voice)}"
    match view.phase:
        case Phase.CANCELLED:
            return Card((title, voice.say("tournament.panel_cancelled", reason=_reason(view, voice))), colour=QUIET)
        case Phase.OVER:
            return Card((title, voice.say("tournament.panel_over")), controls=(_after(view, voice),), colour=QUIET)
        case Phase.RUNNING:
            said = voice.say("tournament.panel_running", players=_starters(view, voice))
            return Card((title, said, _draw(voice)), controls=(_after(view, voice),))
        case Phase.DRAWING:
            said = voice.say("tournament.panel_drawing", players=_starters(view, voice))
            return Card((title, said, _draw(voice)), controls=((*_lists(view, voice), _verify(view, voice)),))
    told = (_times(view, voice), _counts(view, voice), *_seeds(view, voice), *_sheet(view, voice))
    paragraphs = (title, *told, _draw(voice))
    return Card(paragraphs, controls=_before(view, voice), colour=WARNING if _open(view) else ACCENT)


def check_in_opened(view: TournamentView, named: Sequence[Listed], voice: Voice) -> Card:
    """Confirmation has begun: names those whom it waits for.

    Where everybody is confirmed already, as in a seat match, nobody is asked to.
    """
    count = view.headcount
    if 0 < count.registered <= count.checked_in:
        values = {"close": moment(view.check_in_closes_at), "start": moment(view.tournament.start_at)}
        everybody = voice.say("checkin.opened_confirmed", name=quote(view.tournament.name), **values)
        return Card((everybody,), controls=((_withdraw(view, voice),),), colour=WARNING)
    said = voice.say("checkin.opened", name=quote(view.tournament.name), close=moment(view.check_in_closes_at))
    return Card(
        (said,),
        controls=((_check_in(view, voice), _withdraw(view, voice)),),
        colour=WARNING,
        opening=_names(named) if named else None,
        pings=pings(listed.person for listed in named),
    )


def check_in_reminder(view: TournamentView, missing: Sequence[Listed], voice: Voice) -> Card:
    """Names those who have not confirmed, and only them."""
    said = voice.say("checkin.reminder", name=quote(view.tournament.name), close=moment(view.check_in_closes_at))
    return Card(
        (said,),
        controls=((_check_in(view, voice), _withdraw(view, voice)),),
        colour=WARNING,
        opening=_names(missing),
        pings=pings(listed.person for listed in missing),
    )


def check_in_closed(view: TournamentView, starters: int, absent: Sequence[Listed], voice: Voice) -> Card:
    """Who starts and who was missing, and what comes next. The absent hear of it by a notice of their own."""
    called_off = view.phase is Phase.CANCELLED
    lines = [voice.say("checkin.closed", name=quote(view.tournament.name))]
    counted = "checkin.starters" if view.tournament.rulebook.teams is None else "teams.start"
    lines.append(voice.say("checkin.too_few") if called_off else voice.count(counted, starters))
    if absent:
        asked = view.tournament.rulebook.absence.ask_why
        key = "checkin.absent" if asked else "checkin.absent_unasked"
        lines.append(voice.say(key, names=_as_many_as_fit(absent, voice)))
    if not called_off:
        lines.append(voice.say("checkin.next_draw"))
    return Card(("\n".join(lines),))


def tournament_changed(view: TournamentView, named: Sequence[Listed], voice: Voice, *, moved: bool) -> Card:
    """The name or the start is another; a start that moves names those on the list, who may have to confirm again."""
    key = "tournament.moved" if moved else "tournament.renamed"
    return Card(
        (voice.say(key, name=quote(view.tournament.name)), _times(view, voice)),
        opening=_names(named) if named else None,
        pings=pings(listed.person for listed in named),
    )


def tournament_cancelled(view: TournamentView, named: Sequence[Listed], voice: Voice) -> Card:
    """The tournament is off, and why, told to whoever would have played.

    Of one that too few confirmed the rulebook says what that means for who did not.
    """
    too_few = view.tournament.cancel_reason == TOO_FEW
    name = quote(view.tournament.name)
    said = voice.say("tournament.cancelled_too_few" if too_few else "tournament.cancelled", name=name)
    asked = view.tournament.rulebook.absence.ask_why
    is_excused = asked and excuses_the_unconfirmed(view.tournament)
    excused = (voice.say("tournament.unconfirmed_excused"),) if is_excused else ()
    return Card(
        (said, _reason(view, voice), *excused),
        colour=QUIET,
        opening=_names(named) if named else None,
        pings=pings(listed.person for listed in named),
    )


def _reason(view: TournamentView, voice: Voice) -> str:
    reason = view.tournament.cancel_reason or ""
    if reason == TOO_FEW:
        return voice.count("tournament.too_few", view.tournament.rulebook.minimum_entrants)
    return quoted_block(reason)


def _times(view: TournamentView, voice: Voice) -> str:
    return voice.say(
        "tournament.times",
        start=moment(view.tournament.start_at),
        opens=moment(view.check_in_opens_at),
        closes=moment(view.check_in_closes_at),
    )


def _counts(view: TournamentView, voice: Voice) -> str:
    capacity, count = view.tournament.rulebook.registration.capacity, view.headcount
    players = _headcount(view, _n(view), voice)
    if capacity is not None:
        players = voice.say("tournament.players_of", players=players, capacity=capacity)
        if count.registered > capacity:
            players += " · " + voice.count("tournament.waiting", count.registered - capacity)
    if _open(view):
        players += "\n" + voice.say("tournament.checked_in", n=count.checked_in, of=count.registered)
    return players


def _seeds(view: TournamentView, voice: Voice) -> tuple[str, ...]:
    """The order that organisers gave by hand, as far as there is room."""
    return (voice.say("seeds.on_card", names=seed_list(view.seeded, voice, SEEDS_SHOWN)),) if view.seeded else ()


def _n(view: TournamentView) -> int:
    capacity = view.tournament.rulebook.registration.capacity
    registered = view.headcount.registered
    return registered if capacity is None else min(registered, capacity)


def _starters(view: TournamentView, voice: Voice) -> str:
    """How many play: the confirmed, as far as there are seats, since the wait list moves up."""
    capacity, confirmed = view.tournament.rulebook.registration.capacity, view.headcount.checked_in
    return _headcount(view, confirmed if capacity is None else min(confirmed, capacity), voice)


def _headcount(view: TournamentView, n: int, voice: Voice) -> str:
    """So many players, or teams where those enter."""
    return voice.count("tournament.players" if view.tournament.rulebook.teams is None else "teams.count", n)


def _open(view: TournamentView) -> bool:
    return view.phase is Phase.CHECK_IN


def _sheet(view: TournamentView, voice: Voice) -> tuple[str, ...]:
    return _first_rules(view.tournament.rulebook, voice)


@lru_cache(maxsize=128)
def _first_rules(rulebook: Rulebook, voice: Voice) -> tuple[str, ...]:
    """Who may play and how to confirm; an event's rules never change, and a panel is shown at every press."""
    sections = [f"**{section.title}**\n" + "\n".join(section.lines) for section in rule_sheet(rulebook, voice)[:2]]
    return (*sections[:-1], sections[-1] + "\n-# " + voice.say("tournament.more_rules"))


def _draw(voice: Voice) -> str:
    return "-# " + voice.say("tournament.commitment", button=voice.say("tournament.verify"))


def _before(view: TournamentView, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    key = view.tournament.tournament_id
    register = Press(f"register:{key}", voice.say("tournament.register"), ButtonStyle.success)
    first = (_check_in(view, voice), register) if _open(view) else (register,)
    presses = (*first, _withdraw(view, voice), *_lists(view, voice), _verify(view, voice))
    return tuple(presses[start : start + _ROW] for start in range(0, len(presses), _ROW))


def _after(view: TournamentView, voice: Voice) -> tuple[Press, ...]:
    return (
        *_where_it_stands(view, voice),
        *_lists(view, voice),
        _verify(view, voice),
    )


def _verify(view: TournamentView, voice: Voice) -> Press:
    return Press(f"verify:{view.tournament.tournament_id}", voice.say("tournament.verify"))


def _where_it_stands(view: TournamentView, voice: Voice) -> tuple[Press, ...]:
    """The table, where the event has one, and the bracket, where it has one or one follows."""
    key, rulebook = view.tournament.tournament_id, view.tournament.rulebook
    table = Press(f"standings:{key}", voice.say("standings.open"), ButtonStyle.primary)
    bracket = Press(f"bracket:{key}", voice.say("tournament.bracket"), ButtonStyle.primary)
    has_bracket = rulebook.traits.is_bracket or is_followed(rulebook)
    return (*((table,) if has_table(rulebook) else ()), *((bracket,) if has_bracket else ()))


def _in_progress(card: Card, running: str) -> Card:
    title, said, *rest = card.paragraphs
    return replace(card, paragraphs=(title, said, running, *rest))


def _lists(view: TournamentView, voice: Voice) -> tuple[Press, ...]:
    key = view.tournament.tournament_id
    return (
        Press(f"players:{key}", voice.say("tournament.list")),
        Press(f"rules:{key}", voice.say("tournament.rules")),
    )


def _check_in(view: TournamentView, voice: Voice) -> Press:
    return Press(f"check-in:{view.tournament.tournament_id}", voice.say("checkin.button"), ButtonStyle.success, "✅")


def _withdraw(view: TournamentView, voice: Voice) -> Press:
    return Press(f"withdraw:{view.tournament.tournament_id}", voice.say("tournament.withdraw"), ButtonStyle.danger)


def _names(some: Sequence[Listed]) -> str:
    """Everyone by name: whoever promised the message has seen to it that they fit."""
    return ", ".join(short_mention(listed.person, _LONGEST_NAME) for listed in some)


def _as_many_as_fit(some: Sequence[Listed], voice: Voice) -> str:
    """As many names as a message has room for beside its own words, and how many more there are."""
    shown, room = 0, _ROOM_FOR_NAMES
    for listed in some:
        room -= len(short_mention(listed.person, _LONGEST_NAME)) + 2
        if room < 0:
            break
        shown += 1
    more = len(some) - shown
    return f"{_names(some[:shown])} {voice.count('tournament.and_more', more)}" if more else _names(some)
