"""Cards of what waits before an event or beside it: calls of its staff, starts, proposals, rules, a new cup's form.

A call names who runs the event, what waits, and the button that settles it. The start of an official event is put to
those registered; an event's own rules are a draft for the organisers, then read by everybody (GO-30).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final, NamedTuple

from discord import ButtonStyle

from bot.features.tournaments import rulebook_cards, words_cards
from bot.features.tournaments.model import (
    Claim,
    EventProposal,
    EventProposalView,
    EventRulesView,
    Listed,
    StartChange,
    StartChangeView,
    TournamentView,
)
from bot.features.tournaments.sheet_cards import in_one_line
from bot.features.tournaments.summons_model import ALSO_ANSWERED_BY, DECIDED_BY, CallView, MatterKind, MatterView
from bot.i18n.catalogue import Translator
from bot.kernel.errors import UserError
from bot.kernel.ids import TournamentId
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card, Choice, Line
from bot.layout.sentences import listing, moment, moment_relative, plain, quote, quoted_block, sentence
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.adjusting import details_of
from bot.play.entries import MOST_EXTENSIONS, Tournament
from bot.play.estimates import with_few_players
from bot.play.rulebook import EntryRules, Rulebook, talk_of

# --- calls of who runs an event -------------------------------------------------------------------------------------


MOST_LINES: Final = 10
"""With a button each; the rest is counted."""
_NAME_IN_MENU: Final = 40
MOST_MENUS: Final = 3
"""Of a call; whatever else waits has its button."""


class _Button(NamedTuple):
    """How the button of a verb looks."""

    label: str
    emoji: str | None = None
    style: ButtonStyle = ButtonStyle.secondary


_BUTTONS: Final[Mapping[str, _Button]] = {
    "claim": _Button("staff.see_claim", "🪪"),
    "close-more": _Button("checkin.more", "⏳", ButtonStyle.primary),
    "close-now": _Button("checkin.begin", "▶️", ButtonStyle.success),
    "close-off": _Button("checkin.call_off", None, ButtonStyle.danger),
    "desk": _Button("staff.see_desk", "🗂️"),
    "match": _Button("staff.see_match", "👀"),
    "duty-on": _Button("arbiters.go_on", None, ButtonStyle.success),
    "event-proposal": _Button("staff.see_proposal", "📅"),
    "name-card": _Button("staff.see_claim", "🪪"),
    "redraw": _Button("draw.redraw", "🎲"),
    "referee": _Button("matches.for_staff", "⚖️"),
    "round-robin-now": _Button("small_swiss.take", "🔁"),
    "repeat": _Button("staff.see_repeat", "🔁"),
    "rules-approve-now": _Button("event_rules.approve", "✅", ButtonStyle.success),
    "say-again": _Button("setup.say_again", "📣", ButtonStyle.primary),
    "seats-show": _Button("staff.see_seats", "💺"),
    "time-desk": _Button("matches.for_staff", "⚖️"),
    "vote-show": _Button("staff.see_vote", "🗳️"),
}
"""By the verb of a button that settles a matter (`SETTLED_BY`, `ALSO_ANSWERED_BY`)."""
MOST_MISSING: Final = 10
"""So many of those who are missing from a check-in are named; the rest is counted."""


def call(view: CallView, translator: Translator) -> Card:
    """Names those who run the event, in the text, since Discord pings nobody else; then a line for each matter."""
    said = [translator.say("staff.called_done" if view.is_settled else "staff.called")]
    if view.playing and (others := _others(view, translator)):
        who = listing([mention(one) for one in view.playing], translator)
        said.append(translator.say("staff.plays_too", who=who, others=others))
    return Card(
        ("\n".join(said),),
        lines=_lines(view, translator),
        closing=_rest(view, translator),
        controls=_decisions(view, translator),
        colour=QUIET if view.is_settled else WARNING,
        pings=pings(view.named) | ({view.owner} if view.owner is not None else frozenset()),
        role_pings=frozenset({view.role} if view.role is not None else ()),
        opening=" ".join(_names(view)) or None,
    )


def letter(view: CallView, translator: Translator) -> Card:
    """The same to one of them, who may not have been pinged by anything else."""
    return Card(
        (translator.say("staff.called_by_letter"),),
        lines=_lines(view, translator),
        closing=_rest(view, translator),
        colour=WARNING,
    )


def called_by_player(caller: str, called: CallView, translator: Translator) -> Card:
    """To the match: who was called for it. The call itself pings them, so this names them in silence."""
    text = translator.say("staff.called_by_player", caller=caller, names=listing(_names(called), translator))
    return Card((text,), colour=WARNING)


def _decisions(view: CallView, translator: Translator) -> tuple[Choice, ...]:
    """A menu for each of the first matters that a choice decides, with the names of those whom it is about."""
    found = (_decision(one, translator) for one in _matters_told(view) if one.choices)
    return tuple(islice(found, MOST_MENUS))


def _decision(one: MatterView, translator: Translator) -> Choice:
    matter, names = one.matter.matter, " – ".join(plain(player.name, _NAME_IN_MENU) for player in one.people)
    custom_id = f"{DECIDED_BY[matter.kind]}:{matter.subject.partition(':')[2]}"
    return Choice(custom_id, f"{translator.say('matches.rule')}: {names}", one.choices)


def _names(view: CallView) -> list[str]:
    role = [] if view.role is None else [f"<@&{view.role}>"]
    owner = [] if view.owner is None else [f"<@{view.owner}>"]
    return [*(mention(one) for one in view.named), *role, *owner]


def _others(view: CallView, translator: Translator) -> str:
    """Who else can decide what somebody of those named plays in."""
    role = [] if view.role is None else [f"<@&{view.role}>"]
    return listing([*(mention(other) for other in view.others), *role], translator)


def _lines(view: CallView, translator: Translator) -> tuple[Line, ...]:
    return tuple(line for matter in _matters_told(view) for line in _lines_of(matter, translator))


def _matters_told(view: CallView) -> tuple[MatterView, ...]:
    """As many as there is room for; a matter with a choice takes a line for each button."""
    more = sum(len(ALSO_ANSWERED_BY.get(one.matter.matter.kind, ())) for one in view.matters)
    return view.matters[: max(1, MOST_LINES - more)]


def _lines_of(one: MatterView, translator: Translator) -> tuple[Line, ...]:
    if one.matter.matter.kind is not MatterKind.CHECK_IN_CLOSES:
        return (_line(one, translator),)
    return tuple(_lines_at_the_close(one, translator))


def _lines_at_the_close(one: MatterView, translator: Translator) -> Iterator[Line]:
    """Who is missing and when it closes, and a line for each way on; of what is over its fact alone."""
    matter, tournament = one.matter.matter, one.tournament
    name, key = quote(tournament.name) if tournament else "", matter.subject.partition(":")[2]
    if one.matter.settled_at is not None:
        said = translator.say("staff.matter_check_in_closes", event=name)
        yield Line(translator.say("staff.settled", what=said), None)
        return
    told = [translator.say("staff.matter_check_in_closes", event=name)]
    if one.people:
        told.append(translator.say("checkin.still_missing", names=_missing(one.people, translator)))
    if matter.until is not None:
        told.append(translator.say("checkin.closes_by_itself", when=moment_relative(matter.until)))
    times = tournament.close_extensions if tournament else 0
    more = _button(f"close-more:{key}.{times}", translator) if times < MOST_EXTENSIONS else None
    yield Line(" ".join(told), more)
    yield Line(translator.say("checkin.or_begin"), _button(f"close-now:{key}", translator))
    yield Line(translator.say("checkin.or_call_off"), _button(f"close-off:{key}", translator))


def ways_at_the_close(tournament_id: TournamentId, verbs: Iterable[str], translator: Translator) -> tuple[Button, ...]:
    """The buttons of these ways on, for where the question is told otherwise."""
    return tuple(_button(f"{verb}:{tournament_id}", translator) for verb in verbs)


def _missing(people: Sequence[Person], translator: Translator) -> str:
    named, more = [mention(one) for one in people[:MOST_MISSING]], len(people) - MOST_MISSING
    return listing([*named, translator.count("checkin.missing_more", more)] if more > 0 else named, translator)


def _line(one: MatterView, translator: Translator) -> Line:
    matter = one.matter.matter
    said = translator.say(
        f"staff.matter_{matter.kind}",
        names=listing([mention(player) for player in one.people], translator),
        event=quote(one.tournament.name) if one.tournament else "",
        called=quote(one.called),
    )
    if one.matter.settled_at is not None:
        return Line(translator.say("staff.settled", what=said), None)
    more = [] if matter.until is None else [translator.say("staff.by_itself", when=moment_relative(matter.until))]
    text = " ".join([said, *more, *([] if one.link is None else [one.link])])
    return Line(text, _press(one, translator))


def _press(one: MatterView, translator: Translator) -> Button:
    return _button(one.matter.ref.custom_id, translator)


def _button(custom_id: str, translator: Translator) -> Button:
    look = _BUTTONS[custom_id.partition(":")[0]]
    return Button(custom_id, translator.say(look.label), look.style, look.emoji)


def _rest(view: CallView, translator: Translator) -> tuple[str, ...]:
    more = len(view.matters) - len(_matters_told(view))
    return (translator.count("staff.more", more),) if more > 0 else ()


# --- another start of an official event -----------------------------------------------------------------------------


def request(view: StartChangeView, listed: Sequence[Listed], translator: Translator) -> Card:
    """To everybody registered: both starts, and a button for each to agree."""
    people = [one.person for one in listed]
    text = translator.say(
        "start_change.asked",
        name=quote(view.tournament.name),
        by=mention(view.by),
        before=moment(view.tournament.start_at),
        after=moment(view.change.start_at),
        agree=translator.say("start_change.agree"),
    )
    named = listing([mention(person) for person in people], translator)
    officers = translator.say(
        "start_change.officers", move=translator.say("start_change.move"), leave=translator.say("start_change.leave")
    )
    paragraphs = (text, named, *_silent(view, translator), officers)
    return Card(paragraphs, controls=(_presses(view.change, translator),), colour=WARNING, pings=pings(people))


def _silent(view: StartChangeView, translator: Translator) -> tuple[str, ...]:
    """For whom an officer decides, where somebody has no Discord."""
    if not view.silent:
        return ()
    return (
        translator.say(
            "start_change.without_discord", names=listing([mention(one) for one in view.silent], translator)
        ),
    )


def _presses(change: StartChange, translator: Translator) -> tuple[Button, ...]:
    about = f"{change.tournament_id}.{_milliseconds(change.start_at)}"
    return (
        Button(f"start-agree:{about}", translator.say("start_change.agree"), ButtonStyle.success),
        Button(f"start-move:{about}", translator.say("start_change.move")),
        Button(f"start-leave:{about}", translator.say("start_change.leave")),
    )


def _milliseconds(at: datetime) -> int:
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def agreement_receipt(view: StartChangeView, translator: Translator) -> Card:
    """To who has agreed: who is still missing, or that the event moves."""
    if view.is_unanimous:
        return Card((translator.say("start_change.all_agreed", after=moment(view.change.start_at)),), colour=ACCENT)
    text = translator.say("start_change.agreed", done=str(view.agreed), all=str(view.entered))
    missing = listing([mention(one) for one in view.waiting], translator)
    still = (translator.say("start_change.missing", missing=missing),) if missing else ()
    return Card((" ".join((text, *still)), *_silent(view, translator)))


def stay_notice(tournament: Tournament, by: Person, translator: Translator) -> Card:
    """To everybody: the start is as it was."""
    name, start = quote(tournament.name), moment(tournament.start_at)
    return Card((translator.say("start_change.stays", name=name, by=mention(by), start=start),), colour=QUIET)


def move_receipt(tournament: Tournament, translator: Translator) -> Card:
    """To the officer who let it move."""
    return Card((translator.say("start_change.moved", after=moment(tournament.start_at)),))


def stay_receipt(tournament: Tournament, translator: Translator) -> Card:
    """To the officer who left it."""
    return Card((translator.say("start_change.left", start=moment(tournament.start_at)),))


def request_receipt(view: StartChangeView, translator: Translator) -> Card:
    """To who asked for it: everybody registered is asked now."""
    count = str(len(view.waiting))
    return Card((translator.say("start_change.put", name=quote(view.tournament.name), n=count),), colour=WARNING)


# --- events that wait for the President -----------------------------------------------------------------------------


def card(view: EventProposalView, translator: Translator) -> Card:
    """What is proposed, by whom, by which rules; the President's two answers until there is one."""
    proposal, rules = view.proposal, view.rulebook
    said = [
        translator.say(
            "event_proposals.card",
            by=mention(view.by),
            name=quote(proposal.name),
            start=moment(proposal.start_at),
            rules=quote(rules.title_in(translator.locale)),
            version=quote(rules.version),
        )
    ]
    if view.standing.claim is Claim.WAITS:
        named = rulebook_cards.keys_named(view.standing.keys, translator)
        said.append(translator.say("event_proposals.changed_rules", keys=named, preset=view.standing.preset))
    elif told := rulebook_cards.why_not(view.standing, translator):
        said.append(told)
    if proposal.approved is not None:
        return Card((*said, _outcome(view, translator)), colour=ACCENT if proposal.approved else QUIET)
    key = "event_proposals.waits" if view.president else "event_proposals.waits_vacant"
    said.append(translator.say(key, president=mention(view.president) if view.president else ""))
    answers = (
        Button(f"event-approve:{proposal.proposal_id}", translator.say("event_proposals.approve"), ButtonStyle.success),
        Button(f"event-refuse:{proposal.proposal_id}", translator.say("event_proposals.refuse"), ButtonStyle.danger),
    )
    called = pings([view.president]) if view.president else frozenset()
    waiting = Card(tuple(said), controls=(answers,), colour=WARNING, pings=called)
    return words_cards.with_poster(waiting, view.poster, proposal.name, translator)


def receipt(proposal: EventProposal, translator: Translator) -> Card:
    """What the arbiter is told who has proposed it."""
    return Card((translator.say("event_proposals.proposed", name=quote(proposal.name)),))


def decision(view: EventProposalView, translator: Translator) -> Card:
    """What the arbiter is told once the President has decided."""
    name = quote(view.proposal.name)
    return Card((translator.say("event_proposals.yours", name=name) + "\n" + _outcome(view, translator),))


def decision_receipt(view: EventProposalView, translator: Translator) -> Card:
    """What the President is told."""
    key = "event_proposals.told_approved" if view.proposal.approved else "event_proposals.told_refused"
    return Card((translator.say(key, name=quote(view.proposal.name)),))


def _outcome(view: EventProposalView, translator: Translator) -> str:
    by = mention(view.decided_by) if view.decided_by else "?"
    if view.proposal.approved:
        return translator.say("event_proposals.approved", by=by)
    return translator.say("event_proposals.refused", by=by) + "\n" + quoted_block(view.proposal.reason or "")


# --- the event's own rules ------------------------------------------------------------------------------------------


_ROOM = 3200


def draft(view: EventRulesView, translator: Translator) -> Card:
    """To the organisers, whom a call pings: the draft, with approve and decline while it waits."""
    name, rules = quote(view.tournament.name), quoted_block(view.rules.rules, _ROOM)
    text = translator.say("event_rules.drafted", who=mention(view.author), name=name)
    if not view.rules.waits:
        key = "event_rules.approved_now" if view.rules.approved else "event_rules.declined_now"
        return Card((text, rules, translator.say(key)), colour=QUIET)
    subject = f"{view.tournament.tournament_id}.{view.rules.number}"
    presses = (
        Button(f"rules-approve:{subject}", translator.say("event_rules.approve"), ButtonStyle.success, "✅"),
        Button(f"rules-decline:{subject}", translator.say("event_rules.decline"), ButtonStyle.danger),
    )
    return Card((text, rules), controls=(presses,), colour=WARNING)


def rules_decision(view: EventRulesView, translator: Translator) -> Card:
    """To everybody, the rules that hold; to the chief, why a draft was declined."""
    name = quote(view.tournament.name)
    if view.rules.approved:
        return in_force(view, translator)
    text = translator.say("event_rules.declined", who=mention(view.author), name=name)
    return Card((text, quoted_block(view.rules.reason or "")), colour=WARNING, pings=pings([view.author]))


def in_force(view: EventRulesView, translator: Translator) -> Card:
    """The rules that count beside the rulebook."""
    title = translator.say("event_rules.in_force", name=quote(view.tournament.name), who=mention(view.author))
    return Card((title, quoted_block(view.rules.rules, _ROOM)), colour=QUIET)


def rules_receipt(translator: Translator) -> Card:
    """To the chief: the organisers are asked."""
    return Card((translator.say("event_rules.sent"),))


# --- a round robin for a small Swiss --------------------------------------------------------------------------------


def take_press(tournament: Tournament, translator: Translator) -> Button:
    """Takes the round robin for few players."""
    return Button(f"round-robin:{tournament.tournament_id}", translator.say("small_swiss.take"), emoji="🔁")


def offered_at_creation(tournament: Tournament, translator: Translator) -> str:
    """That a round robin is better with few players; empty where none can take the place of the event."""
    most = with_few_players(tournament.rulebook)
    return "" if most is None else translator.count("small_swiss.at_creation", most)


def offer(view: TournamentView, translator: Translator) -> Card:
    """To the organisers: so few are on the list that a round robin is better, and until when it can be taken."""
    most = with_few_players(view.tournament.rulebook) or 0
    text = translator.count(
        "small_swiss.offered",
        view.headcount.registered,
        name=quote(view.tournament.name),
        most=most,
        until=moment_relative(view.check_in_closes_at),
    )
    return Card((text,), controls=((take_press(view.tournament, translator),),), colour=WARNING)


def change_of_format(tournament: Tournament, translator: Translator) -> Card:
    """To everybody: with how many players the event is a round robin, and what it is with more."""
    rules = tournament.rulebook.round_robin
    most = 0 if rules is None or rules.swiss_above is None else rules.swiss_above
    return Card((translator.count("small_swiss.taken", most, name=quote(tournament.name)),), colour=WARNING)


# --- the form of a new cup ------------------------------------------------------------------------------------------


def new_cup_press(translator: Translator) -> Button:
    """Opens the form of a new cup."""
    return Button("cup-new:", translator.say("cups.new"), ButtonStyle.success, "🏆")


def refusal(error: UserError, translator: Translator) -> Card:
    """Why the form was not taken, with the button that opens it again as it was filled in."""
    again = Button("cup-again:", translator.say("cups.again"), ButtonStyle.primary, "✏️")
    said = f"{sentence(error, translator)}\n-# {translator.say('cups.kept')}"
    return Card((said,), controls=((again,),), colour=DANGER)


def conditions_line(entry: EntryRules, translator: Translator) -> str:
    """Who may enter."""
    return f"🚪 **{translator.say('conditions.title')}:** {in_one_line(entry, translator)}"


def detail_lines(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """What the preview says of who may enter, third place, who end level and threads, where the event has it."""
    details = details_of(rulebook)
    if rulebook.entry is not None:
        yield conditions_line(rulebook.entry, translator)
    if details.third_place is not None:
        text = translator.say("cups.third_played" if details.third_place else "cups.third_unplayed")
        yield f"🥉 **{translator.say('cups.third')}:** {text}"
    if details.level is not None:
        yield f"🤝 **{translator.say('cups.level')}:** {translator.say(f'cups.level_{details.level}')}"
    if rulebook.threads is not None:
        yield f"🧵 **{translator.say('cups.talk')}:** {translator.say(f'cups.talk_{talk_of(rulebook.threads)}')}"
