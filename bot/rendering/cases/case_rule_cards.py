"""What the committee reads when it is changed who reads cases, or how long somebody is heard."""

from __future__ import annotations

from bot.domain.cases.sayings import CaseRule, CaseRulesChanged
from bot.domain.community import Person
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card
from bot.rendering.people import mention
from bot.rendering.text import quote


def change_notice(said: CaseRulesChanged, by: Person, voice: Voice) -> Card:
    """Before and after, who did it, and that what is open goes on as it was."""
    return Card((voice.say(f"case_rules.{said.what}", by=mention(by), **_values(said)),), colour=WARNING)


def left_channel(voice: Voice) -> Card:
    """What is left of a card whose person has come to sit on the committee since it was shown there."""
    return Card((voice.say("case_rules.left_channel"),), colour=QUIET)


def _values(said: CaseRulesChanged) -> dict[str, str]:
    match said.what:
        case CaseRule.CHANNEL:
            return {"before": f"<#{said.before}>", "after": f"<#{said.after}>"}
        case CaseRule.TERMS:
            (reply, appeal), (reply_now, appeal_now) = said.before.split("."), said.after.split(".")
            return {"reply": reply, "appeal": appeal, "reply_now": reply_now, "appeal_now": appeal_now}
        case CaseRule.PROCEDURE:
            return {"name": quote(said.name or "?")}
