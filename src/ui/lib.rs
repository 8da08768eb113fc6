//! The elements and the reactive state of the page: a thin layer over leptos.
//!
//! # Why not `view!` and leptos' own signals
//!
//! To save bytes. leptos compiles every view, attribute and signal separately for each type. With `view!`,
//! views made up two thirds of the page's WebAssembly, and a form of a thousand fields took 50 % longer to
//! build. leptos' signals made up a quarter of the rest. Here every element has the type [`El`], and
//! signals are type-erased. leptos still provides effects, owners and the moving of list entries.
//!
//! # How to write a component
//!
//! A component is a function that returns an [`El`]. Its state is a `Copy` struct of signals, created in
//! the owner that it belongs to:
//!
//! ```text
//! use super::messages as say;
//! use ui::{El, RwSignal, button, el, list, on_cleanup, value, window_event_listener_untyped};
//!
//! /// The state. It lives as long as the owner in which it is created.
//! #[derive(Clone, Copy)]
//! struct Notes {
//!     draft: RwSignal<String>,
//!     all: RwSignal<Vec<Note>>,
//! }
//!
//! /// One note. `key` identifies its entry in the list; every value that can change is a signal.
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
//!                 // A live property, and a listener that is removed with the element.
//!                 .prop("value", move || notes.draft.get())
//!                 .on("input", move |event| notes.draft.set(value(&event))),
//!         )
//!         .child(button("button", move || add(notes)).text(say::ADD))
//!         // A list: `note_view` runs once per key, even if other entries change.
//!         .child(list(
//!             el("ul", ""),
//!             move || notes.all.get(),
//!             |note| note.key.to_string(),
//!             note_view,
//!         ))
//!         // A child that may be absent, and is rebuilt when a signal that it reads changes.
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
//! Markup that designers edit, and that the first form shares, is in `<template>`s in `index.html`. [`template`]
//! clones one, and `slot` fills in what is marked with `data-slot`:
//!
//! ```text
//! template("form-head").slot("about", |about| about.text(description))
//! ```
//!
//! # Rules
//!
//! - In `live`, use `untrack` to build parts that should not be rebuilt when a signal that they read
//!   changes.
//! - Give a value that depends on signals to [`memo`] if it is expensive, or changes less often than they do: it is
//!   computed when it is needed, never stale, and notifies only when it changes.
//! - `get`, `with` and `track` subscribe; use the `_untracked` variants in listeners.
//! - A callback that may run after its owner was disposed (a timer, a response) uses the `try_` methods.
//! - Signals created in such a callback belong to the owner of the page: see [`Root`].
//! - State of the whole page comes from [`expect_context`], which accepts only a [`PageState`]. Pass any other state
//!   as an argument.
//! - Markup and code must name the same templates and slots; `tests/architecture.rs` checks it. Write the names in the
//!   calls of `template`, `slot`, `slot_text` and `replace`.

#![warn(clippy::indexing_slicing)]

mod after_click;
mod dom;
mod element;
mod focus;
mod idle;
mod in_body;
mod kept_effect;
mod late_end;
mod list;
mod memo;
mod modal;
mod mount;
mod owners;
mod page_state;
mod root;
mod scroll;
mod signal;
mod slots;
mod template;
mod text;
mod window_key;

// What the page uses of leptos besides. Its own signals are not exported: they would compile, and cost bytes.
pub use leptos::ev::keydown;
pub use leptos::leptos_dom::helpers::TimeoutHandle;
pub use leptos::mount::mount_to_renderer;
pub use leptos::prelude::{
    Effect, Owner, document, location, on_cleanup, queue_microtask, request_animation_frame,
    set_interval_with_handle, set_timeout, set_timeout_with_handle, untrack, window,
    window_event_listener, window_event_listener_untyped,
};
pub use leptos::task::spawn_local;

pub use after_click::{after_click, watch_pointers};
pub use element::{El, button, checked, choice_option, el, is_first_click, target_tag, value};
pub use focus::{focus, focus_in_place, return_focus};
pub use idle::{after_paint, when_idle};
pub use in_body::in_body;
pub use list::list;
pub use memo::{Memo, memo};
pub use modal::{close_outside, open_modal};
pub use page_state::{PageState, expect_context, forget_contexts, provide_context};
pub use root::Root;
pub use scroll::scroll_to;
pub use signal::{RwSignal, StoredValue};
pub use template::{read_templates, template};
pub use text::ToText;
pub use window_key::on_window_key;
