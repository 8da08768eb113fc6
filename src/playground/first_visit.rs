//! What a first visit sees in place of a result: what the chosen workflow makes, the other workflows, and how to
//! bring one's own. Without a form: what to do next.

pub(crate) mod deferred;
mod drawing;
mod found_engine;
mod own_workflow;
mod situation;
mod view;
mod welcome;

use super::deferred::Deferred;
use ui::El;

pub(crate) static FIRST_VISIT: Deferred<fn() -> El> = Deferred::new();
