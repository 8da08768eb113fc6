// The table of scenarios: how a deployment misbehaves, and what a caller or a person sees. A row is plain data, so that
// every client can play it:
//
// - `name`: the scenario in a few words
// - `operation`: what the client does: `getRun`, `queue`, `run`, `watchRun` or `runAndWait`
// - `script`: the server's answers by operation; see server.mjs
// - `tls`, `scheme`, `stopped`: how the server uses TLS, another scheme in the address, a server that is not running
// - `timeout`: the caller's timeout in milliseconds
// - `expect`: the members of the outcome; see outcome.mjs. `within` limits the seconds until the outcome
// - `requests`: how often each operation is requested
// - `resumesAfter`: the `Last-Event-ID` of the second request of a stream
// - `only`: the clients that can play the row
// - `page`: why the page leaves the row out
import { callRows } from "./call-rows.mjs";
import { runRows } from "./run-rows.mjs";
import { streamRows } from "./stream-rows.mjs";

/** @type {any[]} */
export const rows = [...callRows, ...streamRows, ...runRows];
