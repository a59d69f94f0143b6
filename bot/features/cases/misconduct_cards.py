"""Cards of case files and appeals, and of how cases are heard here.

A file is told to the committee and the accused, and to everybody once there is a verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from discord import ButtonStyle

from bot.features.cases import cards
from bot.features.cases.misconduct_model import (
    EXPELLABLE,
    RULES,
    Appealable,
    AppealView,
    CorrectedRatings,
    FileState,
    FileView,
    MisconductCase,
    SignedStatement,
    Voiced,
)
from bot.features.cases.model import FileNews, Hearings
from bot.features.playing import arbiter_cards as playing_arbiter_cards
from bot.features.playing.cards import score_choice
from bot.features.playing.match_views_model import Correction, MatchView, TableView
from bot.features.playing.words_cards import card_strategy, heading, score_line
from bot.features.ratings import cards as ratings_cards
from bot.features.tables import cards as tables_cards
from bot.i18n.catalogue import Translator
from bot.kernel.ids import Switch
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card, ChannelChoice, Choice, Document
from bot.layout.sentences import duration, listing, member_name, moment, number, plain, quote, quoted_block
from bot.people.cards import in_office, mention, pings
from bot.people.model import Penalty
from bot.play.contests import Score, told_score

# --- case files -----------------------------------------------------------------------------------------------------


FILES_ON_A_CARD: Final = 15
_STATEMENTS_SHOWN: Final = 4
_STATEMENT_SHOWN: Final = 450
_ROOM: Final = 2400
"""Characters of a card that statements may take."""


def for_committee(view: FileView, translator: Translator, *, alone: bool = False) -> Card:
    """The committee's card: who, what, all that was said, how it stands, and the verdicts that are possible.

    Where the accused sits on the committee, who reported is told to a judge `alone`, never in its channel.
    """
    named_too = alone or view.reporter_is_named or not view.accused_sits
    paragraphs = [_title(view, translator), _about(view, translator)]
    if view.reporter is not None and named_too:
        paragraphs[1] += "\n-# " + translator.say("files.reported_by", person=mention(view.reporter))
    shown = view.said[:1] + view.said[1:][-_STATEMENTS_SHOWN:]
    paragraphs += _as_fits([_statement(one, translator, named_too=named_too) for one in shown])
    paragraphs.append(_situation(view, translator))
    return Card(
        tuple(paragraphs),
        controls=_controls(view, translator),
        colour=WARNING if view.state is FileState.UNDER_REVIEW else QUIET,
        documents=(_in_full(view, translator),) if alone else (),
    )


def for_judge(view: FileView, what: FileNews | None, translator: Translator) -> Card:
    """The letter to each who decides a case about a member of the committee, which its channel does not show."""
    key = "files.judge_reply_over" if what is FileNews.OVER else "files.judge_opened"
    text = translator.say(key, person=mention(view.accused))
    return Card((_title(view, translator), text), controls=((_open(view, translator),),), colour=WARNING)


def for_accused(view: FileView, translator: Translator) -> Card:
    """What the accused reads in the thread, in the direct message and by `/case show`: all but who reported."""
    paragraphs = [_title(view, translator), translator.say("files.you_are_accused"), _about(view, translator)]
    if view.reporter is not None and view.reporter_is_named:
        paragraphs[2] += "\n-# " + translator.say("files.reported_by", person=mention(view.reporter))
    paragraphs.append(translator.say("files.alleged") + "\n" + quoted_block(view.file.account, 800))
    later = [one for one in view.said if one.statement.voiced is not Voiced.REPORT]
    heard = [_links(one, translator) for one in view.said if one.statement.links]
    paragraphs += _as_fits(
        [*heard, *(_statement_for_accused(one, translator) for one in later[-_STATEMENTS_SHOWN:])], _ROOM // 2
    )
    paragraphs.append(_own_standing(view, translator))
    return Card(
        tuple(paragraphs), controls=_own_controls(view, translator), colour=WARNING, pings=pings([view.accused])
    )


def note(view: FileView, what: str, reason: str | None, translator: Translator) -> Card:
    """What happened in the case, for the accused: evidence, a pause, a reminder, the reporter's name."""
    said = translator.say(f"files.note_{what}", number=view.file.number, by=_by(view))
    if reason is not None:
        said += "\n" + quoted_block(reason)
    paragraphs = [said]
    if what == "evidence":
        added = [one for one in view.said if one.statement.voiced is Voiced.EVIDENCE]
        paragraphs += [quoted_block(one.statement.text, _STATEMENT_SHOWN) for one in added[-1:]]
        paragraphs += [_links(one, translator) for one in added[-1:] if one.statement.links]
    if what == "named" and view.reporter is not None:
        paragraphs.append(translator.say("files.reported_by", person=mention(view.reporter)))
    paragraphs.append(_own_standing(view, translator))
    return Card(
        tuple(paragraphs), controls=_own_controls(view, translator), colour=WARNING, pings=pings([view.accused])
    )


def as_letter(card: Card, view: FileView, translator: Translator) -> Card:
    """The same as a direct message; where there is a thread of the case, with the way to it."""
    thread = view.file.thread_id
    if thread is None:
        return replace(card, pings=frozenset())
    link = f"https://discord.com/channels/{view.file.guild_id}/{thread}"
    where = translator.say("files.letter_to_thread", link=link)
    return replace(card, paragraphs=(*card.paragraphs, where), pings=frozenset())


def reply_over(view: FileView, translator: Translator) -> Card:
    """Tells the committee that the time to answer is over, and that it can decide."""
    text = translator.say("files.reply_over", number=view.file.number, person=mention(view.accused))
    return Card((text,), controls=((_open(view, translator),),), colour=WARNING)


def decision(view: FileView, translator: Translator, *, own: bool, pinged: bool) -> Card:
    """The verdict with its reason, the rules that it rests on, and how to appeal."""
    verdict = view.file.verdict
    if verdict is None:
        return Card((_title(view, translator),))
    values = _verdict_values(view, translator)
    text = translator.say(f"files.{'you' if own else 'public'}_{verdict.penalty.value}", **values)
    paragraphs = [text + "\n" + quoted_block(verdict.reason)]
    paragraphs += _what_it_means(view, verdict.penalty, translator) if own else []
    paragraphs.append("-# " + translator.say("files.rests_on", rules=listing(RULES[view.file.ground], translator)))
    dismissed = verdict.penalty is Penalty.DISMISSED
    if not dismissed:
        within = duration(view.file.appeal_within, translator)
        paragraphs.append(translator.say("files.you_may_appeal" if own else "files.may_be_appealed", within=within))
    appeal = Button(f"appeal:file-{view.file.file_id}", translator.say("files.appeal"), ButtonStyle.primary)
    return Card(
        tuple(paragraphs),
        controls=((appeal,),) if own and not dismissed else (),
        colour=ACCENT if dismissed else DANGER,
        pings=pings([view.accused]) if pinged else frozenset(),
    )


def _what_it_means(view: FileView, penalty: Penalty, translator: Translator) -> list[str]:
    """For the person concerned: what becomes of the events that run, and of places on lists."""
    if penalty is Penalty.DISQUALIFIED:
        return [translator.say("files.you_are_out")]
    return [] if view.bar is None else cards.what_it_means(view.bar, translator)


def told_reporter(view: FileView, translator: Translator) -> Card:
    """What became of the report, for who made it."""
    verdict = view.file.verdict
    key = "dismissed" if verdict is None or verdict.penalty is Penalty.DISMISSED else "acted"
    text = translator.say(f"files.reporter_{key}", number=view.file.number, person=mention(view.accused))
    return Card((text + ("\n" + quoted_block(verdict.reason) if verdict else ""),))


def told_verdict(view: FileView, translator: Translator) -> Card:
    """What the judge is told."""
    return Card((translator.say("files.told_verdict", number=view.file.number, person=mention(view.accused)),))


def report_receipt(view: FileView, translator: Translator) -> Card:
    """What the reporter is told at once."""
    return Card((translator.say("files.received", number=view.file.number, person=mention(view.accused)),))


def reply_receipt(view: FileView, translator: Translator) -> Card:
    """What the accused is told who has answered."""
    return Card((translator.say("files.replied", number=view.file.number),))


def ratings_corrected(found: CorrectedRatings, translator: Translator) -> Card:
    """The new list after a result was annulled or restored: who gained and who lost by it."""
    name = quote(found.tournament.name)
    if found.file is None:
        title = translator.say("files.ratings_corrected_match", name=name)
    else:
        title = translator.say("files.ratings_corrected", name=name, number=found.file.number)
    lines = [
        translator.say(
            "files.rating_line",
            person=mention(change.person),
            before=number(round(change.before or 0, 1), translator),
            after=number(round(change.after, 1), translator),
        )
        for change in found.changes[:40]
    ]
    return Card((title, "\n".join(lines)))


def decision_name(one: Appealable, translator: Translator) -> str:
    """A decision as an autocomplete names it."""
    if one.file is not None and one.file.verdict is not None:
        said = f"{one.file.number} · {member_name(one.file.verdict.penalty, translator)}"
        return plain(said, 100)
    if one.points is not None:
        amount, event = cards.amount(one.points.penalty.points), one.points.tournament.name
        return plain(translator.say("appeals.name_points", points=amount, name=event), 100)
    if one.ruling is not None:
        players = " – ".join(player.name for player in one.ruling.players)
        return plain(translator.say("appeals.name_ruling", players=players, name=one.ruling.tournament.name), 100)
    if one.link is not None:
        first, second = (person.name for person in one.link.people)
        return plain(translator.say("appeals.against_link", one=first, other=second), 100)
    if one.rating is not None:
        return plain(translator.say("appeals.against_rating", **ratings_cards.numbers(one.rating.amendment)), 100)
    return plain(translator.say("appeals.against_bar"), 100)


def file_list(listed: Sequence[FileView], translator: Translator) -> Card:
    """The cases in which one may act, each with a numbered button that opens its card."""
    title = translator.say("files.list_title")
    shown = listed[:FILES_ON_A_CARD]
    if not shown:
        return Card((title, translator.say("files.list_none")))
    lines = "\n".join(
        translator.say(
            "files.list_line",
            number=view.file.number,
            person=mention(view.accused),
            ground=member_name(view.file.ground, translator),
            state=member_name(view.state, translator),
        )
        for view in shown
    )
    presses = [Button(f"file:{view.file.file_id}", str(view.file.number)) for view in shown]
    rows = tuple(tuple(presses[start : start + 5]) for start in range(0, len(presses), 5))
    return Card((title, lines, translator.say("files.list_next")), controls=rows)


def with_files(card: Card, count: int, translator: Translator) -> Card:
    """The list of absences with the way to the cases of misconduct, where the reader may act in any."""
    if not count:
        return card
    press = Button("files:", translator.say("files.open_list"), emoji="🗂️")
    text = translator.count("files.beside", count)
    return replace(card, paragraphs=(*card.paragraphs, text), controls=(*card.controls, (press,)))


def file_name(file: MisconductCase, translator: Translator) -> str:
    """A case of misconduct in a list of suggestions."""
    return f"{file.number} · {member_name(file.ground, translator)}"


def _title(view: FileView, translator: Translator) -> str:
    ground = member_name(view.file.ground, translator)
    return translator.say("files.title", number=view.file.number, person=mention(view.accused), ground=ground)


def _about(view: FileView, translator: Translator) -> str:
    rules = listing(RULES[view.file.ground], translator)
    lines = [translator.say("files.rests_on", rules=rules)]
    if view.tournament is not None:
        lines.append(translator.say("files.in_event", name=quote(view.tournament.name)))
    if view.players:
        lines.append(translator.say("files.in_match", players=" – ".join(map(mention, view.players))))
    return "\n".join(f"-# {line}" for line in lines)


def _statement(statement: SignedStatement, translator: Translator, *, named_too: bool) -> str:
    hidden = statement.by is None or (statement.statement.voiced is Voiced.REPORT and not named_too)
    by = translator.say("files.somebody") if hidden or statement.by is None else mention(statement.by)
    head = translator.say(
        f"files.said_{statement.statement.voiced.value}", by=by, at=moment(statement.statement.made_at)
    )
    text = quoted_block(statement.statement.text, _STATEMENT_SHOWN)
    return "\n".join([head, text, *([_links(statement, translator)] if statement.statement.links else [])])


def _statement_for_accused(statement: SignedStatement, translator: Translator) -> str:
    """The same for the accused: evidence without the name of who added it."""
    if statement.statement.voiced is Voiced.REPLY:
        head = translator.say("files.you_said", at=moment(statement.statement.made_at))
    else:
        head = translator.say("files.was_added", at=moment(statement.statement.made_at))
    return head + "\n" + quoted_block(statement.statement.text, _STATEMENT_SHOWN)


def _as_fits(paragraphs: list[str], room: int = _ROOM) -> list[str]:
    """The first paragraph, then as many of the latest as fit, in their order."""
    kept = paragraphs[:1]
    for paragraph in reversed(paragraphs[1:]):
        if sum(map(len, kept)) + len(paragraph) <= room:
            kept.insert(1, paragraph)
    return kept


def _in_full(view: FileView, translator: Translator) -> Document:
    """Every statement, whole and unformatted, for who has to decide."""
    parts = []
    for one in view.said:
        by = plain(one.by.name) if one.by else translator.say("files.somebody")
        at = f"{one.statement.made_at:%Y-%m-%d %H:%M} UTC"
        head = translator.say(f"files.said_{one.statement.voiced.value}", by=by, at=at)
        parts.append("\n".join([head, one.statement.text, *one.statement.links]))
    return Document(f"case-{view.file.number}.txt", "\n\n".join(parts).encode())


def _links(statement: SignedStatement, translator: Translator) -> str:
    return translator.say("files.evidence_links", links=" ".join(f"<{link}>" for link in statement.statement.links))


def _situation(view: FileView, translator: Translator) -> str:
    lines = [translator.say(f"files.is_{view.state.value}", **_times(view))]
    if view.pause is not None:
        lines.append(translator.say("files.is_paused", since=moment(view.pause.since)))
        lines.append(quoted_block(view.pause.reason, 200))
    verdict = view.file.verdict
    if verdict is not None:
        by = mention(view.decided_by) if view.decided_by else "?"
        lines.append(translator.say("files.verdict_by", penalty=member_name(verdict.penalty, translator), by=by))
        lines.append(quoted_block(verdict.reason, 300))
    if view.file.thread_id is not None:
        lines.append("-# " + translator.say("files.thread_link", thread=f"<#{view.file.thread_id}>"))
    return "\n".join(lines)


def _own_standing(view: FileView, translator: Translator) -> str:
    if view.pause is not None:
        return translator.say("files.own_paused")
    if view.file.verdict is not None:
        return translator.say("files.own_decided")
    if view.file.replied_at is not None or view.state is FileState.UNDER_REVIEW:
        return translator.say("files.own_under_review")
    if view.reply_by is None:
        return translator.say("files.own_reply_within", within=duration(view.file.reply_within, translator))
    return translator.say("files.own_reply_by", limit=moment(view.reply_by))


def _times(view: FileView) -> dict[str, str]:
    limit = view.appeal_by if view.file.verdict else view.reply_by
    return {"limit": moment(limit) if limit else "–"}


def _controls(view: FileView, translator: Translator) -> tuple[tuple[Button, ...] | Choice, ...]:
    if view.file.verdict is not None:
        return ()
    key = view.file.file_id
    verdicts = [(penalty.value, member_name(penalty, translator)) for penalty in view.options]
    presses = [Button(f"file-evidence:{key}", translator.say("files.add_evidence"))]
    if view.file.ground in EXPELLABLE:
        presses.append(Button(f"file-expel:{key}", translator.say("files.propose_expulsion"), ButtonStyle.danger))
    return Choice(f"file-verdict:{key}", translator.say("files.choose_verdict"), tuple(verdicts)), tuple(presses)


def _own_controls(view: FileView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    if view.file.verdict is not None:
        return ()
    return ((Button(f"file-reply:{view.file.file_id}", translator.say("files.reply"), ButtonStyle.primary),),)


def _open(view: FileView, translator: Translator) -> Button:
    return Button(f"file:{view.file.file_id}", translator.say("files.open_card"), ButtonStyle.primary)


def _by(view: FileView) -> str:
    return mention(view.decided_by) if view.decided_by else ""


def _verdict_values(view: FileView, translator: Translator) -> dict[str, str | int]:
    verdict = view.file.verdict
    until = verdict.until if verdict else None
    return {
        "number": view.file.number,
        "person": mention(view.accused),
        "ground": member_name(view.file.ground, translator),
        "by": in_office(view.decided_by, view.decided_as, translator),
        "until": moment(until) if until else "",
        "name": quote(view.tournament.name) if view.tournament else "",
        "players": " – ".join(map(mention, view.players)) or "?",
    }


def appeal_for_committee(view: AppealView, translator: Translator) -> Card:
    """Who appeals against what and why, who may decide, and the two answers until somebody has."""
    made = view.appeal
    paragraphs = [
        translator.say("appeals.title", person=mention(view.person), against=_against(view, translator)),
        translator.say("appeals.said", at=moment(made.made_at)) + "\n" + quoted_block(made.text),
    ]
    if made.links:
        paragraphs.append(translator.say("files.evidence_links", links=" ".join(f"<{link}>" for link in made.links)))
    if made.granted is None:
        judges = ", ".join(map(mention, view.judges)) or "?"
        paragraphs.append(translator.say("appeals.who_decides", judges=judges))
    else:
        paragraphs.append(_outcome(view, translator))
    waits = made.granted is None
    return Card(
        tuple(paragraphs),
        controls=(_answers(view, translator),) if waits else (),
        colour=WARNING if waits else QUIET,
        pings=pings(view.judges[:10]) if waits else frozenset(),
    )


def appeal_decision(view: AppealView, translator: Translator, *, own: bool, pinged: bool) -> Card:
    """How the appeal ended, and what that undoes."""
    if not own:
        title = translator.say("appeals.title", person=mention(view.person), against=_against(view, translator))
        said = title + "\n" + _outcome(view, translator)
    else:
        key = "appeals.you_granted" if view.appeal.granted else "appeals.you_refused"
        by = in_office(view.decided_by, view.decided_as, translator)
        said = (
            translator.say(key, against=_against(view, translator), by=by)
            + "\n"
            + quoted_block(view.appeal.reason or "")
        )
        said += "" if view.appeal.granted else "\n-# " + translator.say("appeals.final")
    return Card(
        (said,),
        colour=ACCENT if view.appeal.granted else QUIET,
        pings=pings([view.person]) if pinged else frozenset(),
    )


# --- appeals --------------------------------------------------------------------------------------------------------


def receipt(view: AppealView, translator: Translator) -> Card:
    """What the person is told who has appealed."""
    return Card((translator.say("appeals.made", judges=", ".join(map(mention, view.judges)) or "?"),))


def told_decided(view: AppealView, translator: Translator) -> Card:
    """What the judge is told."""
    key = "appeals.told_granted" if view.appeal.granted else "appeals.told_refused"
    return Card((translator.say(key, person=mention(view.person)),))


def right_score(view: AppealView, scores: tuple[Score, ...], translator: Translator) -> Card:
    """Asks the judge for the score that is right, before anything is changed."""
    if view.ruling is None:
        return Card((translator.say("appeals.title", person=mention(view.person), against=_against(view, translator)),))
    menu = replace(
        score_choice(view.ruling, "appeal-score", translator.say("matches.right_score"), scores),
        custom_id=f"appeal-score:{view.appeal.appeal_id}",
    )
    return Card((heading(view.ruling, translator), translator.say("matches.choose_right")), controls=(menu,))


def right_winner(appeal_id: str, view: MatchView, table: TableView, translator: Translator) -> Card:
    """Asks the judge who won the table after all, before anything is changed."""
    choice = tables_cards.winner_choice(view, table, "appeal-table", translator.say("tables.right_winner"))
    menu = replace(choice, custom_id=f"appeal-table:{appeal_id}")
    return Card((heading(view, translator), translator.say("tables.choose_right")), controls=(menu,))


def correction(appeal_id: str, found: Correction, translator: Translator) -> Card:
    """What the right score would have played anew, with the button that grants the appeal."""
    n = len(found.reopened)
    _, code = card_strategy(found.view).right_result(found)
    verb = "appeal-grant-it" if found.view.tournament.rulebook.teams is None else "appeal-boards-again"
    button = Button(f"{verb}:{appeal_id}.{code}.{n}", translator.say("appeals.grant"), ButtonStyle.success)
    return replace(playing_arbiter_cards.correction(found, translator), controls=((button,),))


def _against(view: AppealView, translator: Translator) -> str:
    if view.file is not None:
        return translator.say("appeals.against_file", number=view.file.number)
    if view.points is not None:
        points, name = cards.amount(view.points.penalty.points), quote(view.points.tournament.name)
        return translator.say("appeals.against_points", points=points, name=name)
    if view.ruling is not None:
        by = mention(view.ruled_by) if view.ruled_by else "?"
        return translator.say("appeals.against_ruling", match=_pairing(view.ruling), by=by)
    if view.link is not None:
        one, other = map(mention, view.link.people)
        return translator.say("appeals.against_link", one=one, other=other)
    if view.rating is not None:
        return translator.say("appeals.against_rating", **ratings_cards.numbers(view.rating.amendment))
    return translator.say("appeals.against_bar")


def _pairing(view: MatchView) -> str:
    return " – ".join(map(mention, view.players))


def _outcome(view: AppealView, translator: Translator) -> str:
    by = in_office(view.decided_by, view.decided_as, translator)
    said = translator.say("appeals.granted" if view.appeal.granted else "appeals.refused", by=by)
    result = None if view.ruling is None else view.ruling.contest.result
    if view.ruling is not None and result is not None:
        score = score_line(view.ruling, told_score(result, drawable=bool(result.draws)), result.particulars)
        said = translator.say("appeals.score_now", score=score) + "\n" + said
    return said + "\n" + quoted_block(view.appeal.reason or "")


def _answers(view: AppealView, translator: Translator) -> tuple[Button, ...]:
    key = view.appeal.appeal_id
    return (
        Button(f"appeal-grant:{key}", translator.say("appeals.grant"), ButtonStyle.success),
        Button(f"appeal-refuse:{key}", translator.say("appeals.refuse"), ButtonStyle.danger),
    )


# --- how cases are heard --------------------------------------------------------------------------------------------


def panel(found: Hearings, translator: Translator) -> Card:
    """The channel, the times and whether the commands are there; then the menu of channels and the switch."""
    channel, is_on = found.community.committee, Switch.CASES in found.community.switches
    lines = (
        translator.say("hearings.channel", channel=f"<#{channel}>" if channel else translator.say("setup.nothing_yet")),
        translator.say(
            "hearings.times",
            reply=found.reply_within // timedelta(hours=1),
            appeal=found.appeal_within // timedelta(days=1),
        ),
        translator.say("hearings.commands_on" if is_on else "hearings.commands_off"),
    )
    return Card(
        (translator.say("hearings.title"), "\n".join(lines), "-# " + translator.say("hearings.next")),
        controls=(
            ChannelChoice("hearings-channel:", translator.say("setup.choose.committee"), channel),
            (_switch(translator, is_on=is_on),),
        ),
    )


def _switch(translator: Translator, *, is_on: bool) -> Button:
    if is_on:
        return Button("hearings-off:", translator.say("hearings.hide"), ButtonStyle.danger)
    return Button("hearings-on:", translator.say("hearings.show"), ButtonStyle.success)
