"""Who plays for whom, who leads, who sits on which board, and what was refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rehearsal.cast import Character
from rehearsal.cups.teams import entering
from rehearsal.cups.teams.diary import Wrong
from rehearsal.cups.teams.trial import Rows, TeamField
from rehearsal.hearing import same


def whole(field: TeamField) -> Iterator[str]:
    """Each team starts with those whom its captain named, and nobody plays in two."""
    rules, everywhere = field.cup.teams, Counter[str]()
    for side in field.starters:
        squad = field.cup.squad(field.entries[side].member or 0)
        members = field.teams.members.get(side, ())
        everywhere.update(one.person_id for one in members)
        if field.team(side) != squad.name:
            yield f"{squad.name} is called {field.team(side)}"
        yield from same(squad.name, (field.person(one.person_id) for one in members), squad.names)
        boards = sorted(one.board for one in members if one.board)
        if boards != list(range(1, rules.size + 1)):
            yield f"{squad.name} sits on the boards {boards}"
        if len(members) > rules.most:
            yield f"{squad.name} has {len(members)} members instead of {rules.most} at the most"
    yield from (f"{field.person(one)} plays in {times} teams" for one, times in everywhere.items() if times > 1)


def boards(field: TeamField) -> Iterator[str]:
    """By ratings the highest sits on board 1, and nobody without one (AIJE-D05-2); any other order is the captain's."""
    for side in field.starters:
        seated = [one.person_id for one in field.teams.members.get(side, ()) if one.board]
        name = field.team(side)
        if field.cup.teams.line_up == "by_rating":
            known = [rating for rating in map(field.rating, seated) if rating is not None]
            if known != sorted(known, reverse=True):
                yield f"{name}: a lower rated member sits before a higher rated one"
            if known and field.cup.teams.unrated_off_board_one and field.rating(seated[0]) is None:
                yield f"{name}: {field.person(seated[0])} sits on board 1 without a rating"
        else:
            wanted = field.cup.squad(field.entries[side].member or 0).names[: field.cup.teams.size]
            if [field.person(one) for one in seated] != wanted:
                yield f"{name} sits in another order than its captain wrote"


def strength(field: TeamField) -> Iterator[str]:
    """No more of the ranking's first than allowed in a team; the highest rated leads, with a rating (AIJE-D05-1)."""
    rules = field.cup.teams
    rated = {one: field.rating(one) for side in field.starters for one in _people(field, side)}
    ranking = sorted((rating for rating in field.ratings.values()), reverse=True)
    for side in field.starters:
        leader = field.entries[side].person_id
        known = {one: rating for one in _people(field, side) if (rating := rated[one]) is not None}
        if rules.highest_leads and (not rated.get(leader) or known[leader] < max(known.values())):
            yield f"{field.person(leader)} leads {field.team(side)} without being its highest rated"
        if rules.top_ranked is not None:
            first = [one for one, rating in known.items() if ranking.index(rating) < rules.top_ranked]
            if len(first) > rules.most_top_ranked:
                yield f"{field.team(side)} has {len(first)} of the first {rules.top_ranked}"


def _people(field: TeamField, side: str) -> list[str]:
    return [one.person_id for one in field.teams.members.get(side, ())]


def years(field: TeamField) -> Iterator[str]:
    """Pupils are not older than their category (OLY-1)."""
    oldest = field.cup.teams.oldest_year
    if oldest is None:
        return
    for side in field.starters:
        for one in field.teams.members.get(side, ()):
            if one.year is None or one.year > oldest:
                yield f"{field.person(one.person_id)} of {field.team(side)} is in year {one.year}, allowed is {oldest}"


def refusals(field: TeamField) -> Iterator[str]:
    """Whoever tries what the rulebook forbids is told alone, with the exact person, board and number."""
    for one in field.cup.refused:
        if not one.answer.posts or not one.answer.private:
            yield f"{one.who} tried {one.wrong}, and was not told alone"
            continue
        # What was typed is given back below a refusal, and names everybody by itself.
        text = one.answer.own_words.replace("\\", "")
        if not one.answer.is_refusal:
            yield f"{one.who} tried {one.wrong}, and was not refused: {' '.join(text.split())[:160]}"
        missing = [word for word in one.words if word not in text]
        if missing:
            said = " ".join(text.split())
            yield f"{one.who} tried {one.wrong}: the answer does not name {', '.join(missing)}: {said[:160]}"


_OF_A_SCENE: Final = {Character.LATE: Wrong.NOT_GIVEN}


def offences_tried(field: TeamField) -> Iterator[str]:
    """Everything that the rulebook forbids a team was tried."""
    wanted = field.cup.due | entering.expected_offences(field.cup)
    if field.has_room or not field.cup.teams.bracket:
        wanted |= _at_matches(field)
    else:
        wanted -= {Wrong.NOT_A_CAPTAIN}
    have = {one.wrong for one in field.cup.refused}
    yield from (f"nobody tried {one}" for one in sorted(wanted - have))


def _at_matches(field: TeamField) -> set[Wrong]:
    """What is tried when line-ups are named and boards told."""
    rules = field.cup.teams
    wanted = set() if rules.stays_on else {Wrong.IMPOSSIBLE}
    there = {one.character for one in field.hearing.play.cast.players}
    wanted |= {wrong for character, wrong in _OF_A_SCENE.items() if character in there and not rules.stays_on}
    wanted -= {Wrong.NOT_GIVEN} if _goes_at_once(field) else set()
    if rules.named_anew:
        wanted |= {Wrong.SITS_TWICE, Wrong.OVERFULL_BOARD} | (set() if rules.stays_on else {Wrong.NO_LINE_UP})
    if rules.may_change:
        wanted |= {Wrong.MOVED, Wrong.OVERFULL_BOARD}
    return wanted


def _goes_at_once(field: TeamField) -> bool:
    """Whether whoever comes late has lost all of the board, and whoever comes sooner nothing of it."""
    rules = field.hearing.rules
    return rules.all_at_limit or max(rules.boards, default=1) == 1


CHECKS: Final[Rows] = (
    ("AIJE-D05-1, GO-25.1", "Each team is whole, and nobody plays in two", whole),
    ("AIJE-D05-2, GO-25.1", "Members sit on the boards in their order", boards),
    ("AIJE-D05-1", "Who leads a team may, and the strongest are apart", strength),
    ("OLY-1", "Pupils play in their category or an older one", years),
    ("the house", "What is forbidden is refused with the exact place", refusals),
    ("the rehearsal", "What a rulebook forbids a team was tried", offences_tried),
)
