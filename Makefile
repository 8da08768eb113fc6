# `make play` builds flowdeck and starts it on this machine; `make test` runs every test.
# Whether something needs building is decided by time stamps, so a second run builds nothing.

PORT ?= 8787
WORKFLOWS ?= www/workflows
PREFIX ?= ~/.local
SUITE ?=
MEASURE ?=
PART ?=
TARGETS ?=
TARGET ?=
SECONDS ?= 60
PAGE ?=
export PAGE PORT WORKFLOWS PREFIX SUITE MEASURE PART TARGETS

# What a build read, by the list that cargo writes next to its result: a change of the page does not rebuild the program.
built := $(or $(CARGO_TARGET_DIR),target)
read_by = $(wildcard Cargo.toml Cargo.lock src/*/Cargo.toml $(shell sed 's/^[^:]*://' $(built)/$1.d 2>/dev/null))
# With PAGE=quick, the page and the package are compiled in less time, into a folder of their own.
page := $(if $(filter quick,$(PAGE)),target/quick-page,target)
wasm_read_by = $(call read_by,wasm32-unknown-unknown/$(if $(filter quick,$(PAGE)),wasm-quick,$1)/$2) scripts/build-wasm.sh
site_sources := $(shell find index.html www/*.js www/*.webmanifest www/icons www/first www/styles 2>/dev/null)
docs_sources := $(shell find www/docs 2>/dev/null) www/styles/tokens.css
npm_sources := $(shell find www/npm 2>/dev/null)
nodes_sources := $(shell find comfyui -type f -not -path "*/tests/*" -not -path "*/__pycache__/*" 2>/dev/null)

.PHONY: help play install test dist bench fuzz attack chaos build site npm nodes licenses program local quick parts local-parts requirements \
  setup-program setup-web port clean

help:
	@echo "make play [PORT=8787] [WORKFLOWS=DIR] build flowdeck, start it and print the link to its page"
	@echo "make install [PREFIX=~/.local] build the optimised program for this machine, and put it into PREFIX/bin"
	@echo "make test [SUITE=\"a b\"]    run every test suite, or those named"
	@echo "make dist [PART=\"a b\"] [TARGETS=host] make what people install, into target/dist, for every system or this"
	@echo "                           one; make test SUITE=dist checks it"
	@echo "make bench [MEASURE=\"a b\"] compare flowdeck with its peers, into bench/RESULTS.md"
	@echo "make fuzz [TARGET=\"a b\"] [SECONDS=60] fuzz every reader, or those named"
	@echo "make attack                attack the built program on this machine"
	@echo "make chaos                 kill and pause engines and the service while clients submit runs"
	@echo "make build                 build the optimised program, the site, the npm package and ComfyUI's nodes into target/"
	@echo "make clean                 remove the build output, but not the tools in .tools/"

# The program and the page compile side by side: each alone leaves a core idle for minutes.
play: port requirements
	@$(MAKE) --no-print-directory --jobs=3 PAGE=quick quick site
	@exec scripts/play.sh

# As above: what the program consists of compiles side by side with the page, which is then added to it.
install: requirements
	@$(MAKE) --no-print-directory --jobs=3 parts site
	@$(MAKE) --no-print-directory local
	@scripts/install-program.sh

test:
	@scripts/test.sh

dist:
	@scripts/dist.sh

bench:
	@scripts/bench.sh

# Passed under another name, because SECONDS is a clock in bash.
fuzz:
	@TARGET="$(TARGET)" FUZZ_SECONDS="$(SECONDS)" scripts/fuzz.sh

attack: program
	@scripts/attack.sh

chaos: program
	@scripts/chaos.sh

build: program site npm nodes
# Contains the page, the npm package and ComfyUI's nodes. The quick program contains the nodes if they are there.
program: target/release/flowdeck
# The same for this machine alone, compiled in less time.
local: target/local/flowdeck
# Compiled in half the time, and slower, for `make play` and the tests.
quick: target/quick/flowdeck
site: $(page)/site/index.html
npm: $(page)/npm/package.json
nodes: target/comfyui/pyproject.toml
licenses: target/licenses.txt

requirements:
	@scripts/requirements.sh web

setup-program:
	@scripts/setup.sh program

setup-web:
	@scripts/setup.sh web

port:
	@scripts/port-free.sh

target/release/flowdeck: target/site/index.html target/comfyui/pyproject.toml target/licenses.txt $(call read_by,release/flowdeck) scripts/build-program.sh | setup-program
	@scripts/build-program.sh release

target/local/flowdeck: target/site/index.html target/comfyui/pyproject.toml target/licenses.txt $(call read_by,local/flowdeck) scripts/build-program.sh | setup-program
	@scripts/build-program.sh local

# Only if the program is missing: otherwise it is compiled once the page is there.
parts: $(if $(wildcard target/local/flowdeck),,local-parts)
local-parts: | setup-program
	@scripts/build-program.sh local without-page

target/quick/flowdeck: $(wildcard target/comfyui/pyproject.toml) $(call read_by,quick/flowdeck) scripts/build-program.sh | setup-program
	@scripts/build-program.sh quick

$(page)/wasm/playground/playground_bg.wasm: $(call wasm_read_by,wasm-release,playground) | setup-web
	@scripts/build-wasm.sh playground playground

$(page)/wasm/calls/calls_bg.wasm: $(call wasm_read_by,wasm-release,npm_calls) | setup-web
	@scripts/build-wasm.sh calls npm_calls

$(page)/wasm/follow/follow_bg.wasm: $(call wasm_read_by,wasm-release,npm_follow) | setup-web
	@scripts/build-wasm.sh follow npm_follow

$(page)/wasm/schema/schema_bg.wasm: $(call wasm_read_by,wasm-speed,npm_schema) | setup-web
	@scripts/build-wasm.sh schema npm_schema wasm-speed

target/docs/index.html: $(docs_sources) package-lock.json scripts/build-docs.sh scripts/bundled-licenses.mjs scripts/grouped-licenses.mjs | setup-web
	@scripts/build-docs.sh

$(page)/site/index.html: target/docs/index.html $(page)/npm/package.json $(page)/wasm/playground/playground_bg.wasm $(page)/wasm/schema/schema_bg.wasm $(site_sources) scripts/build-site.sh scripts/first-words.mjs scripts/precompress.mjs
	@scripts/build-site.sh

$(page)/npm/package.json: $(page)/wasm/calls/calls_bg.wasm $(page)/wasm/follow/follow_bg.wasm $(page)/wasm/schema/schema_bg.wasm $(npm_sources) scripts/build-npm.sh scripts/inline-wasm.mjs
	@scripts/build-npm.sh

target/licenses.txt: Cargo.lock target/docs/index.html scripts/build-licenses.sh scripts/crate-licenses.mjs scripts/grouped-licenses.mjs | setup-program
	@scripts/build-licenses.sh

target/comfyui/pyproject.toml: target/wasm/schema/schema_bg.wasm $(nodes_sources) scripts/build-nodes.sh
	@scripts/build-nodes.sh

clean:
	@rm -rf target
