// The WebAssembly modules of the package, compiled before the program runs.

/** Compiled modules, as `import calls from "flowdeck/calls.wasm"` gives them. */
export interface Modules {
  /** Every call needs it; `run` and `queue` need only this one. */
  calls: WebAssembly.Module;
  /** `runAndWait` and `watchRun`. */
  follow?: WebAssembly.Module;
  /** The other operations of a deployment, `runAndWait`, `watchRun` and `supports`. */
  later?: WebAssembly.Module;
  /** The schema functions, and runs with the options `schema` or `additional`. */
  schema?: WebAssembly.Module;
}
