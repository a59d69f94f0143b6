"""What is said about a deck: what it may hold, whether it is admitted, every offending line, and the list itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from discord import ButtonStyle

from bot.features.decks.model import CardRefusal, DeckHold, DeckProblem, DeckView, Submitted
from bot.features.playing.match_views_model import MatchView
from bot.features.tournaments.sheet_cards import named_list
from bot.i18n.catalogue import Translator
from bot.layout.cards import ACCENT, WARNING, Button, Card, Document
from bot.layout.sentences import listing, moment, plain, quote, quoted_block
from bot.people.cards import mention
from bot.play.entries import Tournament
from bot.play.format_rules import DeckRules
from bot.play.matches import MatchPhase

LINES_SHOWN = 20
"""Problems that the card names by itself; a file beside it holds all of them."""
TEXT_OF_PROBLEMS = 2800
"""Characters that they may take: of a message's four thousand some are for what is said around them."""
NAMES_SHOWN = 40


def receipt(done: Submitted, translator: Translator) -> Card:
    """Admitted, and what to do next; or every line that keeps it from being admitted."""
    name, key = quote(done.tournament.name), done.tournament.tournament_id
    if not done.problems:
        if done.changes_until is None:
            again = translator.count("decks.admitted_again", done.size, name=name)
            return Card((again, *_passed_over(done, translator)), colour=ACCENT)
        said = [translator.count("decks.admitted", done.size, name=name, until=moment(done.changes_until))]
        said += _passed_over(done, translator)
        if done.tournament.rulebook.deck is not None:
            said.append(f"-# {_shown(done.tournament.rulebook.deck, translator)}")
        said.append(translator.say("decks.next_confirmed" if done.confirmed else "decks.next_confirm"))
        return Card(tuple(said), colour=ACCENT)
    title = translator.count("decks.not_admitted", len(done.problems), name=name)
    press = Button(f"deck-form:{key}", translator.say("decks.try_again"), ButtonStyle.primary, "🃏")
    return Card(
        (title, _problems(done.problems, translator), *_passed_over(done, translator), _next_try(done, translator)),
        controls=((press,),),
        colour=WARNING,
        documents=_all_of_them(done.problems, translator),
    )


def _passed_over(done: Submitted, translator: Translator) -> list[str]:
    """Which lines were taken for headings and comments: one of them could have been meant for a card."""
    if not done.passed_over:
        return []
    shown = [str(line) for line in done.passed_over[:LINES_SHOWN]]
    lines = ", ".join([*shown, *(["…"] if len(done.passed_over) > LINES_SHOWN else [])])
    return [translator.count("decks.passed_over", len(done.passed_over), lines=lines)]


def _next_try(done: Submitted, translator: Translator) -> str:
    if done.changes_until is None:
        return translator.say("decks.next_correct_now")
    return translator.say("decks.next_correct", until=moment(done.changes_until))


def deck_card(view: DeckView, translator: Translator) -> Card:
    """A deck with its list as a file, and what was refused of it since."""
    title = translator.count("decks.title", view.size, player=mention(view.player), name=quote(view.tournament.name))
    said = [title, translator.say("decks.handed_in", when=moment(view.submitted_at))]
    if view.problems:
        said += [translator.say("decks.refused_since"), _problems(view.problems, translator)]
    documents = (Document("deck.txt", f"{view.text}\n".encode()), *_all_of_them(view.problems, translator))
    return Card(tuple(said), colour=WARNING if view.problems else ACCENT, documents=documents)


def card_refusal(done: CardRefusal, translator: Translator) -> Card:
    """To the judge: the card is refused, and whose decks it concerns."""
    card = quote(done.refusal.number)
    said = [translator.say("decks.card_refused", card=card, name=quote(done.tournament.name))]
    if done.concerned:
        names = [mention(person) for person in done.concerned[:NAMES_SHOWN]]
        more = len(done.concerned) - len(names)
        names += [translator.count("tournament.and_more", more)] if more > 0 else []
        what = "decks.concerned_now" if done.closed else "decks.concerned"
        said.append(translator.say(what, names=listing(names, translator)))
    else:
        said.append(translator.say("decks.nobody_concerned"))
    return Card(tuple(said))


def letter(tournament: Tournament, card: str, reason: str, translator: Translator, *, closed: bool = False) -> Card:
    """To a player whose deck holds the card: why it is refused, and what to do before the close or the next game."""
    text = translator.say("decks.letter", card=quote(card), name=quote(tournament.name))
    coming = translator.say("decks.letter_next_game" if closed else "decks.letter_next")
    return Card((text, quoted_block(reason), coming), colour=WARNING)


def ruled_out(tournament: Tournament, card: str, reason: str, translator: Translator) -> Card:
    """To everybody: which card is refused from now on, and why."""
    text = translator.say("decks.ruled_out", card=quote(card), name=quote(tournament.name))
    paragraphs = (text, quoted_block(reason), translator.say("decks.ruled_out_next"))
    return Card(paragraphs, controls=((hand_in(tournament, translator),),), colour=WARNING)


def hand_in(tournament: Tournament, translator: Translator) -> Button:
    """The button that opens the form for a deck."""
    return Button(f"deck-form:{tournament.tournament_id}", translator.say("decks.hand_in"), ButtonStyle.primary, "🃏")


def waiting_lines(view: MatchView, translator: Translator) -> Iterator[str]:
    """On the card of a game that waits for another deck; a begun one goes on, and whose deck it is stays secret."""
    names = _holders(view)
    if names and view.state.phase in {MatchPhase.WAITING, MatchPhase.MISSING}:
        yield translator.say("decks.held", names=listing(names, translator), here=translator.say("matches.here"))


def arbiter_lines(view: MatchView, translator: Translator) -> Iterator[str]:
    """The same for the arbiter of the game, whether it has begun or not."""
    names = _holders(view)
    if names:
        yield translator.say("decks.held_desk", names=listing(names, translator))


def _holders(view: MatchView) -> list[str]:
    found = view.part(DeckHold)
    return [] if found is None else [mention(view.players[side]) for side in found.sides]


def rule_lines(rules: DeckRules, translator: Translator) -> Iterator[str]:
    """What a deck may hold, and who may read it; a card on no list may still be refused (OTE-1.5)."""
    yield translator.count("format_sheet.deck", rules.fewest_cards)
    if rules.refused_prefixes:
        names = named_list(rules.refused_prefixes, translator)
        yield translator.say("format_sheet.refused_prefixes", names=names)
    for key, cards in (("refused_cards", rules.refused_cards), ("degenerate_cards", rules.degenerate_cards)):
        if cards:
            yield translator.say(f"format_sheet.{key}", names=named_list(cards, translator))
    yield translator.say("format_sheet.later_cards")
    yield _shown(rules, translator)


def _shown(rules: DeckRules, translator: Translator) -> str:
    return translator.say(f"format_sheet.deck_shown.{rules.shown.value}")


def _problems(problems: tuple[DeckProblem, ...], translator: Translator) -> str:
    lines = _problem_lines(problems, translator)
    left_out = len(problems) - len(lines)
    return "\n".join([*lines, *([translator.count("decks.and_more", left_out)] if left_out > 0 else [])])


def _problem_lines(problems: tuple[DeckProblem, ...], translator: Translator) -> list[str]:
    """The first problems, as many as a message has room for."""
    lines = [
        f"- {_problem(problem, quote(problem.text) if problem.text else '', translator)}"
        for problem in problems[:LINES_SHOWN]
    ]
    length = accumulate(len(line) + 1 for line in lines)
    return [line for line, until in zip(lines, length, strict=True) if until <= TEXT_OF_PROBLEMS]


def _all_of_them(problems: tuple[DeckProblem, ...], translator: Translator) -> tuple[Document, ...]:
    if len(_problem_lines(problems, translator)) == len(problems):
        return ()
    lines = [
        _problem(problem, plain(problem.text) if problem.text else "", translator).replace("**", "")
        for problem in problems
    ]
    return (Document("deck-problems.txt", ("\n".join(lines) + "\n").encode()),)


def _problem(problem: DeckProblem, text: str, translator: Translator) -> str:
    """One problem: its line's number and text, and the reason."""
    why = translator.say(
        f"decks.problem_{problem.reason.value}",
        found=problem.found,
        wanted=problem.wanted,
        card=problem.number or "",
        ruling=quote(problem.ruling) if problem.ruling else "",
    )
    return why if problem.line is None else translator.say("decks.line", line=problem.line, text=text, why=why)
