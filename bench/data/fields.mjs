// A listing of workflows with forms of several sizes, as a deployment returns it.

const OPTIONS = ["euler", "euler_ancestral", "dpmpp_2m", "dpmpp_sde", "ddim", "uni_pc"];

// The fields repeat these kinds.
const KINDS = [
  { kind: "text", multiline: false, maxLength: 2000, default: "an evening by the sea" },
  { kind: "number", integer: true, min: "64", max: "2048", step: "64", default: "768" },
  { kind: "slider", integer: false, min: "0.1", max: "10", step: "0.1", default: "0.5" },
  { kind: "boolean", default: "true" },
  { kind: "choice", options: OPTIONS, default: "ddim" },
  { kind: "image" },
];

/** The listed name of the workflow with this many fields. */
export const title = (count) => `Asks for ${count}`;

/** The response that lists one workflow per number of fields. */
export function listing(counts) {
  const data = counts.map(workflow);
  return Buffer.from(JSON.stringify({ status: "success", data, errors: null, meta: null }));
}

const workflow = (count) => ({
  id: `form-${count}`,
  name: title(count),
  description: null,
  inputs: null,
  outputs: null,
  schema: { fields: Array.from({ length: count }, field), outputs: [{ node: "0", label: "Image", kind: "image" }] },
  problems: [],
});

function field(_, index) {
  const help = "One sentence that explains the field.";
  return {
    name: `input_${index}`,
    label: `Input ${index}`,
    help,
    required: false,
    node: String(index + 1),
    ...KINDS[index % KINDS.length],
  };
}
