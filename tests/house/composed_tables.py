"""What the keys that are composed at run time can be: for each such key, all the values that its open places take.

A key that is written as `desk.press_{}` stands here by its file, with everything that the code can put into the place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from itertools import product

from bot.features.teams.match_cards import _OF_BOARDS, _OF_LIMIT, _OF_TEAMS
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.rulebook_cards import kinds_of
from bot.features.tournaments.sheet_cards import _SIGNS
from bot.features.tournaments.tasks_model import PRESSED_BY_PLAYERS, Task, UpcomingKind
from bot.features.voting.model import OF_THE_ASSOCIATION
from bot.i18n.catalogue import LOCALES, key_of
from bot.play.ranking import NAMES
from bot.play.rulebook import KNOWN_OFFENCES
from bot.play.tie_breaks import IN_ORDER, UNPLAYED
from bot.rulebooks.library import names as preset_names
from bot.rulebooks.library import preset
from bot.server.model import ROWS, Act, Interest, Stake
from cogs.subjects import Audience
from tests.house.catalogue_reading import told_commands
from tests.house.reading import tree, walked
from tests.house.rooms import modules_of
from tools.mapping.rooms import Role

Values = Sequence[str | tuple[str, ...]]


def members(path: str, *but: str) -> tuple[str, ...]:
    """The values of an enum, without those for which the code says something else."""
    module, _, name = path.rpartition(".")
    enum: type[StrEnum] = getattr(import_module(module), name)
    assert set(but) <= {one.value for one in enum}, f"{path} has not all of {but}"
    return tuple(one.value for one in enum if one.value not in but)


def said_of_matches() -> Iterator[str]:
    """The names under which sentences about a match are asked for, by `key(view, name)`."""
    for name in modules_of(Role.CARDS, Role.PLUGS):
        for call in walked(tree(name)):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "key" and len(call.args) == 2:
                composed = any(isinstance(one, ast.JoinedStr) for one in ast.walk(call.args[1]))
                found = (one.value for one in ast.walk(call.args[1]) if isinstance(one, ast.Constant))
                yield from () if composed else (one for one in found if isinstance(one, str))


_NOTED = members(
    "bot.features.playing.match_views_model.ArbiterAct",
    *("ruled", "tallied", "seen", "missing", "seated_out", "warned", "warning_taken_back"),
)
MATCH_SENTENCES = (
    *sorted(set(said_of_matches())),
    *(f"{one}_note" for one in _NOTED),
    *(f"confirmed_{one}" for one in ("by_players", "by_all")),
)
OWN_ACTS = tuple(
    act.value
    for act, row in ROWS.items()
    if row.stake is Stake.EVENT or row.interest is Interest.MATCH or act is Act.TAKE_OUT_PLAYER
)
"""The acts that somebody does in public about an event in which they play."""
ROW_VERBS = tuple(verb.replace("-", "_") for verb in tournaments_words_cards._VERBS.values())
_TASKS = members("bot.features.tournaments.tasks_model.Task", Task.FIND_OPPONENT)
_OWN_FINDINGS = ("challenge", "join_lobby")
"""How an opponent is found, by the kind of event."""
BUTTONS_OF_DUTIES = (*_TASKS, *_OWN_FINDINGS)
SAID_OF_DUTIES = (
    *(one for one in BUTTONS_OF_DUTIES if one not in {Task.ANSWER_INVITATION, Task.APPEAL}),
    *(f"{Task.ANSWER_INVITATION}_{asked}" for asked in members("bot.play.rulebook.Asked")),
    *(f"{Task.APPEAL}_{what}" for what in ("bar", "file", "points", "ruling", "link")),
    f"{Task.GO_ON_DUTY}_ahead",
    f"{Task.COME}_at_table",
    f"{Task.REPORT}_at_table",
)
OUTLOOKS = (
    *members("bot.features.tournaments.tasks_model.UpcomingKind", UpcomingKind.BARRED),
    *(f"{UpcomingKind.MATCH_IS_CALLED}{end}" for end in ("_unwatched", "_in_round", "_in_round_unwatched")),
    f"{UpcomingKind.NO_MORE_MATCHES}_of_bracket",
    f"{UpcomingKind.TAKEN_OUT}_untold",
    *(f"{one}_at_table" for one in (UpcomingKind.OPPONENT_COMES, UpcomingKind.OPPONENT_ANSWERS)),
)
AUDIENCES = tuple(one.value for one in Audience)
TITLES = tuple(
    one.lower()
    for one in (*members("bot.features.registry.titles_model.MasterTitle"), *members("bot.people.model.ArbiterTitle"))
)
_GRANTED = members("bot.features.registry.titles_model.RequirementKind", "country", "rating")
REQUIREMENTS = tuple(
    pair
    for pair in product(_GRANTED, ("met", "missing"))
    if pair not in {("no_arbiter_title", "met"), ("not_excluded", "met")}
)
"""A country and a rating have sentences of their own; what goes without saying is said only where it is missing."""
_TIE_BREAKS = {"board" if one.startswith("board_") and one != "board_points" else one for one in NAMES - {IN_ORDER}}
TIE_BREAK_NAMES = (
    *(("by", one) for one in sorted(_TIE_BREAKS)),
    *(("column", one) for one in sorted(_TIE_BREAKS - set(_SIGNS))),
)
ABSENCE_SENTENCES = (
    *members("bot.play.rulebook.Reviewers"),
    *members("bot.play.rulebook.WhenUnanswered"),
    "called_off_counts",
    "called_off_excuses",
)
RECORD_KINDS = (
    *("whole", "number", "text", "switch", "list", "object", "moment", "fraction", "line"),
    *("least", "most", "short", "filled", "one_of", "other"),
)
COMMANDS = sorted(key_of(one.qualified_name).partition(".")[2] for one in told_commands())
KINDS = sorted({kind for name in preset_names() for kind in kinds_of(preset(name))})
SAID_OF_LIMITS = sorted(_OF_LIMIT)
SAID_OF_TEAMS = sorted({*_OF_TEAMS, *_OF_BOARDS})

PENALTIES = (
    *(("you", one) for one in members("bot.people.model.Penalty", "expelled")),
    *(("public", one) for one in members("bot.people.model.Penalty", "expelled", "dismissed")),
)
"""A vote tells of an expulsion, and of a dismissal those alone hear whom it concerns."""

TABLES: Mapping[str, Mapping[str, Values]] = {
    "bot/features/arena/cards.py": {
        "arena.did_{}": members("bot.features.arena.model.Happened", "looked"),
        "arena.outcome_{}": members("bot.features.playing.board_model.PlayedOutcome"),
        "arena.{}": members("bot.features.arena.model.ArenaTask", "nothing"),
    },
    "bot/features/by_name/cards.py": {
        "by_name.line_{}": members("bot.features.by_name.model.Needs", "nothing"),
        "by_name.press_{}": ("report", "answer"),
    },
    "bot/features/cases/cards.py": {
        "bars.reason_{}": ("disqualified", "disqualified_event"),
        "bars.you_{}": ("voted", "voted_absence", "disqualified", "disqualified_event", "declined", "absence"),
        "bars.{}": ("voted", "voted_absence", "disqualified", "disqualified_event", "declined", "absence"),
        "case_rules.{}": ("channel", "terms", "procedure", "role", "commands_on", "commands_off"),
        "cases.ended_{}": ("appeared", "accepted", "declined", "no_penalty"),
        "cases.letter_{}": ("called_off", *members("bot.features.cases.model.AbsenceReason")),
        "cases.notice_{}": ("called_off", *members("bot.features.cases.model.AbsenceReason")),
        "cases.penalty_{}": members("bot.features.cases.model.AbsencePenalty"),
        "cases.review_{}": members("bot.features.cases.model.VerdictKind"),
        "cases.state_{}": members("bot.features.cases.model.CaseState"),
        "cases.why_{}": ("called_off", *members("bot.features.cases.model.AbsenceReason")),
        "cases.you_{}": ("appeared", "accepted", "declined", "no_penalty"),
        "setup.switch.{}": ("association", "cases"),
        "votes.body.{}": members("bot.features.voting.model.ElectorateRule"),
    },
    "bot/features/cases/links_cards.py": {
        "links.means_{}": members("bot.people.model.LinkMeans"),
        "people.office_{}": members("bot.people.model.Office"),
        "undo.place_{}": members("bot.people.model.PlaceState"),
    },
    "bot/features/cases/misconduct_cards.py": {
        "files.is_{}": members("bot.features.cases.misconduct_model.FileState"),
        "files.note_{}": members("bot.features.cases.model.FileNews", "over"),
        "files.reporter_{}": ("dismissed", "acted"),
        "files.said_{}": members("bot.features.cases.misconduct_model.Voiced"),
        "files.{}_{}": PENALTIES,
    },
    "bot/features/course/cards.py": {
        "draw.why_{}": ("rating", "lot", "vacant", "seed", "pairing", "rest"),
    },
    "bot/features/decks/cards.py": {
        "decks.problem_{}": members("bot.features.decks.model.Reason"),
        "format_sheet.deck_shown.{}": members("bot.play.format_rules.DeckShown"),
        "format_sheet.{}": ("refused_cards", "degenerate_cards"),
    },
    "bot/features/desk/cards.py": {
        "now.do_{}": SAID_OF_DUTIES,
        "now.press_{}": BUTTONS_OF_DUTIES,
        "now.wait_{}": OUTLOOKS,
    },
    "bot/features/entering/cards.py": {
        "remind.{}": ("not", "me"),
        "remind.{}_of": ("not", "me"),
    },
    "bot/features/guidance/cards.py": {
        "help.for_{}": AUDIENCES,
        "help.open_{}": members("bot.features.guidance.cards.HelpPage"),
        "help.page_{}": members("bot.features.guidance.cards.HelpPage"),
        "help.words.{}": COMMANDS,
    },
    "bot/features/jeek/cards.py": {
        "jeek.best_loses_{}": ("mover", "white", "black"),
        "jeek.best_wins_{}": ("mover", "white", "black"),
        "jeek.check_illegal_{}": ("mover", "white", "black"),
        "jeek.check_turn_{}": ("mover", "white", "black"),
        "jeek.check_won_{}": members("bot.features.jeek.model.JeekColour"),
        "jeek.ended_{}": members("bot.features.jeek.games_model.JeekEnding", "declined", "withdrawn"),
        "jeek.turn_{}": members("bot.features.jeek.model.JeekColour"),
        "jeek.wished_{}": members("bot.features.jeek.model.JeekColour"),
        "jeek.won_{}": members("bot.features.jeek.model.JeekColour"),
        "jeek.{}": members("bot.features.jeek.model.JeekColour"),
    },
    "bot/features/late/cards.py": {
        "late.done_{}": members("bot.features.late.model.LateWay"),
        "late.how_{}": members("bot.features.late.model.LateWay"),
        "late.told_{}": members("bot.features.late.model.LateWay"),
    },
    "bot/features/match_threads/cards.py": {
        "threads.fix_{}": members("bot.features.match_threads.model.ThreadRefusal"),
        "threads.fix_{}_private": ("rights",),
    },
    "bot/features/match_times/cards.py": {
        "time.done_{}": ("proposed", "accepted", "declined", "withdrawn"),
        "time.undecided_{}": ("both_silent", "no_agreement"),
    },
    "bot/features/opening/cards.py": {
        "opening.column.{}": members("bot.features.opening.model.Column"),
        "opening.count_{}": ("new", "changed", "unchanged", "faults", "questions"),
        "opening.fault.{}": members("bot.features.opening.model.Trouble"),
        "opening.heading.{}": members("bot.features.opening.model.Column"),
        "opening.office.{}": members("bot.people.model.Office"),
        "people.office_{}": members("bot.people.model.Office"),
    },
    "bot/features/own_events/cards.py": {
        "own.act_{}": OWN_ACTS,
        "own.dispute_{}": ("lot", "replayed"),
        "own.ground_{}": members("bot.kernel.ids.OwnGround"),
        "own.ruling_{}": members("bot.features.own_events.model.OwnEnding", "objected", "stands"),
    },
    "bot/features/pages/event_cards.py": {
        "page.draw_{}": ("field", "redraw", "lot", "late"),
    },
    "bot/features/pages/matches_cards.py": {
        "draw.why_{}": ("rating", "lot", "vacant", "seed", "pairing", "rest"),
    },
    "bot/features/pages/tables_cards.py": {
        "standings.short_{}": ("won", "drawn", "lost"),
    },
    "bot/features/past_events/cards.py": {
        "past.doubt_{}": members("bot.features.past_events.model.OrderDoubt"),
        "past.rated_{}": members("bot.features.past_events.model.RatingsTaken", "left"),
        "past.take_{}": members("bot.features.past_events.model.RatingsTaken"),
        "past.wish_{}": members("bot.features.past_events.model.RatingsTaken"),
        "record.fault.{}": members("bot.record.errors.FaultCode"),
        "record.kind.{}": RECORD_KINDS,
    },
    "bot/features/playing/arbiter_cards.py": {
        "arbiters.wanted_{}": ("nobody_on_duty", "all_conflicted", "left_alone"),
        "chief.named_{}": members("bot.features.tournaments.arbiters_model.EventRole"),
    },
    "bot/features/playing/board_cards.py": {
        "adjournment.told_{}": members("bot.features.playing.board_model.NoteKind"),
        "board.cause.{}": members("bot.features.playing.model.BoardCause"),
        "board.outcome.{}": members("bot.features.playing.model.BoardOutcome"),
        "warnings.price.{}": members("bot.play.counts.Price"),
    },
    "bot/features/playing/note_cards.py": {},
    "bot/features/playing/words_cards.py": {
        "adjournment.times_{}": members("bot.features.playing.board_model.NoteKind"),
        "guess.open_{}": members("bot.play.draw.WhyHides"),
        "guess.{}": members("bot.play.draw.Parity"),
        "matches.{}": MATCH_SENTENCES,
        "standings.wins_{}": ("play_off", "placement", "match"),
        "title_match.colour_{}": ("white", "black", "first", "second"),
        "warnings.price.{}": members("bot.play.counts.Price"),
    },
    "bot/features/profile/cards.py": {
        "people.letter_{}": members("bot.features.playing.board_model.PlayedOutcome"),
        "people.office_{}": members("bot.people.model.Office"),
    },
    "bot/features/registry/cards.py": {
        "format_sheet.grades_{}": members("bot.play.rulebook.Confirmers"),
        "grades.waits_for_{}": members("bot.play.rulebook.Confirmers"),
        "offices.{}": members("bot.features.registry.model.OfficeNews"),
        "titles.name.{}": TITLES,
        "titles.{}_{}": REQUIREMENTS,
    },
    "bot/features/pages/cards.py": {
        "pages.as_{}": members("bot.features.pages.public_model.ShownAs"),
        "pages.me_{}": members("bot.features.pages.public_model.ShownAs"),
        "pages.means_{}": ("events", "past", "people", "school", "search"),
        "pages.{}_off": members("bot.features.pages.model.PageSetting"),
        "pages.{}_on": members("bot.features.pages.model.PageSetting"),
        "pages.{}_start": members("bot.features.pages.model.PageSetting"),
        "pages.{}_stop": members("bot.features.pages.model.PageSetting"),
    },
    "bot/features/repeating/cards.py": {
        "repeats.every_{}": members("bot.features.repeating.model.Rhythm"),
        "repeats.stopped_{}": members("bot.features.repeating.model.StopReason"),
    },
    "bot/features/rounds/cards.py": {
        "deciding.{}": members("bot.play.deciders.Decider"),
        "draw.guess_{}": members("bot.play.draw.GuessFault"),
        "draw.problem_{}": members("bot.play.draw.DrawProblem"),
        "draw.why_{}": ("rating", "lot", "vacant", "seed", "pairing", "rest"),
    },
    "bot/features/rounds/ending_cards.py": {
        "seats.event.{}": members("bot.play.rulebook.Asked", "match"),
    },
    "bot/features/rounds/standings_cards.py": {
        "draw.why_{}": ("rating", "lot", "vacant", "seed", "pairing", "rest"),
        "standings.short_{}": ("won", "drawn", "lost"),
        "standings.why_{}": members("bot.play.tie_breaks.StepReason", "counted"),
    },
    "bot/features/rounds/words_cards.py": {
        "rounds.bye_{}": members("bot.play.pairing.ByeReason"),
        "rounds.colours_{}": members("bot.play.pairing.ColourReason", "no_colours", "both_granted", "lot"),
        "series.level.{}": members("bot.play.series.SeriesLevel"),
        "series.shared.{}": members("bot.play.series.Shared"),
        "standings.short_{}": ("won", "drawn", "lost"),
    },
    "bot/features/seats/cards.py": {
        "seats.accepted.{}": members("bot.play.rulebook.Asked"),
        "seats.asked.{}": members("bot.play.rulebook.Asked"),
        "seats.cost.{}": members("bot.play.rulebook.Asked"),
        "seats.event.{}": members("bot.play.rulebook.Asked", "match"),
        "seats.from.{}": members("bot.features.seats.model.Source"),
        "seats.invited.{}": members("bot.play.rulebook.Asked"),
        "seats.passed_over.{}": members("bot.features.seats.model.PassedOver"),
        "seats.passed_over_next.{}": members("bot.features.seats.model.PassedOver"),
        "seats.place.{}": members("bot.play.rulebook.Asked"),
        "seats.{}": ("proposed", "follow_from", "offered"),
        "seats.{}_for_title": ("proposed", "follow_from", "offered"),
    },
    "bot/features/seats/plugs.py": {
        "seats.wish_{}": members("bot.features.seats.model.SeatDeed"),
    },
    "bot/features/setup/cards.py": {
        "house.cannot.{}": ("event", "thread", "said"),
        "setup.choose.{}": members("bot.kernel.ids.Place"),
        "setup.fault.{}": members("bot.server.setup_model.SetupFault", "nearly_full"),
        "setup.language.{}": tuple(one.lower().replace("-", "_") for one in LOCALES),
        "setup.page.{}": members("bot.server.setup_model.SetupPage"),
        "setup.switch.{}": members("bot.kernel.ids.Switch"),
        "setup.switch_what.{}": members("bot.kernel.ids.Switch"),
        "setup.theme.{}": members("bot.kernel.ids.Theme"),
    },
    "bot/features/sign_ups/cards.py": {
        "sign_ups.count_{}": ("enters", "waits", "checks_in", "nothing", "faults", "questions"),
        "sign_ups.effect_{}": members("bot.features.sign_ups.model.Effect", "enters"),
        "sign_ups.fault.{}": members("bot.features.sign_ups.model.SignUpTrouble"),
        "sign_ups.heading.{}": members("bot.features.sign_ups.model.SignUpColumn"),
    },
    "bot/features/signing/cards.py": {
        "signing.ended_{}": members("bot.features.signing.model.WishOutcome"),
    },
    "bot/features/teams/cards.py": {
        "format_sheet.encounter.{}": members("bot.play.format_rules.TeamEncounter"),
        "format_sheet.line_up.{}": members("bot.play.format_rules.LineUp"),
        "format_sheet.{}_game": ("giant", "living"),
        "teams.way.{}": members("bot.play.format_rules.LevelMatch"),
    },
    "bot/features/teams/match_cards.py": {
        "teams.kind_{}": members("bot.play.points.Modality"),
        "teams.round_by_boards{}": ("", "_black"),
        "teams.round_by_games{}": ("", "_black"),
        "teams.way.{}": members("bot.play.format_rules.LevelMatch"),
        "teams.{}": SAID_OF_TEAMS,
        "teams.{}_limit": SAID_OF_LIMITS,
    },
    "bot/features/title_match/cards.py": {
        "game_end.{}": members("bot.play.title_games.GameEnd"),
    },
    "bot/features/tournaments/cards.py": {
        "tournament.moment_{}": ("first", "second"),
    },
    "bot/features/tournaments/draft_cards.py": {
        "cups.level_{}": members("bot.play.format_rules.Level"),
        "cups.talk_{}": members("bot.play.rulebook.Talk"),
        "staff.matter_{}": members("bot.features.tournaments.summons_model.MatterKind"),
    },
    "bot/features/tournaments/games_cards.py": {
        "games.blocked.{}": members("bot.play.game_sheets.Blocked", "draws", "never"),
        "games.draw.{}": members("bot.play.game_sheets.DrawRule"),
        "games.problem.{}": members("bot.play.game_sheets.SheetFault"),
        "games.section.{}": members("bot.play.game_sheets.Section"),
    },
    "bot/features/tournaments/rulebook_cards.py": {
        "official.{}": members("bot.features.tournaments.model.Claim", "none"),
        "rulebook.kind.{}": KINDS,
        "rulebook.problem.{}": members("bot.play.format_checks.ProblemCode"),
        "rulebook.words.{}": KINDS,
    },
    "bot/features/tournaments/sheet_cards.py": {
        "sheet.check_in.late_{}": members("bot.play.rulebook.Lateness", "none"),
        "conditions.{}": ("role", "rating_between", "rating_from", "rating_below", "account_age"),
        "format_sheet.endless.{}": members("bot.play.rulebook.EndlessRepetition"),
        "format_sheet.report.{}": members("bot.play.format_rules.ToldAtEnd", "games"),
        "format_sheet.ruling.{}": members("bot.play.rulebook.BoardRuling"),
        "format_sheet.unplayed.{}": tuple(one.replace("-", "_") for one in UNPLAYED),
        "format_sheet.{}": (
            "draws",
            "colours",
            "guessing",
            "warned",
            "lost_turn",
            "lost_turn_and_warned",
            "warned_or_lost",
            "lost_when_repeated",
            "graver_when_repeated",
            "when_disturbed",
            "when_broken_off",
            "refused_cards",
            "degenerate_cards",
        ),
        "sheet.absence.{}": ABSENCE_SENTENCES,
        "sheet.event.{}": ("aije_candidates", "aije_champions_league", "aije_world"),
        "sheet.who.entry_{}": ("role", "rating_between", "rating_from", "rating_below", "account_age"),
        "sheet.who.invited.{}": ("world", "seats", "arranged", "organisers"),
        "standings.{}_{}": TIE_BREAK_NAMES,
        "warnings.offence.{}": sorted(KNOWN_OFFENCES),
    },
    "bot/features/tournaments/words_cards.py": {
        "desk.mend_{}": members("bot.features.tournaments.tasks_model.Mend"),
        "desk.press_{}": ROW_VERBS,
        "desk.row_{}": members("bot.features.tournaments.tasks_model.Obstacle"),
        "desk.rows_{}": sorted(PRESSED_BY_PLAYERS),
    },
    "bot/features/undoing/cards.py": {
        "undo.place_{}": members("bot.people.model.PlaceState"),
    },
    "bot/features/voting/cards.py": {
        "procedures.electorate.{}": members("bot.features.voting.model.ElectorateRule"),
        "procedures.kind.{}": tuple(one.replace("-", "_") for one in OF_THE_ASSOCIATION),
        "procedures.without.{}": members("bot.features.voting.model.WithoutQuorum"),
        "votes.body.{}": members("bot.features.voting.model.ElectorateRule"),
        "votes.effect.{}": members("bot.features.voting.model.VoteEffect"),
        "votes.needs.{}": members("bot.features.voting.model.Base"),
        "votes.outcome.{}": members("bot.features.voting.model.VoteOutcome"),
        "votes.reached.{}": members("bot.features.voting.model.Base"),
        "votes.recusal.{}": members(
            "bot.features.voting.model.ElectorReason", "arbiter", "president", "second_signature", "representative"
        ),
    },
    "bot/layout/sentences.py": {
        "duration.{}": ("days", "hours", "minutes", "seconds"),
    },
    "bot/people/cards.py": {
        "opening.name_part.{}": members("bot.people.lists_model.NamePart"),
        "in_office.{}": members(
            "bot.people.model.Capacity",
            *("server_owner", "organiser", "match_arbiter", "player_of_match", "event_arbiter", "player_of_event"),
        ),
    },
    "cogs/cases.py": {
        "cases.penalty_{}": members("bot.features.cases.model.AbsencePenalty"),
    },
    "cogs/cups.py": {
        "conditions.{}_field": ("from", "below"),
        "conditions.{}_hint": ("from", "below"),
        "cups.level_{}": members("bot.play.format_rules.Level"),
        "cups.talk_{}": members("bot.play.rulebook.Talk"),
    },
    "cogs/misconduct.py": {
        "ground.{}": members("bot.features.voting.model.Ground"),
    },
    "cogs/past_events.py": {
        "commands.ratings_{}": members("bot.features.past_events.model.RatingsTaken"),
    },
    "cogs/repeating.py": {
        "commands.rhythm_{}": members("bot.features.repeating.model.Rhythm"),
    },
    "cogs/setup.py": {
        "setup.arbiter.{}": tuple(one.lower() for one in members("bot.people.model.ArbiterTitle")),
        "setup.channel.{}": members("bot.kernel.ids.Place"),
        "setup.form.{}": members("bot.people.model.Office"),
        "setup.form_why.{}": members("bot.people.model.Office"),
    },
    "web/rendering.py": {
        "setup.language.{}": tuple(one.lower().replace("-", "_") for one in LOCALES),
    },
}

TESTED_ELSEWHERE = {
    ("bot/features/playing/note_cards.py", "{}_note"): "matches.{}, above: `key` puts it together",
    ("bot/features/playing/words_cards.py", "confirmed_{}"): "matches.{}, above: `key` puts it together",
    ("bot/layout/sentences.py", "{}.{}"): "test_catalogues: an enum that has names has one for each member",
    ("bot/kernel/errors.py", "error.{}"): "test_catalogues: each error has its sentence",
    ("bot/features/undoing/cards.py", "log.act.{}"): "test_log: each act that is written has its sentence",
    ("bot/features/tournaments/rulebook_cards.py", "rulebook.key.{}"): "tests/rulebooks: each setting is explained",
}
NO_SENTENCES = {
    ("bot/play/kind_checks.py", "tables.{}"),
    ("bot/play/kind_checks.py", "teams.board_{}"),
    ("bot/features/past_events/cards.py", "rulebook.{}"),
    ("bot/rulebooks/series_files.py", "points.{}"),
}
"""Names of settings, which look like keys."""
