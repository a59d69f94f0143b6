"""What waits or will stop an event, a line each with the button that mends it: under a preview and on the desk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import ButtonStyle

from bot.domain.playing.desk_views import AHEAD, PRESSED_BY_PLAYERS, DeskRow, Mend, Obstacle
from bot.domain.setup_views import Page
from bot.i18n import Voice
from bot.i18n.territories import city_name
from bot.rendering.layout import Line, Press
from bot.rendering.people import mention
from bot.rendering.sentences import listing, member_name, moment

_VERBS: Final[Mapping[Obstacle, str]] = {
    Obstacle.PARKED: "say-again",
    Obstacle.EVENT_PAUSED: "event-resume",
    Obstacle.CALLED: "referee",
    Obstacle.DISPUTE: "referee",
    Obstacle.UNDECIDED: "referee",
    Obstacle.NOBODY_ON_DUTY: "call",
    Obstacle.NO_ARBITER_FREE: "call",
    Obstacle.ALL_CONFLICTED: "call",
    Obstacle.NO_TIME: "time-desk",
    Obstacle.LEFT_ALONE: "match",
    Obstacle.NOT_REPORTED: "referee",
    Obstacle.STUCK: "call",
    Obstacle.SUSPENDED: "referee",
    Obstacle.SAME_PERSON: "desk-again",
    Obstacle.ADJOURNED: "referee",
    Obstacle.ABSENT: "match",
    Obstacle.DECK_REFUSED: "desk-again",
    Obstacle.UNANSWERED: "match",
    Obstacle.NOT_DELIVERED: "match",
    Obstacle.CLAIM: "claim",
    Obstacle.NAME_CLAIM: "name-card",
    Obstacle.TEAM_PLACES: "team-desk",
    Obstacle.NOT_CONFIRMED: "desk-remove",
    Obstacle.ALL_PLAY: "setup-open",
    Obstacle.REVIEW: "case",
    Obstacle.DRAW: "desk-again",
    Obstacle.VACANT_PRESIDENT: "offices-show",
    Obstacle.VACANT_LEADER: "offices-show",
}
"""The verb of each row's button, whose subject is the row's."""
PENDING: Final = "desk-pending"
"""Shows one by one what the desk counts in one line."""
_MENDS: Final[Mapping[Mend, str]] = {
    Mend.GO_ON_DUTY: "duty-on:",
    Mend.NAME_ARBITERS: f"setup-open:{Page.OFFICERS}",
    Mend.CHOOSE_CHANNEL: f"setup-open:{Page.PLACES}",
    Mend.CHOOSE_ROLE: f"setup-open:{Page.PLACES}",
    Mend.PING_ROLE: "setup-role-ping:",
    Mend.MOVE_START: "event-move:{subject}",
    Mend.CHANGE_DRAFT: "cup-again:",
    Mend.CHOOSE_CONDITIONS: "cup-who:{subject}",
    Mend.ENTER_SOMEBODY: "desk-enter:{subject}",
}


def verbs() -> frozenset[str]:
    """What the buttons of rows do."""
    return frozenset({PENDING, *_VERBS.values(), *(one.partition(":")[0] for one in _MENDS.values())})


def line(row: DeskRow, voice: Voice) -> Line:
    """The row's sentence with its button, where who reads can do something about it."""
    values = {
        "names": listing([mention(person) for person in row.people], voice),
        "place": "" if row.place is None else member_name(row.place, voice),
        "channel": f"<#{row.channel}>",
        "role": f"<@&{row.role}>",
        "rights": listing([f"**{member_name(right, voice)}**" for right in row.rights], voice),
        "zone": city_name(row.zone, voice.locale) if row.zone else "",
    }
    many = row.obstacle in PRESSED_BY_PLAYERS and row.n > 1
    key = f"desk.rows_{row.obstacle.value}" if many else f"desk.row_{row.obstacle.value}"
    said = voice.count(key, row.n, **values)
    if row.until is not None:
        said += "\n-# ⏳ " + moment(row.until)
    if row.held_up:
        said += "\n-# ⏸️ " + listing([member_name(one, voice) for one in row.held_up], voice)
    return Line(said, _press(row, voice))


def _press(row: DeskRow, voice: Voice) -> Press | None:
    if row.mend is not None:
        custom_id = _MENDS[row.mend].format(subject=row.subject)
        return Press(custom_id, voice.say(f"desk.mend_{row.mend}"), ButtonStyle.primary)
    if row.obstacle in AHEAD:
        return None
    verb = PENDING if row.obstacle in PRESSED_BY_PLAYERS and row.n > 1 else _VERBS[row.obstacle]
    return Press(f"{verb}:{row.subject}", voice.say(f"desk.press_{verb.replace('-', '_')}"), ButtonStyle.primary)
