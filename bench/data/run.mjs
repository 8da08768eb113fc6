// The request and response of a run, for pages and for Node.

export const KEY = "k-3f9a2c71d5";

const id = "0b0f1c9e-3f0e-4a52-9f0d-6c7c9b1c8a11";
const workflow = "poster";
const data = [{ run_id: id, workflow_id: workflow }];

export const RUN = {
  id,
  workflow,
  path: `/api/v1/runs?workflow_id=${workflow}`,
  answer: JSON.stringify({ status: "success", data, errors: null, meta: null }),
};

/** This many text fields. */
export const values = (count) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`field_${i}`, `a value of field ${i}`]));
