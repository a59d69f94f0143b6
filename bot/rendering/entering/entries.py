"""What a person is told after entering, confirming or leaving, and the list of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.entering.reminders import RemindView
from bot.domain.entering.views import AccountHeld, CheckedIn, Listed, NameAsked, PlayerList, Registered, Removed
from bot.domain.events.tournament import Tournament
from bot.domain.regulation.format_rules import ScoringRules
from bot.errors import UserError
from bot.i18n import Voice
from bot.rendering.entering.hooks import ENTRY_CARDS, Request
from bot.rendering.layout import WARNING, Card, Press
from bot.rendering.people import mention, short_mention
from bot.rendering.sentences import listing, moment, number, sentence
from bot.rendering.text import plain, quote

_LONGEST_NAME = 32
_LONGEST_CLUB = 10
"""Characters of a name, and of a club, that are written out in a list."""
_NAME_ON_BUTTON = 30


def registration(entry: Registered, voice: Voice) -> Card:
    """You are in, or you wait; and what to do next."""
    if entry.person is not None:
        return _entered_other(entry, entry.person, voice)
    name = quote(entry.tournament.name)
    if entry.entrant.enters_in > 1:
        return _entered_late(entry, name, voice)
    lines = [voice.say("registration.done" if entry.newly else "registration.already", name=name)]
    if entry.waiting is not None:
        lines.append(voice.say("registration.waiting", place=entry.waiting))
    requests = _needs(entry, voice)
    if not requests:
        lines.append(_next_step(entry, voice))
        requests = _welcome(entry, voice)
    lines += [one.said for one in requests]
    presses = (*(one.press for one in requests), remind_press(entry.tournament, voice, wanted=entry.reminded))
    lines += _likeness(entry.namesakes, voice)
    rows = [row for row in (presses, _claims(entry.namesakes, voice)) if row]
    return Card(("\n".join(lines),), controls=tuple(rows))


def remind_press(tournament: Tournament, voice: Voice, *, wanted: bool, named: bool = False) -> Press:
    """Asks for letters about the own entry, or for no more of them; `named`: beside those of other events."""
    verb, emoji = ("not", "🔕") if wanted else ("me", "🔔")
    name = plain(tournament.name, _NAME_ON_BUTTON)
    said = voice.say(f"remind.{verb}_of", name=name) if named else voice.say(f"remind.{verb}")
    return Press(f"remind-{verb}:{tournament.tournament_id}", said, emoji=emoji)


def reminding(view: RemindView, voice: Voice) -> Card:
    """To who has asked for letters, or for no more of them: what will come, and the way back."""
    name, back = quote(view.tournament.name), remind_press(view.tournament, voice, wanted=view.wanted)
    if not view.wanted:
        return Card((voice.say("remind.ended", name=name),), controls=((back,),))
    when = [moment(at) for at in view.moments]
    lines = [voice.say("remind.asked", name=name)]
    if when:
        lines.append(voice.say("remind.moments", moments=listing(when, voice)))
    lines += [voice.say("remind.called"), "-# " + voice.say("remind.closed_inbox")]
    return Card(("\n".join(lines),), controls=((back,),))


def reminder(entry: Registered, closes_at: datetime, voice: Voice) -> Card:
    """A letter: when the event starts, and how to confirm."""
    tournament, key = entry.tournament, entry.tournament.tournament_id
    values = {
        "name": quote(tournament.name),
        "start": moment(tournament.start_at),
        "opens": moment(entry.check_in_opens_at),
        "closes": moment(closes_at),
        "button": voice.say("checkin.button"),
    }
    lines = [voice.say("remind.letter_open" if entry.check_in_is_open else "remind.letter", **values)]
    if entry.waiting is not None:
        lines.append(voice.say("registration.waiting", place=entry.waiting))
    requests = _needs(entry, voice)
    lines += [one.said for one in requests]
    presses = (
        Press(f"check-in:{key}", voice.say("checkin.button"), ButtonStyle.success, "✅"),
        Press(f"withdraw:{key}", voice.say("tournament.withdraw"), ButtonStyle.danger),
        remind_press(tournament, voice, wanted=True),
    )
    asked = tuple(one.press for one in requests)
    return Card(("\n".join(lines),), controls=(presses, *((asked,) if asked else ())), colour=WARNING)


def _likeness(namesakes: Sequence[Person], voice: Voice) -> list[str]:
    names = listing([quote(one.name) for one in namesakes], voice)
    return [voice.say("links.like", names=names)] if namesakes else []


def _claims(namesakes: Sequence[Person], voice: Voice) -> tuple[Press, ...]:
    """A press for each who is known by name alone and may be who entered."""
    return tuple(
        Press(f"name-mine:{one.person_id}", plain(voice.say("links.mine_named", name=one.name), 80), emoji="🙋")
        for one in namesakes
    )


def _entered_late(entry: Registered, name: str, voice: Voice) -> Card:
    """An event that has begun: what was missed of its rounds, or the way into its lobby."""
    if entry.tournament.rulebook.traits.has_lobby:
        ready = Press(
            f"arena-ready:{entry.tournament.tournament_id}", voice.say("arena.ready"), ButtonStyle.success, "⚔️"
        )
        return Card((voice.say("registration.late_arena", name=name),), controls=((ready,),))
    missed = number((entry.tournament.rulebook.scoring or ScoringRules()).absence, voice)
    return Card((voice.say("registration.late", name=name, round=entry.entrant.enters_in, points=missed),))


def _welcome(entry: Registered, voice: Voice) -> list[Request]:
    welcome = [request for one in ENTRY_CARDS.of(entry.tournament.rulebook) for request in one.welcome(entry, voice)]
    if entry.club_asked:
        welcome.append(Request(_club(entry.entrant.club, voice), club_press(entry.tournament, voice)))
    return welcome


def _needs(entry: Registered, voice: Voice) -> list[Request]:
    return [request for one in ENTRY_CARDS.of(entry.tournament.rulebook) for request in one.needs(entry, voice)]


def club_press(tournament: Tournament, voice: Voice) -> Press:
    """Opens the form for the club that one plays for."""
    return Press(f"club:{tournament.tournament_id}", voice.say("apart.say_club"), emoji="🏠")


def _club(club: str | None, voice: Voice) -> str:
    return voice.say("apart.club_asked") if club is None else voice.say("apart.your_club", club=quote(club))


def _next_step(entry: Registered, voice: Voice) -> str:
    if entry.entrant.checked_in_at is not None:
        return voice.say("registration.confirmed_too", start=moment(entry.tournament.start_at))
    if entry.check_in_is_open:
        return voice.say("registration.next_now")
    return voice.say("registration.next", opens=moment(entry.check_in_opens_at))


def _entered_other(entry: Registered, person: Person, voice: Voice) -> Card:
    if entry.entrant.enters_in > 1 and entry.tournament.rulebook.traits.has_lobby:
        arena = quote(entry.tournament.name)
        return Card((voice.say("registration.entered_arena", person=mention(person), name=arena),))
    key = "registration.entered" if entry.newly else "registration.entered_already"
    lines = [voice.say(key, person=mention(person), name=quote(entry.tournament.name))]
    if entry.waiting is not None:
        lines.append(voice.say("registration.entered_waiting", place=entry.waiting))
    if entry.entrant.checked_in_at is not None:
        lines.append(voice.say("registration.entered_confirmed"))
    elif person.discord_id is None:
        lines.append(voice.say("registration.entered_outside", opens=moment(entry.check_in_opens_at)))
    else:
        lines.append(voice.say("registration.entered_next", opens=moment(entry.check_in_opens_at)))
    return Card(("\n".join(lines),))


def account_held(held: AccountHeld, voice: Voice) -> Card:
    """Somebody else holds the account; staff decides."""
    key = "registration.account_held" if held.newly else "registration.account_held_still"
    return Card((voice.say(key, account=quote(held.claim.name)),), colour=WARNING)


def withdrawn(tournament: Tournament, voice: Voice) -> Card:
    """You are out, free of penalty, and may come back until the close."""
    return Card((voice.say("registration.withdrawn", name=quote(tournament.name)),))


def removal(done: Removed, voice: Voice) -> Card:
    """To staff: the person is off the list."""
    key = "registration.removed_told" if done.is_told_to_all else "registration.removed"
    return Card((voice.say(key, person=mention(done.person), name=quote(done.tournament.name)),))


def removal_told(done: Removed, by: Person, reason: str, voice: Voice) -> Card:
    """To everybody: who is off the list, by whom and why."""
    values = {"person": mention(done.person), "by": mention(by), "name": quote(done.tournament.name)}
    return Card((voice.say("registration.told_removed", **values), reason), colour=WARNING)


def entered_by_staff(entry: Registered, voice: Voice) -> Card:
    """A letter: somebody put you on the list; what to do, and how to leave."""
    name = quote(entry.tournament.name)
    lines = [voice.say("registration.letter_entered", name=name, start=moment(entry.tournament.start_at))]
    if entry.entrant.checked_in_at is None:
        lines.append(voice.say("registration.next", opens=moment(entry.check_in_opens_at)))
    requests, key = _needs(entry, voice), entry.tournament.tournament_id
    lines += [one.said for one in requests]
    withdraw = Press(f"withdraw:{key}", voice.say("tournament.withdraw"), ButtonStyle.danger)
    lines.append(voice.say("registration.letter_leave", button=withdraw.label))
    presses = [one.press for one in requests]
    if entry.entrant.checked_in_at is None:
        presses.insert(0, Press(f"check-in:{key}", voice.say("checkin.button"), ButtonStyle.success, "✅"))
    return Card(("\n".join(lines),), controls=((*presses, withdraw),))


def removed_by_staff(tournament: Tournament, entrant: Entrant, reason: str, voice: Voice, *, started: bool) -> Card:
    """A letter: staff took you, or the team that you lead, off the list or out of the event; and why."""
    name, team = quote(tournament.name), entrant.team_name
    if team is None:
        key = "registration.letter_taken_out" if started else "registration.letter_removed"
        return Card((voice.say(key, name=name), reason), colour=WARNING)
    key = "registration.letter_taken_out_team" if started else "registration.letter_removed_team"
    return Card((voice.say(key, name=name, team=quote(team)), reason), colour=WARNING)


def shut_out(tournament: Tournament, entrant: Entrant, person: Person, refusal: UserError | None, voice: Voice) -> Card:
    """A letter: at the close who is written to, or a member of the team, could not play; and why, to that person."""
    name = quote(tournament.name)
    if person.person_id != entrant.person_id:
        values = {"team": quote(entrant.team_name or ""), "name": name, "person": mention(person)}
        return Card((voice.say("registration.letter_shut_out_team", **values),), colour=WARNING)
    why = () if refusal is None else (sentence(refusal, voice),)
    return Card((voice.say("registration.letter_shut_out", name=name), *why), colour=WARNING)


def checked_in(entry: CheckedIn, voice: Voice) -> Card:
    """Your place is confirmed; and what comes next."""
    name = quote(entry.tournament.name)
    lines = [voice.say("checkin.done" if entry.newly else "checkin.already", name=name)]
    if entry.waiting is not None:
        lines.append(voice.say("checkin.waiting", place=entry.waiting))
    if entry.fits:
        lines.append(voice.say("checkin.next", start=moment(entry.tournament.start_at)))
        return Card(("\n".join(lines),))
    lines.append(voice.say("checkin.unfit"))
    look = Press(f"team-fit:{entry.tournament.tournament_id}", voice.say("teams.mend"), emoji="🛠️")
    return Card(("\n".join(lines),), controls=((look,),), colour=WARNING)


def tried_in_vain(tournament: Tournament, entrant: Entrant, voice: Voice) -> Card:
    """A letter: check-in was pressed and refused until the close, which is no absence."""
    name, team = quote(tournament.name), entrant.team_name
    if team is None:
        return Card((voice.say("checkin.tried_in_vain", name=name),), colour=WARNING)
    return Card((voice.say("checkin.team_tried_in_vain", name=name, team=quote(team)),), colour=WARNING)


def player_list(players: PlayerList, voice: Voice) -> Card:
    """A page of the list in the order of registration, with who has confirmed."""
    title = voice.say("registration.list", name=quote(players.tournament.name))
    if not players.shown:
        return Card((title, voice.say("registration.nobody")))
    heading = voice.say("registration.list_counts", n=players.seated, waiting=players.waiting)
    return Card(
        (f"{title}\n{heading}", "\n".join(_lines(players, voice))),
        controls=_turning(players.tournament, players.page, players.pages, voice),
    )


def _lines(players: PlayerList, voice: Voice) -> Iterator[str]:
    seats = players.seated
    for index, listed in enumerate(players.shown, players.first):
        if index == seats or (index == players.first and index > seats):
            yield voice.say("registration.waiting_list")
        yield f"{index + 1 if index < seats else index - seats + 1}. {_line(listed)}"


def _line(listed: Listed) -> str:
    club = "" if listed.entrant.club is None else f" · {quote(listed.entrant.club, _LONGEST_CLUB)}"
    grade = "" if listed.grade is None else f" · {listed.grade}"
    return f"{short_mention(listed.person, _LONGEST_NAME)}{grade}{club}{' ✅' if listed.entrant.checked_in_at else ''}"


def _turning(tournament: Tournament, page: int, pages: int, voice: Voice) -> tuple[tuple[Press, ...], ...]:
    if pages == 1:
        return ()
    subject = tournament.tournament_id
    before = Press(f"players-page:{subject}/{page - 1}", voice.say("registration.page_before"), disabled=page == 0)
    last = page == pages - 1
    after = Press(f"players-page:{subject}/{page + 1}", voice.say("registration.page_after"), disabled=last)
    return ((before, after),)


def entry_name(listed: Listed) -> str:
    """One line of the list where Discord formats nothing, as among suggestions."""
    return plain(listed.person.name, 100)


def name_asked(asked: NameAsked, voice: Voice) -> Card:
    """To staff: whom a typed name can mean, with a press for each."""
    name = quote(asked.name)
    said = voice.say("registration.name_asked", name=name, known=listing([mention(one) for one in asked.alike], voice))
    presses = tuple(
        Press(
            f"enter-is:{asked.tournament.tournament_id}.{one.person_id}",
            voice.say("teams.is_this", name=plain(asked.name, 24), known=plain(one.name, 24)),
        )
        for one in asked.alike
    )
    return Card((said,), controls=(presses,), colour=WARNING)
