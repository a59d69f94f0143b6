"""A record that was tampered with is refused, or found out, at the exact place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from bot.play.records import Record
from bot.record.errors import FaultCode, RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import Replay, replay
from bot.record.writing import write_record
from tests.record.playing import played

File = dict[str, Any]
SWISS = write_record(played("swiss", 7, 3, leave=False, correct=False).record())
CUP = write_record(played("knockout", 8, 5, correct=False).record())


def changed(source: str, change: Callable[[File], object]) -> str:
    file: File = json.loads(source)
    change(file)
    return json.dumps(file)


def found(source: str, change: Callable[[File], object]) -> Replay:
    return replay(read_record(changed(source, change), "cup.json"))


def refusal(source: str, change: Callable[[File], object]) -> tuple[str, FaultCode]:
    with pytest.raises(RecordRefused) as refused:
        read_record(changed(source, change), "cup.json")
    fault = refused.value.faults[0]
    return fault.place, fault.code


def where(source: str, change: Callable[[File], object]) -> str:
    difference = found(source, change).difference
    assert difference is not None
    return difference.place


def turn(contest: File) -> None:
    """Gives the game to the other side."""
    contest["score"] = {"1-0": "0-1", "0-1": "1-0", "½-½": "1-0"}[contest["score"]]


def played_in(file: File, number: int) -> File:
    return next(one for one in file["contests"] if one["round"] == number and "score" in one)


def test_the_files_as_they_were_written_agree() -> None:
    assert replay(read_record(SWISS, "cup.json")).agrees
    assert replay(read_record(CUP, "cup.json")).agrees


def test_a_changed_score_of_the_last_round_shows_in_the_table() -> None:
    assert where(SWISS, lambda file: turn(played_in(file, 4))).startswith("standings[")


def test_a_changed_score_shows_already_in_the_pairings_that_would_have_been_others() -> None:
    place = where(CUP, lambda file: file["contests"][0].update(score=file["contests"][0]["score"][::-1]))
    assert place.startswith("contests[")
    assert place.endswith(".sides")


@pytest.mark.rule("AIJE-D01-4")
@pytest.mark.parametrize("key", ["link", "seed", "list_hash"])
def test_a_changed_draw_is_found_at_its_place(key: str) -> None:
    def change(file: File) -> None:
        text = file["draws"][0][key]
        file["draws"][0][key] = ("1" if text[0] == "0" else "0") + text[1:]

    assert where(CUP, change) == "draws[0]"


def test_another_commitment_is_found_at_the_first_draw() -> None:
    assert where(CUP, lambda file: file.update(commitment="00" * 32)) == "draws[0]"


@pytest.mark.rule("AIJE-D01-4")
def test_two_players_who_changed_places_in_the_bracket_are_found() -> None:
    def change(file: File) -> None:
        first, second = file["contests"][:2]
        first["sides"][0], second["sides"][0] = second["sides"][0], first["sides"][0]

    assert where(CUP, change) == "contests[0].sides"


def test_a_changed_rating_is_found_at_its_entrant() -> None:
    def change(file: File) -> None:
        next(one for one in file["entrants"] if "rating" in one)["rating"] = 2999.0

    assert where(SWISS, change).startswith("entrants[")


@pytest.mark.rule("AIJE-B02-2")
def test_a_changed_new_rating_is_found_at_its_line() -> None:
    assert where(SWISS, lambda file: file["ratings"][2].update(after=2500.5)) == "ratings[2].after"


def test_a_changed_tie_break_is_found_at_its_row_and_name() -> None:
    change = "standings[1].values.buchholz"
    assert where(SWISS, lambda file: file["standings"][1]["values"].update(buchholz="99")) == change


def test_another_champion_is_found() -> None:
    def change(file: File) -> None:
        file["champion"] = next(one["id"] for one in file["entrants"] if one["id"] != file["champion"])

    assert where(CUP, change) == "champion"


def test_another_rule_book_is_found_by_its_fingerprint() -> None:
    assert where(SWISS, lambda file: file["rulebook"]["rating"].update(k=32)) == "rulebook_sha256"


def test_an_unknown_player_is_refused_where_the_name_stands() -> None:
    def change(file: File) -> None:
        file["contests"][2]["sides"][1] = "nobody"

    assert refusal(CUP, change) == ("contests[2].sides[1]", FaultCode.UNKNOWN_ENTRANT)


def test_an_impossible_score_is_refused_where_it_stands() -> None:
    place = ("contests[0].score", FaultCode.IMPOSSIBLE_SCORE)
    assert refusal(CUP, lambda file: file["contests"][0].update(score="4-1", kind="played")) == place


@pytest.mark.parametrize("change", [{"absent": [2]}, {"paired_as_winner": 2}])
def test_a_side_that_does_not_exist_is_refused_at_its_key(change: File) -> None:
    (key,) = change
    place = (f"contests[0].{key}", FaultCode.IMPOSSIBLE_SIDE)
    assert refusal(CUP, lambda file: file["contests"][0].update(change)) == place


def test_two_contests_at_one_place_are_refused() -> None:
    def change(file: File) -> None:
        file["contests"][1]["position"] = 0

    assert refusal(CUP, change) == ("contests[1]", FaultCode.SAME_PLACE)


def test_an_entrant_who_is_listed_twice_is_refused() -> None:
    place = ("entrants[8]", FaultCode.ENTRANT_TWICE)
    assert refusal(CUP, lambda file: file["entrants"].append(file["entrants"][3])) == place


def test_a_key_that_does_not_exist_is_refused_where_it_stands() -> None:
    place = ("contests[0].scroe", FaultCode.UNKNOWN_KEY)
    assert refusal(CUP, lambda file: file["contests"][0].update(scroe="3-0")) == place


def test_a_round_robin_that_leaves_its_berger_table_is_refused_where_it_does() -> None:
    robin = write_record(played("round_robin", 6, 2, leave=False, correct=False).record())

    def change(file: File) -> None:
        first, second = file["contests"][:2]
        first["sides"][0], second["sides"][0] = second["sides"][0], first["sides"][0]

    place, code = refusal(robin, change)
    assert code is FaultCode.IMPOSSIBLE_PLACE
    assert place.endswith(".sides")


@pytest.mark.parametrize("text", ["", "[]", "{", "nothing", '{"entrants": NaN}', "\x00", '{"a":' * 12])
def test_text_that_is_no_record_is_refused_and_never_breaks(text: str) -> None:
    with pytest.raises(RecordRefused):
        read_record(text, "cup.json")


def test_letters_that_nobody_can_read_are_refused() -> None:
    with pytest.raises(RecordRefused) as refused:
        read_record(b"\xff\xfe\x00", "cup.json")
    assert refused.value.faults[0].code is FaultCode.NOT_UTF8


def read(file: File) -> Record:
    return read_record(json.dumps(file), "cup.json")


def test_several_faults_are_told_at_once() -> None:
    with pytest.raises(RecordRefused) as refused:
        read({"rulebook": {"preset": "aije-open"}, "entrants": ["a", "a"], "results": [["a", "b", "3-1"]]})
    assert len(refused.value.faults) == 2


@pytest.mark.rule("GO-26.1")
@pytest.mark.parametrize("name", ["two_lives", "placement"])
def test_two_players_who_changed_places_below_the_main_bracket_are_found(name: str) -> None:
    source = write_record(played(name, 8, 4, correct=False).record())

    def change(file: File) -> None:
        below = [one for one in file["contests"] if one["stage"] in {"lower", "placement"} and len(one["sides"]) == 2]
        one, other = below[0], next(two for two in below[1:] if two["round"] == below[0]["round"])
        one["sides"][0], other["sides"][0] = other["sides"][0], one["sides"][0]

    assert where(source, change).endswith(".sides")


def test_changed_counts_of_a_row_are_found_at_their_key() -> None:
    assert where(SWISS, lambda file: file["standings"][2].update(won=9)) == "standings[2].won"


def test_a_file_whose_draws_were_taken_out_is_refused() -> None:
    assert refusal(SWISS, lambda file: file.pop("draws")) == ("draws", FaultCode.MISSING)


def test_a_file_whose_commitment_was_taken_out_is_refused() -> None:
    assert refusal(SWISS, lambda file: file.pop("commitment")) == ("commitment", FaultCode.MISSING)


def test_the_last_draw_of_several_cannot_be_taken_out() -> None:
    cut = write_record(played("swiss_cut", 7, 3, leave=False, correct=False).record())
    drawn = len(json.loads(cut)["draws"])
    assert drawn > 1
    last = [at for at, one in enumerate(json.loads(cut)["contests"]) if one["draw"] == drawn]
    if last:
        place = (f"contests[{last[0]}].draw", FaultCode.UNKNOWN_DRAW)
        assert refusal(cut, lambda file: file["draws"].pop()) == place
    else:
        assert where(cut, lambda file: file["draws"].pop()).startswith("standings")


@pytest.mark.parametrize("key", ["created_at", "settled_at", "position", "round", "stage", "draw"])
def test_nothing_that_a_draw_is_held_against_can_be_left_out(key: str) -> None:
    assert refusal(SWISS, lambda file: file["contests"][0].pop(key)) == (f"contests[0].{key}", FaultCode.MISSING)


def test_an_order_by_lot_beside_the_draws_is_refused() -> None:
    def change(file: File) -> None:
        file["lot"] = [one["id"] for one in file["entrants"]]

    assert refusal(SWISS, change) == ("lot", FaultCode.LOT_IS_DRAWN)


def rewritten(source: str, change: Callable[[File], object]) -> Replay:
    """Somebody changes a fact, and writes the table that follows from it into the file as well."""
    return replay(read_record(write_record(read_record(changed(source, change), "cup.json")), "cup.json"))


def test_two_players_who_changed_places_do_not_hide_behind_a_later_moment() -> None:
    def change(file: File) -> None:
        first, second = [one for one in file["contests"] if one["round"] == 1][:2]
        first["sides"][0], second["sides"][0] = second["sides"][0], first["sides"][0]
        for one in (first, second):
            one["created_at"] = one["created_at"].replace(":00Z", ":01Z")

    difference = rewritten(CUP, change).difference
    assert difference is not None
    assert difference.place == "contests[0].created_at"


def test_results_that_changed_places_show_in_the_pairings_though_the_table_was_written_anew() -> None:
    def change(file: File) -> None:
        first, *others = [one for one in file["contests"] if one["round"] == 1 and "score" in one]
        other = next(one for one in others if one["score"] != first["score"])
        keys = ("score", "kind", "walkover_games")
        first_told, other_told = ({key: one.pop(key) for key in keys if key in one} for one in (first, other))
        first.update(other_told)
        other.update(first_told)

    difference = rewritten(SWISS, change).difference
    assert difference is not None
    assert difference.place.startswith("contests[")


def test_a_bye_of_another_reason_is_found() -> None:
    source = write_record(played("knockout", 5, 5, correct=False).record())
    at = next(at for at, one in enumerate(json.loads(source)["contests"]) if len(one["sides"]) == 1)
    other = {"rating": "lot", "lot": "rating"}
    change = lambda file: file["contests"][at].update(bye=other.get(file["contests"][at]["bye"], "lot"))  # noqa: E731
    assert where(source, change) == f"contests[{at}].bye"


def test_a_longer_match_than_the_rulebook_has_is_found() -> None:
    assert where(CUP, lambda file: file["contests"][0].update(best_of=5, score="3-0", kind="played")) in {
        "contests[0].best_of",
        "contests[4].sides",
    }


def test_a_row_that_claims_another_stage_is_found() -> None:
    assert where(CUP, lambda file: file["standings"][3].update(reached="final")) == "standings[3].reached"


def test_an_entrant_whom_nobody_drew_is_found() -> None:
    def change(file: File) -> None:
        file["entrants"].append({"id": "e99", "rating": 1500.0})

    assert where(CUP, change) == "entrants[8]"


def test_a_walkover_without_a_game_that_nobody_played_is_refused() -> None:
    def change(file: File) -> None:
        played_in(file, 1).update(kind="walkover", walkover_games=[0, 0])

    assert refusal(SWISS, change)[1] is FaultCode.KIND_AND_WALKOVERS


BY_HAND = {"rulebook": {"format": "round_robin"}, "entrants": ["Ana", "Bia"], "results": [["Ana", "Bia", "1-0"]]}


@pytest.mark.parametrize("twin", ["\u0410na", "ana", "An\u200ba", "Ａna"])
def test_two_entrants_who_look_alike_are_refused(twin: str) -> None:
    source = json.dumps(BY_HAND)
    place = ("entrants[2]", FaultCode.LOOK_ALIKE)
    assert refusal(source, lambda file: file["entrants"].append(twin)) == place


def test_a_result_of_somebody_who_looks_like_an_entrant_names_that_entrant() -> None:
    def change(file: File) -> None:
        file["results"][0][0] = "\u0410na"

    with pytest.raises(RecordRefused) as refused:
        read_record(changed(json.dumps(BY_HAND), change), "cup.json")
    fault = refused.value.faults[0]
    assert (fault.place, fault.code, fault.wanted) == ("results[0][0]", FaultCode.LOOK_ALIKE, "entrants[0]")


def test_of_two_players_of_one_name_a_difference_says_the_ids() -> None:
    def change(file: File) -> None:
        for one in file["entrants"]:
            one["name"] = "Ana"
        file["champion"] = next(one["id"] for one in file["entrants"] if one["id"] != file["champion"])

    difference = found(CUP, change).difference
    assert difference is not None
    assert difference.derived != difference.recorded


COUNTED: File = {
    "rulebook": {
        "format": "swiss",
        "swiss": {"rounds": 1},
        "games": {"best_of": 1, "colours": True, "report": "count", "compensation": 3.75},
    },
    "entrants": ["Ana", "Bia"],
    "contests": [{"id": "one", "round": 1, "sides": ["Ana", "Bia"], "score": "1-0", "count": 185.0}],
}


@pytest.mark.rule("GO-9")
@pytest.mark.parametrize("told", [{"count": 183.0}, {"score": "0-1"}, {"first_side": 1}])
def test_a_score_that_does_not_follow_from_the_count_is_refused(told: File) -> None:
    source = json.dumps(COUNTED)
    place = ("contests[0].score", FaultCode.COUNT_CONTRADICTS)
    assert refusal(source, lambda file: file["contests"][0].update(told)) == place


@pytest.mark.rule("GO-9", "GO-24")
@pytest.mark.parametrize(("count", "possible"), [(184.5, True), (190.0, False)])
def test_a_count_that_a_warning_can_have_moved_is_believed_and_no_other(count: float, *, possible: bool) -> None:
    file = json.loads(json.dumps(COUNTED))
    file["rulebook"]["discipline"] = {"warning_costs": 1}
    file["contests"][0] |= {"score": "0-1", "count": count}
    if possible:
        assert replay(read_record(json.dumps(file), "cup.json")).agrees
    else:
        with pytest.raises(RecordRefused):
            read_record(json.dumps(file), "cup.json")
