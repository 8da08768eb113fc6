//! A service without routes: its use cases, and its runs while the store fails, each of its calls once and for a while,
//! before it has done anything and after it has.

pub(crate) mod face;
mod failing_store;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "../../../tests/common/fake_engine.rs"]
mod fake_engine;
mod misplaced_runs;
mod use_cases;
pub(crate) mod world;
