//! The tests that every store passes. They check what the traits of the crate `store` promise, regardless of the
//! database. A store runs them with [`suite!`]. Knows no store.

#![allow(
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unwrap_used,
    missing_docs,
    reason = "tests: their names say what they check, and a test that panics has failed"
)]

pub mod attempts;
pub mod audit;
pub mod changes;
pub mod deliveries;
pub mod delivery_lanes;
pub mod events;
pub mod keys;
pub mod monitoring;
pub mod outbox;
pub mod pages;
pub mod recent_runs;
pub mod removals;
pub mod retention;
pub mod runs;
pub mod samples;
pub mod settings;
pub mod shares;
pub mod submissions;
mod suite;
pub mod usage;
pub mod versions;
pub mod webhooks;

#[cfg(test)]
mod tests;
