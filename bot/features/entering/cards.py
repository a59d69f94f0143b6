"""What people are told of entering: entries and the list of players, accounts, conditions, and seeds by hand.

Staff reads where a player enters who lacks a condition, and that a role is gone. Features add to the answer to
who has entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from discord import ButtonStyle

from bot.features.entering.model import (
    AccountHeld,
    AccountsHeld,
    CheckedIn,
    Condition,
    ConditionsAsked,
    EntryNameAsked,
    PlayerList,
    Registered,
    Removed,
)
from bot.features.tournaments.model import Listed, RemindView
from bot.features.tournaments.sheet_cards import in_one_line
from bot.features.tournaments.words_cards import seed_list
from bot.i18n.catalogue import Translator
from bot.kernel.errors import UserError
from bot.kernel.ids import TournamentId
from bot.layout.cards import DANGER, QUIET, WARNING, Button, Card
from bot.layout.sentences import listing, member_name, moment, number, plain, quote, quoted_block, sentence
from bot.people.cards import is_this, mention, short_mention
from bot.people.model import Account, ClaimView, Person
from bot.play.entries import Entrant, Tournament, check_in_closes_at
from bot.play.format_rules import ScoringRules
from bot.play.plugs import Hooks, Joined, Parts
from bot.play.rulebook import EntryRules

# --- accounts and claims --------------------------------------------------------------------------------------------


SITES_ON_A_CARD = 5


def claim(found: ClaimView, translator: Translator) -> Card:
    """For the committee: who wants whose account, what would follow, and the two answers; once decided, the answer."""
    if found.claim.decided_at is not None:
        return decision(found, translator)
    lines = [
        translator.say(
            "claims.claimed",
            claimant=mention(found.claimant),
            holder=mention(found.holder),
            account=quote(found.claim.name),
            site=quote(found.claim.site),
        ),
        translator.say("claims.at", at=moment(found.claim.claimed_at)),
    ]
    if found.tournament is not None:
        lines.append(translator.say("claims.wants_to_enter", name=quote(found.tournament.name)))
    if found.holder_is_barred:
        lines.append(translator.say("claims.holder_is_barred"))
    lines.append(translator.say("claims.how_to_decide"))
    subject = found.claim.claim_id
    grant = Button(f"claim-grant:{subject}", translator.say("claims.grant"), ButtonStyle.success)
    refuse = Button(f"claim-refuse:{subject}", translator.say("claims.refuse"), ButtonStyle.danger)
    return Card(("\n".join(lines),), controls=((grant, refuse),), colour=WARNING)


def decision(found: ClaimView, translator: Translator) -> Card:
    """For the committee: what was decided, by whom and why."""
    text = translator.say(
        "claims.granted" if found.claim.granted else "claims.refused",
        claimant=mention(found.claimant),
        account=quote(found.claim.name),
        by=mention(found.decided_by) if found.decided_by else "?",
    )
    return _with_reason(found, text, QUIET)


def told_claimant(found: ClaimView, translator: Translator) -> Card:
    """For the claimant: the answer, and what comes next."""
    account = quote(found.claim.name)
    if not found.claim.granted:
        return _with_reason(found, translator.say("claims.you_refused", account=account), WARNING)
    lines = [translator.say("claims.you_granted", account=account)]
    if found.tournament is not None:
        key = "claims.you_entered" if found.entered else "claims.you_not_entered"
        lines.append(translator.say(key, name=quote(found.tournament.name)))
    return Card(("\n".join(lines),))


def told_holder(found: ClaimView, translator: Translator) -> Card:
    """For who held the account: it belongs to another now, and how to name the right one."""
    text = translator.say("claims.you_lost", account=quote(found.claim.name), site=quote(found.claim.site))
    return _with_reason(found, text, WARNING)


def accounts(held: AccountsHeld, translator: Translator) -> Card:
    """The accounts of a person; who looks at the own has a button for each site to name or change one."""
    by_site = {account.site: account for account in held.accounts}
    if not held.sites:
        return Card((translator.say("claims.no_sites"),))
    lines = "\n".join(_account_line(site, by_site.get(site), translator) for site in held.sites)
    if not held.own:
        name = mention(held.person) if held.person else "?"
        return Card((translator.say("claims.accounts_of", person=name), lines))
    presses = tuple(
        Button(f"account-name:{site}", translator.say("claims.change" if site in by_site else "claims.name", site=site))
        for site in held.sites[:SITES_ON_A_CARD]
    )
    return Card((lines, translator.say("claims.wrong")), controls=(presses,))


def named_account(account: Account, person: Person | None, translator: Translator) -> Card:
    """The account is on record from now on, of the reader or of somebody whom staff put right."""
    name, site = quote(account.name), quote(account.site)
    if person is None:
        return Card((translator.say("claims.named", account=name, site=site),))
    return Card((translator.say("claims.named_other", person=mention(person), account=name, site=site),))


def _account_line(site: str, account: Account | None, translator: Translator) -> str:
    if account is None:
        return translator.say("claims.none", site=quote(site))
    return translator.say("claims.own", site=quote(site), account=quote(account.name))


def _with_reason(found: ClaimView, said: str, colour: int) -> Card:
    reason = found.claim.reason
    return Card((said, quoted_block(reason)) if reason else (said,), colour=colour)


# --- conditions of entry --------------------------------------------------------------------------------------------


ROLE_LACKING: Final = "without"
"""In the button's id: the role is among what its card says is lacking."""
ROLE_MET: Final = "with"


def question_card(question: ConditionsAsked, translator: Translator) -> Card:
    """What is asked for and what is lacking, with the press that enters all the same."""
    tournament, person = question.tournament, question.person
    text = translator.say(
        "conditions.asked",
        person=mention(person),
        name=quote(tournament.name),
        asked=in_one_line(tournament.rulebook.entry or EntryRules(), translator),
        lacking=listing([member_name(one, translator) for one in question.lacking], translator),
    )
    shown = ROLE_LACKING if Condition.ROLE in question.lacking else ROLE_MET
    enter = Button(
        f"enter-despite:{tournament.tournament_id}.{person.person_id}.{shown}",
        translator.say("conditions.enter_despite"),
        ButtonStyle.danger,
    )
    return Card((text,), controls=((enter,),), colour=WARNING)


def role_deleted(tournament: Tournament, translator: Translator) -> Card:
    """A letter to who created the event: the role that it asks for is gone, with the way to the event's desk."""
    text = translator.say("conditions.role_deleted", name=quote(tournament.name))
    desk = Button(f"desk:{tournament.tournament_id}", translator.say("now.press_desk"), ButtonStyle.primary)
    return Card((text,), controls=((desk,),), colour=WARNING)


# --- seeds by hand --------------------------------------------------------------------------------------------------


SHOWN: Final = 32


def seeds_press(tournament_id: TournamentId, translator: Translator) -> Button:
    """Opens the form that orders the field."""
    return Button(f"seeds:{tournament_id}", translator.say("seeds.button"), emoji="🔢")


def order(name: str, seeded: Sequence[Person], others: int, translator: Translator) -> Card:
    """The seeds as they stand now, and what becomes of the others."""
    if not seeded:
        return Card((translator.say("seeds.none", name=quote(name)),))
    said = [translator.count("seeds.set", len(seeded), name=quote(name)), seed_list(seeded, translator, SHOWN)]
    if others:
        said.append(translator.count("seeds.others", others))
    return Card(("\n".join((*said, translator.say("seeds.next"))),))


def refusal(error: UserError, tournament_id: TournamentId, translator: Translator) -> Card:
    """Why the order was not taken, with the form as it was filled in."""
    again = Button(f"seeds:{tournament_id}", translator.say("seeds.again"), ButtonStyle.primary, "🔢")
    return Card(
        (f"{sentence(error, translator)}\n-# {translator.say('cups.kept')}",), controls=((again,),), colour=DANGER
    )


# --- what features add ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """Something that is asked of who has entered: a line, and the button that answers it."""

    said: str
    press: Button


@dataclass(frozen=True, slots=True)
class EntryChoice:
    """Something that who has entered may choose: a paragraph, and the buttons for it."""

    said: str
    presses: tuple[Button, ...]


class EntryCardHooks(Hooks):
    """What one feature asks of who has entered."""

    def needs(self, entry: Registered, translator: Translator) -> Iterable[EntryRequest]:
        """What has to come before anything else, since the entry cannot be confirmed without it."""
        return ()

    def welcome(self, entry: Registered, translator: Translator) -> Iterable[EntryRequest]:
        """What the person may say of themselves beside it."""
        return ()

    def choices(self, parts: Parts, translator: Translator) -> Iterable[EntryChoice]:
        """What everybody who enters may choose at any time, each in a row of its own."""
        return ()


ENTRY_CARDS: Final = Joined(EntryCardHooks)


# --- entries --------------------------------------------------------------------------------------------------------


_LONGEST_NAME = 32
_LONGEST_CLUB = 10
"""Characters of a name, and of a club, that are written out in a list."""
_NAME_ON_BUTTON = 30


def registration(entry: Registered, translator: Translator) -> Card:
    """You are in, or you wait; and what to do next."""
    if entry.person is not None:
        return _entered_other(entry, entry.person, translator)
    name = quote(entry.tournament.name)
    if entry.entrant.enters_in > 1:
        return with_choices(_entered_late(entry, name, translator), entry.parts, translator)
    lines = [translator.say("registration.done" if entry.newly else "registration.already", name=name)]
    if entry.waiting is not None:
        lines.append(translator.say("registration.waiting", place=entry.waiting))
    requests = _needs(entry, translator)
    if not requests:
        lines.append(_next_step(entry, translator))
        requests = _welcome(entry, translator)
    lines += [one.said for one in requests]
    lines += _also_in(entry, translator)
    presses = (*(one.press for one in requests), remind_press(entry.tournament, translator, wanted=entry.reminded))
    lines += _likeness(entry.namesakes, translator)
    rows = [row for row in (presses, _claims(entry.namesakes, translator)) if row]
    return with_choices(Card(("\n".join(lines),), controls=tuple(rows)), entry.parts, translator)


def with_choices(card: Card, parts: Parts, translator: Translator) -> Card:
    """The answer with what its reader may choose besides, below all else."""
    offered = [one for hook in ENTRY_CARDS for one in hook.choices(parts, translator)]
    return replace(
        card,
        paragraphs=(*card.paragraphs, *(one.said for one in offered)),
        controls=(*card.controls, *(one.presses for one in offered)),
    )


def remind_press(tournament: Tournament, translator: Translator, *, wanted: bool, named: bool = False) -> Button:
    """Asks for letters about the own entry, or for no more of them; `named`: beside those of other events."""
    verb, emoji = ("not", "🔕") if wanted else ("me", "🔔")
    name = plain(tournament.name, _NAME_ON_BUTTON)
    said = translator.say(f"remind.{verb}_of", name=name) if named else translator.say(f"remind.{verb}")
    return Button(f"remind-{verb}:{tournament.tournament_id}", said, emoji=emoji)


def reminding(view: RemindView, translator: Translator) -> Card:
    """To who has asked for letters, or for no more of them: what will come, and the way back."""
    name, back = quote(view.tournament.name), remind_press(view.tournament, translator, wanted=view.wanted)
    if not view.wanted:
        return Card((translator.say("remind.ended", name=name),), controls=((back,),))
    when = [moment(at) for at in view.moments]
    lines = [translator.say("remind.asked", name=name)]
    if when:
        lines.append(translator.say("remind.moments", moments=listing(when, translator)))
    lines += [translator.say("remind.called"), "-# " + translator.say("remind.closed_inbox")]
    return Card(("\n".join(lines),), controls=((back,),))


def reminder(entry: Registered, closes_at: datetime, translator: Translator) -> Card:
    """A letter: when the event starts, and how to confirm."""
    tournament, key = entry.tournament, entry.tournament.tournament_id
    values = {
        "name": quote(tournament.name),
        "start": moment(tournament.start_at),
        "opens": moment(entry.check_in_opens_at),
        "closes": moment(closes_at),
        "button": translator.say("checkin.button"),
    }
    lines = [translator.say("remind.letter_open" if entry.check_in_is_open else "remind.letter", **values)]
    if entry.waiting is not None:
        lines.append(translator.say("registration.waiting", place=entry.waiting))
    requests = _needs(entry, translator)
    lines += [one.said for one in requests]
    presses = (
        Button(f"check-in:{key}", translator.say("checkin.button"), ButtonStyle.success, "✅"),
        Button(f"withdraw:{key}", translator.say("tournament.withdraw"), ButtonStyle.danger),
        remind_press(tournament, translator, wanted=True),
    )
    asked = tuple(one.press for one in requests)
    return Card(("\n".join(lines),), controls=(presses, *((asked,) if asked else ())), colour=WARNING)


_EVENTS_TOLD = 3


def _also_in(entry: Registered, translator: Translator) -> list[str]:
    """In which other events here the person is whose hours can meet, and whether a match waits then."""
    told = entry.also_in[:_EVENTS_TOLD]
    lines = [translator.say("registration.also_in", name=quote(one.name), start=moment(one.start_at)) for one in told]
    if lines:
        wait = all(one.rulebook.matches.waits_for_other_events for one in (entry.tournament, *told))
        lines.append(translator.say("registration.matches_wait" if wait else "registration.clocks_run"))
    return lines


def _likeness(namesakes: Sequence[Person], translator: Translator) -> list[str]:
    names = listing([quote(namesake.name) for namesake in namesakes], translator)
    return [translator.say("links.like", names=names)] if namesakes else []


def _claims(namesakes: Sequence[Person], translator: Translator) -> tuple[Button, ...]:
    """A press for each who is known by name alone and may be who entered."""
    return tuple(
        Button(
            f"name-mine:{namesake.person_id}",
            plain(translator.say("links.mine_named", name=namesake.name), 80),
            emoji="🙋",
        )
        for namesake in namesakes
    )


def _entered_late(entry: Registered, name: str, translator: Translator) -> Card:
    """An event that has begun: what was missed of its rounds, or the way into its lobby."""
    if entry.tournament.rulebook.traits.has_lobby:
        ready = Button(
            f"arena-ready:{entry.tournament.tournament_id}", translator.say("arena.ready"), ButtonStyle.success, "⚔️"
        )
        return Card((translator.say("registration.late_arena", name=name),), controls=((ready,),))
    missed = number((entry.tournament.rulebook.scoring or ScoringRules()).absence, translator)
    return Card((translator.say("registration.late", name=name, round=entry.entrant.enters_in, points=missed),))


def _welcome(entry: Registered, translator: Translator) -> list[EntryRequest]:
    welcome = [
        request for one in ENTRY_CARDS.of(entry.tournament.rulebook) for request in one.welcome(entry, translator)
    ]
    if entry.club_asked:
        welcome.append(EntryRequest(_club(entry.entrant.club, translator), club_press(entry.tournament, translator)))
    return welcome


def _needs(entry: Registered, translator: Translator) -> list[EntryRequest]:
    return [request for one in ENTRY_CARDS.of(entry.tournament.rulebook) for request in one.needs(entry, translator)]


def club_press(tournament: Tournament, translator: Translator) -> Button:
    """Opens the form for the club that one plays for."""
    return Button(f"club:{tournament.tournament_id}", translator.say("apart.say_club"), emoji="🏠")


def _club(club: str | None, translator: Translator) -> str:
    return translator.say("apart.club_asked") if club is None else translator.say("apart.your_club", club=quote(club))


def _next_step(entry: Registered, translator: Translator) -> str:
    if entry.entrant.checked_in_at is not None:
        return translator.say("registration.confirmed_too", start=moment(entry.tournament.start_at))
    if entry.check_in_is_open:
        return translator.say("registration.next_now")
    return translator.say("registration.next", opens=moment(entry.check_in_opens_at))


def _entered_other(entry: Registered, person: Person, translator: Translator) -> Card:
    if entry.entrant.enters_in > 1 and entry.tournament.rulebook.traits.has_lobby:
        arena = quote(entry.tournament.name)
        return Card((translator.say("registration.entered_arena", person=mention(person), name=arena),))
    key = "registration.entered" if entry.newly else "registration.entered_already"
    lines = [translator.say(key, person=mention(person), name=quote(entry.tournament.name))]
    if entry.waiting is not None:
        lines.append(translator.say("registration.entered_waiting", place=entry.waiting))
    if entry.entrant.checked_in_at is not None:
        lines.append(translator.say("registration.entered_confirmed"))
    elif person.discord_id is None:
        lines.append(translator.say("registration.entered_outside", opens=moment(entry.check_in_opens_at)))
    else:
        lines.append(translator.say("registration.entered_next", opens=moment(entry.check_in_opens_at)))
    return Card(("\n".join(lines),))


def account_held(held: AccountHeld, translator: Translator) -> Card:
    """Somebody else holds the account; staff decides."""
    key = "registration.account_held" if held.newly else "registration.account_held_still"
    return Card((translator.say(key, account=quote(held.claim.name)),), colour=WARNING)


def withdrawn(tournament: Tournament, translator: Translator) -> Card:
    """You are out, free of penalty, and may come back until the close."""
    return Card((translator.say("registration.withdrawn", name=quote(tournament.name)),))


def removal(done: Removed, translator: Translator) -> Card:
    """To staff: the person is off the list."""
    key = "registration.removed_told" if done.is_told_to_all else "registration.removed"
    return Card((translator.say(key, person=mention(done.person), name=quote(done.tournament.name)),))


def removal_told(done: Removed, by: Person, reason: str, translator: Translator) -> Card:
    """To everybody: who is off the list, by whom and why."""
    values = {"person": mention(done.person), "by": mention(by), "name": quote(done.tournament.name)}
    return Card((translator.say("registration.told_removed", **values), reason), colour=WARNING)


def entered_by_staff(entry: Registered, translator: Translator, *, back: bool = False) -> Card:
    """A letter: somebody put you on the list, or your place is back; what to do, and how to leave."""
    name = quote(entry.tournament.name)
    said, leave = "registration.letter_entered", "registration.letter_leave"
    if back:
        said, leave = "registration.letter_back", "registration.letter_back_leave"
    lines = [translator.say(said, name=name, start=moment(entry.tournament.start_at))]
    if entry.entrant.checked_in_at is None:
        lines.append(translator.say("registration.next", opens=moment(entry.check_in_opens_at)))
    requests, key = _needs(entry, translator), entry.tournament.tournament_id
    lines += [one.said for one in requests]
    withdraw = Button(f"withdraw:{key}", translator.say("tournament.withdraw"), ButtonStyle.danger)
    lines.append(translator.say(leave, button=withdraw.label))
    presses = [one.press for one in requests]
    if entry.entrant.checked_in_at is None:
        presses.insert(0, Button(f"check-in:{key}", translator.say("checkin.button"), ButtonStyle.success, "✅"))
    return with_choices(Card(("\n".join(lines),), controls=((*presses, withdraw),)), entry.parts, translator)


def removed_by_staff(
    tournament: Tournament, entrant: Entrant, reason: str, translator: Translator, *, started: bool
) -> Card:
    """A letter: staff took you, or the team that you lead, off the list or out of the event; and why."""
    name, team = quote(tournament.name), entrant.team_name
    if team is None:
        key = "registration.letter_taken_out" if started else "registration.letter_removed"
        return Card((translator.say(key, name=name), reason), colour=WARNING)
    key = "registration.letter_taken_out_team" if started else "registration.letter_removed_team"
    return Card((translator.say(key, name=name, team=quote(team)), reason), colour=WARNING)


def shut_out(
    tournament: Tournament, entrant: Entrant, person: Person, refusal: UserError | None, translator: Translator
) -> Card:
    """A letter: at the close who is written to, or a member of the team, could not play; and why, to that person."""
    name = quote(tournament.name)
    if person.person_id != entrant.person_id:
        values = {"team": quote(entrant.team_name or ""), "name": name, "person": mention(person)}
        return Card((translator.say("registration.letter_shut_out_team", **values),), colour=WARNING)
    why = () if refusal is None else (sentence(refusal, translator),)
    return Card((translator.say("registration.letter_shut_out", name=name), *why), colour=WARNING)


def checked_in(entry: CheckedIn, translator: Translator) -> Card:
    """Your place is confirmed; and what comes next."""
    name = quote(entry.tournament.name)
    lines = [translator.say("checkin.done" if entry.newly else "checkin.already", name=name)]
    if entry.waiting is not None:
        lines.append(translator.say("checkin.waiting", place=entry.waiting))
    if entry.fits:
        # Where the close was moved past it, the start waits for the close.
        begins_at = max(entry.tournament.start_at, check_in_closes_at(entry.tournament, ()))
        lines.append(translator.say("checkin.next", start=moment(begins_at)))
        return Card(("\n".join(lines),))
    lines.append(translator.say("checkin.unfit"))
    look = Button(f"team-fit:{entry.tournament.tournament_id}", translator.say("teams.mend"), emoji="🛠️")
    return Card(("\n".join(lines),), controls=((look,),), colour=WARNING)


def tried_in_vain(tournament: Tournament, entrant: Entrant, translator: Translator) -> Card:
    """A letter: check-in was pressed and refused until the close, which is no absence."""
    name, team = quote(tournament.name), entrant.team_name
    if team is None:
        return Card((translator.say("checkin.tried_in_vain", name=name),), colour=WARNING)
    return Card((translator.say("checkin.team_tried_in_vain", name=name, team=quote(team)),), colour=WARNING)


def player_list(players: PlayerList, translator: Translator) -> Card:
    """A page of the list in the order of registration, with who has confirmed."""
    title = translator.say("registration.list", name=quote(players.tournament.name))
    if not players.shown:
        return Card((title, translator.say("registration.nobody")))
    heading = translator.say("registration.list_counts", n=players.seated, waiting=players.waiting)
    return Card(
        (f"{title}\n{heading}", "\n".join(_lines(players, translator))),
        controls=_turning(players.tournament, players.page, players.pages, translator),
    )


def _lines(players: PlayerList, translator: Translator) -> Iterator[str]:
    seats = players.seated
    for index, listed in enumerate(players.shown, players.first):
        if index == seats or (index == players.first and index > seats):
            yield translator.say("registration.waiting_list")
        yield f"{index + 1 if index < seats else index - seats + 1}. {_line(listed)}"


def _line(listed: Listed) -> str:
    club = "" if listed.entrant.club is None else f" · {quote(listed.entrant.club, _LONGEST_CLUB)}"
    grade = "" if listed.grade is None else f" · {listed.grade}"
    return f"{short_mention(listed.person, _LONGEST_NAME)}{grade}{club}{' ✅' if listed.entrant.checked_in_at else ''}"


def _turning(tournament: Tournament, page: int, pages: int, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    if pages == 1:
        return ()
    subject = tournament.tournament_id
    before = Button(
        f"players-page:{subject}/{page - 1}", translator.say("registration.page_before"), disabled=page == 0
    )
    last = page == pages - 1
    after = Button(f"players-page:{subject}/{page + 1}", translator.say("registration.page_after"), disabled=last)
    return ((before, after),)


def entry_name(listed: Listed) -> str:
    """One line of the list where Discord formats nothing, as among suggestions."""
    return plain(listed.person.name, 100)


def name_asked(asked: EntryNameAsked, translator: Translator) -> Card:
    """To staff: whom a typed name can mean, with a press for each."""
    name = quote(asked.name)
    text = translator.say(
        "registration.name_asked", name=name, known=listing([mention(one) for one in asked.alike], translator)
    )
    presses = is_this(asked.name, asked.alike, f"enter-is:{asked.tournament.tournament_id}", translator)
    return Card((text,), controls=(presses,), colour=WARNING)
