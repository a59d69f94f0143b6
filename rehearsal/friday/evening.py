"""What people remember of a stranger's first evening beside the cup itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from rehearsal.cast import Cast, Character, Player, gather_for_a_cup
from rehearsal.cups import rules as cup_rules
from rehearsal.cups.cup import Cup
from rehearsal.members import Answer, Member
from rehearsal.script import Casting

PLAYERS: Final = 9
SEATS: Final = 16
TYPED: Final = {"en-US": "tomorrow 8pm", "pt-BR": "amanhã 20h", "es-ES": "mañana 20h", "it": "domani alle 20"}
"""Eight in the evening of the next day, as people of each language type it."""
NAMES: Final = {"en-US": "Friday Cup", "pt-BR": "Copa de Sexta", "es-ES": "Copa del Viernes", "it": "Coppa del Venerdì"}
TOLD: Final = {
    "en-US": (
        "Bring a friend and a good mood.\nWho is out early plays on for fun in the voice channel.",
        "A home-made cake",
    ),
    "pt-BR": ("Traga uma amizade e bom humor.\nQuem sair cedo joga por diversão no canal de voz.", "Um bolo caseiro"),
    "es-ES": (
        "Trae una amistad y buen humor.\nQuien caiga pronto juega por gusto en el canal de voz.",
        "Un pastel casero",
    ),
    "it": (
        "Porta un'amicizia e buon umore.\nChi esce presto gioca per diletto nel canale vocale.",
        "Una torta fatta in casa",
    ),
}
"""Of the cup: a description and a prize."""
STREAM: Final = "https://www.twitch.tv/friday_cup"
ZONES: Final = {
    "en-US": "America/New_York",
    "pt-BR": "America/Sao_Paulo",
    "es-ES": "Europe/Madrid",
    "it": "Europe/Rome",
}
"""Where the people of the server live."""
_WITH_A_SCENE: Final = frozenset(
    {
        Character.FORGETS,
        Character.LAST_MINUTE,
        Character.CLAIMS_TOO_MUCH,
        Character.VANISHES,
        Character.SILENT,
    }
)


@dataclass(slots=True)
class Evening(Cup):
    """The cup of a stranger's server, with what each person had to do for it."""

    before: frozenset[int] = frozenset()
    """The channels that the server had when the bot came."""
    made_at: datetime | None = None
    """When the form was sent in."""
    organiser_acts: int = 0
    """From the invitation to the confirmed cup."""
    player_acts: Counter[int] = field(default_factory=Counter)
    """Of each member until the first match."""
    in_vain: Counter[int] = field(default_factory=Counter)
    """Those of them that nobody needs to take part."""
    reminded: Member | None = None
    """Who asked for letters."""
    reminded_since: datetime | None = None
    woke_at: datetime | None = None
    """When the organiser came back to the dispute."""
    desks: list[Answer] = field(default_factory=list)
    """What the organiser saw who looked for the dispute."""
    organising: int = 0
    """What the organiser did to run the cup; who plays too does in the own matches what every player does."""

    @property
    def organiser_plays(self) -> bool:
        """Whether who runs the cup is one of its players."""
        return self.play.cast.of(self.play.stage.organiser.id) is not None

    @property
    def zone(self) -> str:
        """The time zone of the server's people."""
        return ZONES[self.play.stage.language]

    @property
    def starts_at(self) -> datetime:
        """What "tomorrow at eight in the evening" means to those who read it."""
        assert self.made_at is not None
        there = self.made_at.astimezone(ZoneInfo(self.zone)) + timedelta(days=1)
        return there.replace(hour=20, minute=0, second=0, microsecond=0).astimezone(UTC)


def prepare(casting: Casting) -> Evening:
    """Everybody takes their place; nobody holds an office or a title, and whoever owns the server organises."""
    casting.stage.organiser = casting.stage.owner
    cast = gather_for_a_cup(casting.stage, PLAYERS, casting.seed, among=_WITH_A_SCENE)
    return Evening(casting.play(cast), cup_rules.read(casting.rulebook))


def prepare_with_player(casting: Casting) -> Evening:
    """The same, and whoever owns the server plays too."""
    stage = casting.stage
    stage.organiser = stage.owner
    others = gather_for_a_cup(stage, PLAYERS - 1, casting.seed, among=_WITH_A_SCENE)
    mine = Player(stage.owner, Character.STEADY, PLAYERS, regular=False)
    cast = Cast((*others.players[:-1], mine, others.players[-1]), others.referees)
    return Evening(casting.play(cast), cup_rules.read(casting.rulebook))
