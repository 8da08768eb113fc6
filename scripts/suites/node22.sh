# shellcheck shell=bash
# A second Node for the tests, in FLOWDECK_NODES.

# Installs Node 22. Where no build of it exists for this machine, the tests use the installed Node alone.
second_node() {
  local folder=$tools/node22
  if ! cmp -s tests/npm/node22/package-lock.json "$folder/.installed-lock.json"; then
    say "installing a second Node for the tests"
    mkdir -p "$folder"
    cp tests/npm/node22/package*.json .npmrc "$folder/"
    logged node22 "check the network, then run make again" npm ci --prefix "$folder"
    cp tests/npm/node22/package-lock.json "$folder/.installed-lock.json"
  fi
  FLOWDECK_NODES=$(first_of "$folder"/node_modules/*/bin/node)
  export FLOWDECK_NODES
}
