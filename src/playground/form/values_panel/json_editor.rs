//! A form's values as JSON that a person can edit and apply.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::copy::copy_button;
use crate::form::field_state::FieldState;
use crate::form::pending_json::PendingJson;
use crate::form::state::FormState;
use crate::form::undoable::Undoable;
use crate::form::values_json;
use crate::messages as say;
use ui::{El, RwSignal, button, document, el, untrack, value};

/// The editor of one form's values.
#[derive(Clone, Copy)]
struct Editor {
    form: FormState,
    /// The names of the fields that the last Apply changed; `None` before it.
    applied: RwSignal<Option<Vec<String>>>,
}

pub(super) fn json_editor(form: FormState) -> El {
    let editor = Editor {
        form,
        applied: RwSignal::new(None),
    };
    let label = el("label", "")
        .attr("for", "values-json")
        .text(say::VALUES_JSON);
    let error = el("p", "field-error")
        .attr("id", "values-error")
        .attr("role", "alert")
        .text(move || form.json.error().or_else(|| editor.invalid_count()));
    el("div", "field")
        .effect(move || editor.follow_form())
        .child(label)
        .child(editor.area())
        .child(error)
        .child(
            el("p", "help")
                .attr("role", "status")
                .text(move || editor.help()),
        )
        .child(editor.buttons())
}

impl Editor {
    fn area(self) -> El {
        el("textarea", "input area mono")
            .attr("id", "values-json")
            .attr("rows", "4")
            .attr("spellcheck", "false")
            .attr("dir", "ltr")
            .attr("aria-describedby", "values-error")
            .attr("aria-invalid", move || {
                self.form.json.error().map(|_| "true")
            })
            .prop("value", move || self.shown())
            .on("input", move |event| self.type_text(value(&event)))
    }

    fn buttons(self) -> El {
        let discard = move || {
            let message = say::VALUES_DISCARDED.now().to_owned();
            Undoable::new(self.form).change(message, move || self.form.json.discard());
        };
        let discard = button("button small", discard)
            .attr("hidden", move || !self.form.json.is_pending())
            .text(say::DISCARD);
        el("div", "fold-buttons")
            .child(button("button small", move || self.apply()).text(say::VALUES_APPLY))
            .child(discard)
            .child(copy_button(say::COPY, move || untrack(|| self.shown())))
    }

    /// Takes changes of the fields into the typed JSON.
    fn follow_form(self) {
        let fields = self.form.fields.get();
        fields.iter().for_each(|field| field.text.track());
        untrack(|| self.form.rebase_json());
    }

    /// What the box shows; tracked.
    fn shown(self) -> String {
        match self.form.json.get() {
            Some(pending) => pending.text,
            None => {
                let fields = self.form.fields.get();
                fields.iter().for_each(|field| field.text.track());
                values_json::write(self.form)
            }
        }
    }

    fn type_text(self, text: String) {
        self.applied.set(None);
        let base = match self.form.json.current() {
            Some(pending) => pending.base,
            None => values_json::write(self.form),
        };
        self.form.json.edit(base, text);
    }

    fn apply(self) {
        let apply = move || {
            if let Some(names) = self.form.apply_json() {
                self.applied.set(Some(names));
            }
        };
        let json = self.form.json;
        let pending = json.current();
        let changes = |pending: &PendingJson| values_json::changes(&pending.text, &pending.base);
        if pending
            .as_ref()
            .is_none_or(|pending| changes(pending).is_err())
        {
            // Nothing to undo: there are no edits, or they are not JSON.
            return apply();
        }
        // Edits that are pending again after Undo would be applied by the next run.
        json.discard();
        Undoable::new(self.form).change(say::VALUES_PUT.now().to_owned(), move || {
            json.restore(pending);
            apply();
        });
    }

    /// What Apply does, whether it is due, or which fields it changed; tracked.
    fn help(self) -> String {
        if self.form.json.is_pending() {
            return say::VALUES_PENDING.now().to_owned();
        }
        let Some(names) = self.applied.get() else {
            return say::VALUES_HELP.now().to_owned();
        };
        if names.is_empty() {
            return say::VALUES_UNCHANGED.now().to_owned();
        }
        let label = |name: &String| {
            let field = self.form.field(name);
            field.map_or_else(|| name.clone(), |field| field.label())
        };
        let labels: Vec<String> = names.iter().map(label).collect();
        say::VALUES_APPLIED.with(&[&labels.join(", ")])
    }

    /// How many of the applied values are invalid; tracked.
    fn invalid_count(self) -> Option<String> {
        let names = self.applied.get().unwrap_or_default();
        let is_invalid =
            |field: &FieldState| names.contains(&field.name()) && field.error_text().is_some();
        let fields = self.form.fields.get();
        let count = fields.into_iter().filter(is_invalid).count();
        (count > 0).then(|| say::VALUES_INVALID.count(count))
    }
}

/// Opens the fold around the box, and moves the focus to the box.
pub(in crate::form) fn focus() {
    let Some(area) = document().get_element_by_id("values-json") else {
        return;
    };
    if let Ok(Some(fold)) = area.closest("details") {
        let _ = fold.set_attribute("open", "");
    }
    if let Some(area) = area.dyn_ref::<HtmlElement>() {
        let _ = area.focus();
    }
}
