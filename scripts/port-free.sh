#!/usr/bin/env bash
# Fails before anything is built if the port is invalid or in use.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

[[ $PORT =~ ^[0-9]{1,5}$ && $((10#$PORT)) -ge 1 && $((10#$PORT)) -le 65535 ]] ||
  fail "PORT=$PORT is not a port: choose one from 1 to 65535, such as make play PORT=9000"
if (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null; then
  fail "port $PORT is in use: stop the program that uses it, or choose another port: make play PORT=$((10#$PORT % 65535 + 1))"
fi
