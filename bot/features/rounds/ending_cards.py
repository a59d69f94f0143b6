"""The posts at the end of an event: the podium, the new ratings, the record of all results; and ceremonies.

A ceremony is stated and recalled, with who was there, and reprimands (GO-23.6). The end says who is invited onward,
and what staff does next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter

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


def ceremony_notice(view: CeremonyView, translator: Translator) -> Card:
    """To everybody: a ceremony is to be held and is a duty of the players, or it was called off."""
    ceremony = view.ceremony
    key = "ceremonies.called_off" if ceremony.cancelled_at else "ceremonies.stated"
    text = translator.say(
        key, ceremony=quote(ceremony.name), name=quote(view.tournament.name), when=moment(ceremony.held_at)
    )
    return Card((text,), colour=QUIET if ceremony.cancelled_at else WARNING)


def reminder(view: CeremonyView, translator: Translator) -> Card:
    """To the players: it begins soon, with the press that says that one is there."""
    ceremony, named = view.ceremony, view.absent[:MOST_NAMED]
    text = translator.say(
        "ceremonies.reminder",
        ceremony=quote(ceremony.name),
        name=quote(view.tournament.name),
        when=moment(ceremony.held_at),
    )
    here = Button(f"ceremony-here:{ceremony.ceremony_id}", translator.say("ceremonies.here"), ButtonStyle.success, "✋")
    opening = " ".join(mention(person) for person in named)
    return Card((text,), controls=((here,),), colour=WARNING, opening=opening or None, pings=pings(named))


def all_of_event(found: Sequence[Ceremony], translator: Translator) -> Card:
    """The ceremonies of an event, each with the way to its attendance."""
    if not found:
        return Card((translator.say("ceremonies.none"),), colour=QUIET)
    lines = "\n".join(f"- **{quote(one.name)}** · {moment(one.held_at)}" for one in found[:MOST_LISTED])
    options = tuple((one.ceremony_id, plain(one.name)) for one in found[:MOST_LISTED])
    return Card((lines,), controls=(Choice("ceremony:", translator.say("ceremonies.open"), options),), colour=QUIET)


def desk(view: CeremonyView, translator: Translator) -> Card:
    """Who was there, who is excused, who was not; and what can be done about each."""
    ceremony = view.ceremony
    title = f"## {quote(ceremony.name)}\n-# {quote(view.tournament.name)} · {moment(ceremony.held_at)}"
    present, excused = (_who(view, kind) for kind in (Attendance.PRESENT, Attendance.EXCUSED))
    lines = [
        translator.count("ceremonies.present", len(present)),
        *([translator.say("ceremonies.excused", names=_names(excused, translator))] if excused else []),
        translator.say("ceremonies.absent", names=_names(view.absent, translator))
        if view.absent
        else translator.say("ceremonies.all"),
    ]
    return Card(
        (title, "\n".join(lines), translator.say("ceremonies.graver")),
        controls=_controls(view, translator),
        colour=QUIET,
    )


def reprimand(view: CeremonyView, person: Person, given: Reprimand, translator: Translator) -> Card:
    """To everybody: a reprimand, with its reason."""
    text = translator.say(
        "ceremonies.reprimand_public",
        who=mention(person),
        ceremony=quote(view.ceremony.name),
        name=quote(view.tournament.name),
    )
    return Card((text, quoted_block(given.reason)), colour=DANGER, pings=pings([person]))


def _controls(view: CeremonyView, translator: Translator) -> tuple[Choice | tuple[Button, ...], ...]:
    key = view.ceremony.ceremony_id
    absent = tuple((person.person_id, plain(person.name)) for person in view.absent[:MOST_OFFERED])
    blamed = tuple((person.person_id, plain(person.name)) for person in view.to_reprimand[:MOST_OFFERED])
    menus: list[Choice | tuple[Button, ...]] = []
    if absent:
        menus.append(Choice(f"ceremony-present:{key}", translator.say("ceremonies.note_present"), absent))
        menus.append(Choice(f"ceremony-excused:{key}", translator.say("ceremonies.note_excused"), absent))
    if blamed:
        menus.append(Choice(f"reprimand:{key}", translator.say("ceremonies.reprimand"), blamed))
    off = Button(f"ceremony-off:{key}", translator.say("ceremonies.call_off"), ButtonStyle.danger)
    return (*menus, (off,))


def _who(view: CeremonyView, kind: Attendance) -> tuple[Person, ...]:
    return tuple(player for player in view.players if view.attendance.get(player.person_id) is kind)


def _names(some: Sequence[Person], translator: Translator) -> str:
    return listing([mention(person) for person in some[:MOST_NAMED]], translator) + (
        " …" if len(some) > MOST_NAMED else ""
    )


# --- what follows ---------------------------------------------------------------------------------------------------


def onward(view: Onward | None, translator: Translator) -> tuple[str, ...]:
    """Who is invited to what, and until when the invited answer (AIJE-D02-1, AIJE-D04-1)."""
    if view is None:
        return ()
    lines = [translator.say("ending.onward")]
    for event, some in view.invited.items():
        names = listing([mention(person) for person in some], translator)
        lines.append(f"- {translator.say(f'seats.event.{ASKED_FOR[event].value}')}: {names}")
    pairs = (" – ".join(map(mention, pair)) for pair in view.matches if len(pair) > 1)
    lines += ["- " + translator.say("ending.onward_match", names=pair) for pair in pairs]
    within = duration(view.answer_within, translator)
    lines.append(translator.say("ending.onward_asked" if view.confirmed else "ending.onward_waits", within=within))
    return ("\n".join(lines),)


def staff(view: PodiumView, translator: Translator) -> str:
    """What organisers and the chief arbiter do now."""
    said = [translator.say("ending.staff")]
    if view.onward is not None and not view.onward.confirmed:
        said.append(translator.say("ending.staff_seats"))
    if view.report_by is not None:
        said.append(translator.say("ending.staff_report", name=mention(view.report_by)))
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


def podium(view: PodiumView, translator: Translator) -> Card:
    """The winners, congratulated and pinged, in words and as a picture, and what comes next."""
    name = quote(view.tournament.name)
    lines = [_line_of(place, translator) for place in view.places]
    said = [translator.say("ending.podium", name=name), "\n".join(lines), translator.say("ending.congratulations")]
    if not view.on(1):
        said = [translator.say("ending.nobody_won", name=name), *(["\n".join(lines)] if lines else [])]
    if view.champion is not None:
        said.append(translator.say("ending.champion", name=mention(view.champion)))
    if view.disputed:
        said.append(translator.count("ending.disputed", view.disputed))
    winners = [person for place in view.places for person in (place.person, *place.members)]
    return Card(
        (*said, *onward(view.onward, translator), _what_next(view, translator), staff(view, translator)),
        controls=(_presses(view, translator),),
        pictures=(*_podium_picture(view, translator), *_beside(view, translator)),
        pings=pings(winners),
    )


def _beside(view: PodiumView, translator: Translator) -> tuple[Drawing, ...]:
    """How the table came about that the podium was taken from."""
    return () if view.table is None else pictures_beside(view.table, translator)


def _line_of(place: PodiumPlace, translator: Translator) -> str:
    """Who stands there, what a table counted, and everybody of a team."""
    values = [f"{tie_break_name(one.name, translator)} **{value_words(one, translator)}**" for one in place.values]
    withheld = [translator.say("ending.prize_withheld")] if place.withheld else []
    said = " · ".join([f"{_MEDALS[place.rank]} {mention(place.person)}", *values, *withheld])
    if not place.members:
        return said
    return f"{said}\n-# {listing([mention(member) for member in place.members], translator)}"


def ratings_published(view: RatingsView, translator: Translator) -> Card:
    """Before and after for everyone who played, the newly registered named, and where to see the whole list."""
    key = "ending.ratings" if view.tournament.cancelled_at is None else "ending.ratings_called_off"
    paragraphs = [translator.say(key, name=quote(view.tournament.name))]
    if view.registered:
        shown = [mention(person) for person in view.registered[:NAMED_AS_NEW]]
        more = len(view.registered) - NAMED_AS_NEW
        names = listing([*shown, translator.count("tournament.and_more", more)] if more > 0 else shown, translator)
        paragraphs.append(translator.say("ending.registered", names=names, initial=round(view.initial)))
    paragraphs.append(translator.say("ending.ratings_next"))
    press = Button("ranking:1", translator.say("ending.ranking"), ButtonStyle.primary, "📈")
    return Card(tuple(paragraphs), controls=((press,),), pictures=_ratings_pictures(view, translator))


def ratings_withdrawn(tournament: Tournament, translator: Translator) -> Card:
    """An event that was called off goes on, and so does what its games do to the ratings."""
    return Card((translator.say("ending.ratings_withdrawn", name=quote(tournament.name)),), colour=QUIET)


def record(view: RecordView, translator: Translator) -> Card:
    """All results, the final first, as far as they fit; a file holds every one of them, and the ratings."""
    rounds = [_round_text(label, some, view, translator) for label, some in rounds_in_order(view, translator)]
    shown: list[str] = []
    for text in reversed(rounds):
        if sum(map(len, shown)) + len(text) > TEXT_OF_RESULTS or len(shown) == ROUNDS_OF_A_RECORD:
            break
        shown.append(text)
    document = Document("results.txt", _file(view, translator).encode("utf-8"))
    title = translator.say("ending.record", name=quote(view.tournament.name))
    left_out = () if len(shown) == len(rounds) else (translator.say("ending.record_more"),)
    return Card((title, *shown, *left_out), colour=QUIET, documents=(document,))


def _what_next(view: PodiumView, translator: Translator) -> str:
    if view.upcoming is None:
        return translator.say("ending.next" if view.tournament.rulebook.rating.rated else "ending.next_unrated")
    return translator.say("ending.next_event", name=quote(view.upcoming.name), start=moment(view.upcoming.start_at))


def _presses(view: PodiumView, translator: Translator) -> tuple[Button, ...]:
    key = view.tournament.tournament_id
    bracket = Button(f"bracket:{key}", translator.say("tournament.bracket"))
    if has_table(view.tournament.rulebook):
        bracket = Button(f"standings:{key}", translator.say("standings.open"))
    ranking = Button("ranking:1", translator.say("ending.ranking"), emoji="📈")
    if view.upcoming is None:
        return bracket, ranking
    register = Button(f"register:{view.upcoming.tournament_id}", translator.say("ending.register"), ButtonStyle.success)
    return register, bracket, ranking


def _podium_picture(view: PodiumView, translator: Translator) -> tuple[Drawing, ...]:
    if not view.on(1):
        return ()
    counted = "ending.players" if view.tournament.rulebook.teams is None else "teams.count"
    title_of_event = plain(view.tournament.rulebook.title_in(translator.locale))
    picture = PodiumPicture(
        title=plain(view.tournament.name),
        subtitle=f"{title_of_event} · {translator.count(counted, view.players)}",
        steps=tuple(_step(place, view, translator) for place in view.places),
    )
    text = " ".join([_podium_described(view, translator), *_steps_in_words(picture.steps, translator)])
    return (Drawing("podium.png", text, partial(draw_podium, picture)),)


def _podium_described(view: PodiumView, translator: Translator) -> str:
    counted = "ending.players" if view.tournament.rulebook.teams is None else "teams.count"
    count = translator.count(counted, view.players)
    return translator.say("ending.podium_described", name=plain(view.tournament.name, 60), count=count)


def _steps_in_words(steps: Sequence[PodiumStep], translator: Translator) -> Iterator[str]:
    """Each step as a sentence: who shares it, and what is drawn below the name."""
    for rank, some in groupby(steps, key=lambda step: step.rank):
        names = [f"{step.name} ({step.detail})" if step.detail else step.name for step in some]
        yield translator.say("ending.podium_place", place=rank, names=listing(names, translator))


def _step(place: PodiumPlace, view: PodiumView, translator: Translator) -> PodiumStep:
    """Under the name how the deciding match was won, or else what the table counted."""
    counted = [f"{tie_break_name(one.name, translator)} {value_words(one, translator)}" for one in place.values[:1]]
    how = "".join(counted) if place.match is None else decided_by(place.match, view.tournament.rulebook, translator)
    return PodiumStep(place.rank, plain(place.person.name), how, portrait(place.person, view.faces))


def decided_by(match: Contest, rulebook: Rulebook, translator: Translator) -> str:
    """How the final or the third-place match was won, the winner's games first."""
    if match.result is None:
        return ""
    if match.result.kind in _UNPLAYED:
        return translator.say(_UNPLAYED[match.result.kind])
    if match.result.kind is not ResultKind.PLAYED:
        return member_name(match.result.kind, translator)
    ahead = match.sides.index(winner(match) or match.sides[0])
    told = side_words(match.result, rulebook)
    score = EVENT_CARD_STRATEGIES.of(rulebook).deciding_score(match)
    score = score or "–".join((told[ahead], *(one for side, one in enumerate(told) if side != ahead)))
    key = "ending.final_score" if match.stage is Stage.FINAL else "ending.third_place_score"
    return translator.say(key, score=score)


def _ratings_pictures(view: RatingsView, translator: Translator) -> tuple[Drawing, ...]:
    shown = view.changes[:ROWS_IN_A_TABLE]
    more = len(view.changes) - len(shown)
    picture = TablePicture(
        title=translator.say("ending.ratings_title"),
        subtitle=plain(view.tournament.name),
        columns=(
            TableColumn(translator.say("ending.player")),
            TableColumn(translator.say("ending.before"), Align.END),
            TableColumn(translator.say("ending.after"), Align.END),
            TableColumn(translator.say("ending.change"), Align.END),
        ),
        rows=tuple(_row(change, view.initial, translator) for change in shown),
        footer=translator.count("ending.more_rows", more) if more > 0 else "",
    )
    text = translator.count("ending.ratings_described", len(view.changes), name=plain(view.tournament.name, 60))
    told = [text, *(_change_in_words(change, translator) for change in view.changes[:CHANGES_IN_WORDS])]
    return (Drawing("ratings.png", " ".join(told), partial(draw_table, picture)),)


def _change_in_words(change: RatingChange, translator: Translator) -> str:
    name, after = plain(change.person.name), round(change.after)
    if change.before is None:
        return translator.say("ending.rating_begun", name=name, after=after)
    return translator.say("ending.rating_moved", name=name, before=round(change.before), after=after)


def _row(change: RatingChange, initial: float, translator: Translator) -> TableRow:
    before = translator.say("ending.new") if change.before is None else str(round(change.before))
    gained = change.after - (initial if change.before is None else change.before)
    cells = (plain(change.person.name), before, str(round(change.after)), _sign(gained, translator))
    return TableRow(cells, emphasised=change.before is None)


def _sign(gained: float, translator: Translator) -> str:
    """A change to one decimal with its sign, in the language's own notation: +16,0, -24,5."""
    shown = round(gained, 1)
    return f"{'-' if shown < 0 else '+'}{tenths(abs(shown), translator)}"


def rounds_in_order(view: RecordView, translator: Translator) -> list[tuple[str, list[Contest]]]:
    """The contests by round, first to last, each with its round's name."""
    rounds: dict[tuple[int, Stage, int], list[Contest]] = {}
    for contest in view.contests:
        rounds.setdefault((contest.round, contest.stage, _level(contest)), []).append(contest)
    tables = view.tournament.rulebook.traits.at_tables
    last = max((number_ for number_, stage, _ in rounds if stage is not Stage.PLAY_OFF), default=0)

    def turn(key: tuple[int, Stage, int]) -> tuple[tuple[int, int, int], bool, int, int]:
        # Extra games have rounds of their own: they stand before the round of the final for which they were played.
        number_, stage, level = key
        at = (last, 0, number_) if tables and stage is Stage.PLAY_OFF else (number_, 1, 0)
        return at, stage is Stage.FINAL, _STAGES.index(stage), level

    return [
        (_round_name(stage, number_, level, view, translator), sorted(rounds[number_, stage, level], key=_PLACE))
        for number_, stage, level in sorted(rounds, key=turn)
    ]


_PLACE = attrgetter("group", "position")


def _level(contest: Contest) -> int:
    """Which of the lower brackets; the groups of one round are told together."""
    return contest.group if contest.stage is Stage.LOWER else 0


def _round_name(stage: Stage, number_: int, level: int, view: RecordView, translator: Translator) -> str:
    rulebook = view.tournament.rulebook
    if not rulebook.traits.in_rounds:
        return translator.say("ending.games_in_order")
    if rulebook.traits.at_tables and stage is Stage.PLAY_OFF:
        return translator.say("tables.extra", n=number_)
    to_final = view.to_final.get((stage, number_))
    return round_called(RoundOf(stage, number_, level, rulebook.knockout.lives, view.starters, to_final), translator)


def _round_text(label: str, some: Iterable[Contest], view: RecordView, translator: Translator) -> str:
    rulebook = view.tournament.rulebook
    lines = [result_line(one, [mention(view.people[side]) for side in one.sides], rulebook, translator) for one in some]
    return "\n".join([f"**{label}**", *lines])


def _file(view: RecordView, translator: Translator) -> str:
    """Everything as plain text: results with the games that nobody played, then ratings in full precision."""
    lines = [plain(view.tournament.name), f"{view.tournament.tournament_id} · {view.tournament.rulebook_hash}", ""]
    for label, some in rounds_in_order(view, translator):
        lines += [label, *(_plain_line(contest, view, translator) for contest in some), ""]
    if view.ratings is not None:
        lines.append(translator.say("ending.ratings_title"))
        lines += [_plain_rating(change, translator) for change in view.ratings.changes]
    return "\n".join(lines) + "\n"


def _plain_line(contest: Contest, view: RecordView, translator: Translator) -> str:
    names = [plain(view.people[side].name) for side in contest.sides]
    line = result_line(contest, names, view.tournament.rulebook, translator).replace("**", "")
    given = contest.result.walkover_games if contest.result is not None else ()
    return f"{line} ({translator.say('ending.unplayed', score='–'.join(map(str, given)))})" if any(given) else line


def _plain_rating(change: RatingChange, translator: Translator) -> str:
    before = translator.say("ending.new") if change.before is None else as_published(change.before)
    return f"{plain(change.person.name)}: {before} → {as_published(change.after)}"
