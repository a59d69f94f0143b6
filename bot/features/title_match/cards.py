"""A match for a title on its card, the arbiter's desk and the rule sheet, and the champion before it (AIJE-D03).

It is told game by game. The champion has colours to choose (AIJE-D03-2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from discord import ButtonStyle

from bot.features.playing.match_views_model import MatchView
from bot.features.playing.words_cards import colour_name
from bot.features.title_match.model import HolderView, SeriesView
from bot.features.tournaments.sheet_cards import short_duration
from bot.i18n.catalogue import Translator
from bot.layout.cards import ACCENT, DANGER, QUIET, WARNING, Button, Card, Choice
from bot.layout.sentences import duration, listing, moment, moment_relative, plain, quote, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.contests import words
from bot.play.format_rules import TitleMatchRules
from bot.play.matches import MatchPhase
from bot.play.rulebook import Rulebook
from bot.play.title_games import Colour, Decision, GameEnd, GameEntry, NextGame, SeriesGame, StopKind

# --- the match ------------------------------------------------------------------------------------------------------


_RECENT = 7
"""Games that had ended of which the arbiter's menu offers another decision: three lines each fit a menu."""
_SHORT = 16
"""Letters of a name in the list of games."""
_OVER = frozenset({MatchPhase.SETTLED, MatchPhase.VOID})


def lines(view: MatchView, translator: Translator) -> list[str]:
    """The next game with its colours, what stops the match, whose word is waited for, and everyone's pauses.

    Of a match that is over its games, and that its result is another one than theirs.
    """
    series = view.part(SeriesView)
    if series is None or view.state.phase is MatchPhase.VOID:
        return []
    if view.state.phase is MatchPhase.SETTLED or series.series.turn is None:
        return [*games(view, translator), *_ruling_lines(series, translator)]
    said = [_next_game(view, series, series.series.turn, translator), *_claim(view, series, translator)]
    if series.stop is not None:
        said.append(_stop(view, series, translator))
    left = (f"{mention(player)} **{series.pauses.pauses_left(side)}**" for side, player in enumerate(view.players))
    said += games(view, translator)
    return [*said, translator.say("title_match.pauses_left", left=" · ".join(left))]


def games(view: MatchView, translator: Translator) -> list[str]:
    """Game by game who won it and how, as far as that was said; nothing before the first."""
    series = view.part(SeriesView)
    if series is None or not series.series.counted:
        return []
    ordered = sorted(series.series.counted, key=lambda game: game.number)
    return [
        translator.say("title_match.games", games=" · ".join(_game(view, series, game, translator) for game in ordered))
    ]


def _ruling_lines(series: SeriesView, translator: Translator) -> list[str]:
    ruled = series.ruled
    if ruled is None:
        return []
    when, games = moment(ruled.at), words(ruled.played)
    if ruled.by is None:
        return [translator.say("title_match.ruled", games=games, when=when)]
    return [translator.say("title_match.ruled_by", games=games, when=when, name=mention(ruled.by))]


def controls(view: MatchView, series: SeriesView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    """Who has won the game under way, and the pauses; each press carries what its card had seen."""
    rows = [_winners(view, series, translator), _pauses(view, series, translator)]
    return tuple(row for row in rows if row)


def desk(view: MatchView, series: SeriesView, translator: Translator) -> tuple[tuple[Button, ...] | Choice, ...]:
    """The arbiter's: a game annulled or awarded, the last word taken back, trouble (AIJE-D03-4, AIJE-D03-5)."""
    key = view.contest_id
    if view.state.phase is not MatchPhase.PLAYING:
        return ()
    menu = Choice(
        f"series-decide:{key}.{series.entries}",
        translator.say("title_match.decide_game"),
        tuple(_decisions(view, series, translator)),
    )
    presses = []
    if series.can_take_back:
        back = translator.say("title_match.take_back")
        presses.append(Button(f"series-back:{key}.{series.entries}", back, emoji="↩️"))
    if series.stop is None or series.stop.kind is StopKind.PAUSE:
        presses.append(Button(f"match-trouble:{key}.{series.stops}", translator.say("title_match.trouble"), emoji="🔌"))
    if series.stop is not None:
        presses.append(_go_on(view, series, translator))
    return (menu, tuple(presses))


def game_receipt(view: MatchView, number: int, winner: int | None, translator: Translator, entry: int = 0) -> Card:
    """To both: the game is recorded, and which one comes next; and with the `entry` a menu for how it ended."""
    controls = (how_it_ended(view, entry, winner, translator),) if entry else ()
    return Card(
        ("\n".join([_game_line(view, number, winner, translator), *_following(view, translator)]),), controls=controls
    )


def over(settled: Card, view: MatchView, winner: int | None, entry: int, translator: Translator) -> Card:
    """To everybody once the match is decided, with the menu for how the last game ended."""
    return replace(settled, controls=(*settled.controls, how_it_ended(view, entry, winner, translator)))


def ended_so(view: MatchView, word: GameEntry, settled: Card, translator: Translator) -> Card:
    """The same once it was said how the game ended; `settled` is what the last game's message said to everybody."""
    if _ends_it(view, word):
        return over(settled, view, word.winner, word.entry, translator)
    # The menu stays for the arbiter, who alone puts an ending right.
    card = game_receipt(view, word.number, word.winner, translator, word.entry)
    how = "" if word.how is None else translator.say("title_match.ended_so", how=translator.say(f"game_end.{word.how}"))
    return replace(card, paragraphs=(f"{card.paragraphs[0]}\n{how}",))


def _ends_it(view: MatchView, word: GameEntry) -> bool:
    """Whether the word is the last one of a match that is over."""
    series = view.part(SeriesView)
    words = {} if series is None else series.words
    return view.state.phase is MatchPhase.SETTLED and word.entry == max(one.entry for one in words.values())


def how_it_ended(view: MatchView, entry: int, winner: int | None, translator: Translator) -> Choice:
    """The menu with every ending that the game can have had."""
    fitting = tuple((how.value, translator.say(f"game_end.{how}")) for how in GameEnd if how.fits(winner))
    return Choice(f"series-how:{view.contest_id}.{entry}", translator.say("title_match.how_it_ended"), fitting)


def _following(view: MatchView, translator: Translator) -> list[str]:
    """Which game comes next; of a match that is over, that its result is another one than that of its games."""
    series = view.part(SeriesView)
    if series is None:
        return []
    if view.state.phase in _OVER:
        return _ruling_lines(series, translator)
    turn = series.series.turn
    return [] if turn is None else [_next_game(view, series, turn, translator)]


def _game_line(view: MatchView, number: int, winner: int | None, translator: Translator) -> str:
    if winner is None:
        return translator.say("title_match.game_drawn", number=number)
    return translator.say("title_match.game_won", number=number, name=mention(view.players[winner]))


def _game(view: MatchView, series: SeriesView, game: SeriesGame, translator: Translator) -> str:
    """One game in a few letters: its number, who won it, and how."""
    who = "½" if game.winner is None else plain(view.players[game.winner].name, _SHORT)
    word = series.words.get(game.number)
    if word is None:
        how = translator.say("game_end.absence")
    elif word.decision is Decision.AWARDED:
        how = translator.say("game_end.awarded")
    else:
        how = "" if word.how is None else translator.say(f"game_end.{word.how}")
    return f"{game.number} {who} ({how})" if how else f"{game.number} {who}"


def claim(view: MatchView, translator: Translator, *, differs: bool = False) -> Card:
    """To the other player: a game waits for your word; and to the arbiter, where the two say different things of it."""
    series = view.part(SeriesView)
    claim = None if series is None else series.claim
    others = [player for player in view.players if claim is None or player.person_id != claim.claimed_by]
    said = () if series is None else tuple(_claim(view, series, translator))
    if not differs:
        return Card(said, colour=WARNING, pings=pings(others))
    return Card((*said, differing(view, translator)), colour=DANGER, pings=pings([*others, *called_on(view)]))


def differing(view: MatchView, translator: Translator) -> str:
    """That the two sides have told a game differently, and who decides."""
    arbiter = mention(view.arbiter) if view.arbiter else translator.say("matches.organisers")
    return translator.say("title_match.told_differently", arbiter=arbiter)


def called_on(view: MatchView) -> list[Person]:
    """The arbiter of the match, if there is one."""
    return [view.arbiter] if view.arbiter else []


def decision(view: MatchView, number: int, winner: int | None, reason: str | None, translator: Translator) -> Card:
    """To both players: an arbiter has annulled or awarded a game, and why."""
    key = "title_match.annulled" if winner is None else "title_match.awarded"
    name = "" if winner is None else mention(view.players[winner])
    names = listing([mention(player) for player in view.players], translator)
    said = [translator.say(key, number=number, name=name, names=names)]
    said += [quoted_block(reason)] if reason else []
    return Card(tuple(said), colour=WARNING, pings=pings(view.players))


def taken_back(view: MatchView, translator: Translator) -> Card:
    """To both players: the last word on a game counts no more."""
    names = listing([mention(player) for player in view.players], translator)
    said = [translator.say("title_match.taken_back", names=names), *_following(view, translator)]
    return Card(("\n".join(said),), colour=WARNING)


def stop_notice(view: MatchView, translator: Translator) -> Card:
    """To both: the clocks stand, until when; or they run again."""
    series = view.part(SeriesView)
    if series is None or series.stop is None:
        return goes_on(view, translator)
    return Card((_stop(view, series, translator),), colour=WARNING, pings=pings(view.players))


def goes_on(view: MatchView, translator: Translator) -> Card:
    """To both: play goes on."""
    names = listing([mention(player) for player in view.players], translator)
    series = view.part(SeriesView)
    turn = None if series is None else series.series.turn
    number = 0 if turn is None else turn.number
    return Card((translator.say("title_match.goes_on", names=names, number=number),), pings=pings(view.players))


def _next_game(view: MatchView, series: SeriesView, turn: NextGame, translator: Translator) -> str:
    first, second = view.players[turn.first], view.players[1 - turn.first]
    text = translator.say(
        "title_match.next_game",
        number=turn.number,
        best_of=series.series.best_of,
        first=mention(first),
        second=mention(second),
        begins=colour_name(series.colours, 0, translator),
        other=colour_name(series.colours, 1, translator),
    )
    if turn.number < series.series.best_of:
        return text
    key = "title_match.last_by_lot" if series.last_by_lot else "title_match.last_chosen"
    return f"{text} {translator.say(key)}"


def _claim(view: MatchView, series: SeriesView, translator: Translator) -> list[str]:
    claim = series.claim
    if claim is None:
        return []
    claimer = next((player for player in view.players if player.person_id == claim.claimed_by), view.players[0])
    other = next(player for player in view.players if player is not claimer)
    if claim.winner is None:
        return [
            translator.say("title_match.claims_draw", name=mention(claimer), other=mention(other), number=claim.number)
        ]
    values = {"name": mention(claimer), "other": mention(other), "winner": mention(view.players[claim.winner])}
    return [translator.say("title_match.claims_win", number=claim.number, **values)]


def _stop(view: MatchView, series: SeriesView, translator: Translator) -> str:
    stop = series.stop
    if stop is None:
        return ""
    if stop.kind is StopKind.TROUBLE or stop.side is None:
        return translator.say("title_match.is_trouble")
    if series.resumes_at is None:
        return translator.say("title_match.pause_before_trouble", name=mention(view.players[stop.side]))
    when = moment_relative(series.resumes_at)
    return translator.say("title_match.is_paused", name=mention(view.players[stop.side]), when=when)


def _winners(view: MatchView, series: SeriesView, translator: Translator) -> tuple[Button, ...]:
    turn = series.series.turn
    if turn is None:
        return ()
    subject = f"{view.contest_id}.{series.entries}"
    presses = [
        Button(
            f"series-won:{subject}.{side}",
            translator.say(
                "title_match.won", colour=colour_name(series.colours, place, translator), name=_name(view, side)
            ),
            ButtonStyle.success,
        )
        for place, side in enumerate((turn.first, 1 - turn.first))
    ]
    if view.contest.drawable:
        presses.append(Button(f"series-won:{subject}.d", translator.say("title_match.drawn")))
    return tuple(presses)


def _pauses(view: MatchView, series: SeriesView, translator: Translator) -> tuple[Button, ...]:
    pauses, presses = series.pauses, []
    most = max(pauses.pauses_left(side) for side in range(len(view.players)))
    if series.stop is not None:
        presses.append(_go_on(view, series, translator))
    if series.stop is None or series.stop.kind is StopKind.PAUSE:
        for at_once in sorted({1, most} - {0}) if most else ():
            lasts = duration(at_once * pauses.lasts, translator)
            label = translator.count("title_match.pause", at_once, lasts=lasts)
            presses.append(Button(f"match-pause:{view.contest_id}.{series.stops}.{at_once}", label, emoji="⏸️"))
    return tuple(presses)


def _go_on(view: MatchView, series: SeriesView, translator: Translator) -> Button:
    return Button(f"match-go-on:{view.contest_id}.{series.stops}", translator.say("title_match.go_on"), emoji="▶️")


def _decisions(view: MatchView, series: SeriesView, translator: Translator) -> Iterator[tuple[str, str]]:
    if series.series.turn is not None:
        yield from _of_game(view, series.series.turn.number, None, translator)
    for game in reversed(series.series.counted[-_RECENT:]):
        standing = game.winner if game.decision is Decision.AWARDED else None
        yield from _of_game(view, game.number, standing, translator)


def _of_game(view: MatchView, number: int, standing: int | None, translator: Translator) -> Iterator[tuple[str, str]]:
    yield f"{number}.x", translator.say("title_match.annul", number=number)
    for side in range(len(view.players)):
        if side != standing:
            yield f"{number}.{side}", translator.say("title_match.award", number=number, name=_name(view, side))


def _name(view: MatchView, side: int) -> str:
    return plain(view.players[side].name, 30)


# --- the champion ---------------------------------------------------------------------------------------------------


def holder_card(view: HolderView, translator: Translator) -> Card:
    """The champion's card: buttons until the start, and from the draw on what was chosen and what the lot gave."""
    if view.champion is None:
        return Card((_title(view), translator.say("title_match.nobody_named")), colour=QUIET)
    if not view.has_place:
        absent = translator.say("title_match.champion_away", name=mention(view.champion))
        return Card((_title(view), absent), colour=QUIET)
    is_open = view.settled is None and view.tournament.cancelled_at is None
    said = (_title(view), "\n".join(_players(view, translator)), "\n".join(_colours(view, translator)))
    card = Card(said, colour=ACCENT if is_open else QUIET)
    return _choosing(card, view, view.champion, translator) if is_open and view.may_choose else card


def _choosing(card: Card, view: HolderView, champion: Person, translator: Translator) -> Card:
    """The card with the champion's buttons, who is called to choose."""
    until = view.choose_until or view.tournament.start_at
    return replace(
        card,
        paragraphs=(*card.paragraphs, translator.say("title_match.choose_until", until=moment_relative(until))),
        controls=(_buttons(view, "first", 1, translator), _buttons(view, "last", view.best_of, translator)),
        pings=pings([champion]),
        opening=translator.say("title_match.please_choose", name=mention(champion)),
    )


def match_announcement(view: HolderView, translator: Translator) -> Card:
    """The match is made: who meets whom with which colours, and what comes next."""
    verify = Button(f"verify:{view.tournament.tournament_id}", translator.say("tournament.verify"))
    card = holder_card(view, translator)
    by_itself = view.tournament.rulebook.matches.matches_per_arbiter == 0
    follows = translator.say("title_match.next_call_unwatched" if by_itself else "title_match.next_call")
    said = (*card.paragraphs, follows)
    return replace(card, paragraphs=said, controls=((verify,),), colour=ACCENT)


def naming_receipt(view: HolderView, translator: Translator) -> Card:
    """To the organiser: the champion is named, and what comes next."""
    name = "" if view.champion is None else mention(view.champion)
    said = [translator.say("title_match.named" if view.may_choose else "title_match.named_by_lot", name=name)]
    if not view.is_entered:
        said.append(translator.say("title_match.not_entered", name=name))
    return Card((" ".join(said),))


def not_given(person: Person, event: str, translator: Translator, *, for_staff: bool) -> Card:
    """Who won without a place in the match is not champion by it, and what can be done."""
    said = [translator.say("title_match.not_given", name=mention(person), event=quote(event))]
    said.append(translator.say("title_match.not_given_staff" if for_staff else "title_match.not_given_next"))
    return Card(tuple(said), colour=WARNING)


def choice_receipt(view: HolderView, translator: Translator) -> Card:
    """To the champion: noted, and what is still open."""
    still = view.choices.first is None or view.choices.last is None
    return Card((translator.say("title_match.noted_one_open" if still else "title_match.noted"),))


def _title(view: HolderView) -> str:
    return f"## 👑 {quote(view.tournament.name)}\n-# {moment(view.tournament.start_at)}"


def _players(view: HolderView, translator: Translator) -> list[str]:
    lines = [translator.say("title_match.champion", name=mention(view.champion))] if view.champion else []
    if view.challenger is not None:
        lines.append(translator.say("title_match.challenger", name=mention(view.challenger)))
    return lines


def _colours(view: HolderView, translator: Translator) -> list[str]:
    parts = (
        (1, view.choices.first, None if view.settled is None else view.settled.first),
        (view.best_of, view.choices.last, None if view.settled is None else view.settled.last),
    )
    lines = [_colour(view, number, made, fixed, translator) for number, made, fixed in parts]
    return [*lines, translator.say("title_match.alternate")]


def _colour(view: HolderView, number: int, made: Colour | None, fixed: Colour | None, translator: Translator) -> str:
    name = "" if view.champion is None else mention(view.champion)
    known = fixed or made
    if known is None:
        key = "title_match.colour_open" if view.may_choose else "title_match.colour_by_lot_later"
        return translator.say(key, number=number)
    key = "title_match.colour_chosen" if made is not None else "title_match.colour_by_lot"
    return translator.say(key, number=number, name=name, colour=_colour_name(view.colours, known, translator))


def _buttons(view: HolderView, which: str, number: int, translator: Translator) -> tuple[Button, ...]:
    made = view.choices.first if which == "first" else view.choices.last
    return tuple(
        Button(
            f"title-colour:{view.tournament.tournament_id}.{which}.{colour.value}",
            translator.say("title_match.choose", number=number, colour=_colour_name(view.colours, colour, translator)),
            ButtonStyle.success if made is colour else ButtonStyle.secondary,
        )
        for colour in Colour
    )


def _colour_name(colours: tuple[str, str], colour: Colour, translator: Translator) -> str:
    return colour_name(colours, 0 if colour is Colour.FIRST else 1, translator)


# --- the rule sheet -------------------------------------------------------------------------------------------------


def how_played(rulebook: Rulebook, translator: Translator) -> Iterator[str]:
    """Its length, the colours, the pauses (AIJE-D03-1, AIJE-D03-2)."""
    rules = rulebook.title_match or TitleMatchRules()
    yield translator.count("format_sheet.title_match", rules.best_of // 2 + 1, best_of=rules.best_of)
    yield translator.say("format_sheet.champion_chooses" if rules.champion_chooses else "format_sheet.colour_by_lot")
    if rules.pauses_each:
        yield translator.count(
            "format_sheet.pauses", rules.pauses_each, time=short_duration(rules.pause_lasts, translator)
        )
    else:
        yield translator.say("format_sheet.no_pauses")
