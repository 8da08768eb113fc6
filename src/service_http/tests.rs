//! A service that answers over HTTP, in front of a fake engine.

mod failing_answers;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "../../tests/common/fake_engine.rs"]
mod fake_engine;
#[path = "../../tests/common/options.rs"]
mod options;
pub(crate) mod served;
