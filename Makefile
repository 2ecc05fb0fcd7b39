# Needs Python 3.11, git and make; all else is brought into .venv from requirements.txt.

PYTHON ?= $(shell command -v python3.11 || echo python3)
VENV ?= .venv
PORT ?= 8000
BIN = $(VENV)/bin
READY = $(VENV)/.installed
GATES = gate-lint gate-layout gate-types gate-layers gate-migrations gate-fitness

.PHONY: run test lint bench format clean $(GATES)

run: $(READY)
	$(BIN)/python -m worker.embedded --port $(PORT)

test: $(READY)
	@$(BIN)/python -m tests

# Each gate on its own, so that `make --keep-going lint` tells of all of them.
lint: $(GATES)
gate-lint: $(READY)
	$(BIN)/ruff check .
gate-layout: $(READY)
	$(BIN)/ruff format --check .
gate-types: $(READY)
	$(BIN)/mypy
gate-layers: $(READY)
	$(BIN)/lint-imports --no-logo
gate-migrations: $(READY)
	$(BIN)/python manage.py makemigrations --check --dry-run
gate-fitness: $(READY)
	$(BIN)/python -W error manage.py check

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/python -m bench

$(READY): requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
	touch $(READY)

clean:
	rm -rf $(VENV) var .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
