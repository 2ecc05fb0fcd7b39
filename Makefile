# Needs Python 3.11, git and make; all else is brought into .venv: requirements.txt to run, requirements-dev.txt to test.

PYTHON ?= $(shell command -v python3.11 || echo python3)
VENV ?= .venv
PORT ?= 8000
BIN = $(VENV)/bin
READY = $(VENV)/.installed
READY_DEV = $(VENV)/.installed-dev
GATES = gate-lint gate-layout gate-types gate-layers gate-migrations gate-fitness

.PHONY: run test test-long soak quick lint bench deb format clean $(GATES)

run: $(READY)
	$(BIN)/python -m worker.embedded --port $(PORT)

test: $(READY_DEV)
	@$(BIN)/python -m tests

# What is too long for each step: many examples, many kills, whole walks.
test-long: $(READY_DEV)
	@$(BIN)/python -m tests long

# The same for a release: `make soak SEED=7 HOURS=8`.
soak: $(READY_DEV)
	@$(BIN)/python -m tests soak $(if $(SEED),--seed $(SEED)) $(if $(HOURS),--hours $(HOURS))

# Gates, and the tests of what changed.
quick: gate-lint gate-layout gate-types gate-layers
	@$(BIN)/python -m tests.quick

# Each gate on its own, so that `make --keep-going lint` tells of all of them.
lint: $(GATES)
gate-lint: $(READY_DEV)
	$(BIN)/ruff check .
gate-layout: $(READY_DEV)
	$(BIN)/ruff format --check .
gate-types: $(READY_DEV)
	$(BIN)/mypy
gate-layers: $(READY_DEV)
	$(BIN)/lint-imports --no-logo
gate-migrations: $(READY_DEV)
	$(BIN)/python manage.py makemigrations --check --dry-run
gate-fitness: $(READY_DEV)
	$(BIN)/python -W error manage.py check

# The package of this machine's Debian, or of another: `make deb DEBIAN=13`.
deb: $(READY)
	$(BIN)/python -m tools.deb $(if $(DEBIAN),--debian $(DEBIAN))

format: $(READY_DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY_DEV)
	$(BIN)/python -m bench

$(READY): requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
	touch $(READY)

$(READY_DEV): requirements-dev.txt $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-dev.txt
	touch $(READY_DEV)

clean:
	rm -rf $(VENV) var .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
