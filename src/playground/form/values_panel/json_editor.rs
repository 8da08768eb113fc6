//! A form's values as JSON that a person can edit and apply.

use leptos::prelude::untrack;
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
    /// What a person is editing; `None` while the box shows the form's values.
    edit: RwSignal<Option<Edit>>,
    error: RwSignal<Option<String>>,
    /// The names of the fields that the last Apply changed; `None` before it.
    applied: RwSignal<Option<Vec<String>>>,
}

#[derive(Clone)]
struct Edit {
    /// What the box showed when the edit began.
    base: String,
    text: String,
}

pub(super) fn json_editor(form: FormState) -> El {
    let editor = Editor {
        form,
        edit: RwSignal::new(None),
        error: RwSignal::new(None),
        applied: RwSignal::new(None),
    };
    let label = el("label", "")
        .attr("for", "values-json")
        .text(say::VALUES_JSON);
    let error = el("p", "field-error")
        .attr("id", "values-error")
        .attr("role", "alert")
        .text(move || editor.error.get().or_else(|| editor.invalid_count()));
    el("div", "field")
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
            .attr("aria-invalid", move || self.error.get().map(|_| "true"))
            .prop("value", move || self.shown())
            .on("input", move |event| self.type_text(value(&event)))
    }

    fn buttons(self) -> El {
        let discard = button("button small", move || self.discard())
            .attr("hidden", move || self.edit.with(Option::is_none))
            .text(say::DISCARD);
        el("div", "fold-buttons")
            .child(button("button small", move || self.apply()).text(say::VALUES_APPLY))
            .child(discard)
            .child(copy_button(say::COPY, move || untrack(|| self.shown())))
    }

    /// What the box shows; tracked.
    fn shown(self) -> String {
        match self.edit.get() {
            Some(edit) => edit.text,
            None => {
                let fields = self.form.fields.get();
                fields.iter().for_each(|field| field.text.track());
                values_json::write(self.form)
            }
        }
    }

    fn type_text(self, text: String) {
        self.applied.set(None);
        let edit = self.edit.get_untracked();
        let base = match edit {
            Some(edit) => edit.base,
            None => values_json::write(self.form),
        };
        // An edit that was taken back is none.
        let is_edited = text != base;
        self.edit.set(is_edited.then_some(Edit { base, text }));
    }

    fn discard(self) {
        self.error.set(None);
        self.edit.set(None);
    }

    /// Puts what was edited into the form, or shows why it is not a JSON object.
    fn apply(self) {
        let edit = self.edit.get_untracked();
        let changes = edit.as_ref().map_or(Ok(Vec::new()), |edit| {
            values_json::changes(&edit.text, &edit.base)
        });
        match changes {
            Ok(texts) => {
                let names = texts.iter().map(|(name, _)| name.clone());
                self.applied.set(Some(names.collect()));
                self.form.fill(texts);
                self.discard();
            }
            Err(_) => {
                let text = edit.map(|edit| edit.text).unwrap_or_default();
                self.error.set(Some(not_json(&text)));
            }
        }
    }

    /// What Apply does, or which fields it changed; tracked.
    fn help(self) -> String {
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
