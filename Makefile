# make rehearse   an Open from announcement to podium on a pretend Discord; no token, no network
# make test       everything that must hold: style, types, tests
# make faults     plants every fault that the judges of rehearsals and of chaos must notice
# make languages  plays every rehearsal in each of the four languages; `make test` plays some of each kind
# make long       what takes longer than a test run: each setting set otherwise once, properties often, what is marked `long`
# make test-postgres   the same on a PostgreSQL server that comes as a Python package
# make mutants    plants faults and sees a test fail for each of them   (RULE=AIJE-D01-4 for one rule)
# make chaos      whole small Opens while the bot is killed 200 times and everything else goes wrong, in half an hour; then
#                 200 times the same to a pair at a PostgreSQL server, in an hour and a half   (OPTIONS=... for one of the two)
# make bench      measures every figure of docs/performance.md and writes it there
# make lock       renews the hashed locks (needs uv)

VENV := .venv
BIN := $(VENV)/bin
OPTIONS ?=
RULE ?=

# The first interpreter that is new enough; PYTHON=... on the command line overrules the search.
PYTHON ?= $(shell for name in python3.11 python3 python3.12 python3.13 python3.14 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)

# What a test starts as a process of its own would otherwise compile the bot anew each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: rehearse test check suite test-postgres faults languages long mutants chaos bench lock clean

rehearse: $(VENV)/rehearse.stamp
	$(BIN)/python -m bot rehearse $(OPTIONS)

# Types are checked while tests run: mypy uses one core alone.
test: $(VENV)/dev.stamp
	@$(MAKE) --no-print-directory -j 2 check suite

suite: $(VENV)/dev.stamp
	$(BIN)/pytest -n 3 --dist worksteal $(OPTIONS)

test-postgres: $(VENV)/dev.stamp
	ON_POSTGRES=1 $(BIN)/pytest -n 3 --dist worksteal \
		tests/features tests/people tests/server tests/kernel tests/record tests/living tests/discord $(OPTIONS)

check: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check --quiet
	$(BIN)/mypy

faults: $(VENV)/dev.stamp
	LONG=1 $(BIN)/pytest -n 2 --dist worksteal tests/rehearsals tests/wire/test_said.py -k 'faults or said' $(OPTIONS)

languages: $(VENV)/rehearse.stamp
	$(BIN)/python -m tools.all_rehearsals $(OPTIONS)

long: $(VENV)/dev.stamp
	$(BIN)/python -m tools.long $(OPTIONS)

mutants: $(VENV)/dev.stamp
	$(BIN)/python tools/mutants.py $(if $(RULE),--rule $(RULE)) $(OPTIONS)

chaos: $(VENV)/dev.stamp
	$(BIN)/python -m wire.chaos --kills 200 $(OPTIONS)
	$(if $(OPTIONS),,$(BIN)/python -m wire.chaos --postgres --kills 200)

bench: $(VENV)/dev.stamp
	$(BIN)/python -m benchmarks --write docs/performance.md $(OPTIONS)

# A stamp is older than its lock once the lock changes, so that what is installed follows what is locked.
$(VENV)/%.stamp: requirements/%.txt
	@test -n "$(PYTHON)" || { echo "Arbiter needs Python 3.11 or newer; none was found." >&2; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@echo "Installing requirements/$*.txt into $(VENV) (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements/$*.txt
	@touch $@

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url

lock:
	$(LOCK) --extra dev pyproject.toml -o requirements/dev.txt
	$(LOCK) --extra rehearse -c requirements/dev.txt pyproject.toml -o requirements/rehearse.txt
	$(LOCK) -c requirements/dev.txt pyproject.toml -o requirements/run.txt
	$(LOCK) --extra postgres -c requirements/dev.txt pyproject.toml -o requirements/postgres.txt
	$(LOCK) -c requirements/dev.txt --group copy -o requirements/copy.txt

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
