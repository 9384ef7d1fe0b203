# Everything happens in .venv and .venv-compiled, with names relative to this folder, so that a path with a space in it is no
# matter. Needs Python 3.11 or newer, pip and make; the compiled engine a C compiler as well.

.DEFAULT_GOAL := help
.PHONY: help demo test compiled test-compiled lint types check bench bench-report strength soak fuzz mutants build clean
SHELL := /bin/sh
MAKEFLAGS += --no-print-directory

PY := .venv/bin/python
ACQUIRE := .venv/bin/acquire
COMPILED := .venv-compiled/bin/python
TEST_ARGS ?=
BENCH_ARGS ?=

# A virtual environment cannot be moved, and its file `where` is the last that is written: one that was made elsewhere, or not to
# its end, is made anew by whatever needs it.
UNFIT := $(shell for venv in .venv .venv-compiled; do \
  [ -x $$venv/bin/python ] && [ "$$(cat $$venv/where 2>/dev/null)" = "$$(pwd -P)" ] || echo $$venv/where; done)
.PHONY: $(UNFIT)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name text; do printf '  make %-13s %s\n' "$$name" "$$text"; done

# ---- the demonstration: the program's main job, on the games that ship ----

DEMO_GAME ?= games/classic-4p-declared.acq
DEMO_TURN ?= 42
DEMO_TABLE ?= games/*-4p-declared.acq

demo: .venv/stamp-run ## set up, then check, replay and rank the recorded games
	@echo '$$ acquire validate games/*.acq'
	@$(ACQUIRE) validate games/*.acq
	@echo; echo '$$ acquire replay --at $(DEMO_TURN) $(DEMO_GAME)'
	@$(ACQUIRE) replay --at $(DEMO_TURN) $(DEMO_GAME)
	@echo; echo '$$ acquire standings $(DEMO_TABLE)'
	@$(ACQUIRE) standings $(DEMO_TABLE)

# ---- checks ----

test: .venv/stamp-test ## set up, then run the tests (TEST_ARGS="-k merger" for some)
	$(PY) -m pytest $(TEST_ARGS)

compiled: .venv-compiled/stamp ## the compiled program, installed in .venv-compiled

# From a folder without acquire_cli, or Python would take the one that is not compiled.
test-compiled: .venv-compiled/stamp ## the same tests on the compiled program
	@set -e; away="$$(mktemp -d)"; trap 'rm -rf "$$away"' EXIT; python="$$PWD/$(COMPILED)"; \
	for item in *; do \
	  case "$$item" in acquire_cli | build | dist | htmlcov) ;; *) cp -R "$$item" "$$away/" ;; esac; \
	done; \
	cd "$$away"; "$$python" -m pytest $(TEST_ARGS)

lint: .venv/stamp-lint ## format, style, spelling, arrows between the rooms
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	.venv/bin/typos
	.venv/bin/lint-imports

types: .venv/stamp-lint ## mypy --strict
	$(PY) -m mypy --strict

check: lint types test ## lint, types and test

bench: .venv/stamp-bench .venv-compiled/stamp ## measure both programs, interpreted and compiled
	@$(PY) bench/bench.py $(BENCH_ARGS)
	@echo
	@$(COMPILED) bench/bench.py $(BENCH_ARGS)

# On a quiet machine: this is the table that others are told.
bench-report: .venv/stamp-bench .venv-compiled/stamp ## the same, written to bench/RESULTS.md
	@$(PY) bench/bench.py --report $(COMPILED) --memory $(BENCH_ARGS) > bench/RESULTS.new
	@mv bench/RESULTS.new bench/RESULTS.md
	@cat bench/RESULTS.md

strength: .venv/stamp-run ## let the computer players play against each other
	$(PY) bench/strength.py

# Long runs. What is done is kept in build/, so a run that was stopped goes on: SOAK_ARGS="--seconds 600" is one of ten minutes.
soak: .venv/stamp-test ## 100,000 whole games against all laws (SOAK_ARGS)
	$(PY) -m tests.laws.soak --blocks build/soak.jsonl $(SOAK_ARGS)

fuzz: .venv/stamp-fuzz ## ten minutes of fuzzing for each target (FUZZ_ARGS="sessions --seconds 60")
	$(PY) -m fuzz.run $(FUZZ_ARGS)

mutants: .venv/stamp-test ## do the tests notice a change in engine or notation? (MUTANTS_ARGS="engine.scoring")
	$(PY) bench/mutants.py $(MUTANTS_ARGS)

build: .venv/stamp-lint ## wheel and source archive in dist/
	rm -rf dist
	$(PY) -m build

clean: ## remove what the other targets made
	rm -rf .venv .venv-compiled dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage htmlcov

# ---- the environment: one stamp for each set of packages, renewed when pyproject.toml changes ----

.venv/stamp-run: pyproject.toml hatch_build.py .venv/where
	$(PY) -m pip install --quiet --editable .
	@touch $@

.venv/stamp-test: .venv/stamp-run
	$(PY) -m pip install --quiet --group test
	@touch $@

.venv/stamp-lint: .venv/stamp-test
	$(PY) -m pip install --quiet --group lint
	@touch $@

.venv/stamp-fuzz: .venv/stamp-test
	$(PY) -m pip install --quiet --group fuzz
	@touch $@

.venv/stamp-bench: .venv/stamp-run
	$(PY) -m pip install --quiet --group bench
	@touch $@

# WHEEL=FILE installs one that is built already; pip has to be told that another one of the same version is another one.
.venv-compiled/stamp: pyproject.toml hatch_build.py $(shell find acquire_cli notation games man -type f ! -name '*.pyc') \
  .venv-compiled/where $(WHEEL)
	$(COMPILED) -m pip install --quiet --group test --group bench $(or $(WHEEL),.)
	$(if $(WHEEL),$(COMPILED) -m pip install --quiet --force-reinstall --no-deps $(WHEEL))
	@cd .venv-compiled && bin/acquire --version
	@cd .venv-compiled && bin/acquire --version | grep -q compiled || { \
	  echo 'the engine could not be compiled; why not: $(COMPILED) -m pip wheel --verbose --no-deps .' >&2; exit 1; }
	@touch $@

# A Python without its own venv or pip (some distributions split them off) lends the pip it has. pip 25.1 knows groups.
.venv/where .venv-compiled/where:
	@set -e; \
	for name in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  if "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then found="$$name"; break; fi; \
	done; \
	if [ -z "$${found:-}" ]; then \
	  echo 'acquire needs Python 3.11 or newer; none of python3, python3.14, python3.13, python3.12, python3.11 is. Name one: make PYTHON=/path/to/python3' >&2; exit 1; \
	fi; \
	venv="$(@:/where=)"; python="$$venv/bin/python"; \
	echo "setting up $$venv with $$("$$found" -V)"; \
	rm -rf "$$venv"; \
	"$$found" -m venv "$$venv" >/dev/null 2>&1 || { \
	  rm -rf "$$venv"; "$$found" -m venv --without-pip "$$venv" && "$$found" -m pip --python "$$python" install --quiet pip; }; \
	"$$python" -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'; \
	pwd -P > $@
