import { makeCalls } from "../calls.js";
import * as flowdeck from "../node_modules/flowdeck/static.js";

addEventListener("message", ({ data, ports: [port] }) => {
  makeCalls(flowdeck, data).then(
    (outcomes) => port.postMessage(outcomes),
    (error) => port.postMessage(String(error)),
  );
});
