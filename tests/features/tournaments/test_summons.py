"""When who runs an event is called: the first at once, what follows together, and the role once they are silent."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments.summons_model import (
    HELD_FOR,
    LAPSES,
    SETTLED_BY,
    SHORT,
    SILENCE,
    Matter,
    MatterKind,
    OpenMatter,
    Post,
    next_post_at,
    next_step_at,
    post_at,
)
from bot.kernel.ids import GuildId, TournamentId

START = datetime(2026, 3, 1, 20, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def matter(number: int = 1, at: timedelta = timedelta(), ends_in: timedelta | None = None) -> OpenMatter:
    until = None if ends_in is None else START + at + ends_in
    told = Matter(MatterKind.DISPUTE, f"contest:{number}", TournamentId("t"), until)
    return OpenMatter(told, GuildId(1), START + at)


def said(post: Post | None) -> list[str]:
    assert post is not None
    return [one.matter.subject for one in post.matters]


def after(post: Post | None, known: list[OpenMatter], now: datetime) -> list[OpenMatter]:
    """The matters once the message is out."""
    assert post is not None
    told = {one.ref for one in post.matters}
    return [
        replace(one, said_at=one.said_at or now, role_at=now if post.to_role else one.role_at)
        if one.ref in told
        else one
        for one in known
    ]


def test_every_kind_has_a_button_that_settles_it() -> None:
    assert set(SETTLED_BY) == set(MatterKind)


def test_the_first_matter_is_told_at_once_and_calls_no_role() -> None:
    post = post_at([matter()], START, role_at_once=False)
    assert said(post) == ["contest:1"]
    assert post is not None
    assert not post.to_role


def test_where_nobody_else_can_be_reached_the_role_is_called_at_once() -> None:
    post = post_at([matter()], START, role_at_once=True)
    assert post is not None
    assert post.to_role


def test_what_follows_within_five_minutes_comes_as_one_message_at_their_end() -> None:
    first = after(post_at([matter()], START, role_at_once=False), [matter()], START)
    known = [*first, matter(2, MINUTE), matter(3, 4 * MINUTE)]
    assert next_post_at(known) == START + HELD_FOR
    assert post_at(known, START + HELD_FOR - MINUTE, role_at_once=False) is None
    assert said(post_at(known, START + HELD_FOR, role_at_once=False)) == ["contest:2", "contest:3"]


def test_what_ends_within_a_quarter_of_an_hour_is_never_held_and_calls_the_role() -> None:
    first = after(post_at([matter()], START, role_at_once=False), [matter()], START)
    known = [*first, matter(2, MINUTE, ends_in=SHORT - MINUTE)]
    post = post_at(known, START + MINUTE, role_at_once=False)
    assert said(post) == ["contest:2", "contest:1"]
    assert post is not None
    assert post.to_role


def test_what_becomes_short_while_it_is_held_is_told_then() -> None:
    first = after(post_at([matter()], START, role_at_once=False), [matter()], START)
    known = [*first, matter(2, MINUTE, ends_in=SHORT + 2 * MINUTE)]
    assert next_post_at(known) == START + 3 * MINUTE


def test_what_was_held_and_a_call_of_the_role_that_is_due_then_are_one_message() -> None:
    ends = SHORT + HELD_FOR
    first = after(post_at([matter(ends_in=ends)], START, role_at_once=False), [matter(ends_in=ends)], START)
    known = [*first, matter(2, ends_in=ends), matter(3, ends_in=ends)]
    assert next_post_at(known) == START + HELD_FOR
    post = post_at(known, START + HELD_FOR, role_at_once=False)
    assert said(post) == ["contest:2", "contest:3", "contest:1"]
    assert post is not None
    assert post.to_role
    assert next_post_at(after(post, known, START + HELD_FOR)) is None


def test_after_ten_minutes_of_silence_the_role_is_called_to_all_that_nobody_answered_and_once() -> None:
    known = [matter(1), matter(2)]
    known = after(post_at(known, START, role_at_once=False), known, START)
    known[0] = replace(known[0], heeded_at=START + MINUTE)
    at = next_post_at(known)
    assert at == START + SILENCE
    post = post_at(known, at, role_at_once=False)
    assert said(post) == ["contest:2"]
    assert post is not None
    assert post.to_role
    assert next_post_at(after(post, known, at)) is None


def test_what_is_settled_before_it_was_told_is_not_told() -> None:
    assert next_post_at([replace(matter(), settled_at=START)]) is None


def test_what_is_called_again_calls_the_role_at_once() -> None:
    post = post_at([replace(matter(), times=2)], START, role_at_once=False)
    assert post is not None
    assert post.to_role


def test_a_redraw_can_be_had_until_the_start_and_lapses_then() -> None:
    left = Matter(MatterKind.PLAYER_LEFT, "tournament:t", TournamentId("t"), START + timedelta(hours=1))
    told = OpenMatter(left, GuildId(1), START, said_at=START, role_at=START)
    assert left.kind in LAPSES
    assert next_step_at([told]) == START + timedelta(hours=1)
    assert (told.has_lapsed(START), told.has_lapsed(START + timedelta(hours=1))) == (False, True)


@given(
    st.lists(st.tuples(st.integers(0, 40), st.one_of(st.none(), st.integers(1, 60))), min_size=1, max_size=8),
)
def test_every_matter_is_told_within_five_minutes_and_no_two_messages_without_need_come_closer(
    arrivals: list[tuple[int, int | None]],
) -> None:
    coming = [
        matter(number, minutes * MINUTE, None if ends is None else ends * MINUTE)
        for number, (minutes, ends) in enumerate(arrivals)
    ]
    known: list[OpenMatter] = []
    posts: list[tuple[datetime, Post]] = []
    for seconds in range(0, 60 * 61, 30):
        now = START + timedelta(seconds=seconds)
        known += [one for one in coming if one.called_at == now]
        post = post_at(known, now, role_at_once=False)
        if post is not None:
            posts.append((now, post))
            known = after(post, known, now)
    for one in known:
        assert one.said_at is not None
        assert one.said_at - one.called_at <= HELD_FOR + timedelta(seconds=30)
        assert one.role_at is not None
        assert one.role_at - one.said_at <= SILENCE + timedelta(seconds=30)
    for (before, _), (at, post) in pairwise(posts):
        fresh = [one for one in post.matters if one.said_at is None]
        assert post.to_role or at - before >= HELD_FOR or not fresh
