"""What tests of votes do again and again: a committee, an open vote, ballots, what came of it."""

from __future__ import annotations

from bot.kernel.ids import Actor, GuildId, MemberId
from rehearsal.committee.ballots import PROVED
from tests.discord.harness import Member, Post, Stage, rows


async def committee(stage: Stage, number: int) -> list[Member]:
    """A committee of that many, Abel first."""
    others = await stage.arbiters(number - 1)
    await stage.advance(minutes=1)
    return [stage.arbiter, *others]


async def opened(
    stage: Stage, kind: str, subject: Member | None = None, by: Member | None = None, **more: object
) -> Post:
    """The card of a vote that the leader (or somebody else) opens."""
    about: dict[str, object] = {} if subject is None else {"subject": subject}
    if kind == "player-expulsion":
        about |= PROVED
    if kind == "leader-election":
        # While somebody leads, a petition alone opens an election (AIJE-A01-2).
        await stage.leader.type("office resign", office="leader", reason="Enough.")
    answer = await (by or stage.leader).type("vote open", kind=kind, question="What do we do?", **about, **more)
    assert "open until" in answer.text, answer.text
    return stage.latest("vote-null" if kind == "leader-election" else "vote-yes", stage.committee)


def minutes(stage: Stage) -> list[str]:
    return [post.text for post in stage.posts_in(stage.record) if "Voters" in post.text]


def outcomes(stage: Stage) -> list[str | None]:
    return [row["outcome"] for row in rows(stage, "SELECT outcome FROM votes ORDER BY opened_at, ballot")]


async def vote(post: Post, *ballots: tuple[Member, str]) -> None:
    for member, verb in ballots:
        assert "ballot" in (await member.press(post, f"vote-{verb}")).text


async def strip_of_title(stage: Stage, member: Member) -> None:
    """The arbiter lays the title down."""
    assert "committee" in (await member.type("office resign", office="title", reason="Enough.")).text


def owner_of(stage: Stage) -> Actor:
    guild_id, owner = GuildId(stage.guild.id), stage.owner
    return Actor(guild_id, MemberId(owner.id), owner.name, "en-US", True, True, stage.now)
