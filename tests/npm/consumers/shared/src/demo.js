// What each consumer does with the package: it reads a workflow's fields, starts a run with a file and
// reads the queue. The result is a line of text that the consumer shows.
import { connect, inputSchema } from "flowdeck";

const workflow = {
  1: { class_type: "InputText", inputs: { name: "title", required: true } },
  2: { class_type: "InputImage", inputs: { name: "photo" } },
  3: { class_type: "SaveImage", inputs: { images: ["2", 0] } },
};

/** @param {{ [option: string]: string }} deployment */
export async function demo({ baseUrl, apiKey }, values) {
  const { schema } = await inputSchema(workflow);
  const deck = await connect({ baseUrl, apiKey });
  const { runId } = await deck.run("poster", values, { schema });
  const { instances } = await deck.queue();
  const running = instances.flatMap((instance) => instance.running.map((task) => task.id));
  return `${schema.fields.map((field) => field.name)} | ${runId} | ${running}`;
}
