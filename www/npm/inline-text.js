// WebAssembly as text in JavaScript modules. Modules without a text are loaded from their files.
import { compileText } from "./compile-text.js";
import "./fetch-form.js";
import { platform } from "./platform.js";

/** @type {Partial<Record<import("./types/internal.js").ModuleName, () => Promise<{ default: string }>>>} */
export const texts = {
  calls: () => import("./pkg/calls.inline.js"),
  follow: () => import("./pkg/follow.inline.js"),
  later: () => import("./pkg/later.inline.js"),
};

const { module } = platform;
platform.module = async (name, address) => {
  const text = await texts[name]?.();
  return text ? compileText(text.default) : module(name, address);
};
