//! The command palette, which finds workflows, runs, actions and settings, and the sheet of keyboard shortcuts.
//! Their views are in the deferred chunk.

mod commands;
pub(crate) mod deferred;
mod dialog;
mod list;
mod shortcuts;

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::deferred::Deferred;
use super::icon::{Shape, icon};
use super::messages as say;
use ui::{El, RwSignal, button, el, keydown, untrack, window_event_listener};

static DIALOG: Deferred<fn(Palette) -> El> = Deferred::new();

/// Which of the two is open.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Palette(RwSignal<Option<Pane>>);

/// What the dialog shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pane {
    Commands,
    Shortcuts,
}

impl Palette {
    /// Closed. Opens with Ctrl or ⌘ and K; the sheet of shortcuts with a question mark outside a text field.
    pub(crate) fn start() -> Self {
        let palette = Self(RwSignal::new(None));
        // The palette lasts as long as the page.
        drop(window_event_listener(
            keydown,
            move |event: KeyboardEvent| {
                let pane = match event.key().as_str() {
                    "k" | "K" if event.ctrl_key() || event.meta_key() => Pane::Commands,
                    "?" if !is_typing(&event) => Pane::Shortcuts,
                    _ => return,
                };
                event.prevent_default();
                palette.0.set(Some(pane));
            },
        ));
        palette
    }

    /// The button in the header.
    pub(crate) fn button(self) -> El {
        button("button palette-open", move || self.show_commands())
            .attr("aria-keyshortcuts", "Control+K Meta+K")
            .attr("title", say::PALETTE)
            .child(icon(Shape::Search))
            .child(el("span", "palette-word").text(say::PALETTE_SEARCH))
    }

    /// Opens the palette.
    pub(crate) fn show_commands(self) {
        self.0.set(Some(Pane::Commands));
    }

    /// Opens the sheet of shortcuts.
    pub(crate) fn show_shortcuts(self) {
        self.0.set(Some(Pane::Shortcuts));
    }

    /// The place of the dialog.
    pub(crate) fn place(self) -> El {
        el("div", "").live(move || {
            self.0.get()?;
            DIALOG.get_or_load(|dialog| untrack(|| dialog(self)))
        })
    }
}

/// Whether a key press writes into a control.
fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let is_control = |target: Element| target.matches("input, textarea, select").unwrap_or(true);
    target.is_some_and(is_control)
}
