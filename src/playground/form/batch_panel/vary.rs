//! The button at a field that varies it, and the place of its values. The values' controls are in the deferred
//! chunk.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use crate::deferred::Deferred;
use crate::form::batch::BatchSettings;
use crate::form::field_state::FieldState;
use crate::form::state::FormState;
use crate::form::undoable::Undoable;
use crate::media_query::COARSE;
use crate::messages as say;
use schema::Control;
use ui::{
    El, document, focus_in_place, request_animation_frame, scroll_to, template, untrack, when_idle,
};

/// The controls for the values of a field.
pub(crate) static EDITOR: Deferred<fn(FormState, FieldState) -> El> = Deferred::new();

/// Varies a field, or no longer.
pub(crate) static TOGGLE: Deferred<fn(Undoable, FormState, FieldState)> = Deferred::new();

/// Adds the button to the tools of the field with this label, when the browser is idle. It has no listener of its own,
/// because a form may have a thousand.
pub(crate) fn vary_button(tools: El, label: &str) -> El {
    let (place, name) = (tools.node().clone(), say::VARY_FIELD.with(&[label]));
    when_idle(move || {
        let button = template("vary").attr("aria-label", name).text(say::VARY);
        let _ = place.append_child(button.node());
    });
    tools
}

/// The controls while the field is varied, or the note that a table has it.
pub(crate) fn variation_view(form: FormState, field: FieldState) -> Option<El> {
    let is_varied = form.batch.is_varied(field.index);
    is_varied.then(|| EDITOR.view(|editor| untrack(|| editor(form, field))))?
}

/// Varies the field whose button was clicked.
pub(crate) fn on_click(form: FormState, event: &Event) {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let button = target.and_then(|target| target.closest(".vary").ok()?);
    let head = button.and_then(|button| button.closest(".field-head").ok()?);
    let label = head.and_then(|head| head.query_selector("label").ok()?);
    let Some(id) = label.and_then(|label| label.get_attribute("for")) else {
        return;
    };
    let fields = form.current_fields();
    if let Some(field) = fields.into_iter().find(|field| field.id() == id) {
        let undoable = Undoable::new(form);
        TOGGLE.call(move |toggle| toggle(undoable, form, field));
    }
}

/// Varies a field, or no longer; that can be undone if it discards what a person entered. In the deferred chunk,
/// because it suggests values.
pub(crate) fn toggle(undoable: Undoable, form: FormState, field: FieldState) {
    let fields = form.current_fields();
    let discards = form
        .batch
        .with_untracked(|batch| batch.toggle_discards(field, &fields));
    let change = move || {
        form.batch.update(|batch| batch.toggle(field));
        form.clear_batch_errors();
        form.save_soon();
        request_animation_frame(move || show_values(field.index));
    };
    match discards {
        true => undoable.change(say::VARY_DISCARDED.now().to_owned(), change),
        false => change(),
    }
}

impl FormState {
    /// Varies the first seed, and nothing else.
    pub(crate) fn vary_seed(self) {
        let is_seed = |field: &FieldState| {
            field
                .definition
                .with_value(|field| field.control() == Some(Control::Seed))
        };
        if let Some(field) = self.current_fields().into_iter().find(is_seed) {
            self.batch.set(BatchSettings::default());
            self.batch.update(|batch| batch.toggle(field));
            self.clear_batch_errors();
            self.save_soon();
        }
    }
}

/// The id of the controls for a field's values.
pub(super) fn values_id(index: usize) -> String {
    ["vary-", &index.to_string()].concat()
}

/// Scrolls so that all controls are in view. The button was hidden, so the first control takes over its focus.
fn show_values(index: usize) {
    if let Some(values) = document().get_element_by_id(&values_id(index)) {
        // With a finger, the keyboard would cover them.
        if !COARSE.matches()
            && let Ok(Some(first)) = values.query_selector("input, textarea, [aria-pressed=true]")
        {
            focus_in_place(first.unchecked_ref());
        }
        scroll_to(&values);
    }
}
