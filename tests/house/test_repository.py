"""What stands in the repository, and what must not: hosts of indexes, paths of a machine, SQL outside the storage."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator

from tests.house.reading import ROOT, data, files, python_files, text, tree, walked
from tests.house.rooms import modules_of, role_of
from tools.mapping.rooms import Role

# Written in pieces, so that this file does not hold what it looks for.
HOSTS = ("pypi" + ".org", "python" + "hosted", "npmjs" + ".org", "deb.debian" + ".org")
FOLDERS = (
    "/" + "tmp" + "/[a-z]",
    "/" + "work" + "/[a-z.]",
    "/" + "farm" + "/[a-z]",
    "/" + "root" + "/",
    "/" + "home" + "/[a-z]",
)
HINTS = (*HOSTS, *(folder.partition("[")[0] for folder in FOLDERS))
"""What stands in each of them, which is looked for much faster than they are."""
FOREIGN = re.compile("|".join([*map(re.escape, HOSTS), *(r"(?<![\w.])" + folder for folder in FOLDERS)]))

SQL = re.compile(
    r"^\s*(SELECT\s.+\sFROM|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+(TABLE|INDEX|TRIGGER|UNIQUE)|ALTER\s+TABLE"
    r"|DROP\s+TABLE|PRAGMA\s|BEGIN\s+IMMEDIATE|SAVEPOINT\s)",
    re.IGNORECASE | re.DOTALL,
)
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PATH = re.compile(r"`((?:bot|cogs|rehearsal|tests|docs|migrations|tools|benchmarks|wire|requirements)/[\w./-]*\w/?)`")
_MODULE = re.compile(r"`([\w/]+/[\w]+\.\w+)\b")
LARGEST = 1_000_000
LARGEST_FONT = 6_000_000
"""Chinese, Japanese and Korean names take a large font, even cut down to what is written."""


def foreign() -> Iterator[str]:
    """Where a text file names one of them; most files have none, and are not taken apart into lines."""
    for name in files():
        held = data(name)
        whole = "" if b"\0" in held[:8192] else held.decode("utf-8")
        if not any(hint in whole for hint in HINTS):
            continue
        yield from (f"{name}:{at}" for at, line in enumerate(whole.splitlines(), 1) if FOREIGN.search(line))


def test_no_file_names_an_index_or_a_path_of_somebodys_machine() -> None:
    assert list(foreign()) == []


def test_the_search_for_foreign_words_finds_them() -> None:
    assert FOREIGN.search("see https://" + HOSTS[0] + "/simple")
    assert FOREIGN.search("cd /" + "root" + "/arbiter")
    assert not FOREIGN.search("https://example.com/" + "work" + "/item")


def strings(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The text of every string and of every f-string's literal beginning."""
    for node in walked(module):
        match node:
            case ast.Constant(value=str(value)):
                yield node.lineno, value
            case _:
                pass


WITNESSES = {"rehearsal/facts.py", "rehearsal/own/queries.py", "rehearsal/rows.py", "rehearsal/weekly/checks.py"}
"""Read the rehearsal's database for itself: who judges the bot may not believe what the bot's own code reads."""


def test_sql_is_written_in_the_storage_and_nowhere_else() -> None:
    elsewhere = [
        f"{file}:{number}"
        for file in python_files("bot/", "cogs/", "web/", "rehearsal/")
        if role_of(file) is not Role.STORE and file not in WITNESSES
        for number, value in strings(tree(file))
        if SQL.search(value)
    ]
    assert elsewhere == []


def test_the_search_for_sql_finds_it_in_the_storage() -> None:
    assert any(SQL.search(value) for file in modules_of(Role.STORE) for _, value in strings(tree(file)))


def test_no_migration_defers_a_key_or_rolls_back_a_shared_commit() -> None:
    traps = re.compile(r"\bDEFERRABLE\b|\bON\s+CONFLICT\s+ROLLBACK\b|\bRAISE\s*\(\s*ROLLBACK\b", re.IGNORECASE)
    found = [name for name in files() if name.endswith(".sql") and traps.search(re.sub(r"--.*", "", text(name)))]
    assert found == []


def test_no_file_is_too_large_to_clone_in_passing() -> None:
    large = [
        name for name in files() if (ROOT / name).stat().st_size > (LARGEST_FONT if "/fonts/" in name else LARGEST)
    ]
    assert large == []


def test_no_second_file_configures_the_tools() -> None:
    others = {
        "setup.cfg",
        "setup.py",
        "tox.ini",
        "pytest.ini",
        "mypy.ini",
        ".mypy.ini",
        "ruff.toml",
        ".ruff.toml",
        ".coveragerc",
    }
    assert [name for name in files() if name in others] == []


def test_no_lock_that_names_hosts_is_kept() -> None:
    assert [name for name in files() if name in {"uv.lock", "pylock.toml", "poetry.lock"}] == []


def pinned(lock: str) -> dict[str, str]:
    """Every name of a lock with the lines it is pinned by, markers included."""
    pins: dict[str, str] = {}
    for name, rest in re.findall(r"^([a-z0-9-]+)(==\S+.*?) \\$", text(f"requirements/{lock}.txt"), re.MULTILINE):
        pins[name] = pins.get(name, "") + rest
    return pins


def normal(requirement: str) -> str:
    """The index's spelling of a requirement's name."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=~! ]", requirement, maxsplit=1)[0]).lower()


def test_the_locks_hold_every_dependency_that_the_project_declares() -> None:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    run = {normal(requirement) for requirement in project["dependencies"]}
    rehearse = run | {normal(requirement) for requirement in extras["rehearse"]}
    dev = rehearse | {normal(requirement) for requirement in extras["dev"]} - {"arbiter"}
    assert run <= set(pinned("run"))
    assert rehearse <= set(pinned("rehearse"))
    assert dev <= set(pinned("dev"))


def test_the_three_locks_agree() -> None:
    dev, rehearse, run = pinned("dev"), pinned("rehearse"), pinned("run")
    assert run.items() <= rehearse.items() <= dev.items()


def test_every_pin_of_a_lock_carries_a_hash() -> None:
    for lock in ("run", "rehearse", "dev"):
        pins = re.split(r"\n(?=[a-z0-9])", text(f"requirements/{lock}.txt"))
        assert [pin.splitlines()[0] for pin in pins if "--hash=sha256:" not in pin] == []


def test_every_page_that_a_page_links_to_is_there_and_has_the_heading() -> None:
    pages = [name for name in files() if name.endswith(".md") and not name.startswith("bot/games/")]
    links = [(page, link) for page in pages for link in _LINK.findall(text(page)) if "://" not in link]
    assert links
    assert [(page, link) for page, link in links if not _leads_somewhere(page, link)] == []


def test_every_path_that_a_page_names_exists() -> None:
    pages = [name for name in files() if name == "README.md" or (name.startswith("docs/") and name.endswith(".md"))]
    named = [(page, path) for page in pages for path in _PATH.findall(text(page))]
    assert named
    assert [(page, path) for page, path in named if not (ROOT / path).exists()] == []


CLASS_IN_A_PAGE = re.compile(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)*)[`.(]")


def test_every_class_that_a_page_names_is_called_so() -> None:
    words = {word for file in python_files("") for word in re.findall(r"[A-Z]\w+", text(file))}
    pages = [name for name in files() if name.endswith(".md") and name.count("/") < 2]
    called = [(page, name) for page in pages for name in CLASS_IN_A_PAGE.findall(text(page))]
    assert [f"{page} {name}" for page, name in called if name not in words] == []


def test_every_module_that_the_docstring_of_a_package_names_exists() -> None:
    told = {name: ast.get_docstring(tree(name)) or "" for name in files() if name.endswith("/__init__.py")}
    named = [(page, path) for page, doc in told.items() for path in _MODULE.findall(doc)]
    assert named
    assert [(page, path) for page, path in named if not any((ROOT / up / path).exists() for up in ("", "bot"))] == []


def _leads_somewhere(page: str, link: str) -> bool:
    path, _, heading = link.partition("#")
    target = (ROOT / page).parent / path if path else ROOT / page
    if not target.exists():
        return False
    if not heading:
        return True
    headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
    return heading in {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings}
