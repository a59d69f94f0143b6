"""A team as its captain and everybody else sees it, places that wait for a word, and teams on the rule sheet.

What does not fit the ranking or a bar is shown with the presses that mend it (AIJE-D05-1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from discord import ButtonStyle

from bot.features.entering.cards import remind_press, with_choices
from bot.features.playing.match_views_model import MatchView
from bot.features.playing.words_cards import heading
from bot.features.teams.model import (
    Awaiting,
    NamedMember,
    OpenPlace,
    StayOnView,
    TeamForm,
    TeamMatch,
    TeamMember,
    TeamView,
)
from bot.features.tournaments.games_cards import speakable_name as spoken_game
from bot.features.tournaments.sheet_cards import named_list, short_duration
from bot.i18n.catalogue import Translator
from bot.kernel.ids import PersonId
from bot.layout.cards import ACCENT, WARNING, Button, Card, Control, MemberChoice
from bot.layout.sentences import listing, moment, number, plain, quote
from bot.people.cards import is_this, mention, pings
from bot.people.lists_model import ASKED_AT_ONCE
from bot.people.model import Person
from bot.play.contests import Contest
from bot.play.entries import Entrant, Tournament
from bot.play.format_checks import has_bracket
from bot.play.format_rules import DisputeRules, Level, LevelMatch, LineUp, RankingRules, TeamEncounter, TeamRules
from bot.play.kind_checks import needs_winners
from bot.play.points import games_on_board, stays_on
from bot.play.rulebook import Rulebook
from bot.play.teams import TeamFault, TeamProblem, boards_of

# --- places that wait for a word ------------------------------------------------------------------------------------


_PLACE_LINES: Final = {
    Awaiting.CAPTAIN: "teams.place_asked",
    Awaiting.MEMBER: "teams.place_waiting",
    Awaiting.STAFF: "teams.place_staff",
}


def line(place: OpenPlace, translator: Translator, *, for_staff: bool = False) -> str:
    """An open place, with whose word it waits for; staff also reads whom a name looks like."""
    name = mention(place.person) if place.person is not None else f"**{quote(place.name)}**"
    year = place.place.school_year
    name += "" if year is None else f" · {translator.say('teams.year', n=year)}"
    said = f"{place.place.position}. {translator.say(_PLACE_LINES[place.awaiting], name=name)}"
    if for_staff and place.alike and place.awaiting is Awaiting.STAFF:
        names = listing([mention(known) for known in place.alike], translator)
        said += f" · {translator.say('teams.place_alike', names=names)}"
    return said


def questions(view: TeamView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """A row for each name of which it is not known who is meant."""
    return tuple(_question(one, translator) for one in view.awaiting(Awaiting.CAPTAIN)[:ASKED_AT_ONCE])


def who_leads(view: TeamView, translator: Translator) -> str:
    """To staff: whom the name of the captain can mean."""
    known = listing([mention(one) for one in view.leader_alike], translator)
    return translator.say("teams.leader_asked", name=quote(view.captain.name), known=known)


def leaders(view: TeamView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """A press for each of them, and one for somebody else; a row, or none."""
    if not view.leader_alike:
        return ()
    name, key = view.captain.name, view.entrant.entrant_id
    new = Button(f"team-leads-new:{key}", translator.say("teams.is_new", name=plain(name, 24)))
    return ((*is_this(name, view.leader_alike, f"team-leads:{key}", translator), new),)


def take_in(view: TeamView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """Staff's yes for everybody who has no Discord; a row, or none."""
    if not view.awaiting(Awaiting.STAFF):
        return ()
    press = Button(
        f"team-take-in:{view.entrant.entrant_id}", translator.say("teams.take_in"), ButtonStyle.success, "🪪"
    )
    return ((press,),)


def open_places_line(view: TeamView, translator: Translator) -> str:
    """What the open places mean for the team, and until when."""
    names = listing([_place_name(place) for place in view.places], translator)
    return translator.say("teams.awaits", names=names, close=_close(view))


def invites(view: TeamView, people: Sequence[Person], translator: Translator) -> Card:
    """In the channel: who is asked to play for the team, with the presses."""
    names = listing([mention(person) for person in people], translator)
    text = translator.say("teams.invites", names=names, close=_close(view), **_names(view))
    return Card((text,), controls=(_answers(view, translator),), pings=pings(people))


def place_letter(view: TeamView, translator: Translator) -> Card:
    """The same as a letter."""
    text = translator.say("teams.invite_letter", captain=mention(view.captain), close=_close(view), **_names(view))
    return Card((text,), controls=(_answers(view, translator),))


def invitation(view: TeamView, translator: Translator) -> Card:
    """To who looks at an invitation."""
    text = translator.say("teams.invite_own", captain=mention(view.captain), close=_close(view), **_names(view))
    return Card((text,), controls=(_answers(view, translator),))


def acceptance_receipt(view: TeamView, translator: Translator) -> Card:
    """To who has said yes."""
    card = Card((translator.say("teams.joined", **_names(view)),))
    return with_choices(card, view.parts, translator)


def refusal_receipt(view: TeamView, translator: Translator) -> Card:
    """To who has said no."""
    text = translator.say("teams.refused", team=_team(view), captain=mention(view.captain))
    return Card((text,), controls=((_yes(view, translator),),))


def answer_letter(view: TeamView, person: Person, translator: Translator, *, accepted: bool) -> Card:
    """A letter to the captain: what somebody has answered, and what to do."""
    key = "teams.letter_yes" if accepted else "teams.letter_no"
    text = translator.say(key, person=mention(person), close=_close(view), **_names(view))
    more = (open_places_line(view, translator),) if view.places else ()
    return Card((text, *more), colour=ACCENT if accepted else WARNING)


def taken_off(view: TeamView, translator: Translator) -> Card:
    """A letter to the captain: too few had said yes at the close."""
    return Card((translator.say("teams.letter_taken_off", **_names(view)),), colour=WARNING)


def bar_letter(view: TeamView, person: Person, translator: Translator, *, is_out: bool, is_open: bool) -> Card:
    """A letter to the captain: a bar keeps a member from playing, or has taken the member out."""
    key, event = "teams.letter_barred", view.tournament.tournament_id
    if is_out:
        key = "teams.letter_barred_out" if is_open else "teams.letter_barred_started"
    change = Button(f"team-edit:{event}", translator.say("teams.change"), emoji="✏️")
    press = change if is_open else Button(f"players:{event}", translator.say("tournament.list"))
    text = translator.say(key, person=mention(person), close=_close(view), **_names(view))
    return Card((text,), controls=((press,),), colour=WARNING)


def drop_letter(view: TeamView, by: Person | None, translator: Translator) -> Card:
    """A letter to who is out of a team: by whom, or by a bar, and what is possible now."""
    if by is None:
        return Card((translator.say("teams.letter_out_by_bar", **_names(view)),), colour=WARNING)
    return Card((translator.say("teams.letter_dropped", who=mention(by), close=_close(view), **_names(view)),))


def _question(place: OpenPlace, translator: Translator) -> tuple[Button, ...]:
    key, new = place.place.place_id, translator.say("teams.is_new", name=plain(place.name, 24))
    return (*is_this(place.name, place.alike, f"team-is:{key}", translator), Button(f"team-new:{key}", new))


def _answers(view: TeamView, translator: Translator) -> tuple[Button, ...]:
    no = Button(f"team-no:{view.entrant.entrant_id}", translator.say("teams.no"), ButtonStyle.secondary)
    return (_yes(view, translator), no)


def _yes(view: TeamView, translator: Translator) -> Button:
    return Button(f"team-yes:{view.entrant.entrant_id}", translator.say("teams.yes"), ButtonStyle.success)


def _place_name(place: OpenPlace) -> str:
    return quote(place.name) if place.person is None else mention(place.person)


def _names(view: TeamView) -> dict[str, str]:
    return {"team": _team(view), "name": quote(view.tournament.name)}


def _team(view: TeamView) -> str:
    return quote(view.entrant.team_name or "")


def _close(view: TeamView) -> str:
    return moment(view.closes_at or view.tournament.start_at)


_LINES: Final[Mapping[TeamFault, str]] = {
    TeamFault.TOP_RANKED: "teams.unfit_top_ranked",
    TeamFault.LEADER_NOT_RATED: "teams.unfit_leader_not_rated",
    TeamFault.LEADER_NOT_HIGHEST: "teams.unfit_leader_not_highest",
}
# --- what does not fit ----------------------------------------------------------------------------------------------


NAME_SHOWN: Final = 40
MOST_IN_ROW: Final = 5


def lines(view: TeamView, translator: Translator) -> Iterator[str]:
    """A line for each thing that does not fit."""
    known = {member.person.person_id: member.person for member in view.members} | {view.captain.person_id: view.captain}
    for problem in view.fit.problems:
        if problem.fault in _LINES:
            yield f"- {_fault_line(problem, view, known, translator)}"
    for one in view.fit.barred:
        yield f"- {translator.say('teams.unfit_barred', name=mention(one))}"


def presses(view: TeamView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """A row of the presses that mend the team, or none."""
    key = view.entrant.entrant_id
    leads = (
        Button(f"team-lead:{key}.{one.person_id}", _say_of("teams.let_lead", one, translator), emoji="⭐")
        for one in view.fit.may_lead
        if one.discord_id is not None
    )
    out = (
        Button(f"team-release:{key}.{one.person_id}", _say_of("teams.let_go", one, translator), emoji="🚪")
        for one in (*view.fit.barred, *view.fit.to_release)
    )
    row = (*leads, *out)[:MOST_IN_ROW]
    return (row,) if row else ()


def unfit_letter(view: TeamView, translator: Translator) -> Card:
    """To the captain: what does not fit, how to mend it, and what the close makes of it."""
    text = translator.say("teams.letter_unfit", close=_close(view), **_names(view))
    change = Button(f"team-edit:{view.tournament.tournament_id}", translator.say("teams.change"), emoji="✏️")
    return Card(
        (text, "\n".join(lines(view, translator)), at_close(view, translator)),
        controls=(*presses(view, translator), (change,)),
        colour=WARNING,
    )


def in_channel(views: Sequence[TeamView], translator: Translator) -> Card:
    """To everybody: which teams do not fit as they are; their captains are called."""
    first = views[0]
    text = translator.say("teams.unfit_in_channel", name=quote(first.tournament.name), close=_close(first))
    listed = (f"**{_team(one)}** · {mention(one.captain)}\n" + "\n".join(lines(one, translator)) for one in views)
    look = Button(f"team-fit:{first.tournament.tournament_id}", translator.say("teams.mend"), emoji="🛠️")
    captains = pings(one.captain for one in views)
    return Card((text, *listed), controls=((look,),), colour=WARNING, pings=captains)


def at_close(view: TeamView, translator: Translator) -> str:
    """What becomes of the team if it stays as it is."""
    key = "teams.unfit_list_decides" if view.fit.can_start else "teams.unfit_does_not_play"
    return translator.say(key, close=_close(view))


def off_at_close(view: TeamView, translator: Translator, *, for_staff: bool) -> Card:
    """To the team, and to staff: it does not play, and why; nobody was absent."""
    key = "teams.unfit_off_for_staff" if for_staff else "teams.unfit_off"
    text = translator.say(key, captain=mention(view.captain), **_names(view))
    return Card((text, "\n".join(lines(view, translator))), colour=WARNING)


def captain_replaced(view: TeamView, before: Person, translator: Translator, *, of_close: bool, by_bar: bool) -> Card:
    """Who leads a team from now on, and why; after a bar, what to do next for a team that plays, or is still to."""
    key = "teams.lead_passed_at_close" if of_close else "teams.lead_passed"
    if by_bar:
        is_open = view.tournament.check_in_closed_at is None
        key = "teams.lead_passed_by_bar" if is_open else "teams.lead_passed_while_playing"
    text = translator.say(
        key, captain=mention(view.captain), before=mention(before), close=_close(view), **_names(view)
    )
    return Card((text,), pings=pings([view.captain]))


def lead_vacant(view: TeamView, translator: Translator, *, for_staff: bool) -> Card:
    """A bar keeps the captain out, and nobody else may lead: to staff, who can name somebody, and to the captain."""
    key = "teams.lead_vacant" if for_staff else "teams.lead_vacant_letter"
    return Card((translator.say(key, captain=mention(view.captain), **_names(view)),), colour=WARNING)


def sits_out(view: TeamView, person: Person, translator: Translator, *, for_member: bool, is_back: bool) -> Card:
    """A letter to a member whom a bar keeps out, or not any more, and to the captain: what to do next."""
    rules = view.tournament.rulebook.teams
    if is_back:
        key = "teams.plays_again_member" if for_member else "teams.plays_again_captain"
    elif for_member:
        key = "teams.sits_out_member"
    else:
        is_named = rules is not None and rules.line_up is LineUp.FREE
        key = "teams.sits_out_captain_named" if is_named else "teams.sits_out_captain"
    text = translator.say(key, person=mention(person), **_names(view))
    return Card((text,), colour=ACCENT if is_back else WARNING)


def _fault_line(problem: TeamProblem, view: TeamView, people: Mapping[PersonId, Person], translator: Translator) -> str:
    person = people.get(problem.person) if problem.person is not None else None
    other = people.get(problem.other) if problem.other is not None else None
    given = {"name": mention(person or view.captain), "other": mention(other or view.captain)}
    return translator.say(_LINES[problem.fault], place=problem.given, limit=problem.limit, **given)


def _say_of(key: str, person: Person, translator: Translator) -> str:
    return translator.say(key, name=plain(person.name, NAME_SHOWN))


# --- the team -------------------------------------------------------------------------------------------------------


MOST_PICKED = 25


def receipt(view: TeamView, translator: Translator) -> Card:
    """To the captain: the team as it stands, and what comes next."""
    key = "teams.entered" if view.newly else "teams.changed"
    text = translator.say(key, team=_name(view), name=quote(view.tournament.name))
    card = _card(view, text, translator, own=True)
    return with_choices(card, view.parts, translator) if view.newly else card


def by_staff(view: TeamView, translator: Translator) -> Card:
    """To staff who wrote a team down: the team as it stands, what comes next, and the way to change it."""
    key = "teams.entered" if view.newly else "teams.changed"
    text = translator.say(key, team=_name(view), name=quote(view.tournament.name))
    card = _card(view, text, translator, own=True, for_staff=True)
    if view.leader_alike:
        card = replace(card, paragraphs=(who_leads(view, translator), *card.paragraphs), colour=WARNING)
    return replace(card, controls=(*leaders(view, translator), *_controls(view, translator, "team-staff-")))


def captain_changed(view: TeamView, translator: Translator) -> Card:
    """To everybody: a team has another captain, who answers for it from now on."""
    text = translator.say("teams.captain_changed", team=_name(view), captain=mention(view.captain))
    return Card((text,), pings=pings([view.captain]))


def team_card(view: TeamView, translator: Translator, *, own: bool) -> Card:
    """The team; its captain may change it."""
    return _card(view, f"**{_name(view)}** · {quote(view.tournament.name)}", translator, own=own)


def leaving_receipt(view: TeamView, translator: Translator) -> Card:
    """To a member who has left."""
    return Card((translator.say("teams.left", team=_name(view), captain=mention(view.captain)),))


def member_left(tournament: Tournament, team: Entrant, person: Person, close: datetime, translator: Translator) -> Card:
    """A letter to the captain: somebody has left the team, which has to be whole again before the close."""
    given = {"person": mention(person), "team": quote(team.team_name or ""), "name": quote(tournament.name)}
    change = Button(f"team-edit:{tournament.tournament_id}", translator.say("teams.change"), emoji="✏️")
    text = translator.say("teams.letter_left", close=moment(close), button=change.label, **given)
    return Card((text,), controls=((change,),), colour=WARNING)


def members_text(form: TeamForm) -> str:
    """The members as the form takes them, one to a line."""
    return "\n".join(_as_typed(member) for member in form.members)


def line_up_taken(view: MatchView, translator: Translator) -> Card:
    """The line-up is in; it stays a secret, or both are known now."""
    team, challenge = view.part(TeamMatch), view.part(StayOnView)
    both = team is not None and team.is_open
    if challenge is not None:
        key = "stay_on.orders_open" if challenge.is_open else "stay_on.order_kept"
        return Card((heading(view, translator), translator.say(key)))
    return Card((heading(view, translator), translator.say("teams.line_ups_open" if both else "teams.line_up_kept")))


def _card(view: TeamView, said: str, translator: Translator, *, own: bool, for_staff: bool = False) -> Card:
    lines = [
        translator.say("teams.captain", captain=mention(view.captain)),
        *(_line(member, translator) for member in view.members),
    ]
    if own:
        lines += [line(place, translator, for_staff=for_staff) for place in view.places]
    unfit = () if view.fit.is_whole else (_unfit(view, translator),)
    return Card(
        (said, "\n".join(lines), *unfit, _next(view, translator)) if own else (said, "\n".join(lines), *unfit),
        controls=_controls(view, translator) if own else (),
        colour=ACCENT if view.is_complete else WARNING,
    )


def _unfit(view: TeamView, translator: Translator) -> str:
    text = translator.say("teams.unfit", close=moment(view.closes_at or view.tournament.start_at))
    return "\n".join((text, *lines(view, translator), at_close(view, translator)))


def _controls(view: TeamView, translator: Translator, verb: str = "team-") -> tuple[Control, ...]:
    if view.tournament.check_in_closed_at is not None:
        return ()
    # A captain has one team in the event; staff may change any.
    subject = view.tournament.tournament_id if verb == "team-" else view.entrant.entrant_id
    asked = questions(view, translator)
    if verb == "team-":
        asked = (*presses(view, translator), *asked)
    else:
        asked += take_in(view, translator)
    change: tuple[Button, ...] = (Button(f"{verb}edit:{subject}", translator.say("teams.change"), emoji="✏️"),)
    if verb == "team-":
        change += (remind_press(view.tournament, translator, wanted=view.reminded),)
    # Pupils need a school year each, which a menu of members cannot ask for.
    if not view.room or view.tournament.rulebook.dispute is not None:
        return (*asked, change)
    menu = f"{verb}add:{view.entrant.entrant_id}"
    return (*asked, MemberChoice(menu, translator.say("teams.choose"), most=min(view.room, MOST_PICKED)), change)


def _line(one: TeamMember, translator: Translator) -> str:
    place = f"{one.board}." if one.board else f"{translator.say('teams.substitute')}:"
    year = "" if one.school_year is None else f" · {translator.say('teams.year', n=one.school_year)}"
    rating = "" if one.rating is None else f" · {round(one.rating)}"
    account = "" if one.account is None else f" · {quote(one.account)}"
    out = f" · ⛔ {translator.say('teams.sits_out')}" if one.sits_out else ""
    return f"{place} {mention(one.person)}{' ★' if one.is_captain else ''}{rating}{account}{year}{out}"


def _next(view: TeamView, translator: Translator) -> str:
    if view.free:
        return translator.count("teams.to_name", view.free)
    if view.awaiting(Awaiting.CAPTAIN):
        return translator.say("teams.say_who")
    if view.places:
        return open_places_line(view, translator)
    if view.without_account:
        names = listing([mention(one) for one in view.without_account], translator)
        site = view.tournament.rulebook.registration.account or ""
        return translator.say("teams.accounts_wanted", names=names, site=quote(site))
    if view.entrant.checked_in_at is not None:
        return translator.say("teams.confirmed", start=moment(view.tournament.start_at))
    if view.check_in_is_open:
        return translator.say("teams.confirm_now")
    return translator.say("teams.confirm_later", opens=moment(view.check_in_opens_at))


def _name(view: TeamView) -> str:
    return quote(view.entrant.team_name or "")


def _as_typed(member: NamedMember) -> str:
    behind = member.account if member.school_year is None else str(member.school_year)
    return member.name if behind is None else f"{member.name}; {behind}"


# --- the rule sheet -------------------------------------------------------------------------------------------------


def teams(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """Who makes a team, and how two teams meet."""
    rules = rulebook.teams or TeamRules()
    if rulebook.dispute is not None:
        yield from _dispute(rulebook.dispute, translator)
    else:
        yield translator.say("format_sheet.teams", size=rules.size, substitutes=rules.substitutes)
    yield translator.say(f"format_sheet.encounter.{rules.encounter}")
    yield translator.say(f"format_sheet.line_up.{rules.line_up}")
    if rules.line_up_within is not None and rules.line_up is LineUp.FREE:
        yield translator.say("format_sheet.line_up_within", time=short_duration(rules.line_up_within, translator))
    if stays_on(rulebook):
        yield translator.say("format_sheet.stay_on_order", win=number(rules.board_win, translator))
    elif rulebook.dispute is None:
        yield from _worth(rulebook, rules, translator)
    yield from _separating(rulebook, translator)
    yield from _members(rules, translator)


def _members(rules: TeamRules, translator: Translator) -> Iterator[str]:
    if rules.top_ranked is not None:
        yield translator.say("format_sheet.top_ranked", n=rules.top_ranked, most=rules.most_top_ranked)
    if rules.leader_is_highest_rated:
        yield translator.say("format_sheet.leader")
    if rules.unrated_off_board_one:
        yield translator.say("format_sheet.unrated")


def _dispute(rules: DisputeRules, translator: Translator) -> Iterator[str]:
    yield translator.say(
        "format_sheet.category", name=quote(rules.category), first=rules.youngest_year, last=rules.oldest_year
    )
    yield translator.say("format_sheet.pupils", starters=rules.starters, reserves=rules.reserves)
    yield translator.say(
        "format_sheet.table_games", games=rules.table_games, points=number(rules.table_points, translator)
    )
    for part, players, played, points in (
        ("giant", rules.giant_players, rules.giant_games, rules.giant_points),
        ("living", rules.living_players, rules.living_games, rules.living_points),
    ):
        yield translator.say(
            f"format_sheet.{part}_game", players=players, games=played, points=number(points, translator)
        )
    scenes = [_scene(names, translator) for names in (rules.scene_1, rules.scene_2) if names]
    if len(scenes) > 1:
        yield translator.say("format_sheet.scenes", first=scenes[0], second=scenes[1])
    elif scenes:
        yield translator.say("format_sheet.scene", names=scenes[0])


def _scene(names: Sequence[str], translator: Translator) -> str:
    return named_list([spoken_game(name) for name in names], translator)


def _worth(rulebook: Rulebook, rules: TeamRules, translator: Translator) -> Iterator[str]:
    """What a board is worth to the team, or each game where members' points are added up."""
    summed = rules.encounter is TeamEncounter.SUM
    win, level = number(rules.board_win, translator), number(rules.board_draw, translator)
    key = "format_sheet.sum_games" if summed else "format_sheet.board_games"
    yield translator.count(key, rules.board_games, win=win, level=level)
    if summed and rulebook.scoring is not None and rulebook.scoring.by_games:
        yield translator.say("format_sheet.sum_points")


def _separating(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """What becomes of level boards where somebody has to win, and how long a play-off is (GO-27.3)."""
    rules, ranking = rulebook.teams, rulebook.ranking or RankingRules()
    if rules is None or stays_on(rulebook) or not needs_winners(rulebook):
        return
    yield level_rule(rules.level_match, translator)
    if ranking.level is Level.PLAY_OFF and rulebook.dispute is None:
        yield translator.count("format_sheet.team_play_off", ranking.play_off_best_of)


def level_rule(ways: Sequence[LevelMatch], translator: Translator) -> str:
    """The ways in their order, as the sheet and the card of a match say them."""
    return translator.say("teams.level_rule", ways=" → ".join(translator.say(f"teams.way.{way}") for way in ways))


def match_length(rulebook: Rulebook, contest: Contest, translator: Translator) -> str:
    """How many boards a match has, and how many games are played on each."""
    boards = boards_of(rulebook.teams or TeamRules())
    return translator.count("teams.length", games_on_board(rulebook, contest.stage), boards=boards)


def bracket(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """That a match of the knock-out is as long as any, and whether the third place is played for."""
    if not rulebook.traits.is_bracket and has_bracket(rulebook):
        yield translator.say("format_sheet.team_bracket")
    if rulebook.knockout.third_place_match:
        yield translator.say("format_sheet.team_third_place")
    elif rulebook.knockout.lives == 1:
        yield translator.say("sheet.matches.no_third_place")
