"""Cards of appeals: for the committee, for everybody, and for who made one."""

from __future__ import annotations

from discord import ButtonStyle

from bot.domain.file_views import AppealView
from bot.i18n import Voice
from bot.rendering.layout import ACCENT, QUIET, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import moment
from bot.rendering.text import quoted_block


def for_committee(view: AppealView, voice: Voice) -> Card:
    """Who appeals against what and why, who may decide, and the two answers until somebody has."""
    made = view.appeal
    paragraphs = [
        voice.say("appeals.title", person=mention(view.person), against=_against(view, voice)),
        voice.say("appeals.said", at=moment(made.made_at)) + "\n" + quoted_block(made.text),
    ]
    if made.links:
        paragraphs.append(voice.say("files.evidence_links", links=" ".join(f"<{link}>" for link in made.links)))
    if made.granted is None:
        judges = ", ".join(map(mention, view.judges)) or "?"
        paragraphs.append(voice.say("appeals.who_decides", judges=judges))
    else:
        paragraphs.append(_outcome(view, voice))
    waits = made.granted is None
    return Card(
        tuple(paragraphs),
        controls=(_answers(view, voice),) if waits else (),
        colour=WARNING if waits else QUIET,
        pings=pings(view.judges[:10]) if waits else frozenset(),
    )


def decided(view: AppealView, voice: Voice, *, own: bool, pinged: bool) -> Card:
    """How the appeal ended, and what that undoes."""
    if not own:
        title = voice.say("appeals.title", person=mention(view.person), against=_against(view, voice))
        said = title + "\n" + _outcome(view, voice)
    else:
        key = "appeals.you_granted" if view.appeal.granted else "appeals.you_refused"
        said = voice.say(key, against=_against(view, voice)) + "\n" + quoted_block(view.appeal.reason or "")
    return Card(
        (said,),
        colour=ACCENT if view.appeal.granted else QUIET,
        pings=pings([view.person]) if pinged else frozenset(),
    )


def made(view: AppealView, voice: Voice) -> Card:
    """What the person is told who has appealed."""
    return Card((voice.say("appeals.made", judges=", ".join(map(mention, view.judges)) or "?"),))


def told_decided(view: AppealView, voice: Voice) -> Card:
    """What the judge is told."""
    key = "appeals.told_granted" if view.appeal.granted else "appeals.told_refused"
    return Card((voice.say(key, person=mention(view.person)),))


def _against(view: AppealView, voice: Voice) -> str:
    if view.file is not None:
        return voice.say("appeals.against_file", number=view.file.number)
    return voice.say("appeals.against_bar")


def _outcome(view: AppealView, voice: Voice) -> str:
    by = mention(view.decided_by) if view.decided_by else "?"
    said = voice.say("appeals.granted" if view.appeal.granted else "appeals.refused", by=by)
    return said + "\n" + quoted_block(view.appeal.reason or "")


def _answers(view: AppealView, voice: Voice) -> tuple[Press, ...]:
    key = view.appeal.appeal_id
    return (
        Press(f"appeal-grant:{key}", voice.say("appeals.grant"), ButtonStyle.success),
        Press(f"appeal-refuse:{key}", voice.say("appeals.refuse"), ButtonStyle.danger),
    )
