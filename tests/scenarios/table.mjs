// The table of scenarios: how a deployment misbehaves, and what a caller or a person sees. A row is plain data, so that
// every client can play it:
//
// - `name`: the scenario in a few words
// - `operation`: what the client does: `getRun`, `queue`, `run`, `watchRun` or `runAndWait`
// - `script`: the server's answers by operation; server.mjs plays them, and answers.mjs makes them
// - `tls`, `scheme`, `stopped`: how the server uses TLS, another scheme in the address, a server that is not running
// - `timeout`: the caller's timeout in milliseconds
// - `expect`: the members of the outcome; see outcome.mjs. `within` limits the seconds until the outcome
// - `requests`: how often each operation is requested
// - `resumesAfter`: the `Last-Event-ID` of the second request of a stream
// - `only`: the clients that can play the row, of `Node`, `Chromium` and `native`
// - `page`: why the page leaves the row out
//
// The native client leaves out `runAndWait`, which it does not have. The page plays the rows of followed runs; of their
// outcome, it shows `status` and `message`, and `within` and `resumesAfter` hold.
import { callRows } from "./call-rows.mjs";
import { runRows } from "./run-rows.mjs";
import { streamRows } from "./stream-rows.mjs";

/** @type {any[]} */
export const rows = [...callRows, ...streamRows, ...runRows];
