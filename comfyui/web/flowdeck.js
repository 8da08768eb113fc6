// The extension of ComfyUI's editor: says whether the workflow is ready for flowdeck, and completes the pack's nodes.
import { api } from "../../scripts/api.js";
import { app } from "../../scripts/app.js";
import { Badge } from "./badge.js";
import { Checker } from "./checker.js";
import { guarded } from "./guarded.js";
import { nameNode } from "./names.js";
import { NodeMarks } from "./node-marks.js";
import { followSettings } from "./number.js";
import { addPreviews, showText } from "./previews.js";
import { find, reveal, serialized } from "./workflow.js";

/** How long the workflow must stay unchanged before it is checked, in milliseconds. */
const PAUSE = 400;

const checker = new Checker();
const marks = new NodeMarks(app);
const badge = new Badge(
  ({ node }) => guarded(() => reveal(app, node)),
  (problem) => find(app, problem.node).at(-1)?.title || problem.title || problem.class || "Node",
);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** Checks the workflow once it has stayed unchanged for a moment and the editor is idle. */
function checkSoon() {
  clearTimeout(waiting);
  const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work));
  waiting = setTimeout(() => idle(() => void checkNow(), { timeout: 2000 }), PAUSE);
}

async function checkNow() {
  try {
    const text = serialized(app);
    if (text === undefined) return;
    const readiness = await checker.check(text);
    if (readiness) show(readiness);
  } catch (cause) {
    console.warn("flowdeck: the workflow cannot be checked:", cause);
    badge.hide();
    marks.set([]);
  }
}

/** @param {import("./checker.js").Readiness} readiness */
function show(readiness) {
  badge.show(readiness);
  const paths = readiness.problems.map(({ node }) => find(app, node));
  marks.set(paths);
}

app.registerExtension({
  name: "flowdeck",
  commands: [
    {
      id: "flowdeck.problems",
      label: "flowdeck: Show what the workflow lacks",
      icon: "pi pi-list-check",
      function: () => guarded(() => badge.open()),
    },
  ],
  setup() {
    guarded(() => {
      badge.attach(app);
      marks.watch();
      api.addEventListener("graphChanged", checkSoon);
      api.addEventListener("graphCleared", checkSoon);
      checkSoon();
    });
  },
  addCustomNodeDefs(definitions) {
    guarded(() => {
      checker.useClasses(definitions);
      warnOfOthers(definitions);
      checkSoon();
    });
  },
  refreshComboInNodes(definitions) {
    guarded(() => {
      checker.useClasses(definitions);
      checkSoon();
    });
  },
  beforeRegisterNodeDef(nodeType, definition) {
    guarded(() => {
      addPreviews(definition);
      if (definition.name === "FlowdeckSaveText") showText(nodeType, app);
    });
  },
  nodeCreated(node) {
    guarded(() => {
      if (["InputNumber", "InputSlider"].includes(node.comfyClass)) followSettings(node);
      if (node.comfyClass?.startsWith("Input")) nameNode(app, node);
      checkSoon();
    });
  },
  afterConfigureGraph() {
    checkSoon();
  },
});

/** The log of ComfyUI cannot say that a pack which was loaded later has replaced a node. */
function warnOfOthers(definitions) {
  for (const name of ["InputText", "InputNumber", "InputSlider", "InputBoolean", "InputChoice", "InputImage"]) {
    const owner = definitions[name]?.python_module;
    if (owner && definitions.InputVideo?.python_module !== owner) {
      console.warn(`flowdeck: ${name} is the node of ${owner}; remove that pack to use flowdeck's`);
    }
  }
}
