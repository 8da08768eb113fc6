# Two commands: `make play` opens flowdeck on this machine, `make test` proves it.
# What has been built is known by time stamps, so a second run builds nothing.

PORT ?= 8787
SUITE ?=
MEASURE ?=
TARGET ?=
SECONDS ?= 60
export PORT SUITE MEASURE

# Each face has sources of its own: a change of the page does not rebuild the program.
program_sources := $(shell find src Cargo.toml Cargo.lock ! -path 'src/client*' ! -path 'src/npm*' ! -path 'src/playground*')
wasm_sources := $(shell find src Cargo.toml Cargo.lock ! -path 'src/service*' ! -path 'src/engine*' ! -path src/main.rs)
npm_wasm_sources := $(filter-out src/playground% src/client/web%,$(wasm_sources)) scripts/build-wasm.sh
site_sources := $(shell find index.html www/*.js www/first www/styles 2>/dev/null)
npm_sources := $(shell find www/npm 2>/dev/null)

.NOTPARALLEL:
.PHONY: help play test bench fuzz build site npm program setup port clean

help:
	@echo "make play [PORT=8787]      build flowdeck and open it on this machine"
	@echo "make test [SUITE=\"a b\"]    run every suite, or the named ones"
	@echo "make bench [MEASURE=\"a b\"] measure flowdeck beside its peers, into bench/RESULTS.md"
	@echo "make fuzz [TARGET=\"a b\"] [SECONDS=60] throw broken files at every reader, or at the named ones"
	@echo "make build                 the program, the site and the npm package, into target/"
	@echo "make clean                 remove what was built; the tools in .tools/ stay"

play: port program site
	@exec scripts/play.sh

test:
	@scripts/test.sh

bench:
	@scripts/bench.sh

# In bash SECONDS is a clock.
fuzz:
	@TARGET="$(TARGET)" FUZZ_SECONDS="$(SECONDS)" scripts/fuzz.sh

build: program site npm
program: target/release/flowdeck
site: target/site/index.html
npm: target/npm/package.json

setup:
	@scripts/setup.sh

port:
	@scripts/port-free.sh

target/release/flowdeck: $(program_sources) scripts/build-program.sh | setup
	@scripts/build-program.sh

target/wasm/playground/playground_bg.wasm: $(filter-out src/npm%,$(wasm_sources)) scripts/build-wasm.sh | setup
	@scripts/build-wasm.sh playground playground

target/wasm/calls/calls_bg.wasm: $(npm_wasm_sources) | setup
	@scripts/build-wasm.sh calls npm

target/wasm/schema/schema_bg.wasm: $(npm_wasm_sources) | setup
	@scripts/build-wasm.sh schema npm-schema wasm-speed

target/site/index.html: target/wasm/playground/playground_bg.wasm target/wasm/schema/schema_bg.wasm $(site_sources) scripts/build-site.sh scripts/first-words.mjs scripts/precompress.mjs
	@scripts/build-site.sh

target/npm/package.json: target/wasm/calls/calls_bg.wasm target/wasm/schema/schema_bg.wasm $(npm_sources) scripts/build-npm.sh scripts/inline-wasm.mjs
	@scripts/build-npm.sh

clean:
	@rm -rf target
