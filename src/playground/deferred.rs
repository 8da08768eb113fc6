//! Functions that the page loads after its first paint, in a chunk of its own WebAssembly.
//!
//! A region declares a [`Deferred`] where it calls the function, and fills it in its own `deferred.rs`.
//! The chunk (`deferred_chunk.rs`) calls every `fill`. The build moves to the chunk whatever only a
//! `fill` reaches, so nothing else may call a deferred function. Outside a browser, every function is
//! available from the start. Knows no region.

mod function;
mod loading;
mod notice;

pub(crate) use function::Deferred;
pub(crate) use loading::{Task, is_loading, start};
pub(crate) use notice::notice;
