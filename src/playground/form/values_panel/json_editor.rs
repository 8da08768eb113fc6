//! A form's values as JSON that a person can edit and apply.

use wasm_bindgen::JsCast;

use crate::playground::copy::copy_button;
use crate::playground::form::field_state::FieldState;
use crate::playground::form::state::FormState;
use crate::playground::form::values_json;
use crate::playground::messages as say;
use crate::playground::ui::RwSignal;
use crate::playground::ui::{El, button, el, value};

/// The editor of one form's values.
#[derive(Clone, Copy)]
struct Editor {
    form: FormState,
    json: RwSignal<String>,
    error: RwSignal<Option<String>>,
    /// The fields that were last applied.
    applied: RwSignal<Vec<String>>,
}

pub(super) fn json_editor(form: FormState, json: RwSignal<String>) -> El {
    let editor = Editor {
        form,
        json,
        error: RwSignal::new(None),
        applied: RwSignal::new(Vec::new()),
    };
    let label = el("label", "")
        .attr("for", "values-json")
        .text(say::VALUES_JSON);
    let error = el("p", "field-error")
        .attr("id", "values-error")
        .attr("role", "alert")
        .text(move || editor.error.get().or_else(|| editor.invalid_count()));
    let buttons = el("div", "fold-buttons")
        .child(button("button small", move || editor.apply()).text(say::VALUES_APPLY))
        .child(copy_button(say::COPY, move || json.get_untracked()));
    el("div", "field")
        .child(label)
        .child(editor.area())
        .child(error)
        .child(el("p", "help").text(say::VALUES_HELP))
        .child(buttons)
}

impl Editor {
    fn area(self) -> El {
        el("textarea", "input area mono")
            .attr("id", "values-json")
            .attr("rows", "4")
            .attr("spellcheck", "false")
            .attr("dir", "ltr")
            .attr("aria-describedby", "values-error")
            .attr("aria-invalid", move || self.error.get().map(|_| "true"))
            .prop("value", move || self.json.get())
            .on("input", move |event| {
                self.applied.set(Vec::new());
                self.json.set(value(&event));
            })
    }

    /// Fills the form with the JSON, or shows why it is not a JSON object.
    fn apply(self) {
        let json = self.json.get_untracked();
        match values_json::read(&json) {
            Ok(texts) => {
                let names = texts.iter().map(|(name, _)| name.clone());
                self.applied.set(names.collect());
                self.form.fill(texts);
                self.error.set(None);
                self.json.set(values_json::write(self.form));
            }
            Err(_) => self.error.set(Some(not_json(&json))),
        }
    }

    /// How many of the applied values are invalid; tracked.
    fn invalid_count(self) -> Option<String> {
        let is_invalid = |field: &FieldState| {
            let name = field.name();
            self.applied.with(|names| names.contains(&name)) && field.error_text().is_some()
        };
        let fields = self.form.fields.get();
        let count = fields.into_iter().filter(is_invalid).count();
        (count > 0).then(|| say::VALUES_INVALID.count(count))
    }
}

/// Says that a text is not a JSON object, with the browser's reason if it has one.
fn not_json(text: &str) -> String {
    let error = js_sys::JSON::parse(text).err();
    let error = error.and_then(|error| error.dyn_into::<js_sys::Error>().ok());
    let message = say::VALUES_NOT_JSON.now();
    match error {
        Some(error) => [message, " (", &String::from(error.message()), ")"].concat(),
        None => message.to_owned(),
    }
}
