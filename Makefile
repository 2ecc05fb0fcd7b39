# Needs Python 3.11, git and make; all else is brought into .venv from requirements.txt.

PYTHON ?= python3.11
VENV ?= .venv
PORT ?= 8000
BIN = $(VENV)/bin
READY = $(VENV)/.installed

.PHONY: run test lint bench format clean

run: $(READY)
	$(BIN)/python -m worker.embedded --port $(PORT)

# PostgreSQL first, so that the last lines tell of the whole suite.
test: $(READY)
	$(BIN)/python -m tests.on_postgres
	$(BIN)/python -m pytest

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python manage.py makemigrations --check --dry-run
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
