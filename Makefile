# Rulebinder: `make help` lists what can be made.
# Needs make and Python 3.11 or newer; everything else goes into .venv, at the versions of requirements/.

PYTHON ?= python3
NOTES ?= content/notes
OUT ?= site
SITE_URL ?=
PORT ?= 8000

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
RULEBINDER := $(BIN)/python -m generator
COMPILE := CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/python -m piptools compile --quiet --upgrade --generate-hashes \
	--allow-unsafe --strip-extras --build-deps-for editable \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links
# What checks the scripts of the pages runs on the Node in .venv, so that everyone has the same.
NPM := PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm --prefix web
BROWSERS := chromium chromium-browser google-chrome

# Stamps: what .venv holds already. Without the first one .venv is absent or half made, and is made anew.
DEPENDENCIES := $(VENV)/.dependencies
PACKAGE := $(VENV)/.package
TOOLS := $(VENV)/.tools
WEB_TOOLS := web/node_modules/.tools

.DEFAULT_GOAL := help
.PHONY: help site serve check test lint types web tests browser pictures bench lock clean force

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile
	@echo "Variables: NOTES=$(NOTES) OUT=$(OUT) SITE_URL=$(SITE_URL) PORT=$(PORT) PYTHON=$(PYTHON)"

site: $(PACKAGE) ## build the website from the release notes in NOTES into OUT
	@$(RULEBINDER) site --notes '$(NOTES)' --out '$(OUT)' $(if $(SITE_URL),--site-url '$(SITE_URL)')

serve: $(PACKAGE) ## show the built website on this machine
	@test -f '$(OUT)/index.html' || { echo "$(OUT)/index.html: not there; run 'make site' first" >&2; exit 1; }
	@echo "Open http://localhost:$(PORT)/ (Ctrl-C ends)"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory '$(OUT)' $(PORT)

check: $(PACKAGE) ## list what is wrong with the release notes in NOTES and with content/
	@$(RULEBINDER) check --notes '$(NOTES)'

test: lint types web tests ## run everything that must hold

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(TOOLS)
	$(BIN)/python -m mypy

web: $(WEB_TOOLS) ## check what browsers load: form, types and tests of the scripts
	@$(NPM) run --silent lint
	@$(NPM) run --silent types
	@$(NPM) run --silent test

tests: $(TOOLS) $(WEB_TOOLS) browser
	$(BIN)/python -m pytest -n 2

browser: ## find Chromium for the tests, or install it (Debian, as root)
	@for name in $(BROWSERS); do if command -v $$name >/dev/null; then exit 0; fi; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium for the browser tests"; \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null; \
	else \
		echo "The browser tests need Chromium: install your system's package (Debian: apt-get install chromium)" >&2; exit 1; \
	fi

pictures: $(TOOLS) browser ## take the README's pictures, of the example site and no other
	@$(RULEBINDER) site --notes content/notes --out build/example
	@$(BIN)/python -m site_tests.pictures build/example docs/pictures

bench: $(TOOLS) ## measure speed, memory and the reading of boundaries
	@$(BIN)/python -m site_tests.bench

lock: $(TOOLS) ## pin the newest dependencies that pyproject.toml allows
	$(PIP) pip-tools
	$(COMPILE) --output-file requirements/site.txt pyproject.toml
	$(COMPILE) --extra dev --constraint requirements/site.txt --output-file requirements/test.txt pyproject.toml

clean: ## remove what was built and installed
	rm -rf web/node_modules
	rm -rf $(VENV) '$(OUT)' .mypy_cache .pytest_cache .ruff_cache .hypothesis rulebinder.egg-info

# A .venv whose Python is gone (moved or upgraded) counts as half made.
ifneq ($(shell $(BIN)/python -c 'print(1)' 2>/dev/null),1)
$(DEPENDENCIES): force
endif

$(DEPENDENCIES): requirements/site.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Rulebinder needs Python 3.11 or newer; '$(PYTHON)' is not. Try: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Installing the dependencies into $(VENV)"
	@rm -f $(PACKAGE) $(TOOLS)
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) --require-hashes --requirement requirements/site.txt
	@touch $@

$(PACKAGE): $(DEPENDENCIES) pyproject.toml
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(TOOLS): $(PACKAGE) requirements/test.txt
	@echo "Installing the tools of the tests into $(VENV)"
	@$(PIP) --require-hashes --requirement requirements/test.txt
	@touch $@

$(WEB_TOOLS): $(TOOLS) web/package.json web/package-lock.json
	@echo "Installing the tools of the scripts into web/node_modules"
	@$(NPM) ci --loglevel error
	@touch $@
