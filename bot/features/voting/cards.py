"""Cards of votes, minutes, attendance, suggestions and procedures, and letters about what a vote decided.

While a vote runs nothing shows but the ballots cast of the electorate. Minutes have electorate, recusals, the count,
quorum and threshold as fractions, and the rule. Suggestions follow AIJE-A01-3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from discord import ButtonStyle

from bot.features.tournaments.rulebook_cards import problem_lines
from bot.features.voting.bodies_model import AttendanceSheet, ExcuseView, MissedOften, SuggestionView, VoteView
from bot.features.voting.model import (
    AGAINST,
    IN_FAVOUR,
    NULL,
    OF_THE_ASSOCIATION,
    BallotForm,
    Measure,
    Presence,
    ProcedureKind,
    Vote,
    VoteCount,
    VoteEffect,
    VoteOutcome,
    VotingRecord,
    entitled_electors,
    has_quorum,
)
from bot.i18n.catalogue import Translator, key_of, key_of_option
from bot.kernel.ids import PersonId, VoteId
from bot.layout import cards as layout_cards
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card, Choice, Control, Document, Line
from bot.layout.sentences import duration, listing, member_name, moment, plain, quote, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.format_checks import RulebookProblem

# --- a vote while it runs -------------------------------------------------------------------------------------------


_MENU: Final = 25
_MENUS: Final = 4
_NAMES: Final = 80
"""Names in one sentence; the others are called in a line above it, and in messages after it."""


def kind_name(kind: ProcedureKind, translator: Translator) -> str:
    """What the procedure is called: in the reader's language, or as the server's own file calls it."""
    if kind.name not in OF_THE_ASSOCIATION:
        return quote(kind.title)
    word = kind.name.replace("-", "_")
    return translator.say(f"procedures.kind.{word}")


def title(vote: Vote, translator: Translator) -> str:
    """The heading of everything that is said about a vote."""
    key = "votes.title_run_off" if vote.ballot == 2 else "votes.title"
    return translator.say(key, kind=kind_name(vote.kind, translator))


def measure(part: Measure, translator: Translator) -> str:
    """An exact part: "more than 51 %", and as a fraction where percent would round it ("at least 2/3")."""
    percent = part.fraction * 100
    share = f"{percent.numerator} %" if percent.denominator == 1 else str(part.fraction)
    return translator.say("votes.more_than" if part.strict else "votes.at_least", share=share)


def names(people: Sequence[Person], translator: Translator) -> str:
    """Mentions as one phrase; of a very large electorate the first and how many more."""
    shown = [mention(person) for person in people[:_NAMES]]
    more = [translator.count("votes.others", len(people) - _NAMES)] if len(people) > _NAMES else []
    return listing([*shown, *more], translator)


def opening(view: VoteView, translator: Translator) -> Card:
    """The card when it is posted: those who have a voice are named in a line above it, and in messages after it."""
    called = () if view.vote.closed_at is not None else _people_to_call(view)
    return replace(card(view, translator), pings=pings(called))


def _people_to_call(view: VoteView) -> tuple[Person, ...]:
    """Who is called to a vote: those who have not voted, and to sign everybody, since the others would have signed."""
    if _is_signed(view):
        return tuple(view.people[entitled_elector] for entitled_elector in entitled_electors(view.vote))
    return view.waiting


def card(view: VoteView, translator: Translator) -> Card:
    """The live card: the question, the answers, the deadline, and the ballots cast of the electorate."""
    vote = view.vote
    said = [f"### {title(vote, translator)}", quoted_block(vote.question), *_about(view, translator)]
    if vote.closed_at is not None:
        key = "votes.cancelled" if vote.cancel_reason is not None else "votes.closed"
        return Card((*said, translator.say(key, at=moment(vote.closed_at))), colour=QUIET)
    said.append(_how(view, translator))
    said.append(translator.count("votes.cast", view.cast, electorate=view.asked))
    said.append("\n".join(f"-# {line}" for line in _fine_print(view, translator)))
    return Card(tuple(said), controls=tuple(_controls(view, translator)))


def _about(view: VoteView, translator: Translator) -> Iterator[str]:
    vote = view.vote
    if vote.subject is not None:
        yield translator.say("votes.about", person=mention(view.people[vote.subject]))
    yield from rests_on(vote, translator)
    if vote.kind.effect is VoteEffect.PENALTY_RATING:
        yield translator.say("votes.penalty_rating")
    if vote.kind.effect is VoteEffect.PENALTY_BAR:
        if vote.effect_lasts is None:
            yield translator.say("votes.penalty_for_good")
        else:
            yield translator.say("votes.penalty_for", length=duration(vote.effect_lasts, translator))


def rests_on(vote: Vote, translator: Translator) -> Iterator[str]:
    """The ground and the proof of an expulsion, for the card and the minutes (AIJE-A02-1)."""
    if vote.ground is not None:
        yield translator.say("votes.ground", ground=member_name(vote.ground, translator))
    if vote.proof:
        yield translator.say("files.evidence_links", links=" ".join(f"<{link}>" for link in vote.proof))


def _how(view: VoteView, translator: Translator) -> str:
    key = {BallotForm.APPROVALS: "votes.how_approvals", BallotForm.SIGNATURES: "votes.how_signatures"}
    return translator.say(key.get(view.vote.kind.form, "votes.how"), close=moment(view.closes_at))


def _fine_print(view: VoteView, translator: Translator) -> Iterator[str]:
    kind = view.vote.kind
    if kind.quorum is not None:
        yield translator.say("votes.needs_quorum", measure=measure(kind.quorum, translator))
        least, whole = kind.quorum.least(view.entitled), view.entitled
        yield translator.say("votes.needs_quorum_now", least=least, whole=whole)
    yield translator.say(f"votes.needs.{kind.base}", measure=measure(kind.threshold, translator))
    for recusal in view.vote.recused:
        yield translator.say(f"votes.recusal.{recusal.why}", person=mention(view.people[recusal.person_id]))
    if view.commitment is not None:
        yield translator.say("votes.lot_how", button=translator.say("votes.verify"))
    if kind.cites:
        yield translator.say("votes.rules", rules=listing([quote(rule) for rule in kind.cites], translator))


def _controls(view: VoteView, translator: Translator) -> Iterator[Control]:
    vote_id, form = view.vote.vote_id, view.vote.kind.form
    recusal = Button(f"vote-recuse:{vote_id}", translator.say("votes.recuse"))
    null = Button(f"vote-null:{vote_id}", translator.say("votes.null"))
    match form:
        case BallotForm.YES_NO | BallotForm.APPROVALS:
            words = (
                ("votes.approve", "votes.refuse")
                if form is BallotForm.APPROVALS
                else ("votes.in_favour", "votes.against")
            )
            favour = Button(f"vote-yes:{vote_id}", translator.say(words[0]), ButtonStyle.success)
            against = Button(f"vote-no:{vote_id}", translator.say(words[1]), ButtonStyle.danger)
            yield (favour, against, recusal) if form is BallotForm.APPROVALS else (favour, against, null, recusal)
        case BallotForm.SIGNATURES:
            yield (Button(f"vote-yes:{vote_id}", translator.say("votes.sign"), ButtonStyle.success),)
        case BallotForm.CANDIDATES:
            yield from _menus(view, translator)
            down = Button(f"vote-stand-down:{vote_id}", translator.say("votes.stand_down"))
            yield (null, recusal, down, verify_press(vote_id, translator))


def _menus(view: VoteView, translator: Translator) -> Iterator[Choice]:
    standing = view.vote.candidates
    for number, start in enumerate(range(0, min(len(standing), _MENU * _MENUS), _MENU)):
        some = standing[start : start + _MENU]
        options = tuple((one, plain(view.people[one].name)) for one in some)
        yield Choice(f"vote-for:{view.vote.vote_id}.{number}", translator.say("votes.choose"), options)


def verify_press(vote_id: VoteId, translator: Translator) -> Button:
    """Shows what the lot of an election hangs on."""
    return Button(f"vote-verify:{vote_id}", translator.say("votes.verify"), emoji="🔎")


def proof(view: VoteView, translator: Translator) -> Card:
    """To who asks: the hash that fixes the lot, and once a lot has decided the number behind it (AIJE-A01-2)."""
    vote = view.vote
    sealed = view.commitment or ""
    if not vote.lot:
        return Card((translator.say("votes.lot_sealed", commitment=sealed),), colour=QUIET)
    opened = translator.say("votes.lot_opened", commitment=sealed, secret=vote.secret.hex(), vote=vote.vote_id)
    return Card((opened,), colour=QUIET)


def letter(view: VoteView, translator: Translator) -> Card:
    """To a representative alone: what is asked, until when, the answers, and where the card stands (OLY-6)."""
    text = translator.say("votes.letter", kind=kind_name(view.vote.kind, translator), close=moment(view.closes_at))
    controls = tuple(_controls(view, translator))
    return Card((text, quoted_block(view.vote.question), *_link(view, translator)), controls=controls)


def reminder(view: VoteView, translator: Translator) -> Card:
    """Calls those who have not voted, by name, and to sign everybody; nothing else is said."""
    called = _people_to_call(view)
    text = translator.say(
        "votes.reminder_signatures" if _is_signed(view) else "votes.reminder",
        names=names(called, translator),
        kind=kind_name(view.vote.kind, translator),
        close=moment(view.closes_at),
    )
    controls = tuple(_controls(view, translator))
    return Card((text, *_link(view, translator)), controls=controls, colour=WARNING, pings=pings(called))


def extension(view: VoteView, translator: Translator, *, slept: bool) -> Card:
    """Says until when the vote is open now and why, and calls those who have not voted (AIJE-A02-4)."""
    # Without a quorum in its rule, what is missing is a ballot that names somebody, and no quorum.
    waiting = "votes.extended_quorum" if view.vote.kind.quorum is not None else "votes.extended_nobody"
    key, called = "votes.extended_outage" if slept else waiting, _people_to_call(view)
    said = [translator.say(key, kind=kind_name(view.vote.kind, translator), close=moment(view.closes_at))]
    if _is_signed(view):
        said += reminder(view, translator).paragraphs[:1]
    elif called:
        said.append(translator.say("votes.still_missing", names=names(called, translator)))
    return Card((*said, *_link(view, translator)), colour=WARNING, pings=pings(called))


def below(view: VoteView, runners: Sequence[Person], translator: Translator) -> Card:
    """To who runs it: the quorum is missing, and they alone can end the vote (AIJE-A02-4)."""
    key = "votes.below_missing" if view.waiting else "votes.below_all_cast"
    presses = ending_presses(view, translator)
    text = translator.say(
        key,
        kind=kind_name(view.vote.kind, translator),
        missing=names(view.waiting, translator),
        runner=names(runners, translator),
        close=presses[0].label,
        end=presses[1].label,
    )
    return Card((text, *_link(view, translator)), controls=(presses,), colour=WARNING, pings=pings(runners))


def ending_presses(view: VoteView, translator: Translator) -> tuple[Button, Button]:
    """Closes the vote without its quorum, or calls it off."""
    vote_id = view.vote.vote_id
    return (
        Button(f"vote-close:{vote_id}", translator.say("votes.press_close"), ButtonStyle.primary),
        Button(f"vote-end:{vote_id}", translator.say("votes.press_end"), ButtonStyle.danger),
    )


def to_settle(view: VoteView, translator: Translator) -> Card:
    """The card of a vote below its quorum for who runs it, with the buttons that end it."""
    return replace(card(view, translator), controls=(ending_presses(view, translator),), colour=WARNING)


def ask_close(view: VoteView, translator: Translator) -> Card:
    """Asks once more, since a vote is closed for good."""
    press = Button(f"vote-close-now:{view.vote.vote_id}", translator.say("votes.press_close"), ButtonStyle.danger)
    text = translator.say("votes.close_sure", kind=kind_name(view.vote.kind, translator))
    return Card((text,), controls=((press,),), colour=WARNING)


def close_receipt(view: VoteView, translator: Translator) -> Card:
    """To who closed it: it is over without a decision."""
    return Card((translator.say("votes.closed_now", kind=kind_name(view.vote.kind, translator)),))


def _is_signed(view: VoteView) -> bool:
    return view.vote.kind.form is BallotForm.SIGNATURES


def _link(view: VoteView, translator: Translator) -> Iterator[str]:
    if view.link is not None:
        yield translator.say("votes.link", url=f"https://discord.com/channels/{view.link}")


def ballot(view: VoteView, choice: str, translator: Translator, *, newly: bool) -> Card:
    """Tells the voter alone what the own ballot says now."""
    says = {IN_FAVOUR: "votes.in_favour", AGAINST: "votes.against", NULL: "votes.null"}
    if view.vote.kind.form in {BallotForm.APPROVALS, BallotForm.SIGNATURES}:
        says |= {IN_FAVOUR: "votes.approve", AGAINST: "votes.refuse"}
    if view.vote.kind.form is BallotForm.SIGNATURES:
        says |= {IN_FAVOUR: "votes.sign"}
    what = translator.say(says[choice]) if choice in says else mention(view.people[PersonId(choice)])
    text = translator.say("votes.your_ballot" if newly else "votes.your_changed_ballot", choice=what)
    closed = view.vote.closed_at is not None
    after = (
        translator.say("votes.closed_by_it")
        if closed
        else translator.say("votes.may_change", close=moment(view.closes_at))
    )
    return Card((f"{text} {after}",))


def ask_recusal(vote_id: VoteId, translator: Translator) -> Card:
    """Asks once more, since a recusal is final."""
    press = Button(f"vote-recuse-me:{vote_id}", translator.say("votes.recuse"), ButtonStyle.danger)
    return Card((translator.say("votes.recuse_sure"),), controls=((press,),), colour=WARNING)


def ask_stand_down(vote_id: VoteId, translator: Translator) -> Card:
    """Asks once more, since who has declined does not stand again."""
    press = Button(f"vote-stand-down-me:{vote_id}", translator.say("votes.stand_down"), ButtonStyle.danger)
    return Card((translator.say("votes.stand_down_sure"),), controls=((press,),), colour=WARNING)


def stood_down(view: VoteView, person: Person, translator: Translator) -> Card:
    """Tells the voters that somebody does not stand any more, and what becomes of a ballot for them."""
    text = translator.say("votes.stood_down", person=mention(person), close=moment(view.closes_at))
    voters = [view.people[elector.person_id] for elector in view.vote.electors]
    return Card((text, *_link(view, translator)), colour=WARNING, pings=pings(voters))


def opening_receipt(view: VoteView, translator: Translator) -> Card:
    """Tells who opened it what happens next."""
    return Card((translator.count("votes.opened", view.entitled, close=moment(view.closes_at)),))


def vote_list(views: Sequence[VoteView], translator: Translator) -> Card:
    """The votes that are open, with their cards."""
    if not views:
        return Card((translator.say("votes.none_open"),))
    lines = layout_cards.row_texts(views[:20], _open_line, translator)
    return Card(("\n".join(lines),))


def _open_line(view: VoteView, translator: Translator) -> str:
    url = f"https://discord.com/channels/{view.link}" if view.link else ""
    return translator.say(
        "votes.open_line", kind=kind_name(view.vote.kind, translator), close=moment(view.closes_at), url=url
    )


# --- minutes --------------------------------------------------------------------------------------------------------


def minutes(view: VoteView, translator: Translator, *, to_committee: bool, for_record: bool) -> Card:
    """What was decided and how it was counted, for everybody; the committee is told how to justify an absence.

    The record has the proof of a lot in it, and the committee's channel the button to it.
    """
    vote = view.vote
    said = [f"### {title(vote, translator)}", quoted_block(vote.question)]
    if vote.subject is not None:
        said.append(translator.say("votes.about", person=mention(view.people[vote.subject])))
    said += rests_on(vote, translator)
    said.append("\n".join(_result(view, translator)))
    if vote.lot and for_record:
        said += proof(view, translator).paragraphs
    if vote.cancel_reason is None and view.tally is not None:
        said.append("\n".join(_count(view, view.tally, translator)))
    said.append("\n".join(f"-# {line}" for line in _people(view, translator)))
    until = _excused_until(view) if to_committee else None
    if until is not None:
        said.append(translator.say("votes.absent_next", until=moment(until)))
    colour = ACCENT if vote.outcome is VoteOutcome.PASSED else QUIET
    return Card(tuple(said), controls=tuple(_presses(vote, translator, excuse=until is not None)), colour=colour)


def _excused_until(view: VoteView) -> datetime | None:
    """Until when those who missed the vote may say why; None where nobody did, or nobody is asked."""
    return view.excuse_until if view.tally is not None and view.tally.absent else None


def _presses(vote: Vote, translator: Translator, *, excuse: bool) -> Iterator[tuple[Button, ...]]:
    if excuse:
        yield (Button(f"vote-excuse:{vote.vote_id}", translator.say("votes.give_reason")),)
    if vote.lot:
        yield (verify_press(vote.vote_id, translator),)


def election_result(view: VoteView, translator: Translator) -> Card:
    """Tells everybody who leads the committee from now on, by how many ballots, and what that means (AIJE-A01-2)."""
    vote = view.vote
    if vote.elected is None:
        return Card(())
    won = dict(view.tally.for_candidates).get(vote.elected, 0) if view.tally else 0
    given = view.tally.not_null if view.tally else 0
    person = view.people[vote.elected]
    text = translator.count("votes.leader_elected", won, person=mention(person), given=given)
    return Card((text, translator.say("votes.leader_means")), colour=ACCENT, pings=pings([person]))


def _result(view: VoteView, translator: Translator) -> Iterator[str]:
    vote = view.vote
    if vote.cancelled_by is not None and vote.cancel_reason is None:
        yield translator.say("votes.closed_by", by=mention(view.people[vote.cancelled_by]))
    elif vote.cancelled_by is not None:
        yield translator.say("votes.cancelled_by", by=mention(view.people[vote.cancelled_by]))
        yield quoted_block(vote.cancel_reason or "")
        return
    if vote.elected is not None:
        yield translator.say("votes.elected", person=mention(view.people[vote.elected]))
    else:
        yield from _outcome(view, translator)
    if vote.lot:
        order = listing([mention(view.people[one]) for one in vote.lot], translator)
        yield translator.say("votes.by_lot", order=order)


def _outcome(view: VoteView, translator: Translator) -> Iterator[str]:
    vote = view.vote
    empty = vote.outcome is VoteOutcome.NO_QUORUM and view.tally is not None and not view.tally.cast
    yield translator.say("votes.nobody_voted" if empty else f"votes.outcome.{vote.outcome}")
    if vote.outcome is VoteOutcome.PASSED:
        yield translator.say("votes.without_effect" if view.in_vain else f"votes.effect.{vote.kind.effect}")


def _count(view: VoteView, count: VoteCount, translator: Translator) -> Iterator[str]:
    vote, kind = view.vote, view.vote.kind
    values = {"yes": count.in_favour, "no": count.against, "null": count.null, "absent": count.absent}
    if kind.form is BallotForm.CANDIDATES:
        for candidate, ballots in count.for_candidates:
            yield translator.count("votes.for_candidate", ballots, person=mention(view.people[candidate]))
        yield translator.say("votes.null_and_absent", null=count.null, absent=count.absent)
    elif kind.form is BallotForm.SIGNATURES:
        yield translator.count("votes.signatures", count.in_favour)
    else:
        yield translator.say("votes.tally", **values)
    if kind.quorum is not None:
        key = "votes.quorum_reached" if has_quorum(vote, count) else "votes.quorum_missed"
        yield translator.say(key, part=count.not_null, whole=count.entitled, measure=measure(kind.quorum, translator))
    needed = measure(kind.threshold, translator)
    if kind.form is BallotForm.CANDIDATES:
        yield translator.say(f"votes.needs.{kind.base}", measure=needed)
    else:
        base = count.base(kind.base)
        yield translator.say(f"votes.reached.{kind.base}", part=count.in_favour, whole=base, measure=needed)


def _people(view: VoteView, translator: Translator) -> Iterator[str]:
    vote = view.vote
    everyone = [view.people[elector.person_id] for elector in vote.electors]
    yield translator.count("votes.electorate", len(everyone), names=names(everyone, translator))
    for recusal in vote.recused:
        yield translator.say(f"votes.recusal.{recusal.why}", person=mention(view.people[recusal.person_id]))
    struck = [view.people[elector.person_id] for elector in vote.electors if elector.struck_at is not None]
    if struck:
        yield translator.say("votes.struck", names=names(struck, translator))
    if vote.extensions:
        yield translator.count("votes.extensions", vote.extensions)
    if vote.closed_at is not None:
        yield translator.say(
            "votes.times", opened=_opener(view, vote.opened_by, translator), closed=moment(vote.closed_at)
        )
    if vote.kind.cites:
        yield translator.say("votes.rules", rules=listing([quote(rule) for rule in vote.kind.cites], translator))


def _opener(view: VoteView, opened_by: PersonId | None, translator: Translator) -> str:
    at = moment(view.vote.opened_at)
    if opened_by is None:
        return at
    return translator.say("votes.opened_by", at=at, by=mention(view.people[opened_by]))


def call_off_receipt(view: VoteView, translator: Translator) -> Card:
    """Tells who cancelled that it is over."""
    return Card((translator.say("votes.cancelled_now", kind=kind_name(view.vote.kind, translator)),))


# --- attendance -----------------------------------------------------------------------------------------------------


def excuse(view: ExcuseView, translator: Translator) -> Card:
    """The reason, with the leader's two answers; once answered, the answer."""
    person, kind = mention(view.person), kind_name(view.vote.kind, translator)
    reason = quoted_block(view.excuse.reason)
    if view.excuse.accepted is not None:
        key = "votes.excuse_accepted" if view.excuse.accepted else "votes.excuse_declined"
        by = mention(view.answers) if view.answers else "?"
        return Card((translator.say(key, person=person, kind=kind, by=by), reason), colour=QUIET)
    who = mention(view.answers) if view.answers else translator.say("votes.vacant")
    said = (
        translator.say("votes.excuse", person=person, kind=kind),
        reason,
        translator.say("votes.excuse_next", who=who),
    )
    subject = f"{view.vote.vote_id}.{view.person.person_id}"
    accept = Button(f"excuse-accept:{subject}", translator.say("votes.accept"), ButtonStyle.success)
    decline = Button(f"excuse-decline:{subject}", translator.say("votes.decline"), ButtonStyle.danger)
    called = pings([view.answers] if view.answers else [])
    return Card(said, controls=((accept, decline),), colour=WARNING, pings=called)


def removal_option(view: MissedOften, translator: Translator) -> Card:
    """Tells the leader that somebody may be removed now, and offers to put it to the President (AIJE-A02-6)."""
    n = view.attendance.count(Presence.UNJUSTIFIED)
    who = mention(view.leader) if view.leader else translator.say("votes.vacant")
    press = Button(f"vote-remove:{view.person.person_id}", translator.say("votes.propose_removal"), ButtonStyle.danger)
    return Card(
        (
            translator.count("votes.missed", n, person=mention(view.person)),
            translator.say("votes.missed_next", who=who),
        ),
        controls=((press,),),
        colour=WARNING,
        pings=pings([view.leader] if view.leader else []),
    )


def sheet(found: AttendanceSheet, translator: Translator) -> Card:
    """Everybody's account of the committee's votes."""
    if not found.lines:
        return Card((translator.say("votes.no_committee"),))
    lines = [_line(line, found, translator) for line in found.lines[:40]]
    return Card((translator.say("votes.attendance"), "\n".join(lines), translator.say("votes.attendance_next")))


def _line(line: VotingRecord, found: AttendanceSheet, translator: Translator) -> str:
    return translator.say(
        "votes.attendance_line",
        person=mention(found.people[line.person_id]),
        attended=line.count(Presence.ATTENDED),
        entitled=len(line.votes),
        excused=line.count(Presence.EXCUSED),
        pending=line.count(Presence.PENDING),
        unjustified=line.count(Presence.UNJUSTIFIED),
    )


def excuse_receipt(translator: Translator) -> Card:
    """Tells the absentee that the reason is with the leader."""
    return Card((translator.say("votes.excuse_kept"),))


# --- suggestions ----------------------------------------------------------------------------------------------------


SHOWN = 10
_SHORT = 120


def suggestion_receipt(view: SuggestionView, translator: Translator) -> Card:
    """Thanks the author, and says what happens now."""
    return Card((translator.say("suggestions.made", number=str(view.suggestion.number)),))


def suggestion_card(view: SuggestionView, translator: Translator) -> Card:
    """The suggestion, with buttons for the leader while it waits and the answer afterwards."""
    found = view.suggestion
    text = translator.say("suggestions.card", number=str(found.number), who=mention(view.author))
    paragraphs = [text, quoted_block(found.text, 1500)]
    if found.approved is not None:
        paragraphs.append(_answer(view, translator))
        return Card(tuple(paragraphs), colour=QUIET)
    paragraphs.append("-# " + translator.say("suggestions.leader_decides"))
    approve = Button(
        f"suggestion-approve:{found.suggestion_id}", translator.say("suggestions.approve"), ButtonStyle.success, "👍"
    )
    decline = Button(f"suggestion-decline:{found.suggestion_id}", translator.say("suggestions.decline"))
    return Card(tuple(paragraphs), controls=((approve, decline),), colour=WARNING)


def decision(view: SuggestionView, translator: Translator) -> Card:
    """What the author and everybody read of the answer."""
    found = view.suggestion
    text = translator.say("suggestions.card", number=str(found.number), who=mention(view.author))
    return Card((text, quoted_block(found.text, 300), _answer(view, translator)), pings=pings([view.author]))


def suggestion_listing(views: Sequence[SuggestionView], translator: Translator) -> Card:
    """The suggestions, those that wait first, each to be opened."""
    if not views:
        return Card((translator.say("suggestions.none"),), colour=QUIET)
    lines = tuple(
        Line(
            f"{_mark(view)} **{view.suggestion.number}** · {mention(view.author)}\n"
            f"{quote(view.suggestion.text, _SHORT)}",
            Button(f"suggestion:{view.suggestion.suggestion_id}", translator.say("suggestions.open")),
        )
        for view in views[:SHOWN]
    )
    return Card((translator.count("suggestions.title", len(views)),), lines=lines)


def _mark(view: SuggestionView) -> str:
    return {None: "⏳", True: "👍", False: "👎"}[view.suggestion.approved]


def _answer(view: SuggestionView, translator: Translator) -> str:
    by = mention(view.decided_by) if view.decided_by else "?"
    text = translator.say("suggestions.approved" if view.suggestion.approved else "suggestions.declined", by=by)
    return f"{text}\n{quoted_block(view.suggestion.reason, 500)}" if view.suggestion.reason else text


# --- kinds of procedure ---------------------------------------------------------------------------------------------


def procedure_card(kind: ProcedureKind, file: str, translator: Translator) -> Card:
    """What the procedure asks for, in sentences, and its file."""
    return Card(
        (
            f"### {kind_name(kind, translator)}",
            "\n".join(_lines(kind, translator)),
            translator.say("procedures.copy_next"),
        ),
        documents=(Document(f"{kind.name}.toml", file.encode()),),
    )


def receipt(kind: ProcedureKind, translator: Translator, *, replaced: bool) -> Card:
    """Tells that votes can be opened by it now."""
    key = "procedures.replaced" if replaced else "procedures.kept"
    return Card((translator.say(key, kind=kind_name(kind, translator)), "\n".join(_lines(kind, translator))))


def refusal(file: str, problems: Sequence[RulebookProblem], translator: Translator) -> Card:
    """What keeps the file from being used, key by key, with the fix."""
    return Card(("\n".join(problem_lines(file, problems, translator)),), colour=DANGER)


def _lines(kind: ProcedureKind, translator: Translator) -> Iterator[str]:
    yield translator.say(f"procedures.electorate.{kind.electorate}")
    if kind.recuse_subject:
        yield translator.say("procedures.recused")
    yield translator.say(
        "procedures.run_by", who=listing([member_name(one, translator) for one in kind.runs_by], translator)
    )
    if kind.quorum is not None:
        yield translator.say("votes.needs_quorum", measure=measure(kind.quorum, translator))
    yield translator.say(f"votes.needs.{kind.base}", measure=measure(kind.threshold, translator))
    yield translator.say("procedures.lasts", length=duration(kind.lasts, translator))
    yield translator.say(f"procedures.without.{kind.without_quorum}", length=duration(kind.extend_by, translator))
    yield translator.say(f"votes.effect.{kind.effect}")
    if kind.cites:
        yield translator.say("votes.rules", rules=listing([quote(rule) for rule in kind.cites], translator))


# --- letters --------------------------------------------------------------------------------------------------------


def expulsion(view: VoteView, readmission_from: datetime, lifters: Sequence[Person], translator: Translator) -> Card:
    """You are expelled: by whom, what it means, from when on there is a way back, and whom to ask (AIJE-A02-2)."""
    names = (
        listing([mention(lifter) for lifter in lifters], translator)
        if lifters
        else translator.say("capacity.president")
    )
    back = translator.say("votes.you_expelled_back", at=moment(readmission_from), names=names)
    return Card(
        (
            translator.say("votes.you_expelled", body=_body(view, translator)),
            *_decision(view, translator),
            translator.say("votes.you_expelled_means"),
            back,
        ),
        colour=DANGER,
    )


def off_committee(view: VoteView, translator: Translator) -> Card:
    """You are off the committee: by whom, and what stays (AIJE-A02-5, AIJE-A02-6)."""
    effect = translator.say(f"votes.effect.{view.vote.kind.effect}")
    said = (
        translator.say("votes.you_off_committee", body=_body(view, translator)),
        *_decision(view, translator),
        effect,
        translator.say("votes.no_appeal"),
    )
    return Card(said, colour=DANGER)


def _body(view: VoteView, translator: Translator) -> str:
    return translator.say(f"votes.body.{view.vote.kind.electorate}")


def _decision(view: VoteView, translator: Translator) -> Iterator[str]:
    vote, count = view.vote, view.tally
    yield f"{translator.say('bars.put_to_vote')}\n{quoted_block(vote.question)}"
    if count is not None:
        values = {"yes": count.in_favour, "no": count.against, "null": count.null, "absent": count.absent}
        yield "-# " + translator.say("votes.tally", **values)


# --- opening a vote from the desk -----------------------------------------------------------------------------------


_LABEL: Final = 100
"""Characters of an entry of a menu."""


def choose_kind(kinds: Sequence[ProcedureKind], translator: Translator) -> Card:
    """Asks which procedure it is; says so where the reader runs none."""
    title = f"## {translator.say(key_of('vote open'))}"
    back = Button("desk-home:", translator.say("desk.press_home"), emoji="🗂️")
    if not kinds:
        return Card((title, translator.say("desk.nothing_to_choose")), controls=((back,),))
    named = tuple((kind.name, plain(kind_name(kind, translator), _LABEL)) for kind in kinds)
    menu = Choice("vote-kind:", plain(translator.say(key_of_option("vote open", "kind")), _LABEL), named)
    return Card((title,), controls=(menu, (back,)))
