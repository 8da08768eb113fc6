//! The service in front of embedded engines, over HTTP as its callers see it.

#![cfg(all(feature = "serve", not(target_arch = "wasm32")))]
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

#[path = "service/access.rs"]
mod access;
#[path = "service/cancel.rs"]
mod cancel;
mod common;
#[path = "service/durability.rs"]
mod durability;
#[path = "service/files.rs"]
mod files;
#[path = "service/form.rs"]
mod form;
#[path = "service/once.rs"]
mod once;
#[path = "service/placement.rs"]
mod placement;
#[path = "service/program.rs"]
mod program;
#[path = "service/progress.rs"]
mod progress;
#[path = "service/refusals.rs"]
mod refusals;
#[path = "service/regenerate.rs"]
mod regenerate;
#[path = "service/runs.rs"]
mod runs;
#[path = "service/site.rs"]
mod site;
#[path = "service/submit.rs"]
mod submit;
#[path = "service/workflows.rs"]
mod workflows;
