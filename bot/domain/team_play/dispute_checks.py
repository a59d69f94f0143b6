"""What keeps a school dispute from being played: who plays in which game, and which games those are."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domain.regulation.bounds import write_setting
from bot.domain.regulation.format_checks import differs
from bot.domain.regulation.format_rules import DisputeRules, Encounter, LineUp
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.regulation.table_checks import sheet_problems
from bot.domain.rulebook import Rulebook

_CATEGORY_LENGTH = 20


def dispute_problems(rulebook: Rulebook) -> Iterator[Problem]:
    """The faults of the table `[dispute]`, and of `[teams]` beside it."""
    yield from _teams(rulebook)
    yield from _dispute(rulebook)


def _teams(rulebook: Rulebook) -> Iterator[Problem]:
    """Who plays: a dispute is a matter of teams, of as many as it names, named for each game (OLY-1 to OLY-3)."""
    rules, dispute = rulebook.teams, rulebook.dispute
    if rules is None:
        if dispute is not None:
            yield Problem("teams", ProblemCode.TABLE_MISSING, given="[dispute]")
        return
    if rules.encounter is Encounter.DISPUTE and dispute is None:
        yield Problem("dispute", ProblemCode.TABLE_MISSING, given=f"teams.encounter = {rules.encounter}")
    if dispute is None:
        return
    if rules.encounter is not Encounter.DISPUTE:
        yield Problem("teams.encounter", ProblemCode.NOT_AN_OPTION, given=rules.encounter, options=(Encounter.DISPUTE,))
    if rules.line_up is not LineUp.FREE:
        yield Problem("teams.line_up", ProblemCode.NOT_AN_OPTION, given=rules.line_up, options=(LineUp.FREE,))
    if rules.size != dispute.starters:
        yield differs("teams.size", write_setting(rules.size), "dispute.starters", write_setting(dispute.starters))
    if rules.substitutes != dispute.reserves:
        yield differs(
            "teams.substitutes", write_setting(rules.substitutes), "dispute.reserves", write_setting(dispute.reserves)
        )


def _dispute(rulebook: Rulebook) -> Iterator[Problem]:
    """Everybody plays in one game (OLY-2), and a scene names the game of every board (OLY-7)."""
    rules = rulebook.dispute
    if rules is None:
        return
    playing = rules.table_games + rules.giant_players + rules.living_players
    if rules.starters != playing:
        yield Problem(
            "dispute.starters",
            ProblemCode.NOT_THE_SUM,
            given=write_setting(rules.starters),
            limit=write_setting(playing),
        )
    yield from _category(rules.category)
    for part in ("giant", "living"):
        players, games = getattr(rules, f"{part}_players"), getattr(rules, f"{part}_games")
        if games and not players:
            yield Problem(f"dispute.{part}_players", ProblemCode.TOO_LOW, given="0", limit="1")
    if rules.scene_2 and not rules.scene_1:
        yield Problem("dispute.scene_1", ProblemCode.WRONG_LENGTH, given="0", limit=write_setting(_boards(rules)))
    for key, names in (("dispute.scene_1", rules.scene_1), ("dispute.scene_2", rules.scene_2)):
        yield from _scene(key, names, rulebook)


def _category(category: str) -> Iterator[Problem]:
    if not category.strip():
        yield Problem("dispute.category", ProblemCode.EMPTY)
    elif len(category) > _CATEGORY_LENGTH or not category.isprintable():
        yield Problem("dispute.category", ProblemCode.TOO_LONG, given=category, limit=str(_CATEGORY_LENGTH))


def _boards(rules: DisputeRules) -> int:
    return rules.table_games + bool(rules.giant_games) + bool(rules.living_games)


def _scene(key: str, names: tuple[str, ...], rulebook: Rulebook) -> Iterator[Problem]:
    yield from sheet_problems(key, names)
    boards = _boards(rulebook.dispute or DisputeRules())
    if names and len(names) != boards:
        yield Problem(key, ProblemCode.WRONG_LENGTH, given=str(len(names)), limit=str(boards))
    known = () if rulebook.games is None else rulebook.games.sheets
    for name in names:
        if name not in known:
            yield Problem(key, ProblemCode.NOT_AN_OPTION, given=name, options=known)
