// Globals that the build or a test puts in place.

/** Every word of the first page, by language; `scripts/first-words.mjs` writes it. */
declare const WORDS: Record<string, Record<string, string>>;

/** Set by markup that must not run: `tests/e2e` checks that it stays undefined. */
declare var ran: boolean | undefined;

/** The times that `bench/measures/page.mjs` records in a page. */
declare var formPainted: number | undefined;
declare var runPainted: number | undefined;

/** What `tests/e2e/press.spec.mjs` keeps in a page during a press. */
declare var isHit: (button: Element, x: number, y: number) => boolean | null | undefined;
declare var places: { button: Element; x: number; y: number }[];

/** What ComfyUI's editor puts in its page; `tests/reference` uses it. */
interface Window {
  app?: {
    graph: { nodes: { id: number | string; type: string }[] };
    canvas: object;
    vueAppReady?: boolean;
    loadGraphData(workflow: object, ...rest: unknown[]): Promise<void>;
    graphToPrompt(): Promise<{ output: object }>;
  };
  LiteGraph?: { registered_node_types: object };
  __COMFYUI_FRONTEND_VERSION__?: string;
}
