"""Cards of appeals: for the committee, for everybody, and for who made one."""

from __future__ import annotations

from dataclasses import replace

from discord import ButtonStyle

from bot.domain.cases.file_views import AppealView
from bot.domain.contests import Score
from bot.domain.hooks import first
from bot.domain.playing.match_views import Correction, MatchView
from bot.domain.scores import told_score
from bot.domain.tables.table_views import TableView
from bot.i18n import Voice
from bot.rendering.cases import amendment_cards, points_cards
from bot.rendering.layout import ACCENT, QUIET, WARNING, Card, Press
from bot.rendering.office_words import in_office
from bot.rendering.people import mention, pings
from bot.rendering.playing import match_desk
from bot.rendering.playing.hooks import desks_of
from bot.rendering.playing.match_card import score_choice
from bot.rendering.playing.match_names import heading, score_line
from bot.rendering.sentences import moment
from bot.rendering.tables import table_words
from bot.rendering.text import quote, quoted_block


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


def decision(view: AppealView, voice: Voice, *, own: bool, pinged: bool) -> Card:
    """How the appeal ended, and what that undoes."""
    if not own:
        title = voice.say("appeals.title", person=mention(view.person), against=_against(view, voice))
        said = title + "\n" + _outcome(view, voice)
    else:
        key = "appeals.you_granted" if view.appeal.granted else "appeals.you_refused"
        by = in_office(view.decided_by, view.decided_as, voice)
        said = voice.say(key, against=_against(view, voice), by=by) + "\n" + quoted_block(view.appeal.reason or "")
        said += "" if view.appeal.granted else "\n-# " + voice.say("appeals.final")
    return Card(
        (said,),
        colour=ACCENT if view.appeal.granted else QUIET,
        pings=pings([view.person]) if pinged else frozenset(),
    )


def receipt(view: AppealView, voice: Voice) -> Card:
    """What the person is told who has appealed."""
    return Card((voice.say("appeals.made", judges=", ".join(map(mention, view.judges)) or "?"),))


def told_decided(view: AppealView, voice: Voice) -> Card:
    """What the judge is told."""
    key = "appeals.told_granted" if view.appeal.granted else "appeals.told_refused"
    return Card((voice.say(key, person=mention(view.person)),))


def right_score(view: AppealView, scores: tuple[Score, ...], voice: Voice) -> Card:
    """Asks the judge for the score that is right, before anything is changed."""
    if view.ruling is None:
        return Card((voice.say("appeals.title", person=mention(view.person), against=_against(view, voice)),))
    menu = replace(
        score_choice(view.ruling, "appeal-score", voice.say("matches.right_score"), scores),
        custom_id=f"appeal-score:{view.appeal.appeal_id}",
    )
    return Card((heading(view.ruling, voice), voice.say("matches.choose_right")), controls=(menu,))


def right_winner(appeal_id: str, view: MatchView, table: TableView, voice: Voice) -> Card:
    """Asks the judge who won the table after all, before anything is changed."""
    choice = table_words.winner_choice(view, table, "appeal-table", voice.say("tables.right_winner"))
    menu = replace(choice, custom_id=f"appeal-table:{appeal_id}")
    return Card((heading(view, voice), voice.say("tables.choose_right")), controls=(menu,))


def correction(appeal_id: str, found: Correction, voice: Voice) -> Card:
    """What the right score would have played anew, with the button that grants the appeal."""
    n = len(found.reopened)
    _, code = first(one.right_result(found) for one in desks_of(found.view)) or ("", "-".join(map(str, found.score)))
    verb = "appeal-grant-it" if found.view.tournament.rulebook.teams is None else "appeal-boards-again"
    button = Press(f"{verb}:{appeal_id}.{code}.{n}", voice.say("appeals.grant"), ButtonStyle.success)
    return replace(match_desk.correction(found, voice), controls=((button,),))


def _against(view: AppealView, voice: Voice) -> str:
    if view.file is not None:
        return voice.say("appeals.against_file", number=view.file.number)
    if view.points is not None:
        points, name = points_cards.amount(view.points.penalty.points), quote(view.points.tournament.name)
        return voice.say("appeals.against_points", points=points, name=name)
    if view.ruling is not None:
        by = mention(view.ruled_by) if view.ruled_by else "?"
        return voice.say("appeals.against_ruling", match=_pairing(view.ruling), by=by)
    if view.link is not None:
        one, other = map(mention, view.link.people)
        return voice.say("appeals.against_link", one=one, other=other)
    if view.rating is not None:
        return voice.say("appeals.against_rating", **amendment_cards.numbers(view.rating.amendment))
    return voice.say("appeals.against_bar")


def _pairing(view: MatchView) -> str:
    return " – ".join(map(mention, view.players))


def _outcome(view: AppealView, voice: Voice) -> str:
    by = in_office(view.decided_by, view.decided_as, voice)
    said = voice.say("appeals.granted" if view.appeal.granted else "appeals.refused", by=by)
    result = None if view.ruling is None else view.ruling.contest.result
    if view.ruling is not None and result is not None:
        score = score_line(view.ruling, told_score(result, drawable=bool(result.draws)), result.particulars)
        said = voice.say("appeals.score_now", score=score) + "\n" + said
    return said + "\n" + quoted_block(view.appeal.reason or "")


def _answers(view: AppealView, voice: Voice) -> tuple[Press, ...]:
    key = view.appeal.appeal_id
    return (
        Press(f"appeal-grant:{key}", voice.say("appeals.grant"), ButtonStyle.success),
        Press(f"appeal-refuse:{key}", voice.say("appeals.refuse"), ButtonStyle.danger),
    )
