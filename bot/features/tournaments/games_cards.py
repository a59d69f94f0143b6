"""Game sheets as members read them, as lists, and as files to take away and bring back changed.

A rule sheet has the games of a rulebook under their titles in the reader's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bot.i18n.catalogue import LOCALES, Translator
from bot.kernel.ids import Theme
from bot.layout.cards import DANGER, Button, Card, Choice, Document, Drawing
from bot.layout.picture_model import LOOKS
from bot.layout.sentences import plain, quote
from bot.play.game_sheets import (
    Blocked,
    DrawRule,
    Game,
    GameDraft,
    GameId,
    GameName,
    GameSheet,
    Section,
    SheetProblem,
    StartingBoard,
)
from bot.play.rulebook import Rulebook

# --- titles of games ------------------------------------------------------------------------------------------------


def with_titles(rulebook: Rulebook, games: Iterable[GameName]) -> Rulebook:
    """The rulebook with the titles of its games in place of their names in the file, for showing alone (OLY-7)."""
    titles = {str(game.game_id): game.title for game in games}
    shown, dispute = rulebook.games, rulebook.dispute
    if shown is not None:
        shown = replace(shown, sheets=_titles(shown.sheets, titles))
    if dispute is not None:
        first, second = dispute.scene_1, dispute.scene_2
        dispute = replace(dispute, scene_1=_titles(first, titles), scene_2=_titles(second, titles))
    return replace(rulebook, games=shown, dispute=dispute)


def speakable_name(name: str) -> str:
    """A game's title as it is; of a game that nobody has titled, its name in the file with spaces."""
    return name.replace("-", " ") if name.islower() else name


def _titles(names: Iterable[str], titles: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(titles.get(name, name) for name in names)


def draw_board(board: StartingBoard, theme: Theme) -> bytes:
    """A board before the first move as PNG."""
    from bot.features.tournaments import boards_cards  # noqa: PLC0415

    return boards_cards.draw_board(board, LOOKS[theme])


# --- game sheets ----------------------------------------------------------------------------------------------------


MOST_PROBLEMS = 12
_LIST_LENGTH = 3200
"""Characters of listed titles that fit beside the rest of the message."""
_LINE_LENGTH = 1300
_MENU_LENGTH = 25
_LIST_MARKS = ("- ", "* ")


def game_press(game_id: GameId, translator: Translator) -> Button:
    """The button that shows how a game is played; any card may carry it (OLY-7)."""
    return Button(f"game:{game_id}", translator.say("games.press"))


def sheet_card(sheet: GameSheet, translator: Translator) -> Card:
    """The rules in short, with the board at the start. The sheet speaks its own language, its headings too."""
    sheet_translator = Translator(sheet.language)
    title = f"## {quote(sheet.title) if sheet.is_own else sheet.title}"
    parts = [
        f"**{sheet_translator.say(f'games.section.{section}')}**\n{text}"
        for section, text in _sections(sheet, sheet_translator)
    ]
    note = [translator.say("games.own")] if sheet.is_own else []
    return Card((title, "\n".join(parts), *note), pictures=_board(sheet, translator))


def _board(sheet: GameSheet, translator: Translator) -> tuple[Drawing, ...]:
    if sheet.game.board is None:
        return ()
    text = translator.say("games.board_of", title=sheet.title)
    return (Drawing(f"{sheet.game.game_id}.png", text, partial(draw_board, sheet.game.board)),)


def game_list(names: Sequence[GameName], translator: Translator) -> Card:
    """Every game, and a menu of the first of them."""
    lines: list[str] = []
    for name in names:
        title = quote(name.title) if name.is_own else name.title
        line = translator.say("games.own_line", title=title) if name.is_own else f"- {title}"
        if sum(map(len, lines)) + len(line) > _LIST_LENGTH:
            break
        lines.append(line)
    hidden = len(names) - len(lines)
    more = [translator.count("games.more", hidden)] if hidden else []
    options = tuple((name.game_id, plain(name.title)) for name in names[:_MENU_LENGTH])
    said = "\n".join([translator.count("games.listed", len(names)), *lines, *more])
    return Card(
        (said, translator.say("games.list_next")), controls=(Choice("game:", translator.say("games.choose"), options),)
    )


def receipt(sheet: GameSheet, replaced: bool, overrides: bool, translator: Translator) -> Card:
    """The sheet was taken, and shows as members will read it."""
    said = [translator.say("games.replaced" if replaced else "games.kept", title=quote(sheet.title))]
    said += [translator.say("games.overrides")] if overrides else []
    return replace(sheet_card(sheet, translator), opening=" ".join(said))


def removal(sheets: Sequence[GameSheet], is_bundled: bool, files: Sequence[bytes], translator: Translator) -> Card:
    """The sheets are gone, and their files are handed over so that they can come back."""
    text = translator.say("games.removed", title=quote(sheets[0].title))
    again = [translator.say("games.mine_again")] if is_bundled else []
    return Card((" ".join([text, *again]),), documents=tuple(map(document, sheets, files)))


def copy(sheet: GameSheet, data: bytes, translator: Translator) -> Card:
    """The file to change, and how to bring it back."""
    title = quote(sheet.title) if sheet.is_own else sheet.title
    return Card((translator.say("games.copied", title=title),), documents=(document(sheet, data),))


def document(sheet: GameSheet, data: bytes) -> Document:
    """A sheet's file under the name of its game and language."""
    return Document(f"{sheet.game.game_id}.{sheet.language}.md", data)


def refusal(file: str, problems: Sequence[SheetProblem], translator: Translator) -> Card:
    """Every problem with its line and its fix; nothing was taken."""
    lines = [translator.count("games.refused", len(problems), file=quote(file))]
    lines += [f"- {_problem(problem, translator)}" for problem in problems[:MOST_PROBLEMS]]
    hidden = len(problems) - MOST_PROBLEMS
    lines += [translator.count("games.more_problems", hidden)] if hidden > 0 else []
    known = ", ".join(f"`## {heading}`" for heading in headings(translator).values())
    return Card(("\n".join([*lines, translator.say("games.refused_next", headings=known)]),), colour=DANGER)


def headings(translator: Translator) -> dict[Section, str]:
    """The headings of a file in one language."""
    return {section: translator.say(f"games.section.{section}") for section in Section}


def known_headings() -> Mapping[str, Section]:
    """The headings of all languages, in small letters: a file may have any of them."""
    return {said.casefold(): section for locale in LOCALES for section, said in headings(Translator(locale)).items()}


def in_words(sheet: GameSheet) -> GameDraft:
    """The sheet as a copy to change begins: without marks, and what a file has no data for is written out."""
    if sheet.is_own:
        return GameDraft(sheet.title, sheet.sections, sheet.game.draws)
    told = [
        (section, text.replace("**", ""))
        for section, text in _sections(sheet, Translator(sheet.language))
        if section is not Section.DRAWS or DrawRule.RULED_QUIET in sheet.game.draws
    ]
    return GameDraft(sheet.title, tuple(told), sheet.game.draws)


def _sections(sheet: GameSheet, translator: Translator) -> Iterator[tuple[Section, str]]:
    """Each section's text, ready to be shown; what becomes of draws is told even where no text does."""
    for section in Section:
        text = sheet.section_text(section)
        if section is Section.DRAWS and text is None:
            yield section, "\n".join(_draws(sheet.game, translator))
        elif text is not None:
            safe = "\n".join(map(_safe_line, text.split("\n"))) if sheet.is_own else text
            yield section, f"{safe} {_blocked_line(sheet, translator)}".strip() if section is Section.END else safe


def _draws(game: Game, translator: Translator) -> list[str]:
    """In which cases the game is drawn (OLY-7.1)."""
    if not game.draws:
        return [translator.say("games.no_draws")]
    if game.draws == {DrawRule.RULED}:
        return [translator.say("games.draws_silent")]
    return [f"- {_draw(rule, game, translator)}" for rule in DrawRule if rule in game.draws]


def _draw(rule: DrawRule, game: Game, translator: Translator) -> str:
    if rule is DrawRule.RULED_QUIET and game.quiet_moves is not None:
        least, most = game.quiet_moves
        about = (
            translator.say("games.about", n=most)
            if least == most
            else translator.say("games.span", least=least, most=most)
        )
        return translator.say("games.draw_quiet", moves=about)
    return translator.say(f"games.draw.{rule}")


def _blocked_line(sheet: GameSheet, translator: Translator) -> str:
    """What becomes of a side that cannot move, where that is a rule of its own and no draw."""
    if sheet.is_own or sheet.game.blocked in (Blocked.NEVER, Blocked.DRAWS):
        return ""
    return translator.say(f"games.blocked.{sheet.game.blocked}")


def _safe_line(line: str) -> str:
    """A typed line that formats nothing and mentions nobody; it may be an item of a list."""
    mark = next((mark for mark in _LIST_MARKS if line.startswith(mark)), "")
    rest = line[len(mark) :]
    return f"{'- ' if mark else ''}{quote(rest, _LINE_LENGTH)}" if rest.strip() else ""


def _problem(problem: SheetProblem, translator: Translator) -> str:
    section = translator.say(f"games.section.{problem.section}") if problem.section else ""
    text = translator.say(
        f"games.problem.{problem.fault}",
        given=quote(problem.given) if problem.given else "",
        limit=problem.limit,
        section=section,
    )
    return translator.say("games.at_line", line=problem.line, problem=text) if problem.line else text
