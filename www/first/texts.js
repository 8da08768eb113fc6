/* global WORDS -- set by the build from the page's messages: by language and name. */
// The messages, number format and saved values of the first paint. The page saves the values.

/** The value saved under this name in the first of these areas that has it. */
export function stored(name, areas = ["localStorage"]) {
  for (const area of areas) {
    try {
      const value = JSON.parse(globalThis[area].getItem(`flowdeck.${name}`));
      if (value != null) return value;
    } catch {
      // The browser blocks storage, or the value is not JSON.
    }
  }
}

/** The page's language. */
export const language = String(stored("language") ?? navigator.language).startsWith("de") ? "de" : "en";

document.documentElement.lang = language;

/** The messages by name. */
export const say = WORDS[language];

/** A number with the language's decimal separator. */
export const localized = (number) =>
  language === "de" && /^[+-]?[\d.]+$/.test(number) ? number.replace(".", ",") : number;
