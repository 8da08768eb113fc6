// Which inputs of a workflow become fields: a saved choice, and a suggestion.

import type { Problem } from "./schema.js";

/**
 * A saved exposure, as `flowdeck/exposure.json` describes it. Numbers may be decimal text, which keeps every digit.
 */
export interface ExposureDocument {
  $schema?: string;
  /** The version of the format. */
  flowdeck: 1;
  title?: string;
  description?: string;
  /** The path of a picture, relative to the document. */
  cover?: string;
  /** `false` leaves the workflow and the run out of the files that its runs save. */
  metadata?: boolean;
  /** `false` forbids links to results; `{ inputs: false }` lets them show no inputs. */
  share?: boolean | { inputs?: boolean };
  /** How long its runs are kept after they have ended, such as `"7d"`. */
  keep?: string;
  /** How many of its runs are kept. */
  keep_runs?: number;
  /** How large the outputs of its runs may become together, such as `"2GB"`. */
  keep_bytes?: string;
  /** The ids of the nodes whose outputs are shown first. */
  outputs?: string[];
  /** In the order of the form; without any, the workflow has the fields that it has anyway. */
  fields?: ExposedField[];
  /** Named sets of values. */
  examples?: unknown[];
}

/** A field bound to an input of a node. */
export interface ExposedField {
  /** The node's id in ComfyUI's API format. */
  node: string;
  /** The input's name. */
  input: string;
  /** The field's name; by default the input and the node, such as `steps_3`. */
  name?: string;
  label?: string;
  help?: string;
  advanced?: boolean;
  /** Bounds can only narrow those of the node's class. */
  min?: number | string;
  max?: number | string;
  step?: number | string;
  /** In characters. */
  maxLength?: number;
  /** The name of an earlier field, and the value that makes this one visible. */
  visibleIf?: { field: string; is: string | number | boolean };
}

/** What an input is for. */
export type InputRole =
  | "prompt"
  | "negativePrompt"
  | "file"
  | "size"
  | "seed"
  | "sampling"
  | "text"
  | "choice"
  | "model"
  | "other"
  | "outputSetting";

/** An input of a node that can become a field: it holds a value and is not linked. */
export interface InputCandidate {
  node: string;
  input: string;
  /** The name of its field, unique in the workflow. */
  name: string;
  /** The label of its field, unique in the workflow. */
  label: string;
  /** Whether a form shows it always, or on demand. */
  group: "basic" | "advanced";
  role: InputRole;
  suggested: boolean;
}

/** Which inputs of a workflow can become fields. */
export interface InputSuggestion {
  /** The likeliest first. */
  candidates: InputCandidate[];
  /** The id of the node whose output is shown first. */
  firstOutput: string | null;
  /** The suggested candidates as a saved exposure. A workflow with marks cannot use its fields. */
  exposure: Omit<ExposureDocument, "fields"> & { fields?: (ExposedField & { name: string; label: string })[] };
  /** What could not be read of the workflow. */
  problems: Problem[];
}
