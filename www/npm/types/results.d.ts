// What calls resolve to: runs, the queue, and the results of optional operations.

import type { FlowdeckError } from "./errors.js";
import type { CallOptions, Priority } from "./options.js";
import type { InputSchema, Problem } from "./schema.js";

/** A result with the deployment's original answer in `raw`, which is not enumerable. */
export type Answer<T> = T & {
  /** The answer's JSON, including its envelope. */
  readonly raw: unknown;
};

/** The entries of a submission; the fields of the first are also its own. */
export interface RunEntries extends RunEntry {
  /** At least one. */
  entries: RunEntry[];
}

/** The result of a submission: its first run, and all runs in `entries`. */
export type Run = Answer<RunEntries>;

/** The state of a started run after an event or at one poll; `via` says where it was read. */
export type RunUpdate = RunByDetail | RunByEvents | RunByQueue;

/** A run that has ended. */
export type RunOutcome = RunUpdate & { ended: true };

/** A run's state according to its detail. */
export interface RunByDetail extends RunEntries {
  via: "detail";
  status: RunStatus;
  ended: boolean;
  /** While it waits in the service: from 1, its place among all waiting runs, if the deployment reports it. */
  position: number | null;
  instance: null;
  outputs: RunOutput[];
  /** The engine's error message, if it failed. */
  error: string | null;
  /** Its progress while it runs, if the deployment reports it. */
  progress: RunProgress | null;
  detail: Answer<RunDetail>;
}

/** A run's state according to its events. Its end is read from its detail, unless the deployment offers none. */
export interface RunByEvents extends Omit<RunByDetail, "via" | "detail"> {
  via: "events";
  detail: null;
}

/** A run's state according to the queue, which does not show how a run ended: its final status is `unknown`. */
export interface RunByQueue extends RunEntries {
  via: "queue";
  status: "pending" | "running" | "unknown";
  ended: boolean;
  /** 0 while it runs; from 1, its position among the waiting tasks of its instance or of the service. */
  position: number | null;
  /** The address of the engine instance; null while it waits in the service. */
  instance: string | null;
  outputs: RunOutput[];
  error: null;
  progress: null;
  detail: null;
}

/** What happened to a run, with everything known of it since. What the deployment does not report is null. */
export interface RunEvent {
  /**
   * `state`: its status has changed or become known; `attempt`: an engine was given the run; `outputs`: its outputs are
   * ready; `moment`: its place or its progress changed. The last event is a `state`.
   */
  type: "state" | "attempt" | "outputs" | "moment";
  /** How it became known: by the run's events, or by polling its detail or the queue. */
  via: "events" | "detail" | "queue";
  runId: string;
  workflowId: string | null;
  groupId: string | null;
  /** `unknown` before the first `state`, and if the run has left a queue that does not show how it ended. */
  status: RunStatus;
  /** How often an engine has been given the run. */
  attempts: number | null;
  /** The engine's error message, if it failed. */
  error: string | null;
  outputs: RunOutput[];
  /** The outputs that its engine left out because of an error, although it executed the others. */
  leftOut: { node: string; title: string; reason: string }[];
  /** While it waits, its place from 1; according to the queue, 0 while it runs. */
  position: number | null;
  /** While it waits: the expected seconds until it starts. */
  startsIn: number | null;
  /** Until it ends: the expected seconds of its execution. */
  takes: number | null;
  progress: RunProgress | null;
  /** While it runs: the absolute URL of the last preview. */
  preview: string | null;
  /** The address of its engine instance, if the queue shows it. */
  instance: string | null;
  /** When it happened, in RFC 3339 format; null for a moment, and if it was found by polling. */
  at: string | null;
  /** Its number among the run's events, from 1; null where `at` is null. */
  number: number | null;
}

/** What a webhook reports. */
export type WebhookEvent = RunWebhook | TestWebhook;

/** What happened to a run, according to a webhook. */
export interface RunWebhook {
  type: "run.started" | "run.completed" | "run.failed" | "run.cancelled";
  /** When it happened, in RFC 3339 format. */
  timestamp: string;
  /** The run's detail when the webhook was sent; `raw` has the whole request. */
  data: Answer<RunDetail>;
}

/** A test of the receiver. */
export interface TestWebhook {
  type: "webhook.test";
  timestamp: string;
  /** As it was sent. */
  data: unknown;
}

/** The running and waiting tasks of every engine instance. */
export type Queue = Answer<{
  instances: Instance[];
  /** The runs that wait in the service; none if the deployment does not report them. */
  waiting: Waiting;
}>;

/** A snapshot of the queue, and what changed since the previous one. */
export interface QueueUpdate {
  /** The current queue; after a failure the last known one, before the first success empty. */
  instances: Instance[];
  /** The runs that wait in the service, as in {@link Queue}. The lists of changes have only your own of them. */
  waiting: Waiting;
  /** New tasks that wait. */
  added: PlacedTask[];
  /** Tasks that began to run. */
  started: PlacedTask[];
  /** Tasks with another position in their queue, or on another instance. */
  moved: (PlacedTask & { from: Place })[];
  /** Tasks that are gone (completed, failed or cancelled), with their last place. */
  finished: PlacedTask[];
  /**
   * My runs in the queue: those that this deck started, and those in the option `runs`. A started run is
   * forgotten when it has left the queue and is missing from three consecutive snapshots; those in `runs` never
   * are.
   */
  mine: (Place & { runId: string })[];
  /** The age of `instances` in milliseconds; null before the first success. */
  age: number | null;
  /** Why this poll failed, if it did. */
  error: FlowdeckError | null;
}

/** The place of a task in the queue. */
export interface Place {
  /** The address of the engine instance; null while the run waits in the service. */
  instance: string | null;
  state: "running" | "pending";
  /** 0 while it runs; from 1, its position among the waiting tasks of its instance or of the service. */
  position: number;
}

/** A task and its place in the queue. */
export interface PlacedTask extends Place {
  /** The run's id. */
  id: string;
}

export type RunStatus = "pending" | "running" | "completed" | "failed" | "cancelled" | "unknown";

/** An output file of a run. Its links are absolute; `raw` has the deployment's originals. */
export interface RunOutput extends OutputLinks {
  /**
   * Loads it, by its link, which needs no key. Rejects with a `NotFoundError` if the link has expired.
   */
  blob(options?: CallOptions | null): Promise<Blob>;
  /** The same as text. */
  text(options?: CallOptions | null): Promise<string>;
  /**
   * Saves it and returns the path of the file; only in Node. `path` is a file, or an existing folder or a path that
   * ends with a slash, into which it is saved under its own name; without it, the current folder. Rejects with a
   * `UsageError` if the file exists already, unless `overwrite` is true.
   */
  save(path?: string | null, options?: SaveOptions | null): Promise<string>;
}

/** Options of saving an output. */
export interface SaveOptions extends CallOptions {
  /** Whether a file that exists is replaced. */
  overwrite?: boolean | null | undefined;
}

// The answers of deployments. scripts/declared-files.sh writes these types.
// answers
/** An accepted run. */
export interface RunEntry {
  /** The run's id. */
  runId: string;
  /** The workflow that it runs. */
  workflowId: string;
}

/** A run in detail. What the deployment does not report is null. */
export interface RunDetail {
  /** The run's id. */
  runId: string;
  /** The workflow it runs. */
  workflowId: string;
  /** The group it belongs to. */
  groupId: string | null;
  /** The name of the key that submitted it, or `first key`. */
  owner: string | null;
  /** The address of the engine instance that has it or had it last; none while it waits for one. */
  instance: string | null;
  /** Its status. */
  status: RunStatus;
  /** Why it failed, as reported by the engine. */
  error: string | null;
  /** How often an engine instance has been given it; more than once only if one has lost it. */
  attempts: number | null;
  /** Its priority among the runs of its key. */
  priority: Priority | null;
  /** While it waits in the service: its place among all waiting runs, counted from 1. */
  position: number | null;
  /**
   * While it waits in the service: the expected seconds until it starts. Unknown if no instance that could execute it
   * takes runs, or a run ahead of it is of a workflow that has never completed.
   */
  startsIn: number | null;
  /** Until it ends: the expected seconds of its execution. */
  takes: number | null;
  /** Its progress, while it runs and its engine reports it. */
  progress: RunProgress | null;
  /**
   * While it runs: the link to the last preview that its engine has sent, which works without the key. It changes with
   * each image.
   */
  preview: string | null;
  /** Its inputs. */
  inputs: { name: string; value: string | null; shortened: boolean }[];
  /** Its output files. */
  outputs: RunOutput[];
  /**
   * The outputs that the engine leaves out because it found an error in them or in what they need. It executes all
   * others. An output that the workflow's saved exposure names, or without one an output that saves files, is never
   * left out: the run fails.
   */
  leftOut: { node: string; title: string; reason: string }[];
  /** The names of its output files. */
  outputNames: string[];
  /** When it was accepted, RFC 3339 in UTC. */
  createdAt: string | null;
  /** When an engine started it. */
  startedAt: string | null;
  /** When it ended. */
  completedAt: string | null;
  /**
   * When it is removed because of its age; null if it is not limited, or the run has not ended. Limits on the number
   * and the size of runs may remove it earlier. It stays as long as a link shows its result.
   */
  expiresAt: string | null;
}

/**
 * The progress of a run: the steps of its current node in ComfyUI's terms and, if the deployment counts nodes, how much
 * of the whole run is done. What the deployment does not report is null.
 */
export interface RunProgress {
  /** The node's steps done; at most `max`. */
  value: number;
  /** The number of the node's steps; 1 if it does not count them. */
  max: number;
  /** The node's id. */
  node: string | null;
  /** The node's title, or else its class. */
  title: string | null;
  /** The nodes done, including those with a cached result. */
  nodesDone: number | null;
  /** The nodes to do in all. */
  nodesTotal: number | null;
  /** How much of the run is done, from 0 to 100; it never decreases. */
  percent: number | null;
}

/** A file that a run produced. What the deployment does not report is null. */
export interface OutputLinks {
  /** Its name for `GET /api/v1/runs/output`. */
  filename: string;
  /** A link that works for a while without a key; relative to the base URL or absolute. */
  url: string | null;
  /** For an image: the same link, to which a width in pixels can be added: `&width=320`. */
  thumbnail: string | null;
}

/** A page of runs. What the deployment does not report is null. */
export interface RunList {
  /** The group that was asked for. */
  groupId: string | null;
  /** The number of runs on all pages. */
  count: number;
  /**
   * The runs of this page. `flowdeck serve` shortens the values of a run that has more than 16 KB of them, and errors
   * after 2,000 characters; the detail of the run has both in full.
   */
  runs: RunDetail[];
}

/** A token with which a browser follows, reads and cancels one run, and nothing else. */
export interface RunToken {
  /** The run. */
  runId: string;
  /** What the browser sends in place of a key. */
  token: string;
  /** When it ends, RFC 3339 in UTC. */
  expiresAt: string;
}

/** What became of the runs of a group that were to be deleted. */
export interface RemovedRuns {
  /** How many were deleted. */
  removed: number;
  /** The IDs of those that stay because they have not ended; cancel them first. */
  notEnded: string[];
}

/** The link to an output of a run. */
export interface OutputFile {
  /** The output's address, relative to the base URL or absolute. */
  downloadUrl: string;
  /** The status of its run, in the deployment's words. */
  status: string;
}

/** One engine instance and its queue. What the deployment does not report is null. */
export interface Instance {
  /** The instance's address, or the name of its container if the deployment gives that instead. */
  address: string;
  /** The tasks that run now. */
  running: Task[];
  /** The tasks that wait, in the order in which they will run. */
  pending: Task[];
  /**
   * Why it takes no runs, if the deployment says so: it is `stopped`, it is `hung` (its connection works, but it does
   * not answer), or it is `draining` (it finishes the runs that it has).
   */
  condition: "hung" | "stopped" | "draining" | null;
}

/** One task in a queue. */
export interface Task {
  /** Its priority: the smallest number runs first; it may be negative or fractional. */
  number: number;
  /** The run's id. */
  id: string;
}

/** The runs that wait in the service until an engine instance has room. */
export interface Waiting {
  /** How many wait. */
  count: number;
  /** The ids of the first ones (up to 1,000), in the order in which they are expected to start. */
  ids: string[];
  /** All of the caller's own: those of its key. */
  own: WaitingRun[];
}

/** One of the caller's runs that wait in the service. What the deployment does not report is null. */
export interface WaitingRun {
  /** Its id. */
  runId: string;
  /** Its place among all waiting runs, counted from 1. */
  position: number | null;
  /** The expected seconds until it starts. */
  startsIn: number | null;
  /** The expected seconds of its execution. */
  takes: number | null;
}

/** The state of an engine instance. What the deployment does not report is null. */
export interface Health {
  /** The instance's address. */
  address: string;
  /** `idle`, `running`, `stopped`, `hung` or `draining`. */
  status: string;
  /** What is wrong with it, although it answers: its events cannot be received. Or why nothing is sent to it. */
  problem: string | null;
}

/** A deployed workflow. What the deployment does not report is null. */
export interface WorkflowEntry {
  /** Its ID, the value of the parameter `workflow_id`. */
  id: string;
  /** The name shown to people. */
  name: string;
  /** A one-sentence description. */
  description: string | null;
  /** The fields and their types, as JSON text: `{"text_6": "string"}`. */
  inputs: string | null;
  /** The outputs and their types, in the same format. */
  outputs: string | null;
  /** The fields and outputs in full. */
  schema: InputSchema | null;
  /** The problems that keep the workflow from running; empty if it can run. */
  problems: Problem[];
  /** The problems that keep only some of its outputs from being produced, and notes on how its file was read. */
  warnings: Problem[];
}

// end
