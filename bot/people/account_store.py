"""Who a person is elsewhere: Discord members known by name before, accounts of game sites, and people who are one.

Staff's words that people are one stay on record after they were undone. An account that was held when a bar fell
changes hands neither way without staff.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from bot.kernel.context import Query, Tx, to_ms
from bot.kernel.ids import BarId, EntrantId, GuildId, JeekId, PersonId, TournamentId
from bot.kernel.tables import Table
from bot.people.model import Account, AccountClaim, DiscordLink, NameClaim, SamePerson
from bot.people.store import same_person_ids

# --- members who were known by name ---------------------------------------------------------------------------------


_OWN_RESULTS: Final = (
    "ratings WHERE person_id = ?1",
    "team_members WHERE person_id = ?1",
    "team_places WHERE person_id = ?1",
    "line_ups WHERE person_id = ?1",
    "contests WHERE arbiter_id = ?1",
    "master_titles WHERE person_id = ?1",
    "world_titles WHERE person_id = ?1",
    "exams WHERE person_id = ?1",
    "seats WHERE person_id = ?1",
    "seat_invitations WHERE person_id = ?1",
    "vote_electors WHERE person_id = ?1",
    "absence_cases WHERE person_id = ?1",
    "committee_exclusions WHERE person_id = ?1",
    "stand_ins WHERE person_id = ?1",
    "event_officers WHERE person_id = ?1",
    "title_holders WHERE person_id = ?1",
    "decks WHERE person_id = ?1",
    "votes WHERE subject_id = ?1 AND closed_at IS NULL",
    "vote_candidates JOIN votes USING (vote_id) WHERE person_id = ?1 AND closed_at IS NULL",
    (
        "entrants e JOIN tournaments t USING (tournament_id) WHERE e.person_id = ?1"
        " AND (t.check_in_closed_at IS NOT NULL OR e.team_name IS NOT NULL) AND t.cancelled_at IS NULL"
        " AND (e.withdrawn_at IS NULL OR e.withdrawn_at > t.check_in_closed_at)"
    ),
)
"""What a member may have done here that nothing moves to another: matches, titles, votes, decisions about them."""


class _Held(NamedTuple):
    """A kind of thing that a member holds: where it stands, by what column each is told, and which of them go over."""

    table: str
    told_by: str
    those: str
    is_number: bool = False
    holder: str = "person_id"
    """The column that says who holds it."""


_GOES_OVER: Final[Mapping[str, _Held]] = {
    "entry": _Held(
        "entrants",
        "entrant_id",
        "withdrawn_at IS NULL AND EXISTS (SELECT 1 FROM tournaments t WHERE t.tournament_id = entrants.tournament_id"
        " AND t.check_in_closed_at IS NULL AND t.cancelled_at IS NULL)"
        " AND tournament_id NOT IN (SELECT tournament_id FROM entrants WHERE person_id = ?2)",
    ),
    "account": _Held(
        "accounts",
        "site",
        "held_until IS NULL AND site NOT IN (SELECT site FROM accounts WHERE person_id = ?2 AND held_until IS NULL)",
    ),
    "country": _Held(
        "countries", "since", "since NOT IN (SELECT since FROM countries WHERE person_id = ?2)", is_number=True
    ),
    "office": _Held("offices", "office", "until IS NULL AND person_id <> ?2"),
    "arbiter_title": _Held(
        "arbiter_titles",
        "since",
        "until IS NULL AND NOT EXISTS (SELECT 1 FROM arbiter_titles WHERE person_id = ?2 AND until IS NULL)",
        is_number=True,
    ),
    "duty": _Held(
        "duty",
        "since",
        "until IS NULL AND NOT EXISTS (SELECT 1 FROM duty WHERE person_id = ?2 AND until IS NULL)",
        is_number=True,
    ),
    "grade": _Held(
        "grades",
        "grade_id",
        "ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM grades WHERE person_id = ?2 AND ended_at IS NULL)",
    ),
    "game_as_challenger": _Held(
        "jeek_games", "game_id", "ended_at IS NULL AND challenged_id <> ?2", holder="challenger_id"
    ),
    "game_as_challenged": _Held(
        "jeek_games", "game_id", "ended_at IS NULL AND challenger_id <> ?2", holder="challenged_id"
    ),
}
"""What a member holds here and keeps as the person whom the name meant, unless that one holds the same already."""


def has_own_results(tx: Query, person_id: PersonId) -> bool:
    """Whether the member has played, judged, voted or been judged here, so that two records stand side by side."""
    return any(
        tx.fetch_one(f"SELECT 1 FROM {facts} LIMIT 1", (person_id,)) is not None  # noqa: S608 - all are constants
        for facts in _OWN_RESULTS
    )


_LINKS: Final = Table(
    "discord_links", DiscordLink, "link_id", person="person_id", member="discord_id", before="before_id"
)


def add_link(tx: Tx, link: DiscordLink) -> None:
    """Writes the link: the person has the account from now on, and the entry before it rests."""
    _LINKS.insert(tx, link)


def swap(tx: Tx, holds: PersonId, gains: PersonId, *, are_one: bool) -> None:
    """Lets the second have the account, name, language and choices of the first, and the first the second's name.

    Where they are one, what was chosen of the web holds for the entry that rests too: its results are theirs.
    """
    own = "discord_id, name, language, user_name, name_key"
    known = tx.fetch_one(f"SELECT {own} FROM people WHERE person_id = ?", (holds,))  # noqa: S608 - a constant
    other = tx.fetch_one("SELECT name FROM people WHERE person_id = ?", (gains,))
    if known is None or other is None:
        raise LookupError(holds)
    becomes = f"UPDATE people SET ({own}) = (?, ?, ?, ?, ?) WHERE person_id = ?"  # noqa: S608 - a constant
    tx.execute(becomes, (None, other["name"], None, None, None, holds))
    tx.execute(becomes, (*known, gains))
    tx.execute("DELETE FROM person_zones WHERE person_id = ?", (gains,))
    tx.execute("UPDATE person_zones SET person_id = ? WHERE person_id = ?", (gains, holds))
    tx.execute("DELETE FROM page_people WHERE person_id = ?", (gains,))
    tx.execute("UPDATE page_people SET person_id = ? WHERE person_id = ?", (gains, holds))
    if are_one:
        tx.execute(
            "INSERT INTO page_people (person_id, shown_as, chosen_at) SELECT ?, shown_as, chosen_at FROM page_people"
            " WHERE person_id = ? AND shown_as IS NOT NULL",
            (holds, gains),
        )


def hand_over(tx: Tx, link: DiscordLink) -> None:
    """What the member holds is the person's from now on: places on open lists, accounts, offices, the duty."""
    for kind, held in _GOES_OVER.items():
        asked = f"SELECT {held.told_by} AS what FROM {held.table} WHERE {held.holder} = ?1 AND {held.those} ORDER BY 1"  # noqa: S608
        for row in tx.fetch_all(asked, (link.before, link.person)):
            tx.execute(
                "INSERT INTO linked_facts (link_id, kind, what) VALUES (?, ?, ?)",
                (link.link_id, kind, str(row["what"])),
            )
            _give(tx, link, kind, str(row["what"]), (link.before, link.person))


def hand_back(tx: Tx, link: DiscordLink) -> None:
    """What went over is the member's own again."""
    for row in tx.fetch_all(
        "SELECT kind, what FROM linked_facts WHERE link_id = ? ORDER BY kind, what", (link.link_id,)
    ):
        _give(tx, link, row["kind"], row["what"], (link.person, link.before))


def _give(tx: Tx, link: DiscordLink, kind: str, what: str, parties: tuple[PersonId, PersonId]) -> None:
    """The first of the two gives what was told to the second, and nothing that they hold beside it."""
    held, (giver, taker) = _GOES_OVER[kind], parties
    those, named = f"{held.holder} = ? AND {held.told_by} = ?", [giver, int(what) if held.is_number else what]
    if kind == "account":
        those += " AND held_until IS NULL"
    elif kind == "office":
        # Other terms of either, before the link or after it, stay whose they are.
        those += " AND since <= ? AND (until IS NULL OR until >= ?)"
        named += [to_ms(link.linked_at)] * 2
    tx.execute(f"UPDATE {held.table} SET {held.holder} = ? WHERE {those}", (taker, *named))  # noqa: S608 - constants
    if kind == "entry":
        asked = "UPDATE reminders SET person_id = ? WHERE entrant_id = ? AND person_id = ?"
        tx.execute(asked, (taker, what, giver))


def games_that_went_over(tx: Query, link_id: str) -> list[JeekId]:
    """Casual games that the member played or was asked to when staff linked the two."""
    rows = tx.fetch_all(
        "SELECT what FROM linked_facts WHERE link_id = ? AND kind IN ('game_as_challenger', 'game_as_challenged')"
        " ORDER BY what",
        (link_id,),
    )
    return [JeekId(row["what"]) for row in rows]


def has_begun_with_it(tx: Query, link_id: str) -> bool:
    """Whether an event has closed its list with a place on it that went over."""
    row = tx.fetch_one(
        "SELECT 1 FROM linked_facts f JOIN entrants e ON e.entrant_id = f.what JOIN tournaments t USING (tournament_id)"
        " WHERE f.link_id = ? AND f.kind = 'entry' AND t.check_in_closed_at IS NOT NULL LIMIT 1",
        (link_id,),
    )
    return row is not None


def entries_to_come(tx: Query, person_id: PersonId) -> list[tuple[EntrantId, TournamentId]]:
    """The person's places on lists that are open, the oldest first; one that was withdrawn is none."""
    rows = tx.fetch_all(
        "SELECT e.entrant_id, e.tournament_id FROM entrants e JOIN tournaments t USING (tournament_id)"
        " WHERE e.person_id = ? AND e.withdrawn_at IS NULL AND t.check_in_closed_at IS NULL AND t.cancelled_at IS NULL"
        " ORDER BY e.registered_at, e.entrant_id",
        (person_id,),
    )
    return [(EntrantId(row["entrant_id"]), TournamentId(row["tournament_id"])) for row in rows]


def load_link(tx: Query, link_id: str) -> DiscordLink | None:
    """One link, undone or not."""
    return _LINKS.fetch_one(tx, "SELECT * FROM discord_links WHERE link_id = ?", (link_id,))


def link_of_person(tx: Query, person_id: PersonId) -> DiscordLink | None:
    """The link that holds about who was known by name, or None."""
    return _LINKS.fetch_one(tx, "SELECT * FROM discord_links WHERE person_id = ? AND undone_at IS NULL", (person_id,))


def own_entries(tx: Query, person_id: PersonId) -> list[PersonId]:
    """The person, and whom the member was here before staff linked the two, which rests."""
    link = link_of_person(tx, person_id)
    return [person_id] if link is None else [person_id, link.before]


def undo_link(tx: Tx, link_id: str, by: PersonId, at: datetime) -> bool:
    """Ends it; False when it had ended before."""
    return bool(
        tx.execute(
            "UPDATE discord_links SET undone_at = ?, undone_by = ? WHERE link_id = ? AND undone_at IS NULL",
            (to_ms(at), by, link_id),
        )
    )


def has_acted_since(tx: Query, person_id: PersonId, since: datetime) -> bool:
    """Whether the person has done anything of record since the moment, played a casual game, or may have voted.

    While a vote runs it is told by nothing whether somebody has voted in it, and so it is enough that the person may.
    """
    row = tx.fetch_one(
        "SELECT 1 FROM log WHERE actor_id = ?1 AND at > ?2"
        " UNION ALL SELECT 1 FROM ballots WHERE person_id = ?1 AND cast_at > ?2"
        " UNION ALL SELECT 1 FROM vote_electors JOIN votes USING (vote_id) WHERE person_id = ?1 AND closed_at IS NULL"
        " UNION ALL SELECT 1 FROM jeek_games WHERE challenged_at > ?2"
        " AND (challenger_id = ?1 OR (challenged_id = ?1 AND started_at IS NOT NULL))"
        " LIMIT 1",
        (person_id, to_ms(since)),
    )
    return row is not None


def account_of_person(tx: Query, person_id: PersonId, site: str) -> Account | None:
    """The account that the person holds on the site today."""
    return _ACCOUNTS.fetch_one(
        tx, "SELECT * FROM accounts WHERE person_id = ? AND site = ? AND held_until IS NULL", (person_id, site)
    )


def accounts_of_people(tx: Query, person_ids: Collection[PersonId], site: str) -> dict[PersonId, Account]:
    """The accounts that these people hold now on the site, by who holds them."""
    rows = tx.fetch_all(
        "SELECT * FROM accounts WHERE person_id IN (SELECT value FROM json_each(?)) AND site = ? AND held_until IS NULL"
        " ORDER BY person_id",
        (json.dumps(list(person_ids)), site),
    )
    return {one.person_id: one for one in map(_ACCOUNTS.read, rows)}


def all_accounts_of_person(tx: Query, person_id: PersonId) -> list[Account]:
    """The accounts that the person holds today, one a site, in the order of the sites."""
    return _ACCOUNTS.fetch_all(
        tx, "SELECT * FROM accounts WHERE person_id = ? AND held_until IS NULL ORDER BY site", (person_id,)
    )


# --- accounts of game sites -----------------------------------------------------------------------------------------


def sites(tx: Query, guild_id: GuildId) -> list[str]:
    """The sites of which somebody in the server holds an account."""
    rows = tx.fetch_all(
        "SELECT DISTINCT site FROM accounts WHERE guild_id = ? AND held_until IS NULL ORDER BY site", (guild_id,)
    )
    return [str(row["site"]) for row in rows]


def names(tx: Query, guild_id: GuildId) -> list[tuple[PersonId, str]]:
    """Every account that is held in the server, by who holds it."""
    rows = tx.fetch_all(
        "SELECT person_id, account_name FROM accounts WHERE guild_id = ? AND held_until IS NULL"
        " ORDER BY person_id, site, account_key",
        (guild_id,),
    )
    return [(PersonId(row["person_id"]), str(row["account_name"])) for row in rows]


def holder(tx: Query, guild_id: GuildId, site: str, key: str) -> Account | None:
    """The account as its present holder has it, or None when it is free."""
    return _ACCOUNTS.fetch_one(
        tx,
        "SELECT * FROM accounts WHERE guild_id = ? AND site = ? AND account_key = ? AND held_until IS NULL",
        (guild_id, site, key),
    )


_ACCOUNTS: Final = Table(
    "accounts",
    Account,
    "guild_id, site, account_key, person_id, held_from",
    key="account_key",
    name="account_name",
)
_CLAIMS: Final = Table(
    "account_claims",
    AccountClaim,
    "claim_id",
    key="account_key",
    name="account_name",
    claimant="claimant_id",
    holder="holder_id",
)


def hold_account(tx: Tx, account: Account) -> None:
    """Gives the account to the person; what the person held on that site before is let go."""
    tx.execute(
        "UPDATE accounts SET held_until = ? WHERE held_until IS NULL AND site = ? AND guild_id = ?"
        " AND (person_id = ? OR account_key = ?)",
        (to_ms(account.held_from), account.site, account.guild_id, account.person_id, account.key),
    )
    again = (
        "ON CONFLICT (guild_id, site, account_key, person_id, held_from)"
        " DO UPDATE SET held_until = NULL, account_name = excluded.account_name"
    )
    _ACCOUNTS.insert(tx, account, again)


def names_had(tx: Query, person_id: PersonId, site: str) -> int:
    """How many names the person was ever known by on the site, given anew ones counted again."""
    row = tx.fetch_one("SELECT count(*) AS n FROM accounts WHERE person_id = ? AND site = ?", (person_id, site))
    return 0 if row is None else int(row["n"])


def add_claim(tx: Tx, claim: AccountClaim) -> bool:
    """Writes a second claim; False when the same person's claim to it is open already."""
    return bool(_CLAIMS.insert(tx, claim, "ON CONFLICT DO NOTHING"))


def load_claim(tx: Query, claim_id: str) -> AccountClaim | None:
    """One claim with its decision, if there is one."""
    return _CLAIMS.fetch_one(tx, "SELECT * FROM account_claims WHERE claim_id = ?", (claim_id,))


def open_claims(tx: Query, guild_id: GuildId) -> list[AccountClaim]:
    """Claims that nobody decided, oldest first."""
    return _CLAIMS.fetch_all(
        tx,
        "SELECT * FROM account_claims WHERE guild_id = ? AND decided_at IS NULL ORDER BY claimed_at, claim_id",
        (guild_id,),
    )


def claims_of(tx: Query, person_id: PersonId) -> list[AccountClaim]:
    """Claims that the person made, or that were made to an account of the person, the latest first."""
    return _CLAIMS.fetch_all(
        tx,
        "SELECT * FROM account_claims WHERE claimant_id = ?1 OR holder_id = ?1 ORDER BY claimed_at DESC, claim_id",
        (person_id,),
    )


def decide_claim(tx: Tx, claim_id: str, *, granted: bool, by: PersonId, reason: str | None, at: datetime) -> bool:
    """Writes the decision; False when somebody decided before."""
    return bool(
        tx.execute(
            "UPDATE account_claims SET granted = ?, decided_by = ?, reason = ?, decided_at = ?"
            " WHERE claim_id = ? AND decided_at IS NULL",
            (int(granted), by, reason, to_ms(at), claim_id),
        )
    )


def keep_account(tx: Tx, bar_id: BarId, people: Iterable[PersonId]) -> None:
    """Notes all that these people hold today: as long as the bar is in force it stays with them."""
    tx.execute_many(
        "INSERT INTO kept_accounts (bar_id, guild_id, site, account_key, account_name, person_id, held_from)"
        " SELECT ?1, guild_id, site, account_key, account_name, person_id, held_from FROM accounts"
        " WHERE person_id = ?2 AND held_until IS NULL ON CONFLICT DO NOTHING",
        [(bar_id, person_id) for person_id in people],
    )


# --- accounts kept while barred, claims, and people who are one -----------------------------------------------------


def keeper(tx: Query, guild_id: GuildId, site: str, key: str, at: datetime) -> Account | None:
    """The account as the one has it with whom it stays at that moment, or None where no bar holds it fast."""
    rows = tx.fetch_all(
        "SELECT k.*, b.person_id AS barred_id FROM kept_accounts k JOIN bars b USING (bar_id)"
        " WHERE k.guild_id = ?1 AND k.site = ?2 AND k.account_key = ?3"
        " AND b.lifted_at IS NULL AND (b.until IS NULL OR b.until > ?4) ORDER BY k.bar_id",
        (guild_id, site, key, to_ms(at)),
    )
    for row in rows:
        # The word by which the bar had come to this person may have been undone since.
        if row["person_id"] in same_person_ids(tx, PersonId(row["barred_id"])):
            return _ACCOUNTS.read(row)
    return None


def release_account(tx: Tx, guild_id: GuildId, site: str, key: str) -> None:
    """Lets the account go for good, as when staff has decided whose it is."""
    tx.execute("DELETE FROM kept_accounts WHERE guild_id = ? AND site = ? AND account_key = ?", (guild_id, site, key))


def namesakes(tx: Query, tournament_id: TournamentId, site: str, at: datetime) -> list[tuple[PersonId, PersonId, str]]:
    """Who is on the event's list under a name that somebody barred held before: the two, and the name.

    It proves nothing and does nothing: a name is free to whoever types it.
    """
    rows = tx.fetch_all(
        "SELECT DISTINCT held.person_id AS now_with, former.person_id AS barred, held.account_name AS account, e.number"
        " FROM entrants e JOIN accounts held ON held.person_id = e.person_id AND held.held_until IS NULL"
        " JOIN accounts former ON former.guild_id = held.guild_id AND former.site = held.site"
        " AND former.account_key = held.account_key AND former.person_id <> held.person_id"
        " JOIN bars b ON b.person_id = former.person_id"
        " WHERE e.tournament_id = ?1 AND e.withdrawn_at IS NULL AND held.site = ?2"
        " AND b.lifted_at IS NULL AND (b.until IS NULL OR b.until > ?3) ORDER BY e.number, barred, now_with, account",
        (tournament_id, site, to_ms(at)),
    )
    return [(PersonId(row["now_with"]), PersonId(row["barred"]), row["account"]) for row in rows]


_NAME_CLAIMS: Final = Table("name_claims", NameClaim, "claim_id", person="person_id", claimant="claimant_id")


def add_name_claim(tx: Tx, claim: NameClaim) -> bool:
    """Writes the claim; False where the member's claim to that name waits already."""
    return bool(_NAME_CLAIMS.insert(tx, claim, "ON CONFLICT DO NOTHING"))


def load_name_claim(tx: Query, claim_id: str) -> NameClaim | None:
    """One claim, decided or not."""
    return _NAME_CLAIMS.fetch_one(tx, "SELECT * FROM name_claims WHERE claim_id = ?", (claim_id,))


def waiting_name_claims(tx: Query, guild_id: GuildId) -> list[NameClaim]:
    """The server's claims that nobody has decided, oldest first."""
    return _NAME_CLAIMS.fetch_all(
        tx,
        "SELECT * FROM name_claims WHERE guild_id = ? AND decided_at IS NULL ORDER BY claimed_at, claim_id",
        (guild_id,),
    )


def name_claims_of_claimant(tx: Query, person_id: PersonId) -> list[NameClaim]:
    """What one member has claimed, oldest first."""
    return _NAME_CLAIMS.fetch_all(
        tx, "SELECT * FROM name_claims WHERE claimant_id = ? ORDER BY claimed_at, claim_id", (person_id,)
    )


def name_claims_of_name(tx: Query, person_id: PersonId) -> list[NameClaim]:
    """The claims to one name that nobody has decided, oldest first."""
    return _NAME_CLAIMS.fetch_all(
        tx,
        "SELECT * FROM name_claims WHERE person_id = ? AND decided_at IS NULL ORDER BY claimed_at, claim_id",
        (person_id,),
    )


def decide_name_claim(tx: Tx, claim_id: str, by: PersonId, reason: str | None, at: datetime, *, granted: bool) -> bool:
    """Grants or refuses the claim; False when it was decided before."""
    return bool(
        tx.execute(
            "UPDATE name_claims SET granted = ?, decided_by = ?, reason = ?, decided_at = ?"
            " WHERE claim_id = ? AND decided_at IS NULL",
            (int(granted), by, reason, to_ms(at), claim_id),
        )
    )


_SAME_PERSONS: Final = Table("same_persons", SamePerson, "link_id", first="first_id", second="second_id")


def add_same_person(tx: Tx, link: SamePerson) -> None:
    """Writes that the two are one person from now on."""
    _SAME_PERSONS.insert(tx, link)


def load_same_person(tx: Query, link_id: str) -> SamePerson | None:
    """One word, undone or not."""
    return _SAME_PERSONS.fetch_one(tx, "SELECT * FROM same_persons WHERE link_id = ?", (link_id,))


def same_persons_of_person(tx: Query, person_id: PersonId) -> list[SamePerson]:
    """The words that hold about the person, oldest first."""
    return _SAME_PERSONS.fetch_all(
        tx,
        "SELECT * FROM same_persons WHERE first_id = ?1 AND undone_at IS NULL"
        " UNION SELECT * FROM same_persons WHERE second_id = ?1 AND undone_at IS NULL ORDER BY recorded_at, link_id",
        (person_id,),
    )


def same_persons_of_guild(tx: Query, guild_id: GuildId) -> list[SamePerson]:
    """The words that hold in a server, oldest first."""
    return _SAME_PERSONS.fetch_all(
        tx,
        "SELECT * FROM same_persons WHERE guild_id = ? AND undone_at IS NULL ORDER BY recorded_at, link_id",
        (guild_id,),
    )


def undo_same_person(tx: Tx, link_id: str, by: PersonId, reason: str, at: datetime) -> bool:
    """Ends it; False when it had ended before."""
    return bool(
        tx.execute(
            "UPDATE same_persons SET undone_at = ?, undone_by = ?, undo_reason = ?"
            " WHERE link_id = ? AND undone_at IS NULL",
            (to_ms(at), by, reason, link_id),
        )
    )
