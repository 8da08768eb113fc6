#!/usr/bin/env bash
# Serves the playground with two embedded engines and the sample workflows.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

say "starting flowdeck on 127.0.0.1:$PORT; Ctrl-C ends it"
# The program takes the place of this script, so that Ctrl-C reaches it alone.
exec target/release/flowdeck serve --listen "127.0.0.1:$PORT" --engines 2 \
  --site target/site --workflows www/workflows --data target/play
