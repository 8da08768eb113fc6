// Large workflows in both of ComfyUI's JSON formats: samplers, each with a prompt. Each is `{ fields, bytes }`: the
// number of fields, where marks say it, and the JSON.

/** About this many bytes in API format. */
export const api = (bytes) => ofSize(bytes, (chains) => Object.fromEntries(chains.flatMap(apiNodes)));

/** About this many bytes in editor format, version 0.4. */
export const editor = (bytes) => ofSize(bytes, editorWorkflow);

/** Without marks, as most people's workflows are: about this many nodes in editor format. */
export function unmarked(nodes) {
  const workflow = editorWorkflow(Array.from({ length: Math.ceil(nodes / 6) }, (_, chain) => chain));
  workflow.nodes = workflow.nodes.filter(({ type }) => type !== "InputText");
  workflow.links = workflow.links.filter(([, , , , , type]) => type !== "STRING");
  for (const { inputs, type, id, widgets_values } of workflow.nodes) {
    if (type !== "CLIPTextEncode") continue;
    inputs[0].link = null;
    widgets_values[0] = words(id);
  }
  return { bytes: Buffer.from(JSON.stringify(workflow)) };
}

function editorWorkflow(chains) {
  const nodes = chains.flatMap(editorNodes);
  const links = chains.flatMap(editorLinks);
  const last = { last_node_id: nodes.length, last_link_id: links.length };
  return { ...last, nodes, links, groups: [], config: {}, extra: { ds: { scale: 1, offset: [0, 0] } }, version: 0.4 };
}

// Repeats the chain until the size is reached, estimated from a hundred chains.
function ofSize(bytes, workflow) {
  const write = (count) => Buffer.from(JSON.stringify(workflow(Array.from({ length: count }, (_, chain) => chain))));
  const fields = Math.round((bytes * 100) / write(100).length);
  return { fields, bytes: write(fields) };
}

const words = (chain) => `poster ${chain}: ${'an evening by the sea, "quiet", low light; '.repeat(4)}`;
const ids = (chain, count) => Array.from({ length: count }, (_, i) => chain * count + i + 1);

function apiNodes(chain) {
  const [input, model, text, latent, sampler, decoded, saved] = ids(chain, 7).map(String);
  const node = (id, class_type, inputs) => [id, { inputs, class_type, _meta: { title: `${class_type} ${id}` } }];
  return [
    node(input, "InputText", { name: `text_${chain}`, label: `Text ${chain}`, default: words(chain), multiline: true }),
    node(model, "CheckpointLoaderSimple", { ckpt_name: "v1-5-pruned-emaonly-fp16.safetensors" }),
    node(text, "CLIPTextEncode", { text: [input, 0], clip: [model, 1] }),
    node(latent, "EmptyLatentImage", { width: 512, height: 768, batch_size: 1 }),
    node(sampler, "KSampler", {
      seed: 156680208700286 + chain,
      steps: 20,
      cfg: 7.5,
      sampler_name: "euler",
      scheduler: "normal",
      denoise: 0.87,
      model: [model, 0],
      positive: [text, 0],
      negative: [text, 0],
      latent_image: [latent, 0],
    }),
    node(decoded, "VAEDecode", { samples: [sampler, 0], vae: [model, 2] }),
    node(saved, "SaveImage", { filename_prefix: "flowdeck", images: [decoded, 0] }),
  ];
}

// The links of a chain: source node, output, target node, input, type.
const LINKS = [
  [0, 0, 2, 0, "STRING"],
  [1, 1, 2, 1, "CLIP"],
  [1, 0, 4, 0, "MODEL"],
  [2, 0, 4, 1, "CONDITIONING"],
  [2, 0, 4, 2, "CONDITIONING"],
  [3, 0, 4, 3, "LATENT"],
  [4, 0, 5, 0, "LATENT"],
  [1, 2, 5, 1, "VAE"],
  [5, 0, 6, 0, "IMAGE"],
];

function editorNodes(chain) {
  const of = ids(chain, 7);
  const links = ids(chain, LINKS.length);
  const node = (at, type, inputs, outputs, widgets_values) => ({
    id: of[at],
    type,
    pos: [300 * at, 400 * chain],
    size: [315, 262],
    flags: {},
    order: of[at] - 1,
    mode: 0,
    inputs: inputs.map((name) => {
      const link = LINKS.findIndex(([, , to, slot]) => to === at && slot === inputs.indexOf(name));
      return { name, type: LINKS[link][4], link: links[link], ...(name === "text" && { widget: { name } }) };
    }),
    outputs: outputs.map((type, slot) => ({
      name: type,
      type,
      slot_index: slot,
      links: links.filter((_, i) => LINKS[i][0] === at && LINKS[i][1] === slot),
    })),
    properties: { cnr_id: "comfy-core", ver: "0.3.40", "Node name for S&R": type },
    widgets_values,
  });
  return [
    node(0, "InputText", [], ["STRING"], [`text_${chain}`, `Text ${chain}`, "", words(chain), true, 0, false]),
    node(1, "CheckpointLoaderSimple", [], ["MODEL", "CLIP", "VAE"], ["v1-5-pruned-emaonly-fp16.safetensors"]),
    node(2, "CLIPTextEncode", ["text", "clip"], ["CONDITIONING"], [""]),
    node(3, "EmptyLatentImage", [], ["LATENT"], [512, 768, 1]),
    node(
      4,
      "KSampler",
      ["model", "positive", "negative", "latent_image"],
      ["LATENT"],
      [156680208700286 + chain, "randomize", 20, 7.5, "euler", "normal", 0.87],
    ),
    node(5, "VAEDecode", ["samples", "vae"], ["IMAGE"], []),
    node(6, "SaveImage", ["images"], [], ["flowdeck"]),
  ];
}

function editorLinks(chain) {
  const of = ids(chain, 7);
  const links = ids(chain, LINKS.length);
  return LINKS.map(([from, output, to, slot, type], i) => [links[i], of[from], output, of[to], slot, type]);
}
