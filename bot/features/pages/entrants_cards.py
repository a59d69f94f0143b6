"""Who plays in an event, as its page shows them: states, seeds, ratings, teams, who came in for whom.

What would tell that two events have the same person, as a rating or a club does, is shown of who is named alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.features.pages.event_model import EventRead, PlayRead
from bot.features.pages.public_model import EntryState, PublicEntrant, PublicMember, ShownAs
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId
from bot.layout.sentences import number
from bot.play.contests import Contest
from bot.play.entries import Entrant, EntryOutcome, seats
from bot.play.formats.knockout import winner
from bot.play.formats.protocol import Starter

# --- the list -------------------------------------------------------------------------------------------------------


def entrants(read: EventRead, translator: Translator) -> tuple[PublicEntrant, ...]:
    """Who is on the list, in the order of registration; once it is closed, who starts."""
    return tuple(_entrant(read, one, state, translator) for one, state in sorted(_states(read), key=_number))


def _number(listed: tuple[Entrant, EntryState]) -> int:
    return listed[0].number


def _states(read: EventRead) -> Iterator[tuple[Entrant, EntryState]]:
    """Everybody who is shown; who withdrew before the close, or did not confirm by then, is on no list any more."""
    known, play = read.field.entrants, read.play
    if play is not None:
        out = _out(play, read.tournament.rulebook.knockout.lives)
        drawn = {one.entrant_id for one in play.facts.starters}
        for one in known:
            if one.entrant_id in drawn:
                left = one.withdrawn_at is not None
                yield one, EntryState.LEFT if left else _playing(one, out)
        return
    if any(one.outcome is not None for one in known):
        closed = (one for one in known if one.outcome is EntryOutcome.STARTER and one.withdrawn_at is None)
        yield from ((one, EntryState.CONFIRMED) for one in closed)
        return
    seating = seats(known, read.tournament.rulebook.registration.capacity)
    yield from ((one, _before(one)) for one in seating.seated)
    yield from ((one, EntryState.WAITING) for one in seating.waiting)


def _before(one: Entrant) -> EntryState:
    """Before the draw, as everybody reads it on the list in Discord."""
    return EntryState.REGISTERED if one.checked_in_at is None else EntryState.CONFIRMED


def _playing(one: Entrant, out: frozenset[EntrantId]) -> EntryState:
    return EntryState.OUT if one.entrant_id in out else EntryState.PLAYING


def _out(play: PlayRead, lives: int) -> frozenset[EntrantId]:
    """Who has lost the last life in a bracket, and has no match left in it."""
    contests = [one for one in play.facts.contests if one.contest_id in play.in_bracket and not one.is_bye]
    lost = [side for one in contests for side in _losers(one)]
    open_ = {side for one in contests if one.result is None for side in one.sides}
    return frozenset(side for side in set(lost) if lost.count(side) >= lives and side not in open_)


def _losers(contest: Contest) -> list[EntrantId]:
    if contest.result is None:
        return []
    won = winner(contest)
    return [side for side in contest.sides if side != won]


# --- one of them ----------------------------------------------------------------------------------------------------


def _entrant(read: EventRead, one: Entrant, state: EntryState, translator: Translator) -> PublicEntrant:
    shown, starter = read.shown(one.entrant_id), _starter(read, one)
    is_named, is_team = shown.shown_as is ShownAs.NAME, one.team_name is not None
    grade = one.grade or (None if is_team else read.field.grades.get(one.person_id))
    return PublicEntrant(
        key=one.entrant_id,
        name=shown.name,
        shown_as=shown.shown_as,
        state=state,
        number=one.number,
        page=shown.page,
        seed=_seed(read, one, starter),
        rating=_rating(read, one, starter, translator) if is_named else "",
        grade=str(grade) if is_named and grade is not None else "",
        club=one.club or "" if is_named else "",
        is_team=is_team,
        members=_members(read, one),
        came_in_for=_came_in_for(read, one),
    )


def _starter(read: EventRead, one: Entrant) -> Starter | None:
    return None if read.play is None else read.play.starters.get(one.entrant_id)


def _seed(read: EventRead, one: Entrant, starter: Starter | None) -> int | None:
    """By hand, as everybody reads it in the announcement and in the draw's list."""
    if starter is not None:
        return starter.seed
    by_hand = read.field.hand_seeds
    return by_hand.index(one.entrant_id) + 1 if one.entrant_id in by_hand else None


def _rating(read: EventRead, one: Entrant, starter: Starter | None, translator: Translator) -> str:
    """With which the field was drawn; before the draw that of the latest list. A team's is told by its members."""
    if one.team_name is not None:
        return ""
    rating = read.field.ratings.get(one.person_id) if starter is None else starter.rating
    return "" if rating is None else number(round(rating), translator)


def _members(read: EventRead, one: Entrant) -> tuple[PublicMember, ...]:
    """Who is in a team, once it is drawn; on which board where the order is the same in each match."""
    if read.play is None:
        return ()
    has_boards, found = not read.names_anew, []
    for member in read.field.members.get(one.entrant_id, ()):
        shown = read.names.people[member.person_id]
        found.append(PublicMember(shown.name, member.board if has_boards else 0, shown.page))
    if not has_boards:
        found.sort(key=lambda one: one.name.casefold())
    return tuple(found)


def _came_in_for(read: EventRead, one: Entrant) -> str:
    """Whose place it was at first."""
    left = [sub.left_id for sub in read.field.substitutions if sub.entrant_id == one.entrant_id]
    return read.names.people[left[-1]].name if left else ""
