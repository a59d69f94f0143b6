"""What the keys that are composed at run time can be: for each such key, all the values that its open places take.

A key that is written as `desk.press_{}` stands here by its file, with everything that the code can put into the place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from itertools import product

from bot.domain.cases.recusal import ROWS, Interest, Stake
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import PRESSED_BY_PLAYERS, Duty, Outlook
from bot.domain.regulation.discipline_rules import KNOWN_OFFENCES
from bot.domain.tie_breaks.boards import IN_ORDER
from bot.domain.tie_breaks.registry import NAMES
from bot.domain.tie_breaks.unplayed import UNPLAYED
from bot.domain.voting.votes import OF_THE_ASSOCIATION
from bot.i18n import LOCALES
from bot.rendering import obstacle_rows
from bot.rendering.regulation.rule_names import _SIGNS
from bot.rendering.regulation.rulebook_names import kinds_of
from bot.rendering.team_play.side_words import _OF_BOARDS, _OF_LIMIT, _OF_TEAMS
from bot.rulebooks.library import names as preset_names
from bot.rulebooks.library import preset
from cogs.audience import Audience
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
    "bot.domain.playing.match_views.Told",
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
ROW_VERBS = tuple(verb.replace("-", "_") for verb in obstacle_rows._VERBS.values())
_DUTIES = members("bot.domain.playing.desk_views.Duty", Duty.FIND_OPPONENT)
_OWN_FINDINGS = ("challenge", "join_lobby")
"""How an opponent is found, by the kind of event."""
BUTTONS_OF_DUTIES = (*_DUTIES, *_OWN_FINDINGS)
SAID_OF_DUTIES = (
    *(one for one in BUTTONS_OF_DUTIES if one not in {Duty.ANSWER_INVITATION, Duty.APPEAL}),
    *(f"{Duty.ANSWER_INVITATION}_{asked}" for asked in members("bot.domain.entering.qualification.Asked")),
    *(f"{Duty.APPEAL}_{what}" for what in ("bar", "file", "points", "ruling", "link")),
    f"{Duty.GO_ON_DUTY}_ahead",
    f"{Duty.COME}_at_table",
    f"{Duty.REPORT}_at_table",
)
OUTLOOKS = (
    *members("bot.domain.playing.desk_views.Outlook", Outlook.BARRED),
    *(f"{Outlook.MATCH_IS_CALLED}{end}" for end in ("_unwatched", "_in_round", "_in_round_unwatched")),
    *(f"{one}_at_table" for one in (Outlook.OPPONENT_COMES, Outlook.OPPONENT_ANSWERS)),
)
AUDIENCES = tuple(one.value for one in Audience)
TITLES = tuple(
    one.lower()
    for one in (*members("bot.domain.registry.titles.MasterTitle"), *members("bot.domain.permissions.ArbiterTitle"))
)
_GRANTED = members("bot.domain.registry.titles.RequirementKind", "country", "rating")
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
    *members("bot.domain.rulebook.Reviewers"),
    *members("bot.domain.rulebook.WhenUnanswered"),
    "called_off_counts",
    "called_off_excuses",
)
RECORD_KINDS = (
    *("whole", "number", "text", "switch", "list", "object", "moment", "fraction", "line"),
    *("least", "most", "short", "filled", "one_of", "other"),
)
KINDS = sorted({kind for name in preset_names() for kind in kinds_of(preset(name))})
SAID_OF_LIMITS = sorted(_OF_LIMIT)
SAID_OF_TEAMS = sorted({*_OF_TEAMS, *_OF_BOARDS})

PENALTIES = (
    *(("you", one) for one in members("bot.domain.cases.misconduct.Penalty", "expelled")),
    *(("public", one) for one in members("bot.domain.cases.misconduct.Penalty", "expelled", "dismissed")),
)
"""A vote tells of an expulsion, and of a dismissal those alone hear whom it concerns."""

TABLES: Mapping[str, Mapping[str, Values]] = {
    "bot/features/arena/cards.py": {
        "arena.did_{}": members("bot.features.arena.model.Happened", "looked"),
        "arena.outcome_{}": members("bot.domain.playing.encounters.Outcome"),
        "arena.{}": members("bot.features.arena.model.Task", "nothing"),
    },
    "bot/rendering/cases/bar_cards.py": {
        "bars.you_{}": ("voted", "voted_absence", "disqualified", "disqualified_event", "declined", "absence"),
        "bars.{}": ("voted", "voted_absence", "disqualified", "disqualified_event", "declined", "absence"),
        "bars.reason_{}": ("disqualified", "disqualified_event"),
        "votes.body.{}": members("bot.domain.voting.votes.ElectorateRule"),
    },
    "bot/rendering/cases/case_rule_cards.py": {
        "case_rules.{}": ("channel", "terms", "procedure", "role", "commands_on", "commands_off"),
        "setup.switch.{}": ("association", "cases"),
    },
    "bot/rendering/cases/case_cards.py": {
        "cases.ended_{}": ("appeared", "accepted", "declined", "no_penalty"),
        "cases.letter_{}": ("called_off", *members("bot.domain.cases.absence.AbsenceReason")),
        "cases.notice_{}": ("called_off", *members("bot.domain.cases.absence.AbsenceReason")),
        "cases.penalty_{}": members("bot.domain.cases.no_shows.AbsencePenalty"),
        "cases.review_{}": members("bot.domain.cases.absence.VerdictKind"),
        "cases.state_{}": members("bot.domain.cases.absence.CaseState"),
        "cases.why_{}": ("called_off", *members("bot.domain.cases.absence.AbsenceReason")),
        "cases.you_{}": ("appeared", "accepted", "declined", "no_penalty"),
    },
    "bot/rendering/cases/link_cards.py": {
        "links.means_{}": members("bot.domain.cases.discord_links.LinkMeans"),
        "people.office_{}": members("bot.domain.permissions.Office"),
    },
    "bot/rendering/cases/misconduct_cards.py": {
        "files.is_{}": members("bot.domain.cases.misconduct.FileState"),
        "files.note_{}": members("bot.domain.cases.sayings.FileNews", "over"),
        "files.reporter_{}": ("dismissed", "acted"),
        "files.said_{}": members("bot.domain.cases.misconduct.Voiced"),
        "files.{}_{}": PENALTIES,
    },
    "bot/rendering/cases/same_person_cards.py": {
        "undo.place_{}": members("bot.domain.undoing.PlaceState"),
    },
    "bot/rendering/signing/signature_cards.py": {
        "signing.ended_{}": members("bot.domain.signing.signatures.Outcome"),
    },
    "bot/rendering/casual/jeek_cards.py": {
        "jeek.ended_{}": members("bot.domain.casual.jeek_games.Ending", "declined", "withdrawn"),
        "jeek.turn_{}": members("bot.domain.casual.jeek.Colour"),
        "jeek.wished_{}": members("bot.domain.casual.jeek.Colour"),
        "jeek.won_{}": members("bot.domain.casual.jeek.Colour"),
        "jeek.{}": members("bot.domain.casual.jeek.Colour"),
    },
    "bot/rendering/casual/jeek_check_cards.py": {
        "jeek.best_loses_{}": ("mover", "white", "black"),
        "jeek.best_wins_{}": ("mover", "white", "black"),
        "jeek.check_illegal_{}": ("mover", "white", "black"),
        "jeek.check_turn_{}": ("mover", "white", "black"),
        "jeek.check_won_{}": members("bot.domain.casual.jeek.Colour"),
    },
    "bot/rendering/circuit/circuit_words.py": {
        "series.level.{}": members("bot.domain.circuit.rules.Level"),
        "series.shared.{}": members("bot.domain.circuit.rules.Shared"),
    },
    "bot/rendering/entering/capability.py": {
        "seats.wish_{}": members("bot.domain.entering.seat_wishes.SeatDeed"),
    },
    "bot/rendering/entering/entries.py": {
        "remind.{}": ("not", "me"),
        "remind.{}_of": ("not", "me"),
    },
    "bot/rendering/entering/seat_cards.py": {
        "seats.accepted.{}": members("bot.domain.entering.qualification.Asked"),
        "seats.asked.{}": members("bot.domain.entering.qualification.Asked"),
        "seats.cost.{}": members("bot.domain.entering.qualification.Asked"),
        "seats.event.{}": members("bot.domain.entering.qualification.Asked", "match"),
        "seats.from.{}": members("bot.domain.entering.qualification.Source"),
        "seats.invited.{}": members("bot.domain.entering.qualification.Asked"),
        "seats.passed_over.{}": members("bot.domain.entering.seats.PassedOver"),
        "seats.passed_over_next.{}": members("bot.domain.entering.seats.PassedOver"),
        "seats.place.{}": members("bot.domain.entering.qualification.Asked"),
        "seats.{}": ("proposed", "follow_from", "offered"),
        "seats.{}_for_title": ("proposed", "follow_from", "offered"),
    },
    "bot/rendering/events/bracket_places.py": {
        "draw.why_{}": ("rating", "lot", "vacant", "seed", "pairing", "rest"),
    },
    "bot/rendering/events/cup_cards.py": {
        "cups.level_{}": members("bot.domain.regulation.format_rules.Level"),
        "cups.talk_{}": members("bot.domain.regulation.thread_rules.Talk"),
    },
    "bot/rendering/events/decider_cards.py": {
        "deciding.{}": members("bot.domain.events.deciders.Decider"),
    },
    "bot/rendering/events/draw_cards.py": {
        "draw.why_{}": ("rating", "lot", "vacant", "seed", "pairing", "rest"),
    },
    "bot/rendering/events/ending_words.py": {
        "seats.event.{}": members("bot.domain.entering.qualification.Asked", "match"),
    },
    "bot/rendering/events/pairing_words.py": {
        "rounds.bye_{}": members("bot.domain.pairing.model.ByeReason"),
        "rounds.colours_{}": members("bot.domain.pairing.model.ColourReason", "no_colours", "both_granted", "lot"),
    },
    "bot/rendering/events/past_cards.py": {
        "past.wish_{}": members("bot.domain.events.past_events.RatingsTaken"),
        "past.doubt_{}": members("bot.domain.events.past_events.OrderDoubt"),
        "past.rated_{}": members("bot.domain.events.past_events.RatingsTaken", "left"),
        "past.take_{}": members("bot.domain.events.past_events.RatingsTaken"),
    },
    "bot/rendering/events/proof_cards.py": {
        "draw.guess_{}": members("bot.domain.events.guessing.GuessFault"),
        "draw.problem_{}": members("bot.domain.events.draw.DrawProblem"),
    },
    "bot/rendering/events/record_words.py": {
        "record.kind.{}": RECORD_KINDS,
        "record.fault.{}": members("bot.record.errors.FaultCode"),
    },
    "bot/rendering/events/standings_cards.py": {
        "draw.why_{}": ("rating", "lot", "vacant", "seed", "pairing", "rest"),
        "standings.short_{}": ("won", "drawn", "lost"),
        "standings.why_{}": members("bot.domain.tie_breaks.model.Why", "counted"),
    },
    "bot/rendering/events/standings_picture.py": {
        "standings.short_{}": ("won", "drawn", "lost"),
    },
    "bot/rendering/events/standings_words.py": {
        "standings.short_{}": ("won", "drawn", "lost"),
    },
    "bot/rendering/events/tournament_cards.py": {
        "tournament.moment_{}": ("first", "second"),
    },
    "bot/rendering/help_cards.py": {
        "help.for_{}": AUDIENCES,
        "help.open_{}": members("bot.rendering.help_cards.HelpPage"),
        "help.page_{}": members("bot.rendering.help_cards.HelpPage"),
    },
    "bot/rendering/house_cards.py": {
        "house.cannot.{}": ("event", "thread", "said"),
    },
    "bot/features/match_threads/cards.py": {
        "threads.fix_{}": members("bot.features.match_threads.model.Refusal"),
        "threads.fix_{}_private": ("rights",),
    },
    "bot/features/match_times/cards.py": {
        "time.done_{}": ("proposed", "accepted", "declined", "withdrawn"),
        "time.undecided_{}": ("both_silent", "no_agreement"),
    },
    "bot/rendering/own_events/own_cards.py": {
        "own.act_{}": OWN_ACTS,
        "own.dispute_{}": ("lot", "replayed"),
        "own.ground_{}": members("bot.domain.own_events.grounds.OwnGround"),
        "own.ruling_{}": members("bot.domain.own_events.own_acts.OwnEnding", "objected", "stands"),
    },
    "bot/rendering/obstacle_rows.py": {
        "desk.mend_{}": members("bot.domain.playing.desk_views.Mend"),
        "desk.press_{}": ROW_VERBS,
        "desk.row_{}": members("bot.domain.playing.desk_views.Obstacle"),
        "desk.rows_{}": sorted(PRESSED_BY_PLAYERS),
    },
    "bot/rendering/office_words.py": {
        "in_office.{}": members(
            "bot.domain.permissions.Capacity",
            *("server_owner", "organiser", "match_arbiter", "player_of_match", "event_arbiter", "player_of_event"),
        ),
    },
    "bot/rendering/opening/opening_notices.py": {
        "people.office_{}": members("bot.domain.permissions.Office"),
    },
    "bot/rendering/opening/preview_cards.py": {
        "opening.count_{}": ("new", "changed", "unchanged", "faults", "questions"),
        "opening.fault.{}": members("bot.domain.opening.lines.Trouble"),
        "people.office_{}": members("bot.domain.permissions.Office"),
    },
    "bot/rendering/opening/template.py": {
        "opening.column.{}": members("bot.domain.opening.lines.Column"),
    },
    "bot/rendering/opening/words.py": {
        "opening.heading.{}": members("bot.domain.opening.lines.Column"),
        "opening.office.{}": members("bot.domain.permissions.Office"),
        "opening.name_part.{}": members("bot.domain.opening.name_parts.NamePart"),
    },
    "bot/rendering/people_cards.py": {
        "people.office_{}": members("bot.domain.permissions.Office"),
    },
    "bot/rendering/player_cards.py": {
        "people.letter_{}": members("bot.domain.playing.encounters.Outcome"),
    },
    "bot/rendering/playing/adjournment_cards.py": {
        "adjournment.told_{}": members("bot.domain.playing.adjournments.NoteKind"),
    },
    "bot/rendering/playing/adjournment_words.py": {
        "adjournment.times_{}": members("bot.domain.playing.adjournments.NoteKind"),
    },
    "bot/rendering/playing/arbiter_cards.py": {
        "arbiters.wanted_{}": ("nobody_on_duty", "all_conflicted", "left_alone"),
    },
    "bot/rendering/playing/board_cards.py": {
        "board.cause.{}": members("bot.domain.playing.board_rulings.BoardCause"),
        "board.outcome.{}": members("bot.domain.playing.board_rulings.BoardOutcome"),
    },
    "bot/rendering/playing/chief_cards.py": {
        "chief.named_{}": members("bot.domain.events.event_officers.EventRole"),
    },
    "bot/rendering/playing/colour_words.py": {
        "title_match.colour_{}": ("white", "black", "first", "second"),
    },
    "bot/rendering/playing/desk_cards.py": {
        "now.do_{}": SAID_OF_DUTIES,
        "now.press_{}": BUTTONS_OF_DUTIES,
        "now.wait_{}": OUTLOOKS,
    },
    "bot/rendering/playing/game_cards.py": {
        "games.blocked.{}": members("bot.domain.game_sheets.Blocked", "draws", "never"),
        "games.draw.{}": members("bot.domain.game_sheets.DrawRule"),
        "games.problem.{}": members("bot.domain.game_sheets.SheetFault"),
        "games.section.{}": members("bot.domain.game_sheets.Section"),
    },
    "bot/rendering/playing/guess_words.py": {
        "guess.open_{}": members("bot.domain.events.guessing.WhyHides"),
        "guess.{}": members("bot.domain.events.guessing.Parity"),
    },
    "bot/rendering/playing/match_names.py": {"matches.{}": MATCH_SENTENCES},
    "bot/rendering/playing/result_words.py": {
        "standings.wins_{}": ("play_off", "placement", "match"),
    },
    "bot/rendering/playing/still_cards.py": {},
    "bot/rendering/playing/summons_cards.py": {
        "staff.matter_{}": members("bot.domain.playing.summons.MatterKind"),
    },
    "bot/rendering/playing/warning_cards.py": {
        "warnings.price.{}": members("bot.domain.playing.warnings.Price"),
    },
    "bot/rendering/playing/warning_words.py": {
        "warnings.price.{}": members("bot.domain.playing.warnings.Price"),
    },
    "bot/rendering/registry/grade_cards.py": {
        "format_sheet.grades_{}": members("bot.domain.regulation.grade_rules.Confirmers"),
        "grades.waits_for_{}": members("bot.domain.regulation.grade_rules.Confirmers"),
    },
    "bot/rendering/registry/office_cards.py": {
        "offices.{}": members("bot.domain.registry.sayings.OfficeNews"),
    },
    "bot/rendering/registry/title_cards.py": {
        "titles.name.{}": TITLES,
        "titles.{}_{}": REQUIREMENTS,
    },
    "bot/rendering/regulation/entry_words.py": {
        "conditions.{}": ("role", "rating_between", "rating_from", "rating_below", "account_age"),
        "sheet.who.entry_{}": ("role", "rating_between", "rating_from", "rating_below", "account_age"),
    },
    "bot/rendering/regulation/format_sheet.py": {
        "format_sheet.report.{}": members("bot.domain.regulation.format_rules.Report", "games"),
        "format_sheet.{}": ("draws", "colours", "guessing"),
    },
    "bot/rendering/regulation/official_words.py": {
        "official.{}": members("bot.domain.regulation.official_rules.Claim", "none"),
    },
    "bot/rendering/regulation/rule_names.py": {
        "standings.{}_{}": TIE_BREAK_NAMES,
        "warnings.offence.{}": sorted(KNOWN_OFFENCES),
    },
    "bot/rendering/regulation/rulebook_names.py": {
        "rulebook.kind.{}": KINDS,
        "rulebook.words.{}": KINDS,
    },
    "bot/rendering/regulation/rulebook_problems.py": {
        "rulebook.problem.{}": members("bot.domain.regulation.rulebook_problems.ProblemCode"),
    },
    "bot/rendering/regulation/sheet.py": {
        "sheet.absence.{}": ABSENCE_SENTENCES,
        "sheet.event.{}": ("aije_candidates", "aije_champions_league", "aije_world"),
        "sheet.who.invited.{}": ("world", "seats", "arranged", "organisers"),
    },
    "bot/rendering/regulation/table_sheet.py": {
        "format_sheet.endless.{}": members("bot.domain.regulation.discipline_rules.EndlessRepetition"),
        "format_sheet.ruling.{}": members("bot.domain.regulation.discipline_rules.BoardRuling"),
        "format_sheet.unplayed.{}": tuple(one.replace("-", "_") for one in UNPLAYED),
        "format_sheet.{}": (
            "warned",
            "lost_turn",
            "lost_turn_and_warned",
            "warned_or_lost",
            "lost_when_repeated",
            "graver_when_repeated",
            "when_disturbed",
            "when_broken_off",
        ),
    },
    "bot/rendering/sentences.py": {
        "duration.{}": ("days", "hours", "minutes", "seconds"),
    },
    "bot/rendering/setup_cards.py": {
        "setup.choose.{}": members("bot.domain.community.Place"),
        "setup.fault.{}": members("bot.domain.setup_views.Fault"),
        "setup.language.{}": tuple(one.lower().replace("-", "_") for one in LOCALES),
        "setup.page.{}": members("bot.domain.setup_views.Page"),
        "setup.theme.{}": members("bot.domain.community.Theme"),
    },
    "bot/features/sign_ups/cards.py": {
        "sign_ups.count_{}": ("enters", "waits", "checks_in", "nothing", "faults", "questions"),
        "sign_ups.effect_{}": members("bot.features.sign_ups.model.Effect", "enters"),
        "sign_ups.fault.{}": members("bot.features.sign_ups.model.SignUpTrouble"),
        "sign_ups.heading.{}": members("bot.features.sign_ups.model.SignUpColumn"),
    },
    "bot/rendering/switch_cards.py": {
        "setup.switch.{}": members("bot.domain.switches.Switch"),
        "setup.switch_what.{}": members("bot.domain.switches.Switch"),
    },
    "bot/features/decks/cards.py": {
        "decks.problem_{}": members("bot.features.decks.model.Reason"),
        "format_sheet.{}": ("refused_cards", "degenerate_cards"),
    },
    "bot/rendering/team_play/order_words.py": {
        "teams.round_by_boards{}": ("", "_black"),
        "teams.round_by_games{}": ("", "_black"),
    },
    "bot/rendering/team_play/side_words.py": {
        "teams.{}": SAID_OF_TEAMS,
        "teams.{}_limit": SAID_OF_LIMITS,
    },
    "bot/rendering/team_play/team_sheet.py": {
        "format_sheet.encounter.{}": members("bot.domain.regulation.format_rules.Encounter"),
        "format_sheet.line_up.{}": members("bot.domain.regulation.format_rules.LineUp"),
        "format_sheet.{}_game": ("giant", "living"),
        "teams.way.{}": members("bot.domain.regulation.format_rules.LevelMatch"),
    },
    "bot/rendering/team_play/team_words.py": {
        "teams.kind_{}": members("bot.domain.team_play.disputes.Modality"),
        "teams.way.{}": members("bot.domain.regulation.format_rules.LevelMatch"),
    },
    "bot/rendering/title_match/series_cards.py": {
        "game_end.{}": members("bot.domain.events.told_games.GameEnd"),
    },
    "bot/rendering/undo_cards.py": {
        "undo.place_{}": members("bot.domain.undoing.PlaceState"),
    },
    "bot/rendering/voting/minutes.py": {
        "votes.effect.{}": members("bot.domain.voting.votes.Effect"),
        "votes.needs.{}": members("bot.domain.voting.votes.Base"),
        "votes.outcome.{}": members("bot.domain.voting.votes.Outcome"),
        "votes.reached.{}": members("bot.domain.voting.votes.Base"),
        "votes.recusal.{}": members(
            "bot.domain.voting.votes.Why", "arbiter", "president", "second_signature", "representative"
        ),
    },
    "bot/rendering/voting/procedure_cards.py": {
        "procedures.electorate.{}": members("bot.domain.voting.votes.ElectorateRule"),
        "procedures.without.{}": members("bot.domain.voting.votes.WithoutQuorum"),
        "votes.effect.{}": members("bot.domain.voting.votes.Effect"),
        "votes.needs.{}": members("bot.domain.voting.votes.Base"),
    },
    "bot/rendering/voting/vote_cards.py": {
        "procedures.kind.{}": tuple(one.replace("-", "_") for one in OF_THE_ASSOCIATION),
        "votes.needs.{}": members("bot.domain.voting.votes.Base"),
        "votes.recusal.{}": members(
            "bot.domain.voting.votes.Why", "arbiter", "president", "second_signature", "representative"
        ),
    },
    "bot/rendering/voting/vote_letters.py": {
        "votes.body.{}": members("bot.domain.voting.votes.ElectorateRule"),
        "votes.effect.{}": members("bot.domain.voting.votes.Effect"),
    },
    "cogs/cases.py": {
        "cases.penalty_{}": members("bot.domain.cases.no_shows.AbsencePenalty"),
    },
    "cogs/cup_conditions.py": {
        "conditions.{}_field": ("from", "below"),
        "conditions.{}_hint": ("from", "below"),
    },
    "cogs/cup_details.py": {
        "cups.level_{}": members("bot.domain.regulation.format_rules.Level"),
        "cups.talk_{}": members("bot.domain.regulation.thread_rules.Talk"),
    },
    "cogs/misconduct.py": {
        "ground.{}": members("bot.domain.grounds.Ground"),
    },
    "cogs/past_events.py": {
        "commands.ratings_{}": members("bot.domain.events.past_events.RatingsTaken"),
    },
    "cogs/rooms.py": {
        "setup.channel.{}": members("bot.domain.community.Place"),
    },
    "cogs/setup.py": {
        "setup.arbiter.{}": tuple(one.lower() for one in members("bot.domain.permissions.ArbiterTitle")),
        "setup.form.{}": members("bot.domain.permissions.Office"),
        "setup.form_why.{}": members("bot.domain.permissions.Office"),
    },
}

TESTED_ELSEWHERE = {
    ("bot/rendering/playing/match_notes.py", "{}_note"): "matches.{}, above: `key` puts it together",
    ("bot/rendering/playing/result_words.py", "confirmed_{}"): "matches.{}, above: `key` puts it together",
    ("bot/rendering/sentences.py", "{}.{}"): "test_catalogues: an enum that has names has one for each member",
    ("bot/errors.py", "error.{}"): "test_catalogues: each error has its sentence",
    ("bot/rendering/log_cards.py", "log.act.{}"): "test_log: each act that is written has its sentence",
    ("bot/rendering/regulation/rulebook_problems.py", "rulebook.key.{}"): "tests/rulebooks: each setting is explained",
}
NO_SENTENCES = {
    ("bot/domain/tables/tables_checks.py", "tables.{}"),
    ("bot/domain/team_play/team_checks.py", "teams.board_{}"),
    ("bot/rendering/events/record_words.py", "rulebook.{}"),
    ("bot/rulebooks/circuit_files.py", "points.{}"),
}
"""Names of settings, which look like keys."""
