"""The posts at the end of an event: the podium, the new ratings, the record of all results; and ceremonies.

A ceremony is stated and recalled, with who was there, and reprimands (GO-23.6). The end says who is invited onward,
and what staff does next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby

from discord import ButtonStyle

from bot.features.course.cards import EVENT_CARD_STRATEGIES, RoundOf, round_called
from bot.features.rounds.model import (
    Attendance,
    Ceremony,
    CeremonyView,
    PodiumPlace,
    PodiumView,
    RatingChange,
    RatingsView,
    RecordView,
    Reprimand,
)
from bot.features.rounds.standings_cards import pictures_beside
from bot.features.rounds.words_cards import result_line, value_words
from bot.features.tournaments.model import Onward
from bot.features.tournaments.sheet_cards import tie_break_name
from bot.i18n.catalogue import Translator
from bot.layout.cards import DANGER, QUIET, WARNING, Button, Card, Choice, Document, Drawing
from bot.layout.drawing import draw_podium, draw_table
from bot.layout.picture_model import Align, PodiumPicture, PodiumStep, TableColumn, TablePicture, TableRow
from bot.layout.sentences import duration, listing, member_name, moment, plain, quote, quoted_block, tenths
from bot.people.cards import mention, pings, portrait
from bot.people.model import Person
from bot.play.contests import Contest, ResultKind, Stage
from bot.play.course import has_table
from bot.play.entries import Tournament
from bot.play.formats.knockout import winner
from bot.play.points import side_words
from bot.play.rating import as_published
from bot.play.rulebook import ASKED_FOR, Rulebook

# --- ceremonies -----------------------------------------------------------------------------------------------------


MOST_NAMED = 60
"""Players named in a reminder; more are meant, and read it without a mention."""
MOST_LISTED = 10
MOST_OFFERED = 75
"""Names to choose among, for each of three questions."""


def ceremony_notice(view: CeremonyView, voice: Translator) -> Card:
    """To everybody: a ceremony is to be held and is a duty of the players, or it was called off."""
    ceremony = view.ceremony
    key = "ceremonies.called_off" if ceremony.cancelled_at else "ceremonies.stated"
    text = voice.say(
        key, ceremony=quote(ceremony.name), name=quote(view.tournament.name), when=moment(ceremony.held_at)
    )
    return Card((text,), colour=QUIET if ceremony.cancelled_at else WARNING)


def reminder(view: CeremonyView, voice: Translator) -> Card:
    """To the players: it begins soon, with the press that says that one is there."""
    ceremony, named = view.ceremony, view.absent[:MOST_NAMED]
    text = voice.say(
        "ceremonies.reminder",
        ceremony=quote(ceremony.name),
        name=quote(view.tournament.name),
        when=moment(ceremony.held_at),
    )
    here = Button(f"ceremony-here:{ceremony.ceremony_id}", voice.say("ceremonies.here"), ButtonStyle.success, "✋")
    opening = " ".join(mention(person) for person in named)
    return Card((text,), controls=((here,),), colour=WARNING, opening=opening or None, pings=pings(named))


def all_of_event(found: Sequence[Ceremony], voice: Translator) -> Card:
    """The ceremonies of an event, each with the way to its attendance."""
    if not found:
        return Card((voice.say("ceremonies.none"),), colour=QUIET)
    lines = "\n".join(f"- **{quote(one.name)}** · {moment(one.held_at)}" for one in found[:MOST_LISTED])
    options = tuple((one.ceremony_id, plain(one.name)) for one in found[:MOST_LISTED])
    return Card((lines,), controls=(Choice("ceremony:", voice.say("ceremonies.open"), options),), colour=QUIET)


def desk(view: CeremonyView, voice: Translator) -> Card:
    """Who was there, who is excused, who was not; and what can be done about each."""
    ceremony = view.ceremony
    title = f"## {quote(ceremony.name)}\n-# {quote(view.tournament.name)} · {moment(ceremony.held_at)}"
    present, excused = (_who(view, kind) for kind in (Attendance.PRESENT, Attendance.EXCUSED))
    lines = [
        voice.count("ceremonies.present", len(present)),
        *([voice.say("ceremonies.excused", names=_names(excused, voice))] if excused else []),
        voice.say("ceremonies.absent", names=_names(view.absent, voice))
        if view.absent
        else voice.say("ceremonies.all"),
    ]
    return Card(
        (title, "\n".join(lines), voice.say("ceremonies.graver")), controls=_controls(view, voice), colour=QUIET
    )


def reprimand(view: CeremonyView, person: Person, given: Reprimand, voice: Translator) -> Card:
    """To everybody: a reprimand, with its reason."""
    text = voice.say(
        "ceremonies.reprimand_public",
        who=mention(person),
        ceremony=quote(view.ceremony.name),
        name=quote(view.tournament.name),
    )
    return Card((text, quoted_block(given.reason)), colour=DANGER, pings=pings([person]))


def _controls(view: CeremonyView, voice: Translator) -> tuple[Choice | tuple[Button, ...], ...]:
    key = view.ceremony.ceremony_id
    absent = tuple((person.person_id, plain(person.name)) for person in view.absent[:MOST_OFFERED])
    blamed = tuple((person.person_id, plain(person.name)) for person in view.to_reprimand[:MOST_OFFERED])
    menus: list[Choice | tuple[Button, ...]] = []
    if absent:
        menus.append(Choice(f"ceremony-present:{key}", voice.say("ceremonies.note_present"), absent))
        menus.append(Choice(f"ceremony-excused:{key}", voice.say("ceremonies.note_excused"), absent))
    if blamed:
        menus.append(Choice(f"reprimand:{key}", voice.say("ceremonies.reprimand"), blamed))
    off = Button(f"ceremony-off:{key}", voice.say("ceremonies.call_off"), ButtonStyle.danger)
    return (*menus, (off,))


def _who(view: CeremonyView, kind: Attendance) -> tuple[Person, ...]:
    return tuple(player for player in view.players if view.attendance.get(player.person_id) is kind)


def _names(some: Sequence[Person], voice: Translator) -> str:
    return listing([mention(person) for person in some[:MOST_NAMED]], voice) + (" …" if len(some) > MOST_NAMED else "")


# --- what follows ---------------------------------------------------------------------------------------------------


def onward(view: Onward | None, voice: Translator) -> tuple[str, ...]:
    """Who is invited to what, and until when the invited answer (AIJE-D02-1, AIJE-D04-1)."""
    if view is None:
        return ()
    lines = [voice.say("ending.onward")]
    for event, some in view.invited.items():
        names = listing([mention(person) for person in some], voice)
        lines.append(f"- {voice.say(f'seats.event.{ASKED_FOR[event].value}')}: {names}")
    pairs = (" – ".join(map(mention, pair)) for pair in view.matches if len(pair) > 1)
    lines += ["- " + voice.say("ending.onward_match", names=pair) for pair in pairs]
    within = duration(view.answer_within, voice)
    lines.append(voice.say("ending.onward_asked" if view.confirmed else "ending.onward_waits", within=within))
    return ("\n".join(lines),)


def staff(view: PodiumView, voice: Translator) -> str:
    """What organisers and the chief arbiter do now."""
    said = [voice.say("ending.staff")]
    if view.onward is not None and not view.onward.confirmed:
        said.append(voice.say("ending.staff_seats"))
    if view.report_by is not None:
        said.append(voice.say("ending.staff_report", name=mention(view.report_by)))
    return "-# " + " ".join(said)


# --- the end --------------------------------------------------------------------------------------------------------


ROWS_IN_A_TABLE = 20
CHANGES_IN_WORDS = 5
"""Behind the picture, for who cannot see it; the file of the record holds all of them."""
TEXT_OF_RESULTS = 2800
"""Characters of results that a record shows by itself; the file beside it holds all of them."""
ROUNDS_OF_A_RECORD = 15
"""Paragraphs: a message holds forty components in all."""
NAMED_AS_NEW = 40
_STAGES = tuple(Stage)
_UNPLAYED = {ResultKind.WALKOVER: "ending.won_by_walkover", ResultKind.WITHDRAWAL: "ending.won_by_withdrawal"}
"""Said of the winner: the kind alone, under a name, would read as if that player had withdrawn."""
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def podium(view: PodiumView, voice: Translator) -> Card:
    """The winners, congratulated and pinged, in words and as a picture, and what comes next."""
    name = quote(view.tournament.name)
    lines = [_line_of(place, voice) for place in view.places]
    said = [voice.say("ending.podium", name=name), "\n".join(lines), voice.say("ending.congratulations")]
    if not view.on(1):
        said = [voice.say("ending.nobody_won", name=name), *(["\n".join(lines)] if lines else [])]
    if view.champion is not None:
        said.append(voice.say("ending.champion", name=mention(view.champion)))
    if view.disputed:
        said.append(voice.count("ending.disputed", view.disputed))
    winners = [person for place in view.places for person in (place.person, *place.members)]
    return Card(
        (*said, *onward(view.onward, voice), _what_next(view, voice), staff(view, voice)),
        controls=(_presses(view, voice),),
        pictures=(*_podium_picture(view, voice), *_beside(view, voice)),
        pings=pings(winners),
    )


def _beside(view: PodiumView, voice: Translator) -> tuple[Drawing, ...]:
    """How the table came about that the podium was taken from."""
    return () if view.table is None else pictures_beside(view.table, voice)


def _line_of(place: PodiumPlace, voice: Translator) -> str:
    """Who stands there, what a table counted, and everybody of a team."""
    values = [f"{tie_break_name(one.name, voice)} **{value_words(one, voice)}**" for one in place.values]
    withheld = [voice.say("ending.prize_withheld")] if place.withheld else []
    said = " · ".join([f"{_MEDALS[place.rank]} {mention(place.person)}", *values, *withheld])
    if not place.members:
        return said
    return f"{said}\n-# {listing([mention(one) for one in place.members], voice)}"


def ratings_published(view: RatingsView, voice: Translator) -> Card:
    """Before and after for everyone who played, the newly registered named, and where to see the whole list."""
    key = "ending.ratings" if view.tournament.cancelled_at is None else "ending.ratings_called_off"
    paragraphs = [voice.say(key, name=quote(view.tournament.name))]
    if view.registered:
        shown = [mention(person) for person in view.registered[:NAMED_AS_NEW]]
        more = len(view.registered) - NAMED_AS_NEW
        names = listing([*shown, voice.count("tournament.and_more", more)] if more > 0 else shown, voice)
        paragraphs.append(voice.say("ending.registered", names=names, initial=round(view.initial)))
    paragraphs.append(voice.say("ending.ratings_next"))
    press = Button("ranking:1", voice.say("ending.ranking"), ButtonStyle.primary, "📈")
    return Card(tuple(paragraphs), controls=((press,),), pictures=_ratings_pictures(view, voice))


def ratings_withdrawn(tournament: Tournament, voice: Translator) -> Card:
    """An event that was called off goes on, and so does what its games do to the ratings."""
    return Card((voice.say("ending.ratings_withdrawn", name=quote(tournament.name)),), colour=QUIET)


def record(view: RecordView, voice: Translator) -> Card:
    """All results, the final first, as far as they fit; a file holds every one of them, and the ratings."""
    rounds = [_round_text(label, some, view, voice) for label, some in _rounds(view, voice)]
    shown: list[str] = []
    for text in reversed(rounds):
        if sum(map(len, shown)) + len(text) > TEXT_OF_RESULTS or len(shown) == ROUNDS_OF_A_RECORD:
            break
        shown.append(text)
    document = Document("results.txt", _file(view, voice).encode("utf-8"))
    title = voice.say("ending.record", name=quote(view.tournament.name))
    left_out = () if len(shown) == len(rounds) else (voice.say("ending.record_more"),)
    return Card((title, *shown, *left_out), colour=QUIET, documents=(document,))


def _what_next(view: PodiumView, voice: Translator) -> str:
    if view.upcoming is None:
        return voice.say("ending.next" if view.tournament.rulebook.rating.rated else "ending.next_unrated")
    return voice.say("ending.next_event", name=quote(view.upcoming.name), start=moment(view.upcoming.start_at))


def _presses(view: PodiumView, voice: Translator) -> tuple[Button, ...]:
    key = view.tournament.tournament_id
    bracket = Button(f"bracket:{key}", voice.say("tournament.bracket"))
    if has_table(view.tournament.rulebook):
        bracket = Button(f"standings:{key}", voice.say("standings.open"))
    ranking = Button("ranking:1", voice.say("ending.ranking"), emoji="📈")
    if view.upcoming is None:
        return bracket, ranking
    register = Button(f"register:{view.upcoming.tournament_id}", voice.say("ending.register"), ButtonStyle.success)
    return register, bracket, ranking


def _podium_picture(view: PodiumView, voice: Translator) -> tuple[Drawing, ...]:
    if not view.on(1):
        return ()
    counted = "ending.players" if view.tournament.rulebook.teams is None else "teams.count"
    picture = PodiumPicture(
        title=plain(view.tournament.name),
        subtitle=f"{plain(view.tournament.rulebook.title_in(voice.locale))} · {voice.count(counted, view.players)}",
        steps=tuple(_step(place, view, voice) for place in view.places),
    )
    names = [f"{one.rank}. {plain(one.person.name)}" for one in view.places]
    said = voice.say("ending.podium_described", names=", ".join(names))
    return (Drawing("podium.png", said, partial(draw_podium, picture)),)


def _step(place: PodiumPlace, view: PodiumView, voice: Translator) -> PodiumStep:
    """Under the name how the deciding match was won, or else what the table counted."""
    counted = [f"{tie_break_name(one.name, voice)} {value_words(one, voice)}" for one in place.values[:1]]
    how = "".join(counted) if place.match is None else _decided_by(place.match, view.tournament.rulebook, voice)
    return PodiumStep(place.rank, plain(place.person.name), how, portrait(place.person, view.faces))


def _decided_by(match: Contest, rulebook: Rulebook, voice: Translator) -> str:
    """How the final or the third-place match was won, the winner's games first."""
    if match.result is None:
        return ""
    if match.result.kind in _UNPLAYED:
        return voice.say(_UNPLAYED[match.result.kind])
    if match.result.kind is not ResultKind.PLAYED:
        return member_name(match.result.kind, voice)
    ahead = match.sides.index(winner(match) or match.sides[0])
    told = side_words(match.result, rulebook)
    score = EVENT_CARD_STRATEGIES.of(rulebook).deciding_score(match)
    score = score or "–".join((told[ahead], *(one for side, one in enumerate(told) if side != ahead)))
    key = "ending.final_score" if match.stage is Stage.FINAL else "ending.third_place_score"
    return voice.say(key, score=score)


def _ratings_pictures(view: RatingsView, voice: Translator) -> tuple[Drawing, ...]:
    shown = view.changes[:ROWS_IN_A_TABLE]
    more = len(view.changes) - len(shown)
    picture = TablePicture(
        title=voice.say("ending.ratings_title"),
        subtitle=plain(view.tournament.name),
        columns=(
            TableColumn(voice.say("ending.player")),
            TableColumn(voice.say("ending.before"), Align.END),
            TableColumn(voice.say("ending.after"), Align.END),
            TableColumn(voice.say("ending.change"), Align.END),
        ),
        rows=tuple(_row(change, view.initial, voice) for change in shown),
        footer=voice.count("ending.more_rows", more) if more > 0 else "",
    )
    told = ", ".join(f"{row.cells[0]} {row.cells[1]} → {row.cells[2]}" for row in picture.rows[:CHANGES_IN_WORDS])
    return (Drawing("ratings.png", f"{picture.title}: {told}", partial(draw_table, picture)),)


def _row(change: RatingChange, initial: float, voice: Translator) -> TableRow:
    before = voice.say("ending.new") if change.before is None else str(round(change.before))
    gained = change.after - (initial if change.before is None else change.before)
    cells = (plain(change.person.name), before, str(round(change.after)), _sign(gained, voice))
    return TableRow(cells, emphasised=change.before is None)


def _sign(gained: float, voice: Translator) -> str:
    """A change to one decimal with its sign, in the language's own notation: +16,0, -24,5."""
    shown = round(gained, 1)
    return f"{'-' if shown < 0 else '+'}{tenths(abs(shown), voice)}"


def _rounds(view: RecordView, voice: Translator) -> list[tuple[str, list[Contest]]]:
    """The contests by round, first to last, each with its round's name."""
    tables = view.tournament.rulebook.traits.at_tables
    last = max((one.round for one in view.contests if one.stage is not Stage.PLAY_OFF), default=0)
    in_order = sorted(
        view.contests,
        # Extra games have rounds of their own: they stand before the round of the final for which they were played.
        key=lambda one: (
            (last, 0, one.round) if tables and one.stage is Stage.PLAY_OFF else (one.round, 1, 0),
            one.stage is Stage.FINAL,
            _STAGES.index(one.stage),
            one.group,
            one.position,
        ),
    )
    grouped = groupby(in_order, key=lambda one: (one.round, one.stage, _level(one)))
    return [(_round_name(stage, number_, level, view, voice), list(some)) for (number_, stage, level), some in grouped]


def _level(contest: Contest) -> int:
    """Which of the lower brackets; the groups of one round are told together."""
    return contest.group if contest.stage is Stage.LOWER else 0


def _round_name(stage: Stage, number_: int, level: int, view: RecordView, voice: Translator) -> str:
    rulebook = view.tournament.rulebook
    if not rulebook.traits.in_rounds:
        return voice.say("ending.games_in_order")
    if rulebook.traits.at_tables and stage is Stage.PLAY_OFF:
        return voice.say("tables.extra", n=number_)
    to_final = view.to_final.get((stage, number_))
    return round_called(RoundOf(stage, number_, level, rulebook.knockout.lives, view.starters, to_final), voice)


def _round_text(label: str, some: Iterable[Contest], view: RecordView, voice: Translator) -> str:
    rulebook = view.tournament.rulebook
    lines = [result_line(one, [mention(view.people[side]) for side in one.sides], rulebook, voice) for one in some]
    return "\n".join([f"**{label}**", *lines])


def _file(view: RecordView, voice: Translator) -> str:
    """Everything as plain text: results with the games that nobody played, then ratings in full precision."""
    lines = [plain(view.tournament.name), f"{view.tournament.tournament_id} · {view.tournament.rulebook_hash}", ""]
    for label, some in _rounds(view, voice):
        lines += [label, *(_plain_line(contest, view, voice) for contest in some), ""]
    if view.ratings is not None:
        lines.append(voice.say("ending.ratings_title"))
        lines += [_plain_rating(change, voice) for change in view.ratings.changes]
    return "\n".join(lines) + "\n"


def _plain_line(contest: Contest, view: RecordView, voice: Translator) -> str:
    names = [plain(view.people[side].name) for side in contest.sides]
    line = result_line(contest, names, view.tournament.rulebook, voice).replace("**", "")
    given = contest.result.walkover_games if contest.result is not None else ()
    return f"{line} ({voice.say('ending.unplayed', score='–'.join(map(str, given)))})" if any(given) else line


def _plain_rating(change: RatingChange, voice: Translator) -> str:
    before = voice.say("ending.new") if change.before is None else as_published(change.before)
    return f"{plain(change.person.name)}: {before} → {as_published(change.after)}"
