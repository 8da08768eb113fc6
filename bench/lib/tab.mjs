// A tab with its own profile, and Chromium's counters for it.

/**
 * Opens an empty tab. `scripts` run before the page's own, each a function or `[function, argument]`.
 * `slowdown` throttles the CPU by this factor.
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

/** The work of the main thread so far, in ms: in total, and for style and layout. */
export async function work({ devtools }) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (name) => metrics.find((metric) => metric.name === name).value * 1000;
  return { total: of("TaskDuration"), layout: of("LayoutDuration") + of("RecalcStyleDuration") };
}

/** The work of the main thread during `action`, and the `result` of the action. */
export async function workDuring(tab, action) {
  const before = await work(tab);
  const result = await action();
  const after = await work(tab);
  return { total: after.total - before.total, layout: after.layout - before.layout, result };
}

/** The bytes in use after garbage collection: JavaScript's heap and WebAssembly's memory. */
export async function memory({ page, devtools }) {
  for (let pass = 0; pass < 3; pass += 1) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return (
    usedSize +
    (await page.evaluate(() => globalThis.wasmMemories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)))
  );
}

/** A script for `scripts`: records the page's WebAssembly memories for `memory`. */
export function recordWasmMemories() {
  globalThis.wasmMemories = [];
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const instantiate = WebAssembly[name];
    WebAssembly[name] = async (...args) => {
      const result = await instantiate.apply(WebAssembly, args);
      const { memory } = (result.instance ?? result).exports;
      if (memory) globalThis.wasmMemories.push(memory);
      return result;
    };
  }
}

/** A script for `scripts`: defines `painted()`, which resolves when the next frame is on the screen. */
export function exposePainted() {
  globalThis.painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
}
