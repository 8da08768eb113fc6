// The checks find what they are for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { failed, miscounted, missing, surplus } from "./checks.mjs";

const run = (id, name, more = {}) => ({
  _id: id,
  status: "completed",
  attempts: 1,
  inputs: [{ path: "name", value: name }],
  ...more,
});
const accepted = new Map([["1", { name: "a" }]]);

test("a run that is gone or has another's values is missing", () => {
  assert.deepEqual(missing([run("1", "a")], accepted), []);
  assert.equal(missing([], accepted).length, 1);
  assert.equal(missing([run("1", "b")], accepted).length, 1);
});

test("a submission that became two runs, and a run that nobody submitted, are surplus", () => {
  const uncertain = new Set(["b"]);
  assert.deepEqual(surplus([run("1", "a"), run("2", "b")], accepted, uncertain), []);
  assert.equal(surplus([run("1", "a"), run("2", "a")], accepted, uncertain).length, 1);
  assert.equal(surplus([run("1", "a"), run("2", "c")], accepted, uncertain).length, 1);
});

test("every end but completion is a failure", () => {
  assert.equal(failed([run("1", "a"), run("2", "b", { status: "failed", error: "why" })]).length, 1);
});

test("executions without an attempt, and completion without an execution, are miscounted", () => {
  const executions = [new Map([["a", 1]]), new Map([["a", 1]])];
  assert.equal(miscounted([run("1", "a")], executions).length, 1);
  assert.deepEqual(miscounted([run("1", "a", { attempts: 2 })], executions), []);
  assert.equal(miscounted([run("2", "b")], executions).length, 1);
  assert.deepEqual(miscounted([run("2", "b", { status: "failed" })], executions), []);
});
