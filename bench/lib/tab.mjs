// A tab of a profile of its own, and what Chromium's own counters say of it.

/**
 * Opens one, empty. `scripts` run in it before a page's own, each a function or `[function, argument]`.
 * `slowdown` is how many times slower its processor is to be.
 */
export async function openTab(browser, { scripts = [], slowdown = 1 } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable");
  if (slowdown > 1) await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  for (const script of scripts) await page.addInitScript(...[script].flat());
  return { page, devtools, close: () => context.close() };
}

/** What the main thread has done so far, in ms: all of it, and of that style with layout. */
export async function work({ devtools }) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (name) => metrics.find((metric) => metric.name === name).value * 1000;
  return { all: of("TaskDuration"), layout: of("LayoutDuration") + of("RecalcStyleDuration") };
}

/** What it did during `action`, in the same words, and its `result`. */
export async function workOf(tab, action) {
  const before = await work(tab);
  const result = await action();
  const after = await work(tab);
  return { all: after.all - before.all, layout: after.layout - before.layout, result };
}

/** The bytes that its script holds after it was swept: JavaScript's heap and WebAssembly's memory. */
export async function memory({ page, devtools }) {
  for (let sweep = 0; sweep < 3; sweep += 1) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return (
    usedSize +
    (await page.evaluate(() => globalThis.wasmMemories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)))
  );
}

/** A script for `scripts`: keeps the memories of the page's WebAssembly for `memory`. */
export function keepWasmMemories() {
  globalThis.wasmMemories = [];
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const instantiate = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await instantiate.apply(WebAssembly, given);
      const { memory } = (made.instance ?? made).exports;
      if (memory) globalThis.wasmMemories.push(memory);
      return made;
    };
  }
}

/** A script for `scripts`: `painted()` is settled once the next frame is on the screen. */
export function tellFrames() {
  globalThis.painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
}
