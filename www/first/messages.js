/* global WORDS -- set by the build from the page's messages: by name, English and German. */
// The messages and the number format of the first paint, in the language that the page will use.
import { stored } from "./storage.js";

/** The page's language. */
export const language = String(stored("language") ?? navigator.language).startsWith("de") ? "de" : "en";

const german = language === "de";

/** The messages by name. */
export const say = Object.fromEntries(Object.entries(WORDS).map(([name, texts]) => [name, texts[Number(german)]]));

/** A message with this value in its placeholder. */
export const format = (message, value) => message.replace("{0}", () => value);

/** A number with the language's decimal separator. */
export const localized = (number) => (german && /^[+-]?[\d.]+$/.test(number) ? number.replace(".", ",") : number);
