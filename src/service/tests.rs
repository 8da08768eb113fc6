//! A service without routes: its use cases, and its runs while calls of the store fail, each in every way.

pub(crate) mod face;
mod failing_store;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "../../tests/common/fake_engine.rs"]
mod fake_engine;
mod misplaced_runs;
#[path = "../../tests/common/options.rs"]
mod options;
mod refusing_store;
mod use_cases;
mod ways;
pub(crate) mod world;
