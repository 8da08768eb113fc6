#!/usr/bin/env bash
# Serves the playground with the workflows of a folder, by default the samples. The program says which engines it uses:
# ComfyUI if it runs on this machine, or else two embedded ones.
# shellcheck source=scripts/lib.sh
. "$(dirname "$0")/lib.sh"

say "starting flowdeck on 127.0.0.1:$PORT; press Ctrl-C to stop it"
# exec, so that Ctrl-C reaches the program alone. One data folder per port, so that two can run.
exec target/quick/flowdeck serve --listen "127.0.0.1:$PORT" \
  --site target/quick-page/site --workflows "$WORKFLOWS" --data "target/play/$PORT"
