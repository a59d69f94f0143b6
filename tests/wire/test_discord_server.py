"""The loopback Discord against discord.py itself, in one process: what the bot will ask for is there and parses."""

from __future__ import annotations

import asyncio
import io
import time
from datetime import timedelta

import discord
import pytest
import yarl
from discord import app_commands

from wire.discord_server import LoopbackDiscord
from wire.gestures import UnknownCommandError
from wire.interactions import Answer
from wire.payloads import EPHEMERAL
from wire.scenario import Visitor, everybody, latest_with
from wire.shapes import MissingComponentError, number, records, text
from wire.world import Upload

KINDS = [discord.SelectOption(label="Ill", value="ill"), discord.SelectOption(label="Away", value="away")]


class WhyModal(discord.ui.Modal, title="Why?"):
    def __init__(self):
        super().__init__()
        self.why = discord.ui.TextInput[WhyModal](custom_id="why")
        self.kind = discord.ui.Select[WhyModal](custom_id="kind", options=KINDS)
        self.proof = discord.ui.FileUpload[WhyModal](custom_id="proof")
        for label, field in (("Reason", self.why), ("Kind", self.kind), ("Proof", self.proof)):
            self.add_item(discord.ui.Label[WhyModal](text=label, component=field))

    async def on_submit(self, interaction):
        proof = await self.proof.values[0].read()
        told = f"{self.why.value} {self.kind.values} {proof.decode()} {interaction.locale}"
        await interaction.response.send_message(told, ephemeral=True)


class Why(discord.ui.Button[discord.ui.LayoutView]):
    async def callback(self, interaction):
        await interaction.response.send_modal(WhyModal())


class Who(discord.ui.Select[discord.ui.LayoutView]):
    async def callback(self, interaction):
        await interaction.response.edit_message(view=card_view(f"Chosen: {self.values[0]}"))


class ReallyButton(discord.ui.Button[discord.ui.View]):
    def __init__(self):
        super().__init__(label="Yes", custom_id="yes")
        self.seen: list[tuple[type, discord.Guild | None]] = []

    async def callback(self, interaction):
        self.seen.append((type(interaction.user), interaction.guild))
        await interaction.response.defer()
        await interaction.edit_original_response(content="Thanks")


def card_view(told: str) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    who = Who(custom_id="who:1", placeholder="Who", options=[discord.SelectOption(label="Ana")])
    why = discord.ui.ActionRow[discord.ui.LayoutView](Why(label="Why", custom_id="why:1"))
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(told), why))
    return view.add_item(discord.ui.ActionRow(who))


@app_commands.command(name="card", description="A card")
async def card(interaction: discord.Interaction, who: discord.Member, word: str = ""):
    await interaction.response.defer()
    await interaction.followup.send(view=card_view(f"{who.id} {word}"), file=discord.File(io.BytesIO(b"PNG"), "a.png"))


@card.autocomplete("word")
async def words(interaction: discord.Interaction, typed: str):
    return [app_commands.Choice(name=f"{typed}!", value=typed), app_commands.Choice(name="other", value="other")]


@app_commands.command(name="slow", description="A deferred private answer")
async def slow(interaction: discord.Interaction):
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.edit_original_response(content="Done")


class Probe(discord.Client):
    def __init__(self):
        super().__init__(intents=discord.Intents(guilds=True, guild_scheduled_events=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self):
        group = app_commands.Group(name="show", description="Show")
        group.add_command(card)
        group.add_command(slow)
        self.tree.add_command(group)
        await self.tree.sync()


@pytest.fixture
async def server(monkeypatch):
    async with LoopbackDiscord().listening() as listening:
        monkeypatch.setattr(discord.http.Route, "BASE", listening.api_base)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(listening.gateway_url))
        yield listening


@pytest.fixture
async def guild(server):
    async with Probe() as client:
        running = asyncio.create_task(client.start(server.token))
        await client.wait_for("guild_available", timeout=5)
        yield client.guilds[0]
        await client.close()
        await running


async def test_a_card_is_shown_changed_and_answered_with_a_modal_and_a_file(server, guild):
    ana = Visitor.new(server, "Ana", locale="pt-BR")
    shown = await ana.slash("show card", who=ana.person, word="hello")
    assert (shown.answer, number(shown.shown[0], "flags")) == (Answer.DEFERRED_MESSAGE, 1 << 15)
    assert [text(one, "filename") for one in records(shown.shown[0]["attachments"])] == ["a.png"]
    chosen = await ana.choose("Who", ["Ana"], shown)
    assert chosen.answer is Answer.UPDATE
    assert "Chosen: Ana" in str(chosen.shown[0]["components"])
    modal = await ana.click("why:", shown)
    told = await ana.fill(modal, {"Reason": "flu", "kind": ["Ill"], "Proof": [Upload("p.txt", "text/plain", b"note")]})
    assert text(told.shown[0], "content") == "flu ['ill'] note pt-BR"
    assert server.unknown == []


async def test_a_private_answer_that_was_deferred_is_private_and_no_longer_loading(server, guild):
    answered = await Visitor.new(server, "Ana").slash("show slow")
    assert [(text(one, "content"), number(one, "flags")) for one in answered.shown] == [("Done", EPHEMERAL)]
    assert not any(server.world.messages.values())


async def test_autocomplete_offers_what_the_bot_offers(server, guild):
    ana = Visitor.new(server, "Ana")
    assert await ana.suggestions("show card", "word", "chess", who=ana.person) == ["chess!", "other"]


async def test_channels_roles_events_and_threads_that_the_bot_makes_reach_its_cache(server, guild):
    channel = await guild.create_text_channel("matches", topic="Matches")
    role = await guild.create_role(name="Arbiter")
    start = discord.utils.utcnow() + timedelta(hours=1)
    event = await guild.create_scheduled_event(
        name="Open",
        start_time=start,
        end_time=start + timedelta(hours=2),
        privacy_level=discord.PrivacyLevel.guild_only,
        entity_type=discord.EntityType.external,
        location="here",
    )
    moved = await event.edit(name="Open II", start_time=start + timedelta(hours=1), end_time=start + timedelta(hours=3))
    await moved.cancel()
    thread = await channel.create_thread(name="Table 1", type=discord.ChannelType.private_thread)
    await thread.send("Welcome")
    archived = await thread.edit(archived=True, locked=True)
    assert guild.get_channel(channel.id).topic == "Matches"
    assert (guild.get_role(role.id).position, guild.me.top_role.position) == (1, 2)
    assert (archived.archived, archived.locked) == (True, True)
    assert [one.id async for one in channel.archived_threads(private=True)] == [thread.id]
    assert await channel.delete() is None
    assert server.unknown == []


async def test_members_get_roles_and_direct_messages(server, guild):
    ana = server.world.add_member("Ana")
    member = await guild.fetch_member(int(ana.id))
    role = await guild.create_role(name="Player")
    await member.add_roles(role)
    assert server.world.members[ana.id].roles == (str(role.id),)
    said = await member.send("Hello")
    assert server.world.find_message(str(said.channel.id), str(said.id)) is not None
    await member.remove_roles(role)
    assert server.world.members[ana.id].roles == ()


async def test_a_nonce_that_is_enforced_gives_back_the_first_message(server, guild):
    channel = guild.text_channels[0]
    first, second = await channel.send("Once", nonce="n1"), await channel.send("Once", nonce="n1")
    assert first.id == second.id
    assert [message.id async for message in channel.history()] == [first.id]


async def test_a_message_is_edited_pinned_and_deleted(server, guild):
    message = await guild.text_channels[0].send("One", file=discord.File(io.BytesIO(b"1"), "1.txt"))
    await message.edit(content="Two", attachments=[*message.attachments, discord.File(io.BytesIO(b"2"), "2.txt")])
    again = await guild.text_channels[0].fetch_message(message.id)
    assert (again.content, [one.filename for one in again.attachments]) == ("Two", ["1.txt", "2.txt"])
    assert await again.attachments[1].read() == b"2"
    await again.pin()
    assert [one.id async for one in guild.text_channels[0].pins()] == [message.id]
    await message.delete()
    with pytest.raises(discord.NotFound):
        await guild.text_channels[0].fetch_message(message.id)


async def test_a_refusal_arrives_once_with_its_code(server, guild):
    server.refuse("POST", r"/channels/\d+/messages", 403, code=50013)
    with pytest.raises(discord.Forbidden) as refused:
        await guild.text_channels[0].send("One")
    assert refused.value.code == 50013
    assert (await guild.text_channels[0].send("Two")).content == "Two"


async def test_a_crowd_is_answered_in_its_order(server, guild):
    visitors = [Visitor.new(server, f"Player {number}") for number in range(30)]
    answers = await everybody([one.slash("show card", who=one.person) for one in visitors])
    assert [one.person.id for one in answers] == [one.person.id for one in visitors]
    newest = await latest_with(server, "why:")
    assert text(newest, "id") == max(text(one.shown[0], "id") for one in answers)


async def test_the_direct_message_of_a_press_has_a_user_and_no_member(server, guild):
    ana = Visitor.new(server, "Ana")
    member = await guild.fetch_member(int(ana.person.id))
    button = ReallyButton()
    asked = await member.send("Really?", view=discord.ui.View(timeout=None).add_item(button))
    shown = server.world.find_message(str(asked.channel.id), str(asked.id))
    assert shown is not None
    pressed = await ana.click("Yes", shown)
    assert button.seen == [(discord.User, None)]
    assert [text(one, "content") for one in pressed.shown] == ["Thanks"]


async def test_a_wrong_command_option_or_button_is_named(server, guild):
    ana = Visitor.new(server, "Ana")
    with pytest.raises(UnknownCommandError, match="nothing"):
        await ana.slash("nothing")
    with pytest.raises(UnknownCommandError, match="colour"):
        await ana.slash("show card", who=ana.person, colour="red")
    with pytest.raises(MissingComponentError, match=r"why:1 Why"):
        await ana.click("Confirm", await ana.slash("show card", who=ana.person))


async def test_an_answer_after_three_seconds_and_a_second_answer_are_refused_as_discord_does(server, guild):
    ana = Visitor.new(server, "Ana")
    shown = await ana.slash("show card", who=ana.person)
    late = server.prepared_press("why:1", shown.shown[0], ana.person).interaction
    late.sent_at = time.monotonic() - 3.5
    for interaction, code in ((late, 10062), (shown, 40060)):
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        with pytest.raises(discord.HTTPException) as refused:
            await guild._state.http.request(discord.http.Route("POST", path), json={"type": 6})
        assert refused.value.code == code
    assert late.came_too_late


async def test_a_message_is_refused_that_would_notify_a_member_whom_it_does_not_name(server, guild):
    ana = server.world.add_member("Ana")
    by_id = [discord.Object(int(ana.id))]
    called = discord.AllowedMentions(everyone=False, roles=False, users=by_id)
    channel = guild.text_channels[0]
    await channel.send(f"<@{ana.id}>, your turn", allowed_mentions=called)
    with pytest.raises(discord.HTTPException, match="does not name"):
        await channel.send("Your turn", allowed_mentions=called)
    anybody = discord.AllowedMentions(everyone=False, roles=False, users=True)
    with pytest.raises(discord.HTTPException, match="any users"):
        await channel.send(f"<@{ana.id}>", allowed_mentions=anybody)
