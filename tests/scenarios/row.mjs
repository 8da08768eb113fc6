// What the rows about followed runs have in common.

/** Outcomes: the end is seen in an event, or by polling. */
export const byEvents = { status: "completed", by: "events" };
export const byPolling = { status: "completed", by: "polling" };

/** The states of a run from its start to its end, each reported once. */
export const ORDER = ["pending", "running", "completed"];

/** A run that is followed until its end. */
export const followed = (name, script, expect, more = {}) => ({
  name,
  operation: "watchRun",
  script,
  expect,
  ...more,
});

/** The page leaves this row out, because each of its rows takes a second. */
export const likeAnother = (row) => ({ ...row, page: "another row is the same to the page" });
