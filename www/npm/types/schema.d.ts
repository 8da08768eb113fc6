// The inputs and outputs of a workflow, and how they changed.

/** The schemas read from a source, and its problems. */
export interface SchemaReading {
  /** The first of `schemas`, or one without fields if there is none. */
  schema: InputSchema;
  problems: Problem[];
  /** A workflow file has one; a listing or an OpenAPI document may have several. */
  schemas: { workflowId: string | null; schema: InputSchema }[];
}

/** The fields and outputs of a workflow, in the order of its nodes. */
export interface InputSchema {
  /** Their names are unique. */
  fields: Field[];
  outputs: Output[];
}

/** One field of the form; `kind` discriminates. */
export type Field = TextField | NumberField | BooleanField | ChoiceField | MediaField | FileField;

export interface FieldBase {
  /** The name of its form part. */
  name: string;
  /** The name that a form shows. */
  label: string;
  /** The author's help text. */
  help?: string;
  /** What the class of its node says about the input. */
  tooltip?: string;
  /** Its default value, as form text. */
  default?: string;
  required: boolean;
  /** Whether it takes several values, each sent as a part under its name. */
  multiple?: boolean;
  /** The id of its node, if the source has nodes. */
  node?: string;
  /** Whether it is shown only on demand. */
  advanced?: boolean;
  /** Whether a form draws a new value after each run, as the editor does with a seed on “randomize”. */
  random?: boolean;
  /** When it is visible: the name of an earlier field, and its value. Otherwise it is neither checked nor used. */
  visibleIf?: { field: string; is: string };
}

export interface TextField extends FieldBase {
  kind: "text";
  multiline: boolean;
  maxLength?: number;
}

/** A number; its bounds are decimal text, so that every digit is kept. */
export interface NumberField extends FieldBase {
  kind: "number" | "slider";
  integer: boolean;
  min?: string;
  max?: string;
  /** The control's increment; a value between two steps is allowed. */
  step?: string;
}

/** A boolean, sent as `true` or `false`. */
export interface BooleanField extends FieldBase {
  kind: "boolean";
}

export interface ChoiceField extends FieldBase {
  kind: "choice";
  options: string[];
}

/** A file of the type `image/*`, `video/*` or `audio/*`. */
export interface MediaField extends FieldBase {
  kind: "image" | "video" | "audio";
}

/** Any other file. */
export interface FileField extends FieldBase {
  kind: "file";
  /** Comma-separated content types and file extensions, as in HTML; any file if missing. */
  accept?: string;
}

/**
 * The kind of an additional field: its name, or an object with limits, which may be numbers or decimal
 * text.
 */
export type AdditionalKind =
  | "text"
  | "number"
  | "boolean"
  | "image"
  | "video"
  | "audio"
  | "file"
  | { readonly kind: "text"; readonly maxLength?: number }
  | {
      readonly kind: "number";
      readonly integer?: boolean;
      readonly min?: number | string;
      readonly max?: number | string;
    }
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | { readonly kind: "boolean" | "image" | "video" | "audio" }
  | { readonly kind: "file"; readonly accept?: string };

/** Kinds by field name. A name that the workflow already has is an error. */
export type AdditionalFields = { readonly [field: string]: AdditionalKind };

export interface Output {
  /** The id of its node. */
  node: string;
  label: string;
  kind: "image" | "text" | "video" | "audio" | "file";
}

/** One change of one field. */
export type Change = FieldChange | FieldRenamed;

export interface ChangeBase {
  /** The field's name; for a renamed field, its former name. */
  field: string;
  /** A description of the change. */
  message: string;
  /** Whether saved values or calling code may fail or behave differently because of it. */
  breaks: boolean;
}

/**
 * `kind`: another kind of value; `bounds`: other limits, step or length; `label`: another label or help;
 * `visibility`: now advanced or not, or dependent on another field.
 */
export interface FieldChange extends ChangeBase {
  change:
    | "added"
    | "removed"
    | "kind"
    | "bounds"
    | "options"
    | "required"
    | "multiple"
    | "default"
    | "label"
    | "visibility";
}

export interface FieldRenamed extends ChangeBase {
  change: "renamed";
  /** The field's new name. */
  to: string;
}

/** A problem with one node or, if `node` is null, with the whole workflow. */
export interface Problem {
  node: string | null;
  class: string | null;
  title: string | null;
  /** The node's input, if the problem concerns one. */
  input: string | null;
  /** The field whose default has the problem, if another value mends it. Missing in problems of a file. */
  field?: string | null;
  /** The problem and how to fix it, in English. */
  message: string;
  /**
   * The kind of problem, such as `second_name`, to translate the message with `args`. Null if the kind has
   * no code or the deployment gives none.
   */
  code: string | null;
  /** The parts of the message that come from the workflow, in an order fixed for each code. */
  args: string[];
}

/** One field error of a check or a 422. */
export interface ValidationItem {
  /** The location: `["body", field]`. */
  loc: (string | number)[];
  msg: string;
  type: string;
}
