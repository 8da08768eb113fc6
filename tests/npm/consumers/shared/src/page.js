// A page: its form is a run, its output what came of it. The deployment is in the fragment.
import { demo } from "./demo.js";

const form = document.querySelector("form");
const output = document.querySelector("output");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const deployment = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const values = Object.fromEntries(new FormData(form));
  output.value = await demo(deployment, values).catch(String);
});
