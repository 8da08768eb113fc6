#!/usr/bin/env bash
# Says at once, before anything is built, when the port is taken.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

[[ $PORT =~ ^[0-9]{1,5}$ && $((10#$PORT)) -ge 1 && $((10#$PORT)) -le 65535 ]] ||
  fail "PORT=$PORT is no port: choose one from 1 to 65535, such as make play PORT=9000"
if (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null; then
  fail "port $PORT is in use: end what listens there, or choose another with make play PORT=$((10#$PORT % 65535 + 1))"
fi
