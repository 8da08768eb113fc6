// A page whose worker makes the calls.
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const form = document.querySelector("form");
const output = document.querySelector("output");

worker.addEventListener("message", ({ data }) => (output.value = data));
worker.addEventListener("error", ({ message }) => (output.value = message || "the worker did not start"));

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const deployment = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  worker.postMessage({ deployment, values: Object.fromEntries(new FormData(form)) });
});
