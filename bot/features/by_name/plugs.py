"""What players without Discord add to check-in, to matches and their clocks, to the desk and to `/me`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from bot.features.by_name import cards, verbs
from bot.features.by_name.model import ByNameAsked, Needs
from bot.features.playing.hooks import MatchHooks, StaffHooks
from bot.features.playing.match_views_model import MatchContext
from bot.features.tournaments.hooks import Asker, EntryHooks, EventHooks
from bot.features.tournaments.tasks_model import DeskRow, Obstacle, Task, TaskItem, Upcoming
from bot.kernel import outbox
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import ContestId, GuildId, OutboxId, PersonId
from bot.kernel.promises import Promise, says
from bot.layout.cards import Composed, on
from bot.people.model import Person
from bot.play.entries import Closing, Entrant, Tournament, check_in_closes_at
from bot.play.matches import Beside
from bot.server.speaking_verbs import DeliveryHooks, Following, after


class ByName(EntryHooks, EventHooks, MatchHooks, StaffHooks, DeliveryHooks):
    """Players whom the event knows by name alone."""

    def everybody_asked(self, tx: Tx, tournament: Tournament) -> None:
        """Who answers for them is asked."""
        verbs.ask_to_check_in(tx, tournament)

    def left_list(self, tx: Tx, tournament: Tournament, person_id: PersonId, by: PersonId) -> None:
        """The card shows one less; who leaves by themselves has Discord."""
        if person_id != by:
            verbs.follow(tx, tournament.tournament_id, None)

    def check_in_closed(self, tx: Tx, tournament: Tournament, closing: Closing) -> None:
        """Nothing can be pressed there any more."""
        verbs.follow(tx, tournament.tournament_id, None)

    def matches_called(self, tx: Tx, tournament: Tournament, contests: Sequence[ContestId]) -> None:
        """Who answers for them is asked, once for the round."""
        verbs.ask_for_matches(tx, tournament, contests)

    def waits_for_word(self, tx: Query, match_context: MatchContext, side: int) -> bool:
        """Until the message that asks for the side can be read."""
        return verbs.waits(tx, match_context, side)

    def sides_answered(self, tx: ActorQuery, match_context: MatchContext, person: Person) -> tuple[int, ...]:
        """Those for whom the person may answer."""
        return verbs.sides_answered(tx, match_context, person)

    def moved(self, tx: Tx, match_context: MatchContext) -> None:
        """The cards on which the match stands are drawn anew."""
        if Beside.BY_NAME in match_context.match.beside:
            verbs.follow(tx, match_context.tournament.tournament_id, match_context.contest_id)

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterable[DeskRow]:
        """Those for whom a press is waited for, in one row."""
        found = [one for one in verbs.waiting(tx, tournament, None) if one.needs is not Needs.REPORT]
        if found:
            people = tuple(one.player for one in found)
            yield DeskRow(Obstacle.BY_NAME, tournament.tournament_id, people, n=len(found))

    def guidance(
        self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None
    ) -> Iterator[TaskItem | Upcoming]:
        """Those whom who asks has entered."""
        found = verbs.waiting(tx, tournament, asker.person) if asker.person is not None else []
        if found:
            until = check_in_closes_at(tournament, ()) if tournament.check_in_closed_at is None else None
            yield TaskItem(Task.ANSWER_BY_NAME, tournament.tournament_id, tournament, until, n=len(found))

    def follows(self) -> Following:
        """The clocks of the matches that it asks for start, and it is a live card."""
        return dict((after(ByNameAsked, verbs.start_clocks),))


# --- messages -------------------------------------------------------------------------------------------------------


def panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The card as it has to look now."""
    promised = outbox.load(tx, OutboxId(subject))
    view = None if promised is None or not says(promised, ByNameAsked) else verbs.view_of(tx, promised)
    if promised is None or view is None:
        return None
    return lambda translator: cards.card(view, translator), promised.guild_id


def _asked(tx: Query, promise: Promise[ByNameAsked]) -> Composed | None:
    """Nothing where nobody waits any more, or nobody is left who could answer."""
    view = verbs.view_of(tx, promise)
    if view is None or not view.waiting or not view.asked:
        return None
    return lambda translator: cards.card(view, translator)


NOTICES: Final = dict((on(ByNameAsked, _asked),))
