# The two set-up commands are `make up` and `make test`; neither needs anything but Python 3.12+ and make.
#   make up PORT=8001 DATA=/somewhere     moves the port and the data folder
#   make test ARGS="-k choosing"          passes arguments on to pytest
#   make bench ROW=name                   runs one row

SHELL := /bin/sh
.DEFAULT_GOAL := up
.PHONY: up test lint eval bench soak runtime tools

VENV := .venv
RUN := $(VENV)/bin/python
PORT ?= 8000
DATA ?= var
export PORT DATA
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Compiling all of our code in each process anew takes a fifth of its start.
unexport PYTHONDONTWRITEBYTECODE

# Production as `check --deploy` should see it; the values are made up.
PRODUCTION := DATA=$(VENV)/lint OWNYOU_HTTPS=true OWNYOU_HOSTS=ownyou.example OWNYOU_DEBUG=false \
	OWNYOU_SITE_URL=https://ownyou.example \
	OWNYOU_DJANGO_SECRET_KEY=only-for-the-check-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ

# The same as `manage.py up`, only that it does not wait for Django's imports first.
up: runtime
	@$(RUN) -m ownyou.embedded

test: tools
	@$(RUN) -m pytest $(ARGS)

lint: tools
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports
	DATA=$(VENV)/lint OWNYOU_DB_POOL=0 $(RUN) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(RUN) manage.py check --deploy --fail-level WARNING

eval: tools
	@$(RUN) -m tests.evals $(ARGS)

bench: tools
	@$(RUN) -m bench $(ROW)

soak: tools
	@echo "soak: two thousand acts (SOAK_ACTS=n: other numbers) while workers are killed; figures in var/soak.json."
	@$(RUN) -m pytest -m soak -n 0 --timeout=0 $(ARGS)

# Installing happens only when the lock differs from the one that was installed last. The lock names everything,
# so nothing is left to be resolved; modules are compiled when they are first imported. Together with a pip of
# our own time it takes a third of what the one does that came with Python.
INSTALL := -m pip install -qq --no-deps --no-compile --require-hashes -r

runtime: $(RUN)
	@cmp -s requirements.txt $(VENV)/runtime.installed || { \
		echo "installing the locked requirements; this takes a minute or two" && \
		$(RUN) $(INSTALL) requirements.txt && \
		cp requirements.txt $(VENV)/runtime.installed; }

tools: runtime
	@cmp -s tests/requirements.txt $(VENV)/tools.installed || { \
		echo "installing what tests and lint need" && \
		$(RUN) $(INSTALL) tests/requirements.txt && \
		cp tests/requirements.txt $(VENV)/tools.installed; }

# The first of these that is Python 3.12 or newer makes the virtual environment.
PYTHONS := $(PYTHON) python3.12 python3.13 python3.14 python3 python $(wildcard $(HOME)/.pyenv/versions/3.1[2-9]*/bin/python)

$(RUN):
	@for python in $(PYTHONS); do \
		if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' >/dev/null 2>&1; then \
			echo "making $(VENV) with $$("$$python" --version)"; \
			"$$python" -m venv $(VENV) && { $(RUN) $(INSTALL) deploy/pip.txt; exit 0; }; \
			rm -rf $(VENV); \
			echo "$$python cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv"; \
			exit 1; \
		fi; \
	done; \
	echo "OwnYou needs Python 3.12 or newer, and found none. Install one, or name it: make up PYTHON=/path/to/python"; \
	exit 1
