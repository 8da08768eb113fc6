// Starts the playground; says in the page what to do where it cannot.
import init, { start } from "./pkg/playground.js";

const notice = document.getElementById("starting");
try {
  await init();
  notice.remove();
  start();
} catch (error) {
  notice.setAttribute("role", "alert");
  notice.textContent = `flowdeck could not start: ${error.message}. Load the page again in a current browser with WebAssembly allowed.`;
  document.body.append(notice);
}
