// Globals that the build or a test puts in place.

/** Every word of the first page, by language; `scripts/first-words.mjs` writes it. */
declare const WORDS: Record<string, Record<string, string>>;
