// Globals that the build or a test puts in place.

/** Every word of the first page, by language; `scripts/first-words.mjs` writes it. */
declare const WORDS: Record<string, Record<string, string>>;

/** Set by markup that must not run: `tests/e2e` checks that it stays undefined. */
declare var ran: boolean | undefined;

/** The times that `bench/measures/page.mjs` records in a page. */
declare var formPainted: number | undefined;
declare var runPainted: number | undefined;
