"""What the committee and the owner read of who reads cases, how they are heard, and who decides them."""

from __future__ import annotations

from bot.domain.cases.sayings import CaseRule, CaseRulesChanged
from bot.domain.community import Person
from bot.domain.permissions import Office
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card
from bot.rendering.people import mention
from bot.rendering.sentences import member_name
from bot.rendering.text import quote


def change_notice(said: CaseRulesChanged, by: Person, voice: Voice) -> Card:
    """Before and after, who did it, and that what is open goes on as it was."""
    return Card((voice.say(f"case_rules.{_key(said)}", by=mention(by), **_values(said, voice)),), colour=WARNING)


def left_channel(voice: Voice) -> Card:
    """What is left of a card whose person has come to sit on the committee since it was shown there."""
    return Card((voice.say("case_rules.left_channel"),), colour=QUIET)


def judge_wanted(person: Person, voice: Voice) -> Card:
    """Asks the server's owner to name somebody who can decide."""
    return Card((voice.say("case_rules.judge_wanted", person=mention(person)),), colour=WARNING)


def _key(said: CaseRulesChanged) -> str:
    return f"commands_{said.after}" if said.what is CaseRule.COMMANDS else said.what


def _values(said: CaseRulesChanged, voice: Voice) -> dict[str, str]:
    match said.what:
        case CaseRule.CHANNEL:
            return {"before": f"<#{said.before}>", "after": f"<#{said.after}>"}
        case CaseRule.TERMS:
            (reply, appeal), (reply_now, appeal_now) = said.before.split("."), said.after.split(".")
            return {"reply": reply, "appeal": appeal, "reply_now": reply_now, "appeal_now": appeal_now}
        case CaseRule.PROCEDURE:
            return {"name": quote(said.name or "?")}
        case CaseRule.COMMANDS:
            return {"name": voice.say(f"setup.switch.{said.name}")}
        case CaseRule.ROLE:
            return {"shown": _name_shown(said.name, voice), "before": _role(said.before), "after": _role(said.after)}


def _name_shown(name: str | None, voice: Voice) -> str:
    """The office by its name, the title by its abbreviation."""
    return member_name(Office(name), voice) if name in set(Office) else str(name)


def _role(role_id: str) -> str:
    return "–" if role_id == "none" else f"<@&{role_id}>"
