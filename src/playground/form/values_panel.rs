//! A fold with a form's values: presets, JSON, a link with the values, and a reset. In the
//! deferred chunk.

pub(super) mod json_editor;
mod presets;

use super::fold::fold;
use super::state::FormState;
use super::undoable::Undoable;
use super::values_json;
use crate::connection::Connection;
use crate::copy::copy_button;
use crate::messages as say;
use crate::page_link;
use ui::{El, button, el, expect_context};

pub(super) fn values_panel(form: FormState) -> El {
    let has_json = form.json.current().is_some();
    fold(say::VALUES, has_json, content, form)
}

fn content(form: FormState) -> El {
    let connection: Connection = expect_context();
    let undoable = Undoable::new(form);
    let buttons = el("div", "fold-buttons")
        .child(copy_button(say::COPY_LINK, move || {
            link_with_values(form, connection)
        }))
        .child(button("button small", move || reset(form, undoable)).text(say::RESET_ALL));
    el("div", "fold-content")
        .child(presets::presets(form))
        .child(json_editor::json_editor(form))
        .child(buttons)
        .child(el("p", "hint").text(say::LINK_HINT))
}

fn link_with_values(form: FormState, connection: Connection) -> String {
    let client = connection.client.get_untracked();
    let base_url = client.map(|client| client.base_url().to_owned());
    let id = form.id.get_untracked();
    page_link::to_workflow(base_url.as_deref(), &id, &values_json::write_compact(form))
}

/// Resets the form and discards unmatched values.
fn reset(form: FormState, undoable: Undoable) {
    undoable.change(say::FORM_RESET.now().to_owned(), move || {
        form.unmatched.set(Vec::new());
        form.reset();
    });
}
