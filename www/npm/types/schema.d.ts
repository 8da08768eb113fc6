// What a workflow asks for and gives, and what changed of it.

/** The schemas of a source, and what could not be read and why. */
export interface SchemaReading {
  /** The first of `schemas`; without fields where there is none. */
  schema: InputSchema;
  problems: Problem[];
  /** All of them; a workflow's file has one, a listing or an OpenAPI document may have more. */
  schemas: { workflowId: string | null; schema: InputSchema }[];
}

/** What a workflow asks for and gives, in the order in which its nodes stand. */
export interface InputSchema {
  /** A name occurs once. */
  fields: Field[];
  outputs: Output[];
}

/** One field of the form, told apart by `kind`. */
export type Field = TextField | NumberField | BooleanField | ChoiceField | MediaField | FileField;

export interface FieldBase {
  /** The name of its part in the form. */
  name: string;
  /** What a person reads. */
  label: string;
  help?: string;
  /** The value it starts with, as form text. */
  default?: string;
  required: boolean;
  /** Whether it takes several values, each a part of its name. */
  multiple?: boolean;
  /** The id of the node it comes from, where the source knows of nodes. */
  node?: string;
}

export interface TextField extends FieldBase {
  kind: "text";
  multiline: boolean;
  maxLength?: number;
}

/** Its bounds are decimal text, so that they keep their digits. */
export interface NumberField extends FieldBase {
  kind: "number" | "slider";
  integer: boolean;
  min?: string;
  max?: string;
  /** What its control goes up and down by; a value between two steps is allowed. */
  step?: string;
}

/** In the form `true` or `false`. */
export interface BooleanField extends FieldBase {
  kind: "boolean";
}

export interface ChoiceField extends FieldBase {
  kind: "choice";
  options: string[];
}

/** A file of `image/*`, `video/*` or `audio/*`. */
export interface MediaField extends FieldBase {
  kind: "image" | "video" | "audio";
}

/** Any other file. */
export interface FileField extends FieldBase {
  kind: "file";
  /** Content types and endings of names with commas between, as in HTML; without it, all. */
  accept?: string;
}

/**
 * What a field beyond the workflow's own takes, by name or with its bounds, which may be numbers or
 * decimal text.
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

/** Field name to kind; a name that is a field of the workflow already is a fault. */
export type AdditionalFields = { readonly [field: string]: AdditionalKind };

export interface Output {
  /** The id of the node that gives it. */
  node: string;
  label: string;
  kind: "image" | "text" | "video" | "audio" | "file";
}

/** One change of one field. */
export type Change = FieldChange | FieldRenamed;

export interface ChangeBase {
  /** The field's name; of a renamed one, the name it had. */
  field: string;
  /** The change in words. */
  message: string;
  /** Whether a saved value or calling code may fail by it, or have another effect. */
  breaks: boolean;
}

/** `kind`: it takes another kind of value; `bounds`: its limits, step or length; `label`: label or help. */
export interface FieldChange extends ChangeBase {
  change: "added" | "removed" | "kind" | "bounds" | "options" | "required" | "multiple" | "default" | "label";
}

export interface FieldRenamed extends ChangeBase {
  change: "renamed";
  /** The name that it has now. */
  to: string;
}

/** What is wrong at one node, or (`node` is null) with the whole workflow. */
export interface Problem {
  node: string | null;
  class: string | null;
  title: string | null;
  /** What is wrong and what to do about it, in English. */
  message: string;
  /**
   * What kind of problem it is, such as `second_name`: to say it in words of your own, with `args`.
   * `null` where the kind has no code, or the deployment gives none.
   */
  code: string | null;
  /** What the message tells of the workflow, in an order that is fixed for each code. */
  args: string[];
}

/** One fault that a check or a 422 named. */
export interface ValidationItem {
  /** Where: `["body", field]`. */
  loc: (string | number)[];
  msg: string;
  type: string;
}
