"""The outcome of a rehearsal as JSON: the same bytes for the same seed."""

from __future__ import annotations

from rehearsal.facts import Event
from rehearsal.hearing import Hearing
from rehearsal.verdict import Verdict

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


def outcome(_: object, hearing: Hearing, verdict: Verdict) -> Json:
    """Everything that a reader or a program wants to know, ratings with six decimals."""
    play, facts = hearing.play, hearing.facts
    return {
        "rulebook": play.rules.name,
        "holds": verdict.holds,
        "checks": findings(verdict),
        "events": [_event(hearing, event) for event in facts.events],
        "ratings": _ratings(hearing),
        "bars": [
            {
                "player": hearing.person_name(bar.person_id),
                "reason": bar.reason,
                "since": bar.since.isoformat(),
                "lifted_at": None if bar.lifted_at is None else bar.lifted_at.isoformat(),
            }
            for bar in facts.bars
        ],
        "messages": len(play.witness.posts_of()),
        "rest_calls": len(play.stage.calls),
    }


def findings(verdict: Verdict) -> Json:
    """Every check, and what did not hold."""
    return [{"rule": one.rule, "title": one.title, "problems": list(one.problems)} for one in verdict.checks]


def _event(hearing: Hearing, event: Event) -> Json:
    entries = hearing.entries(event)
    return {
        "name": event.name,
        "start_at": event.start_at.isoformat(),
        "entrants": [
            {
                "player": hearing.name(entry.member),
                "outcome": entry.outcome,
                "withdrawn": entry.withdrawn_at is not None,
            }
            for entry in entries.values()
        ],
        "matches": [
            {
                "stage": one.stage,
                "round": one.round,
                "position": one.position,
                "players": [hearing.name(entries[side].member) for side in one.sides],
                "bye": one.bye_reason,
                "score": None if one.outcome is None else list(one.outcome.score),
                "walkover": None if one.outcome is None else list(one.outcome.walkover),
                "kind": None if one.outcome is None else one.outcome.kind,
            }
            for one in hearing.pairings(event)
        ],
    }


def _ratings(hearing: Hearing) -> Json:
    if not hearing.facts.ratings:
        return {}
    _, listed = hearing.facts.ratings[-1]
    named = {hearing.person_name(person): f"{rating:.6f}" for person, (rating, _) in listed.items()}
    return {name: named[name] for name in sorted(named)}
