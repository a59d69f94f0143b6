"""A team as its captain and everybody else sees it, places that wait for a word, and teams on the rule sheet.

What does not fit the ranking or a bar is shown with the presses that mend it (AIJE-D05-1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from discord import ButtonStyle

from bot.features.entering.cards import remind_press
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


def line(one: OpenPlace, voice: Translator, *, for_staff: bool = False) -> str:
    """An open place, with whose word it waits for; staff also reads whom a name looks like."""
    name = mention(one.person) if one.person is not None else f"**{quote(one.name)}**"
    year = one.place.school_year
    name += "" if year is None else f" · {voice.say('teams.year', n=year)}"
    said = f"{one.place.position}. {voice.say(_PLACE_LINES[one.awaiting], name=name)}"
    if for_staff and one.alike and one.awaiting is Awaiting.STAFF:
        names = listing([mention(known) for known in one.alike], voice)
        said += f" · {voice.say('teams.place_alike', names=names)}"
    return said


def questions(view: TeamView, voice: Translator) -> tuple[tuple[Button, ...], ...]:
    """A row for each name of which it is not known who is meant."""
    return tuple(_question(one, voice) for one in view.awaiting(Awaiting.CAPTAIN)[:ASKED_AT_ONCE])


def who_leads(view: TeamView, voice: Translator) -> str:
    """To staff: whom the name of the captain can mean."""
    known = listing([mention(one) for one in view.leader_alike], voice)
    return voice.say("teams.leader_asked", name=quote(view.captain.name), known=known)


def leaders(view: TeamView, voice: Translator) -> tuple[tuple[Button, ...], ...]:
    """A press for each of them, and one for somebody else; a row, or none."""
    if not view.leader_alike:
        return ()
    name, key = view.captain.name, view.entrant.entrant_id
    new = Button(f"team-leads-new:{key}", voice.say("teams.is_new", name=plain(name, 24)))
    return ((*is_this(name, view.leader_alike, f"team-leads:{key}", voice), new),)


def take_in(view: TeamView, voice: Translator) -> tuple[tuple[Button, ...], ...]:
    """Staff's yes for everybody who has no Discord; a row, or none."""
    if not view.awaiting(Awaiting.STAFF):
        return ()
    press = Button(f"team-take-in:{view.entrant.entrant_id}", voice.say("teams.take_in"), ButtonStyle.success, "🪪")
    return ((press,),)


def open_places_line(view: TeamView, voice: Translator) -> str:
    """What the open places mean for the team, and until when."""
    names = listing([_place_name(one) for one in view.places], voice)
    return voice.say("teams.awaits", names=names, close=_close(view))


def invites(view: TeamView, people: Sequence[Person], voice: Translator) -> Card:
    """In the channel: who is asked to play for the team, with the presses."""
    names = listing([mention(one) for one in people], voice)
    said = voice.say("teams.invites", names=names, close=_close(view), **_names(view))
    return Card((said,), controls=(_answers(view, voice),), pings=pings(people))


def place_letter(view: TeamView, voice: Translator) -> Card:
    """The same as a letter."""
    said = voice.say("teams.invite_letter", captain=mention(view.captain), close=_close(view), **_names(view))
    return Card((said,), controls=(_answers(view, voice),))


def invitation(view: TeamView, voice: Translator) -> Card:
    """To who looks at an invitation."""
    said = voice.say("teams.invite_own", captain=mention(view.captain), close=_close(view), **_names(view))
    return Card((said,), controls=(_answers(view, voice),))


def acceptance_receipt(view: TeamView, voice: Translator) -> Card:
    """To who has said yes."""
    return Card((voice.say("teams.joined", **_names(view)),))


def refusal_receipt(view: TeamView, voice: Translator) -> Card:
    """To who has said no."""
    said = voice.say("teams.refused", team=_team(view), captain=mention(view.captain))
    return Card((said,), controls=((_yes(view, voice),),))


def answer_letter(view: TeamView, person: Person, voice: Translator, *, accepted: bool) -> Card:
    """A letter to the captain: what somebody has answered, and what to do."""
    key = "teams.letter_yes" if accepted else "teams.letter_no"
    said = voice.say(key, person=mention(person), close=_close(view), **_names(view))
    more = (open_places_line(view, voice),) if view.places else ()
    return Card((said, *more), colour=ACCENT if accepted else WARNING)


def taken_off(view: TeamView, voice: Translator) -> Card:
    """A letter to the captain: too few had said yes at the close."""
    return Card((voice.say("teams.letter_taken_off", **_names(view)),), colour=WARNING)


def bar_letter(view: TeamView, person: Person, voice: Translator, *, is_out: bool, is_open: bool) -> Card:
    """A letter to the captain: a bar keeps a member from playing, or has taken the member out."""
    key, event = "teams.letter_barred", view.tournament.tournament_id
    if is_out:
        key = "teams.letter_barred_out" if is_open else "teams.letter_barred_started"
    change = Button(f"team-edit:{event}", voice.say("teams.change"), emoji="✏️")
    press = change if is_open else Button(f"players:{event}", voice.say("tournament.list"))
    said = voice.say(key, person=mention(person), close=_close(view), **_names(view))
    return Card((said,), controls=((press,),), colour=WARNING)


def drop_letter(view: TeamView, by: Person | None, voice: Translator) -> Card:
    """A letter to who is out of a team: by whom, or by a bar, and what is possible now."""
    if by is None:
        return Card((voice.say("teams.letter_out_by_bar", **_names(view)),), colour=WARNING)
    return Card((voice.say("teams.letter_dropped", who=mention(by), close=_close(view), **_names(view)),))


def _question(one: OpenPlace, voice: Translator) -> tuple[Button, ...]:
    key, new = one.place.place_id, voice.say("teams.is_new", name=plain(one.name, 24))
    return (*is_this(one.name, one.alike, f"team-is:{key}", voice), Button(f"team-new:{key}", new))


def _answers(view: TeamView, voice: Translator) -> tuple[Button, ...]:
    no = Button(f"team-no:{view.entrant.entrant_id}", voice.say("teams.no"), ButtonStyle.secondary)
    return (_yes(view, voice), no)


def _yes(view: TeamView, voice: Translator) -> Button:
    return Button(f"team-yes:{view.entrant.entrant_id}", voice.say("teams.yes"), ButtonStyle.success)


def _place_name(one: OpenPlace) -> str:
    return quote(one.name) if one.person is None else mention(one.person)


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


def lines(view: TeamView, voice: Translator) -> Iterator[str]:
    """A line for each thing that does not fit."""
    known = {one.person.person_id: one.person for one in view.members} | {view.captain.person_id: view.captain}
    for problem in view.fit.problems:
        if problem.fault in _LINES:
            yield f"- {_fault_line(problem, view, known, voice)}"
    for one in view.fit.barred:
        yield f"- {voice.say('teams.unfit_barred', name=mention(one))}"


def presses(view: TeamView, voice: Translator) -> tuple[tuple[Button, ...], ...]:
    """A row of the presses that mend the team, or none."""
    key = view.entrant.entrant_id
    leads = (
        Button(f"team-lead:{key}.{one.person_id}", _say_of("teams.let_lead", one, voice), emoji="⭐")
        for one in view.fit.may_lead
        if one.discord_id is not None
    )
    out = (
        Button(f"team-release:{key}.{one.person_id}", _say_of("teams.let_go", one, voice), emoji="🚪")
        for one in (*view.fit.barred, *view.fit.to_release)
    )
    row = (*leads, *out)[:MOST_IN_ROW]
    return (row,) if row else ()


def unfit_letter(view: TeamView, voice: Translator) -> Card:
    """To the captain: what does not fit, how to mend it, and what the close makes of it."""
    said = voice.say("teams.letter_unfit", close=_close(view), **_names(view))
    change = Button(f"team-edit:{view.tournament.tournament_id}", voice.say("teams.change"), emoji="✏️")
    return Card(
        (said, "\n".join(lines(view, voice)), at_close(view, voice)),
        controls=(*presses(view, voice), (change,)),
        colour=WARNING,
    )


def in_channel(views: Sequence[TeamView], voice: Translator) -> Card:
    """To everybody: which teams do not fit as they are; their captains are called."""
    first = views[0]
    said = voice.say("teams.unfit_in_channel", name=quote(first.tournament.name), close=_close(first))
    listed = (f"**{_team(one)}** · {mention(one.captain)}\n" + "\n".join(lines(one, voice)) for one in views)
    look = Button(f"team-fit:{first.tournament.tournament_id}", voice.say("teams.mend"), emoji="🛠️")
    captains = pings(one.captain for one in views)
    return Card((said, *listed), controls=((look,),), colour=WARNING, pings=captains)


def at_close(view: TeamView, voice: Translator) -> str:
    """What becomes of the team if it stays as it is."""
    key = "teams.unfit_list_decides" if view.fit.can_start else "teams.unfit_does_not_play"
    return voice.say(key, close=_close(view))


def off_at_close(view: TeamView, voice: Translator, *, for_staff: bool) -> Card:
    """To the team, and to staff: it does not play, and why; nobody was absent."""
    key = "teams.unfit_off_for_staff" if for_staff else "teams.unfit_off"
    said = voice.say(key, captain=mention(view.captain), **_names(view))
    return Card((said, "\n".join(lines(view, voice))), colour=WARNING)


def captain_replaced(view: TeamView, before: Person, voice: Translator, *, of_close: bool, by_bar: bool) -> Card:
    """Who leads a team from now on, and why; after a bar, what to do next for a team that plays, or is still to."""
    key = "teams.lead_passed_at_close" if of_close else "teams.lead_passed"
    if by_bar:
        is_open = view.tournament.check_in_closed_at is None
        key = "teams.lead_passed_by_bar" if is_open else "teams.lead_passed_while_playing"
    said = voice.say(key, captain=mention(view.captain), before=mention(before), close=_close(view), **_names(view))
    return Card((said,), pings=pings([view.captain]))


def lead_vacant(view: TeamView, voice: Translator, *, for_staff: bool) -> Card:
    """A bar keeps the captain out, and nobody else may lead: to staff, who can name somebody, and to the captain."""
    key = "teams.lead_vacant" if for_staff else "teams.lead_vacant_letter"
    return Card((voice.say(key, captain=mention(view.captain), **_names(view)),), colour=WARNING)


def sits_out(view: TeamView, person: Person, voice: Translator, *, for_member: bool, is_back: bool) -> Card:
    """A letter to a member whom a bar keeps out, or not any more, and to the captain: what to do next."""
    rules = view.tournament.rulebook.teams
    if is_back:
        key = "teams.plays_again_member" if for_member else "teams.plays_again_captain"
    elif for_member:
        key = "teams.sits_out_member"
    else:
        is_named = rules is not None and rules.line_up is LineUp.FREE
        key = "teams.sits_out_captain_named" if is_named else "teams.sits_out_captain"
    said = voice.say(key, person=mention(person), **_names(view))
    return Card((said,), colour=ACCENT if is_back else WARNING)


def _fault_line(problem: TeamProblem, view: TeamView, known: Mapping[PersonId, Person], voice: Translator) -> str:
    person = known.get(problem.person) if problem.person is not None else None
    other = known.get(problem.other) if problem.other is not None else None
    given = {"name": mention(person or view.captain), "other": mention(other or view.captain)}
    return voice.say(_LINES[problem.fault], place=problem.given, limit=problem.limit, **given)


def _say_of(key: str, person: Person, voice: Translator) -> str:
    return voice.say(key, name=plain(person.name, NAME_SHOWN))


# --- the team -------------------------------------------------------------------------------------------------------


MOST_PICKED = 25


def receipt(view: TeamView, voice: Translator) -> Card:
    """To the captain: the team as it stands, and what comes next."""
    key = "teams.entered" if view.newly else "teams.changed"
    said = voice.say(key, team=_name(view), name=quote(view.tournament.name))
    return _card(view, said, voice, own=True)


def by_staff(view: TeamView, voice: Translator) -> Card:
    """To staff who wrote a team down: the team as it stands, what comes next, and the way to change it."""
    key = "teams.entered" if view.newly else "teams.changed"
    said = voice.say(key, team=_name(view), name=quote(view.tournament.name))
    card = _card(view, said, voice, own=True, for_staff=True)
    if view.leader_alike:
        card = replace(card, paragraphs=(who_leads(view, voice), *card.paragraphs), colour=WARNING)
    return replace(card, controls=(*leaders(view, voice), *_controls(view, voice, "team-staff-")))


def captain_changed(view: TeamView, voice: Translator) -> Card:
    """To everybody: a team has another captain, who answers for it from now on."""
    said = voice.say("teams.captain_changed", team=_name(view), captain=mention(view.captain))
    return Card((said,), pings=pings([view.captain]))


def team_card(view: TeamView, voice: Translator, *, own: bool) -> Card:
    """The team; its captain may change it."""
    return _card(view, f"**{_name(view)}** · {quote(view.tournament.name)}", voice, own=own)


def leaving_receipt(view: TeamView, voice: Translator) -> Card:
    """To a member who has left."""
    return Card((voice.say("teams.left", team=_name(view), captain=mention(view.captain)),))


def member_left(tournament: Tournament, team: Entrant, person: Person, close: datetime, voice: Translator) -> Card:
    """A letter to the captain: somebody has left the team, which has to be whole again before the close."""
    given = {"person": mention(person), "team": quote(team.team_name or ""), "name": quote(tournament.name)}
    change = Button(f"team-edit:{tournament.tournament_id}", voice.say("teams.change"), emoji="✏️")
    said = voice.say("teams.letter_left", close=moment(close), button=change.label, **given)
    return Card((said,), controls=((change,),), colour=WARNING)


def members_text(form: TeamForm) -> str:
    """The members as the form takes them, one to a line."""
    return "\n".join(_as_typed(one) for one in form.members)


def line_up_taken(view: MatchView, voice: Translator) -> Card:
    """The line-up is in; it stays a secret, or both are known now."""
    team, challenge = view.part(TeamMatch), view.part(StayOnView)
    both = team is not None and team.is_open
    if challenge is not None:
        key = "stay_on.orders_open" if challenge.is_open else "stay_on.order_kept"
        return Card((heading(view, voice), voice.say(key)))
    return Card((heading(view, voice), voice.say("teams.line_ups_open" if both else "teams.line_up_kept")))


def _card(view: TeamView, said: str, voice: Translator, *, own: bool, for_staff: bool = False) -> Card:
    lines = [voice.say("teams.captain", captain=mention(view.captain)), *(_line(one, voice) for one in view.members)]
    if own:
        lines += [line(one, voice, for_staff=for_staff) for one in view.places]
    unfit = () if view.fit.is_whole else (_unfit(view, voice),)
    return Card(
        (said, "\n".join(lines), *unfit, _next(view, voice)) if own else (said, "\n".join(lines), *unfit),
        controls=_controls(view, voice) if own else (),
        colour=ACCENT if view.is_complete else WARNING,
    )


def _unfit(view: TeamView, voice: Translator) -> str:
    said = voice.say("teams.unfit", close=moment(view.closes_at or view.tournament.start_at))
    return "\n".join((said, *lines(view, voice), at_close(view, voice)))


def _controls(view: TeamView, voice: Translator, verb: str = "team-") -> tuple[Control, ...]:
    if view.tournament.check_in_closed_at is not None:
        return ()
    # A captain has one team in the event; staff may change any.
    subject = view.tournament.tournament_id if verb == "team-" else view.entrant.entrant_id
    asked = questions(view, voice)
    if verb == "team-":
        asked = (*presses(view, voice), *asked)
    else:
        asked += take_in(view, voice)
    change: tuple[Button, ...] = (Button(f"{verb}edit:{subject}", voice.say("teams.change"), emoji="✏️"),)
    if verb == "team-":
        change += (remind_press(view.tournament, voice, wanted=view.reminded),)
    # Pupils need a school year each, which a menu of members cannot ask for.
    if not view.room or view.tournament.rulebook.dispute is not None:
        return (*asked, change)
    menu = f"{verb}add:{view.entrant.entrant_id}"
    return (*asked, MemberChoice(menu, voice.say("teams.choose"), most=min(view.room, MOST_PICKED)), change)


def _line(one: TeamMember, voice: Translator) -> str:
    place = f"{one.board}." if one.board else f"{voice.say('teams.substitute')}:"
    year = "" if one.school_year is None else f" · {voice.say('teams.year', n=one.school_year)}"
    rating = "" if one.rating is None else f" · {round(one.rating)}"
    account = "" if one.account is None else f" · {quote(one.account)}"
    return f"{place} {mention(one.person)}{' ★' if one.is_captain else ''}{rating}{account}{year}"


def _next(view: TeamView, voice: Translator) -> str:
    if view.free:
        return voice.count("teams.to_name", view.free)
    if view.awaiting(Awaiting.CAPTAIN):
        return voice.say("teams.say_who")
    if view.places:
        return open_places_line(view, voice)
    if view.without_account:
        names = listing([mention(one) for one in view.without_account], voice)
        site = view.tournament.rulebook.registration.account or ""
        return voice.say("teams.accounts_wanted", names=names, site=quote(site))
    if view.entrant.checked_in_at is not None:
        return voice.say("teams.confirmed", start=moment(view.tournament.start_at))
    if view.check_in_is_open:
        return voice.say("teams.confirm_now")
    return voice.say("teams.confirm_later", opens=moment(view.check_in_opens_at))


def _name(view: TeamView) -> str:
    return quote(view.entrant.team_name or "")


def _as_typed(one: NamedMember) -> str:
    behind = one.account if one.school_year is None else str(one.school_year)
    return one.name if behind is None else f"{one.name}; {behind}"


# --- the rule sheet -------------------------------------------------------------------------------------------------


def teams(rulebook: Rulebook, voice: Translator) -> Iterator[str]:
    """Who makes a team, and how two teams meet."""
    rules = rulebook.teams or TeamRules()
    if rulebook.dispute is not None:
        yield from _dispute(rulebook.dispute, voice)
    else:
        yield voice.say("format_sheet.teams", size=rules.size, substitutes=rules.substitutes)
    yield voice.say(f"format_sheet.encounter.{rules.encounter}")
    yield voice.say(f"format_sheet.line_up.{rules.line_up}")
    if rules.line_up_within is not None and rules.line_up is LineUp.FREE:
        yield voice.say("format_sheet.line_up_within", time=short_duration(rules.line_up_within, voice))
    if stays_on(rulebook):
        yield voice.say("format_sheet.stay_on_order", win=number(rules.board_win, voice))
    elif rulebook.dispute is None:
        yield from _worth(rulebook, rules, voice)
    yield from _separating(rulebook, voice)
    yield from _members(rules, voice)


def _members(rules: TeamRules, voice: Translator) -> Iterator[str]:
    if rules.top_ranked is not None:
        yield voice.say("format_sheet.top_ranked", n=rules.top_ranked, most=rules.most_top_ranked)
    if rules.leader_is_highest_rated:
        yield voice.say("format_sheet.leader")
    if rules.unrated_off_board_one:
        yield voice.say("format_sheet.unrated")


def _dispute(rules: DisputeRules, voice: Translator) -> Iterator[str]:
    yield voice.say(
        "format_sheet.category", name=quote(rules.category), first=rules.youngest_year, last=rules.oldest_year
    )
    yield voice.say("format_sheet.pupils", starters=rules.starters, reserves=rules.reserves)
    yield voice.say("format_sheet.table_games", games=rules.table_games, points=number(rules.table_points, voice))
    for part, players, played, points in (
        ("giant", rules.giant_players, rules.giant_games, rules.giant_points),
        ("living", rules.living_players, rules.living_games, rules.living_points),
    ):
        yield voice.say(f"format_sheet.{part}_game", players=players, games=played, points=number(points, voice))
    scenes = [_scene(names, voice) for names in (rules.scene_1, rules.scene_2) if names]
    if len(scenes) > 1:
        yield voice.say("format_sheet.scenes", first=scenes[0], second=scenes[1])
    elif scenes:
        yield voice.say("format_sheet.scene", names=scenes[0])


def _scene(names: Sequence[str], voice: Translator) -> str:
    return named_list([spoken_game(name) for name in names], voice)


def _worth(rulebook: Rulebook, rules: TeamRules, voice: Translator) -> Iterator[str]:
    """What a board is worth to the team, or each game where members' points are added up."""
    summed = rules.encounter is TeamEncounter.SUM
    win, level = number(rules.board_win, voice), number(rules.board_draw, voice)
    key = "format_sheet.sum_games" if summed else "format_sheet.board_games"
    yield voice.count(key, rules.board_games, win=win, level=level)
    if summed and rulebook.scoring is not None and rulebook.scoring.by_games:
        yield voice.say("format_sheet.sum_points")


def _separating(rulebook: Rulebook, voice: Translator) -> Iterator[str]:
    """What becomes of level boards where somebody has to win, and how long a play-off is (GO-27.3)."""
    rules, ranking = rulebook.teams, rulebook.ranking or RankingRules()
    if rules is None or stays_on(rulebook) or not needs_winners(rulebook):
        return
    yield level_rule(rules.level_match, voice)
    if ranking.level is Level.PLAY_OFF and rulebook.dispute is None:
        yield voice.count("format_sheet.team_play_off", ranking.play_off_best_of)


def level_rule(ways: Sequence[LevelMatch], voice: Translator) -> str:
    """The ways in their order, as the sheet and the card of a match say them."""
    return voice.say("teams.level_rule", ways=" → ".join(voice.say(f"teams.way.{way}") for way in ways))


def match_length(rulebook: Rulebook, contest: Contest, voice: Translator) -> str:
    """How many boards a match has, and how many games are played on each."""
    boards = boards_of(rulebook.teams or TeamRules())
    return voice.count("teams.length", games_on_board(rulebook, contest.stage), boards=boards)


def bracket(rulebook: Rulebook, voice: Translator) -> Iterator[str]:
    """That a match of the knock-out is as long as any, and whether the third place is played for."""
    if not rulebook.traits.is_bracket and has_bracket(rulebook):
        yield voice.say("format_sheet.team_bracket")
    if rulebook.knockout.third_place_match:
        yield voice.say("format_sheet.team_third_place")
    elif rulebook.knockout.lives == 1:
        yield voice.say("sheet.matches.no_third_place")
