// A page whose form starts a run and whose output shows the result. The deployment is in the URL's fragment.
import { demo } from "./demo.js";

const form = document.querySelector("form");
const output = document.querySelector("output");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const deployment = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const values = Object.fromEntries(new FormData(form));
  output.value = await demo(deployment, values).catch(String);
});
