"""Where the rules of offices, votes and titles stand in the files of procedures and titles."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from rehearsal.outcomes import Outcome, of
from rehearsal.outcomes.spelling import ABSENT, Settings

_ELECTORATES: Final = MappingProxyType(
    {
        frozenset({"leader", "president"}): "leader_and_president",
        frozenset({"member", "leader"}): "committee_but_leader",
    }
)
_ALL: Final = "at least 100 %"
_ONE_OF_TWO: Final = "at least 1/2"
_MAJORITY: Final = "more than 1/2"


def _both(approvals: list[str]) -> Settings:
    electorate = _ELECTORATES[frozenset(approvals)]
    return {"form": "approvals", "electorate": electorate, "threshold": _ALL, "base": "electorate", "quorum": "none"}


def _petition(rule: Outcome) -> Settings:
    measure = f"at least {rule['petition_percent']} %"
    return {"form": "signatures", "electorate": "committee", "threshold": measure, "base": "electorate"}


def _expulsion(votes: Outcome, majority: Outcome) -> Settings:
    return {
        "form": "yes_no",
        "electorate": _ELECTORATES[frozenset(votes["excluded"])],
        "recuse_subject": True,
        "runs_by": [votes["runs"]],
        "quorum": f"at least {votes['quorum_percent']} %",
        "threshold": f"more than {majority['more_than_percent']} %",
        "base": "not_null",
        "without_quorum": "extend",
    }


def _jeek_arbiter(rule: Outcome) -> Settings:
    return {
        "electorate": rule["elected_by"],
        "recuse_subject": False,
        "quorum": f"at least {rule['quorum_percent']} %",
        "threshold": f"at least {rule['in_favour_percent']} %",
        "base": "not_null",
    }


def _penalty(rule: Outcome) -> Settings:
    vote = rule["penalty_vote"]
    quorum = f"at least {vote['quorum_percent']} %"
    return {"electorate": vote["electorate"], "quorum": quorum, "threshold": _MAJORITY, "base": "not_null"}


def _lifting(rule: Outcome) -> Settings:
    return _both(rule["lifted_by"]) | {"threshold": _ONE_OF_TWO}


def procedures() -> dict[str, Settings]:
    """What the file of each procedure must say."""
    leaders, absences = of("AIJE-A01-2"), of("AIJE-A02-6")
    penalty = _penalty(of("AIJE-D01-5.3"))
    return {
        "petition": _petition(leaders),
        "leader-election": {
            "electorate": "committee",
            "runs_by": [leaders["runs"]],
            "threshold": _MAJORITY,
            "base": "not_null",
        },
        "player-expulsion": _both(of("AIJE-A02-1")["approvals"]),
        "member-expulsion": _expulsion(of("AIJE-A02-3"), of("AIJE-A02-5")),
        "absence-removal": _both([absences["by"], absences["approval"]]) | {"runs_by": [absences["by"]]},
        "arbiter-election": _jeek_arbiter(of("AIJE-B01-AJ")),
        "ai-approval": _both(of("AIJE-B01-AI")["approvals"]),
        "lift-bar": _lifting(of("AIJE-D01-2")),
        "absence-penalty": penalty,
        "rating-penalty": penalty,
        "title-place": {"electorate": "committee", "threshold": _MAJORITY, "base": "not_null"},
        "open-question": {"electorate": "representatives", "threshold": _MAJORITY, "base": "not_null"},
    }


def titles() -> dict[str, Settings]:
    """What the latest numbers of titles must say."""
    national, international, grand = of("AIJE-B01-NM"), of("AIJE-B01-IM"), of("AIJE-B01-GM")
    return {
        "master": {
            "country_players_above": national["players_of_country_more_than"],
            "national_rating": national["rating"],
            "candidate_rating": of("AIJE-B01-CMA")["rating"],
            "master_rating": of("AIJE-B01-MA")["rating"],
            "international_rating": international["rating"],
            "masters_beaten": international["any_of"]["matches_against_masters"],
            "grandmaster_rating": grand["rating"],
            "grandmaster_victories": grand["official_wins"],
        },
        "arbiter": {
            "exam_every_days": of("AIJE-B01-1")["days_between_exams"],
            "provisional_months": of("AIJE-B01-AN")["months_held"],
            "jeek_refereed": of("AIJE-B01-AJ")["international_refereed"],
            "international_refereed": of("AIJE-B01-AI")["international_refereed"],
            "international_rating": of("AIJE-B01-AI")["rating"],
            "smaller_event": of("AIJE-B01-ANP")["smaller_event"],
        },
    }


def contradictions(folder: Path) -> Iterator[str]:
    """Where procedures and titles, in folders of the rulebooks' one, are set otherwise than the regulations say."""
    for name, wanted in procedures().items():
        yield from _differences(f"procedure {name}", _read(folder / "procedures" / f"{name}.toml"), wanted)
    (numbers,) = _read(folder / "titles" / "aije.toml")["numbers"]
    for name, wanted in titles().items():
        yield from _differences(f"titles, {name}", numbers[name], wanted)


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _differences(what: str, found: Mapping[str, Any], wanted: Settings) -> Iterator[str]:
    for key, value in wanted.items():
        if (there := found.get(key, ABSENT)) != value:
            yield f"{what}: {key} is {there}, and the regulation says {value}"
