//! The chunk of the page's WebAssembly that loads later: the deferred functions of every region. Only
//! `playground.rs` knows it.

#![allow(
    unsafe_code,
    reason = "the macro splits the page at an extern function, which it declares and calls"
)]

use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::deferred::Task;
use super::{
    connection, developers, field, form, problem, queue, reason, result, runs, undo, workflows,
};

/// Loads the chunk. Returns whether that succeeded.
pub(super) fn load() -> Task<bool> {
    Box::pin(async { fill().await.is_ok() })
}

/// The page is split here.
#[wasm_split(later, fallible)]
fn fill() -> Result<(), SplitLoaderError> {
    reason::fill_deferred();
    problem::fill_deferred();
    undo::fill_deferred();
    connection::deferred::fill();
    field::deferred::fill();
    form::deferred::fill();
    workflows::deferred::fill();
    runs::deferred::fill();
    result::deferred::fill();
    queue::deferred::fill();
    developers::deferred::fill();
    Ok(())
}
