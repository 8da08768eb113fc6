// Queue bodies as engines return them: each task is ComfyUI's whole tuple with its prompt.

/** The queue of this many instances with one running and 50 pending tasks, about 200 kB each. */
export function queue(instances) {
  const data = Array.from({ length: instances }, (_, instance) => ({
    comfy_uri: `http://10.0.${instance >> 8}.${instance & 255}:8188`,
    queue: {
      queue_running: [task(instance, 0)],
      queue_pending: Array.from({ length: 50 }, (_, index) => task(instance, index + 1)),
    },
  }));
  return Buffer.from(JSON.stringify({ status: "success", data, errors: null, meta: null }));
}

function task(instance, number) {
  const id = `0b0f1c9e-3f0e-4a52-${hex(instance, 4)}-${hex(number, 12)}`;
  const extra = { client_id: hex(instance, 32), create_time: 1763678859000 + number };
  return [number, id, prompt(instance * 51 + number), extra, ["7", "14", "21"]];
}

const hex = (number, digits) => number.toString(16).padStart(digits, "0");

// Three samplers in a row; each task has its own seeds and texts.
function prompt(seed) {
  const nodes = {};
  for (let first = 1; first <= 15; first += 7) Object.assign(nodes, sampler(first, seed));
  return nodes;
}

function sampler(first, seed) {
  const id = (offset) => String(first + offset);
  const node = (class_type, title, inputs) => ({ inputs, class_type, _meta: { title } });
  const text = (subject) => `${subject}, ${'an evening by the sea, "quiet", low light; '.repeat(3)}number ${seed}`;
  return {
    [id(0)]: node("CheckpointLoaderSimple", "Load Checkpoint", { ckpt_name: "v1-5-pruned-emaonly-fp16.safetensors" }),
    [id(1)]: node("CLIPTextEncode", "CLIP Text Encode (Prompt)", { text: text("a poster"), clip: [id(0), 1] }),
    [id(2)]: node("CLIPTextEncode", "CLIP Text Encode (Prompt)", { text: text("no people"), clip: [id(0), 1] }),
    [id(3)]: node("EmptyLatentImage", "Empty Latent Image", { width: 512, height: 768, batch_size: 1 }),
    [id(4)]: node("KSampler", "KSampler", {
      seed: 156680208700286 + seed,
      steps: 20,
      cfg: 7.5,
      sampler_name: "euler",
      scheduler: "normal",
      denoise: 0.87,
      model: [id(0), 0],
      positive: [id(1), 0],
      negative: [id(2), 0],
      latent_image: [id(3), 0],
    }),
    [id(5)]: node("VAEDecode", "VAE Decode", { samples: [id(4), 0], vae: [id(0), 2] }),
    [id(6)]: node("SaveImage", "Save Image", { filename_prefix: "flowdeck", images: [id(5), 0] }),
  };
}
