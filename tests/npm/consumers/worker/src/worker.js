import { demo } from "./demo.js";

addEventListener("message", async ({ data: { deployment, values } }) => {
  postMessage(await demo(deployment, values).catch(String));
});
