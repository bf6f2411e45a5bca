# `make demo` and `make test` are all a new user types; everything else is for those who work on it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV_VERSION := 0.13.9

.PHONY: install demo test test-slow check fix bench lock up down

install: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "paper2task needs Python 3.11 or newer: make install PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet "uv==$(UV_VERSION)"
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps -e .
	@touch $@

demo: install
	@$(BIN)/paper2task demo

test: install
	$(BIN)/pytest -q -n 2 -m "not slow"

test-slow: install
	$(BIN)/pytest -q -m slow

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/contract

fix: install
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: install
	$(BIN)/python -m tests.bench

# a Prefect server and a worker on this machine, with the flow deployed; PORT, WORKERS and PAPER2TASK_DATA may be set
up: install
	@flows/local.sh up

down:
	@flows/local.sh down

# the lock names versions and hashes for every platform, no index; Ray and OpenReview are left out: large, and chosen by few
lock: install
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --extra dev --extra grobid --extra llm --extra report --extra flows --extra dask pyproject.toml -o requirements.lock
