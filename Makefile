# Needs git, make and Python >= 3.11; GNU make 3.81 (macOS) will do.  All is installed in .venv.
VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.made-to-run
DEV := $(VENV)/.made-to-test
HARD := $(VENV)/.made-to-build
ARBITER := $(BIN)/generals-arbiter

.PHONY: help demo test lint format types bench montecarlo golden pictures hardware clean
.DEFAULT_GOAL := help

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

demo: $(RUN) ## a guided tour of the box, on the simulator
	@$(ARBITER) demo

test: $(DEV) ## the whole test suite, a process for each core (at most four)
	@$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile

lint: $(DEV) ## ruff: rules and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(DEV) ## ruff: rewrite in the project's format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

types: $(DEV) ## mypy: host and simulator, then the firmware against the board's types
	@$(BIN)/mypy
	@$(BIN)/mypy --config-file tools/mypy-firmware.ini firmware/boot.py firmware/code.py firmware/distress.py

bench: $(DEV) ## simulated time over real time, and the other benchmarks
	@$(BIN)/python -m pytest tests/bench -q --benchmark-enable --benchmark-only

montecarlo: $(DEV) ## a million reads by resistors: none may be wrong (prints its seed)
	@$(BIN)/python -m arbiter_sim.montecarlo --reads 1000000

golden: $(DEV) ## write the golden play-throughs anew (then look at git diff)
	@$(BIN)/python -m pytest -q tests/golden --regenerate-golden

pictures: $(DEV) ## the README's pictures and sounds, by our own recorder
	@$(BIN)/python tools/pictures.py

hardware: $(HARD) ## printed parts and electronics: made anew, compared and checked (1 GB of CAD)
	@KICAD=1 $(BIN)/python -m pytest tests/hardware

clean: ## remove the environment and all caches
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Installing to test also brings all that is needed to run.
$(RUN): pyproject.toml
	@python=$$(sh tools/find-python) && "$$python" tools/make_venv.py $(VENV)
	@touch $@

$(DEV): pyproject.toml
	@python=$$(sh tools/find-python) && "$$python" tools/make_venv.py $(VENV) dev
	@touch $(RUN) $@

$(HARD): pyproject.toml
	@python=$$(sh tools/find-python) && "$$python" tools/make_venv.py $(VENV) dev,hardware
	@touch $(RUN) $(DEV) $@
