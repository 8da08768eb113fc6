//! The following of runs in the npm package: the state machine for JavaScript, which requests and waits for it
//! (`www/npm/follow.js`). Loaded with the first run that is followed; a module of its own, because what it shared with
//! the calls would enlarge the first load.

#![warn(clippy::indexing_slicing)]

mod action;
mod follower;
mod observation;

pub use follower::Follower;

/// Smaller and faster than the standard allocator.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
