"""A vote as the committee sees it while it runs, and what each presser alone is told.

While it runs nothing shows but the ballots cast of the electorate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.ids import PersonId, VoteId
from bot.domain.voting.vote_views import VoteView
from bot.domain.voting.votes import (
    AGAINST,
    IN_FAVOUR,
    NULL,
    OF_THE_ASSOCIATION,
    Effect,
    Form,
    Measure,
    ProcedureKind,
    Vote,
    entitled_electors,
)
from bot.i18n import Voice
from bot.rendering import drawn_rows
from bot.rendering.layout import QUIET, WARNING, Card, Choice, Control, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import duration, listing, member_name, moment
from bot.rendering.text import plain, quote, quoted_block

_MENU: Final = 25
_MENUS: Final = 4
_NAMES: Final = 80
"""Names in one sentence; the others are called in a line above it, and in messages after it."""


def kind_name(kind: ProcedureKind, voice: Voice) -> str:
    """What the procedure is called: in the reader's language, or as the server's own file calls it."""
    if kind.name not in OF_THE_ASSOCIATION:
        return quote(kind.title)
    word = kind.name.replace("-", "_")
    return voice.say(f"procedures.kind.{word}")


def title(vote: Vote, voice: Voice) -> str:
    """The heading of everything that is said about a vote."""
    key = "votes.title_run_off" if vote.ballot == 2 else "votes.title"
    return voice.say(key, kind=kind_name(vote.kind, voice))


def measure(part: Measure, voice: Voice) -> str:
    """An exact part: "more than 51 %", and as a fraction where percent would round it ("at least 2/3")."""
    percent = part.fraction * 100
    share = f"{percent.numerator} %" if percent.denominator == 1 else str(part.fraction)
    return voice.say("votes.more_than" if part.strict else "votes.at_least", share=share)


def names(people: Sequence[Person], voice: Voice) -> str:
    """Mentions as one phrase; of a very large electorate the first and how many more."""
    shown = [mention(person) for person in people[:_NAMES]]
    more = [voice.count("votes.others", len(people) - _NAMES)] if len(people) > _NAMES else []
    return listing([*shown, *more], voice)


def opening(view: VoteView, voice: Voice) -> Card:
    """The card when it is posted: those who have a voice are named in a line above it, and in messages after it."""
    called = () if view.vote.closed_at is not None else _people_to_call(view)
    return replace(card(view, voice), pings=pings(called))


def _people_to_call(view: VoteView) -> tuple[Person, ...]:
    """Who is called to a vote: those who have not voted, and to sign everybody, since the others would have signed."""
    if _is_signed(view):
        return tuple(view.people[one] for one in entitled_electors(view.vote))
    return view.waiting


def card(view: VoteView, voice: Voice) -> Card:
    """The live card: the question, the answers, the deadline, and the ballots cast of the electorate."""
    vote = view.vote
    said = [f"### {title(vote, voice)}", quoted_block(vote.question), *_about(view, voice)]
    if vote.closed_at is not None:
        key = "votes.cancelled" if vote.cancel_reason is not None else "votes.closed"
        return Card((*said, voice.say(key, at=moment(vote.closed_at))), colour=QUIET)
    said.append(_how(view, voice))
    said.append(voice.count("votes.cast", view.cast, electorate=view.asked))
    said.append("\n".join(f"-# {line}" for line in _fine_print(view, voice)))
    return Card(tuple(said), controls=tuple(_controls(view, voice)))


def _about(view: VoteView, voice: Voice) -> Iterator[str]:
    vote = view.vote
    if vote.subject is not None:
        yield voice.say("votes.about", person=mention(view.people[vote.subject]))
    yield from rests_on(vote, voice)
    if vote.kind.effect is Effect.PENALTY_RATING:
        yield voice.say("votes.penalty_rating")
    if vote.kind.effect is Effect.PENALTY_BAR:
        if vote.effect_lasts is None:
            yield voice.say("votes.penalty_for_good")
        else:
            yield voice.say("votes.penalty_for", length=duration(vote.effect_lasts, voice))


def rests_on(vote: Vote, voice: Voice) -> Iterator[str]:
    """The ground and the proof of an expulsion, for the card and the minutes (AIJE-A02-1)."""
    if vote.ground is not None:
        yield voice.say("votes.ground", ground=member_name(vote.ground, voice))
    if vote.proof:
        yield voice.say("files.evidence_links", links=" ".join(f"<{link}>" for link in vote.proof))


def _how(view: VoteView, voice: Voice) -> str:
    key = {Form.APPROVALS: "votes.how_approvals", Form.SIGNATURES: "votes.how_signatures"}
    return voice.say(key.get(view.vote.kind.form, "votes.how"), close=moment(view.closes_at))


def _fine_print(view: VoteView, voice: Voice) -> Iterator[str]:
    kind = view.vote.kind
    if kind.quorum is not None:
        yield voice.say("votes.needs_quorum", measure=measure(kind.quorum, voice))
        least, whole = kind.quorum.least(view.entitled), view.entitled
        yield voice.say("votes.needs_quorum_now", least=least, whole=whole)
    yield voice.say(f"votes.needs.{kind.base}", measure=measure(kind.threshold, voice))
    for recusal in view.vote.recused:
        yield voice.say(f"votes.recusal.{recusal.why}", person=mention(view.people[recusal.person_id]))
    if view.commitment is not None:
        yield voice.say("votes.lot_how", button=voice.say("votes.verify"))
    if kind.cites:
        yield voice.say("votes.rules", rules=listing([quote(rule) for rule in kind.cites], voice))


def _controls(view: VoteView, voice: Voice) -> Iterator[Control]:
    vote_id, form = view.vote.vote_id, view.vote.kind.form
    recusal = Press(f"vote-recuse:{vote_id}", voice.say("votes.recuse"))
    null = Press(f"vote-null:{vote_id}", voice.say("votes.null"))
    match form:
        case Form.YES_NO | Form.APPROVALS:
            words = (
                ("votes.approve", "votes.refuse") if form is Form.APPROVALS else ("votes.in_favour", "votes.against")
            )
            favour = Press(f"vote-yes:{vote_id}", voice.say(words[0]), ButtonStyle.success)
            against = Press(f"vote-no:{vote_id}", voice.say(words[1]), ButtonStyle.danger)
            yield (favour, against, recusal) if form is Form.APPROVALS else (favour, against, null, recusal)
        case Form.SIGNATURES:
            yield (Press(f"vote-yes:{vote_id}", voice.say("votes.sign"), ButtonStyle.success),)
        case Form.CANDIDATES:
            yield from _menus(view, voice)
            down = Press(f"vote-stand-down:{vote_id}", voice.say("votes.stand_down"))
            yield (null, recusal, down, verify_press(vote_id, voice))


def _menus(view: VoteView, voice: Voice) -> Iterator[Choice]:
    standing = view.vote.candidates
    for number, start in enumerate(range(0, min(len(standing), _MENU * _MENUS), _MENU)):
        some = standing[start : start + _MENU]
        options = tuple((one, plain(view.people[one].name)) for one in some)
        yield Choice(f"vote-for:{view.vote.vote_id}.{number}", voice.say("votes.choose"), options)


def verify_press(vote_id: VoteId, voice: Voice) -> Press:
    """Shows what the lot of an election hangs on."""
    return Press(f"vote-verify:{vote_id}", voice.say("votes.verify"), emoji="🔎")


def proof(view: VoteView, voice: Voice) -> Card:
    """To who asks: the hash that fixes the lot, and once a lot has decided the number behind it (AIJE-A01-2)."""
    vote = view.vote
    sealed = view.commitment or ""
    if not vote.lot:
        return Card((voice.say("votes.lot_sealed", commitment=sealed),), colour=QUIET)
    opened = voice.say("votes.lot_opened", commitment=sealed, secret=vote.secret.hex(), vote=vote.vote_id)
    return Card((opened,), colour=QUIET)


def letter(view: VoteView, voice: Voice) -> Card:
    """To a representative alone: what is asked, until when, the answers, and where the card stands (OLY-6)."""
    said = voice.say("votes.letter", kind=kind_name(view.vote.kind, voice), close=moment(view.closes_at))
    controls = tuple(_controls(view, voice))
    return Card((said, quoted_block(view.vote.question), *_link(view, voice)), controls=controls)


def reminder(view: VoteView, voice: Voice) -> Card:
    """Calls those who have not voted, by name, and to sign everybody; nothing else is said."""
    called = _people_to_call(view)
    said = voice.say(
        "votes.reminder_signatures" if _is_signed(view) else "votes.reminder",
        names=names(called, voice),
        kind=kind_name(view.vote.kind, voice),
        close=moment(view.closes_at),
    )
    controls = tuple(_controls(view, voice))
    return Card((said, *_link(view, voice)), controls=controls, colour=WARNING, pings=pings(called))


def extension(view: VoteView, voice: Voice, *, slept: bool) -> Card:
    """Says until when the vote is open now and why, and calls those who have not voted (AIJE-A02-4)."""
    # Without a quorum in its rule, what is missing is a ballot that names somebody, and no quorum.
    waiting = "votes.extended_quorum" if view.vote.kind.quorum is not None else "votes.extended_nobody"
    key, called = "votes.extended_outage" if slept else waiting, _people_to_call(view)
    said = [voice.say(key, kind=kind_name(view.vote.kind, voice), close=moment(view.closes_at))]
    if _is_signed(view):
        said += reminder(view, voice).paragraphs[:1]
    elif called:
        said.append(voice.say("votes.still_missing", names=names(called, voice)))
    return Card((*said, *_link(view, voice)), colour=WARNING, pings=pings(called))


def below(view: VoteView, runners: Sequence[Person], voice: Voice) -> Card:
    """To who runs it: the quorum is missing, and they alone can end the vote (AIJE-A02-4)."""
    key = "votes.below_missing" if view.waiting else "votes.below_all_cast"
    presses = ending_presses(view, voice)
    said = voice.say(
        key,
        kind=kind_name(view.vote.kind, voice),
        missing=names(view.waiting, voice),
        runner=names(runners, voice),
        close=presses[0].label,
        end=presses[1].label,
    )
    return Card((said, *_link(view, voice)), controls=(presses,), colour=WARNING, pings=pings(runners))


def ending_presses(view: VoteView, voice: Voice) -> tuple[Press, Press]:
    """Closes the vote without its quorum, or calls it off."""
    vote_id = view.vote.vote_id
    return (
        Press(f"vote-close:{vote_id}", voice.say("votes.press_close"), ButtonStyle.primary),
        Press(f"vote-end:{vote_id}", voice.say("votes.press_end"), ButtonStyle.danger),
    )


def to_settle(view: VoteView, voice: Voice) -> Card:
    """The card of a vote below its quorum for who runs it, with the buttons that end it."""
    return replace(card(view, voice), controls=(ending_presses(view, voice),), colour=WARNING)


def ask_close(view: VoteView, voice: Voice) -> Card:
    """Asks once more, since a vote is closed for good."""
    press = Press(f"vote-close-now:{view.vote.vote_id}", voice.say("votes.press_close"), ButtonStyle.danger)
    said = voice.say("votes.close_sure", kind=kind_name(view.vote.kind, voice))
    return Card((said,), controls=((press,),), colour=WARNING)


def close_receipt(view: VoteView, voice: Voice) -> Card:
    """To who closed it: it is over without a decision."""
    return Card((voice.say("votes.closed_now", kind=kind_name(view.vote.kind, voice)),))


def _is_signed(view: VoteView) -> bool:
    return view.vote.kind.form is Form.SIGNATURES


def _link(view: VoteView, voice: Voice) -> Iterator[str]:
    if view.link is not None:
        yield voice.say("votes.link", url=f"https://discord.com/channels/{view.link}")


def ballot(view: VoteView, choice: str, voice: Voice, *, newly: bool) -> Card:
    """Tells the voter alone what the own ballot says now."""
    says = {IN_FAVOUR: "votes.in_favour", AGAINST: "votes.against", NULL: "votes.null"}
    if view.vote.kind.form in {Form.APPROVALS, Form.SIGNATURES}:
        says |= {IN_FAVOUR: "votes.approve", AGAINST: "votes.refuse"}
    if view.vote.kind.form is Form.SIGNATURES:
        says |= {IN_FAVOUR: "votes.sign"}
    what = voice.say(says[choice]) if choice in says else mention(view.people[PersonId(choice)])
    said = voice.say("votes.your_ballot" if newly else "votes.your_changed_ballot", choice=what)
    closed = view.vote.closed_at is not None
    after = voice.say("votes.closed_by_it") if closed else voice.say("votes.may_change", close=moment(view.closes_at))
    return Card((f"{said} {after}",))


def ask_recusal(vote_id: VoteId, voice: Voice) -> Card:
    """Asks once more, since a recusal is final."""
    press = Press(f"vote-recuse-me:{vote_id}", voice.say("votes.recuse"), ButtonStyle.danger)
    return Card((voice.say("votes.recuse_sure"),), controls=((press,),), colour=WARNING)


def ask_stand_down(vote_id: VoteId, voice: Voice) -> Card:
    """Asks once more, since who has declined does not stand again."""
    press = Press(f"vote-stand-down-me:{vote_id}", voice.say("votes.stand_down"), ButtonStyle.danger)
    return Card((voice.say("votes.stand_down_sure"),), controls=((press,),), colour=WARNING)


def stood_down(view: VoteView, person: Person, voice: Voice) -> Card:
    """Tells the voters that somebody does not stand any more, and what becomes of a ballot for them."""
    said = voice.say("votes.stood_down", person=mention(person), close=moment(view.closes_at))
    voters = [view.people[elector.person_id] for elector in view.vote.electors]
    return Card((said, *_link(view, voice)), colour=WARNING, pings=pings(voters))


def opening_receipt(view: VoteView, voice: Voice) -> Card:
    """Tells who opened it what happens next."""
    return Card((voice.count("votes.opened", view.entitled, close=moment(view.closes_at)),))


def vote_list(views: Sequence[VoteView], voice: Voice) -> Card:
    """The votes that are open, with their cards."""
    if not views:
        return Card((voice.say("votes.none_open"),))
    lines = drawn_rows.texts(views[:20], _open_line, voice)
    return Card(("\n".join(lines),))


def _open_line(view: VoteView, voice: Voice) -> str:
    url = f"https://discord.com/channels/{view.link}" if view.link else ""
    return voice.say("votes.open_line", kind=kind_name(view.vote.kind, voice), close=moment(view.closes_at), url=url)
