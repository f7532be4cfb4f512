# memtxn: everything a person or a machine runs here. `make` alone prints the list.
#
# Needs only make and Python 3.11 or newer. What is installed goes into .venv and comes, hash by
# hash, from locks/: base.txt is what memtxn and its build need, dev.txt adds the tools and tests,
# bench.txt the stores that `make bench` measures beside memtxn, fuzz.txt the fuzzer of `make soak`, and mutation.txt
# what `make mutmut` needs, each in an environment of its own.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
INSTALL = $(PIP) install --no-deps
LOCKED = $(INSTALL) --only-binary :all: --require-hashes -r
PYTEST = $(BIN)/pytest -n auto --maxprocesses 8 --dist worksteal
CODE = $(wildcard src tests benchmarks examples)

.DEFAULT_GOAL := help
.PHONY: help demo test check static bench mutants mutmut soak lock clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

demo: $(VENV)/.base ## see what memtxn does, in a minute
	@$(BIN)/memtxn demo

test: static ## everything: static checks and all tests
	$(PYTEST)

check: static ## the inner loop: static checks and the quick tests
	$(PYTEST) -m "not slow" -x -q

static: $(VENV)/.dev ## format, lint, types and who imports whom
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports --no-logo --no-cache

bench: $(VENV)/bench/.made ## measure, beside other stores, and print every table
	$(VENV)/bench/bin/python -m benchmarks

mutants: $(VENV)/.dev ## break the code on purpose and see that a test notices
	$(BIN)/python tests/mutants/run.py

mutmut: $(VENV)/.dev $(VENV)/mutation/.made ## change the gate everywhere and see that a test notices (a day; MUTANTS='*.polarity.*' for a part)
	$(BIN)/python -m benchmarks.audit.written --write $(VENV)/mutation/mistakes.jsonl
	MEMTXN_MISTAKES=$(CURDIR)/$(VENV)/mutation/mistakes.jsonl $(VENV)/mutation/bin/mutmut run $(foreach one,$(MUTANTS),'$(one)')
	$(VENV)/mutation/bin/mutmut results

soak: $(VENV)/.dev $(VENV)/fuzz/.made ## race a million operations among kills; cut the power; histories in any order; all tests, far longer; fuzz (hours)
	$(BIN)/python -m tests.race.soak
	$(BIN)/python -m tests.crash.soak
	$(BIN)/python -m tests.property.arrivals
	MEMTXN_SOAK=yes $(PYTEST)
	$(BIN)/python -m tests.fuzz.calls
	$(VENV)/fuzz/bin/python -m tests.fuzz

clean: ## remove the environment and all caches
	rm -rf $(VENV) .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist mutants
	find $(CODE) -type d -name __pycache__ -prune -exec rm -rf {} +

# --- the environment --------------------------------------------------------------------------
# Each stamp is made once; a second run does nothing until a lock or pyproject.toml changes.

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "memtxn needs Python 3.11 or newer: '$(PYTHON)' was not found (try make PYTHON=/path/to/python)" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "memtxn needs Python 3.11 or newer: '$(PYTHON)' is older (try make PYTHON=python3.11)" >&2; exit 1; }
	@echo "setting up $(VENV), once; about a minute"
	@$(PYTHON) -m venv --clear $(VENV) || { \
	  echo "memtxn needs the venv module of Python (on Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@touch $@

$(VENV)/.base: pyproject.toml locks/base.txt | $(VENV)/.made
	@$(LOCKED) locks/base.txt
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: locks/dev.txt $(VENV)/.base
	@$(LOCKED) locks/dev.txt
	@touch $@

$(VENV)/bench/.made: BIN = $(VENV)/bench/bin
$(VENV)/bench/.made: pyproject.toml locks/bench.txt | $(VENV)/.made
	@$(VENV)/bin/python -m venv --clear $(VENV)/bench
	@$(LOCKED) locks/bench.txt
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/fuzz/.made: BIN = $(VENV)/fuzz/bin
$(VENV)/fuzz/.made: pyproject.toml locks/fuzz.txt | $(VENV)/.made
	@$(VENV)/bin/python -m venv --clear $(VENV)/fuzz
	@$(LOCKED) locks/fuzz.txt
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

# memtxn is not installed here: the changed copy of it must be the one that is imported.
$(VENV)/mutation/.made: BIN = $(VENV)/mutation/bin
$(VENV)/mutation/.made: pyproject.toml locks/mutation.txt | $(VENV)/.made
	@$(VENV)/bin/python -m venv --clear $(VENV)/mutation
	@$(LOCKED) locks/mutation.txt
	@touch $@

# --- the locks --------------------------------------------------------------------------------
# `make lock` writes locks/ anew from pyproject.toml and keeps each pin that still fits;
# `make lock UPGRADE=--upgrade` takes the newest of everything. The others are made under
# the pins of dev.txt, so all of them always agree. uv is fetched into .venv for this alone.

UV_VERSION := 0.13.9
COMPILE = $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --custom-compile-command "make lock" $(UPGRADE) pyproject.toml --group build

lock: | $(VENV)/.made ## make locks/ anew (UPGRADE=--upgrade for the newest)
	@$(PIP) install uv==$(UV_VERSION)
	$(COMPILE) --group dev --output-file locks/dev.txt
	$(COMPILE) --constraints locks/dev.txt --no-annotate --output-file locks/base.txt
	$(COMPILE) --constraints locks/dev.txt --group bench --output-file locks/bench.txt
	$(COMPILE) --constraints locks/dev.txt --no-annotate --group fuzz --output-file locks/fuzz.txt
	$(COMPILE) --constraints locks/dev.txt --no-annotate --group dev --group mutation --output-file locks/mutation.txt
