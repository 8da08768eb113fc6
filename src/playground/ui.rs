//! How the page builds its elements and keeps its state: a thin layer over leptos.
//!
//! # Why not `view!` and leptos' own signals
//!
//! Bytes. leptos compiles every view, attribute and signal anew for each type. With `view!`, two thirds
//! of the page's WebAssembly were views, and a form of a thousand fields took half as long again to build.
//! leptos' signals made up a quarter of the rest. Here every element has the type [`El`], and signals are
//! type-erased. Effects, owners, contexts and the moving of list entries are leptos'.
//!
//! # How to write a component
//!
//! A component is a function that returns an [`El`]. Its state is a `Copy` struct of signals, made where
//! its life begins:
//!
//! ```ignore
//! use leptos::prelude::*;
//!
//! use super::messages as say;
//! use super::ui::{El, RwSignal, button, el, list, value};
//!
//! /// The state: kept as long as the owner in which it is made.
//! #[derive(Clone, Copy)]
//! struct Notes {
//!     draft: RwSignal<String>,
//!     all: RwSignal<Vec<Note>>,
//! }
//!
//! /// One note. `key` identifies its entry in the list; what can change is a signal of its own.
//! #[derive(Clone, Copy)]
//! struct Note {
//!     key: u32,
//!     text: RwSignal<String>,
//! }
//!
//! fn notes_view(notes: Notes) -> El {
//!     // A listener on the window outlives the element, so the owner removes it.
//!     let escape = window_event_listener_untyped("keydown", move |_| notes.draft.set(String::new()));
//!     on_cleanup(move || escape.remove());
//!     el("section", "notes")
//!         // A fixed attribute; a `Message` is shown in the page's language.
//!         .attr("aria-label", say::NOTES)
//!         // A live attribute: a closure runs again when a signal that it reads changes.
//!         .attr("data-empty", move || notes.all.with(Vec::is_empty))
//!         .child(
//!             el("input", "input")
//!                 // A live property, and a listener on the element, which goes with it.
//!                 .prop("value", move || notes.draft.get())
//!                 .on("input", move |event| notes.draft.set(value(&event))),
//!         )
//!         .child(button("button", move || add(notes)).text(say::ADD))
//!         // A list: `note_view` runs once per key, whatever happens to the other entries.
//!         .child(list(
//!             el("ul", ""),
//!             move || notes.all.get(),
//!             |note| note.key.to_string(),
//!             note_view,
//!         ))
//!         // A child that comes and goes, and is made anew when a signal that it reads changes.
//!         .live(move || {
//!             let is_empty = notes.all.with(Vec::is_empty);
//!             is_empty.then(|| el("p", "hint").text(say::NOTES_EMPTY))
//!         })
//! }
//!
//! fn note_view(note: Note) -> El {
//!     // A live text.
//!     el("li", "").text(move || note.text.get())
//! }
//! ```
//!
//! # Rules
//!
//! - In `live`, build inside `untrack` whatever should not be rebuilt when a signal that it reads
//!   changes.
//! - `get`, `with` and `track` subscribe; use the `_untracked` variants in listeners.
//! - A callback that may run after its owner has ended (a timer, a response) uses the `try_` methods.
//! - Signals made in such a callback belong to the owner of the page: see [`Root`].

mod element;
mod list;
mod mount;
mod root;
mod signal;
mod text;

pub(crate) use element::{El, button, el, value};
pub(crate) use list::list;
pub(crate) use root::Root;
pub(crate) use signal::{RwSignal, StoredValue, memo};
pub(crate) use text::ToText;
