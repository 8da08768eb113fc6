// What calls give: runs, the queue, and what deployments offer beyond.

import type { Deck, inputSchema } from "../index.js";
import type { FlowdeckError } from "./errors.js";
import type { InputSchema, Problem } from "./schema.js";

/** A result with the answer it was read from; `raw` is not enumerable. */
export type Answer<T> = T & {
  /** The answer's JSON as it came, its envelope with it. */
  readonly raw: unknown;
};

/** An accepted run. */
export interface RunEntry {
  runId: string;
  workflowId: string;
}

/** The entries of a submission, the first of them spread. */
export interface RunEntries extends RunEntry {
  /** At least one. */
  entries: RunEntry[];
}

/** What a submission gave: the first run, and all of them. */
export type Run = Answer<RunEntries>;

/** What a look at a started run found; `via` says where it looked. */
export type RunUpdate = RunByDetail | RunByQueue;

/** A run that has ended. */
export type RunOutcome = RunUpdate & { ended: true };

/** A run as the deployment's detail tells of it. */
export interface RunByDetail extends RunEntries {
  via: "detail";
  status: RunStatus;
  ended: boolean;
  position: null;
  instance: null;
  outputs: RunOutput[];
  /** Why it failed, in the engine's words. */
  error: string | null;
  /** How far it is, while it runs and where the deployment tells. */
  progress: RunProgress | null;
  detail: Answer<RunDetail>;
}

/** A run as the queue tells of it; when it has ended, nobody says how: `unknown`. */
export interface RunByQueue extends RunEntries {
  via: "queue";
  status: "pending" | "running" | "unknown";
  ended: boolean;
  /** 0: it runs; from 1: its place among those that wait there. */
  position: number | null;
  /** The address of the engine instance. */
  instance: string | null;
  outputs: RunOutput[];
  error: null;
  progress: null;
  detail: null;
}

/** What runs and waits, for every engine instance. */
export type Queue = Answer<{ instances: Instance[] }>;

/** One engine instance and its queue. */
export interface Instance {
  /** Its address; some deployments name a container instead. */
  address: string;
  running: Task[];
  /** In the order in which they will run. */
  pending: Task[];
}

/** One task in a queue. */
export interface Task {
  /** The run's id. */
  id: string;
  /** Its place in the order: smaller runs first; may be negative or fractional. */
  number: number;
}

/** One look at the queue, and what is new since the one before. */
export interface QueueUpdate {
  /** As it is; after a failure as it last was, and before the first success empty. */
  instances: Instance[];
  /** What came and waits. */
  added: PlacedTask[];
  /** What began to run. */
  started: PlacedTask[];
  /** What has another place among those that wait, or another instance. */
  moved: (PlacedTask & { from: Place })[];
  /** What is gone: done, failed or cancelled; its last place. */
  finished: PlacedTask[];
  /**
   * My runs that are in the queue: those that this deck started, and the option `runs`. One that left
   * it, and was missing from three looks in a row, is forgotten; of `runs`, none is.
   */
  mine: (Place & { runId: string })[];
  /** Milliseconds since `instances` was so; null before the first success. */
  age: number | null;
  /** Why this look failed, where it did. */
  error: FlowdeckError | null;
}

/** Where a task is. */
export interface Place {
  /** The address of the engine instance. */
  instance: string;
  state: "running" | "pending";
  /** 0: it runs; from 1: its place among those that wait there. */
  position: number;
}

/** A task and where it is. */
export interface PlacedTask extends Place {
  /** The run's id. */
  id: string;
}

/** The state of an engine instance. */
export interface Health {
  address: string;
  /** `idle`, `running`, `stopped`, or what the deployment says. */
  status: string;
}

/** A deployed workflow. */
export interface WorkflowEntry {
  /** What {@link Deck.run} takes. */
  id: string;
  name: string;
  description: string | null;
  /** Field names and types, as the deployment gives them: a JSON object in text. */
  inputs: string | null;
  /** Output names and types, likewise. */
  outputs: string | null;
  /** The whole schema; flowdeck's own services give it. {@link inputSchema} reads one from `raw`. */
  schema: InputSchema | null;
  /** What keeps it from running. */
  problems: Problem[];
}

/** A page of a group's runs. */
export interface RunList {
  groupId: string | null;
  /** On all pages. */
  count: number;
  runs: RunDetail[];
}

export type RunStatus = "pending" | "running" | "completed" | "failed" | "cancelled" | "unknown";

/** A run as its deployment knows it; times are RFC 3339. */
export interface RunDetail extends RunEntry {
  groupId: string | null;
  status: RunStatus;
  /** Why it failed, in the engine's words. */
  error: string | null;
  /** How far it is, while it runs and where the deployment tells. */
  progress: RunProgress | null;
  inputs: { name: string; value: string | null }[];
  outputs: RunOutput[];
  createdAt: string | null;
  startedAt: string | null;
  completedAt: string | null;
}

/** How far the node is that works on a run, in ComfyUI's terms. */
export interface RunProgress {
  /** The steps that are done; no more than `max`. */
  value: number;
  /** How many there are; at least one. */
  max: number;
  /** The node's id. */
  node: string | null;
}

/** A file that a run gave. */
export interface RunOutput {
  /** What {@link Deck.output} takes. */
  filename: string;
  /** Where it can be fetched, whole; as the deployment writes it, it is in `raw`. */
  url: string | null;
}

/** An output that is ready. */
export interface OutputFile {
  /** Where it can be fetched, whole; as the deployment writes it, it is in `raw`. */
  downloadUrl: string;
  /** The deployment's own word. */
  status: string;
}
