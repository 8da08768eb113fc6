/* global WORDS -- put in by the build, out of the page's own messages: by name, English and German. */
// What the first picture says, and how it writes numbers, in the language that the page will speak.
import { kept } from "./kept.js";

/** The page's language. */
export const language = String(kept("language") ?? navigator.language).startsWith("de") ? "de" : "en";

const german = language === "de";

/** Its messages. */
export const say = Object.fromEntries(Object.entries(WORDS).map(([name, texts]) => [name, texts[Number(german)]]));

/** A message with what is told in it. */
export const told = (message, what) => message.replace("{0}", () => what);

/** A number's digits as the language writes them. */
export const written = (digits) => (german && /^[+-]?[\d.]+$/.test(digits) ? digits.replace(".", ",") : digits);
