//! Adds fields that the workflow does not declare; the API accepts them. In the deferred chunk.

use super::additional_kind::kind_from_name;
use super::enter_key::is_plain_enter;
use super::fold::fold;
use super::state::FormState;
use crate::language::Message;
use crate::messages as say;
use ui::{El, RwSignal, button, choice_option, el, value};

const KINDS: [(&str, Message); 7] = [
    ("text", say::KIND_TEXT),
    ("number", say::KIND_NUMBER),
    ("boolean", say::KIND_BOOLEAN),
    ("image", say::KIND_IMAGE),
    ("video", say::KIND_VIDEO),
    ("audio", say::KIND_AUDIO),
    ("file", say::KIND_FILE),
];

/// A fold, open if the workflow declares no field.
pub(super) fn additional(form: FormState) -> El {
    let fields = form.current_fields();
    let open = fields.iter().all(|field| field.additional);
    fold(say::ADD_FIELD, open, content, form)
}

/// What a person enters for a new field.
#[derive(Clone, Copy)]
struct NewField {
    name: RwSignal<String>,
    kind: RwSignal<String>,
    error: RwSignal<Option<String>>,
}

/// The inputs for a name and a kind, and Add.
fn content(form: FormState) -> El {
    let new = NewField {
        name: RwSignal::new(String::new()),
        kind: RwSignal::new("text".to_owned()),
        error: RwSignal::new(None),
    };
    let row = el("div", "add-row")
        .child(name_input(form, new))
        .child(kind_choice(new))
        .child(button("button", move || new.add_to(form)).text(say::ADD));
    let error = el("p", "field-error")
        .attr("id", "add-error")
        .attr("role", "alert")
        .text(move || new.error.get());
    el("div", "fold-content")
        .child(row)
        .child(error)
        .child(el("p", "hint").text(say::ADD_HINT))
}

fn name_input(form: FormState, new: NewField) -> El {
    el("input", "input")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("aria-label", say::ADD_NAME)
        .attr("placeholder", say::ADD_NAME)
        .attr("aria-describedby", "add-error")
        .attr("aria-invalid", move || new.error.get().map(|_| "true"))
        .prop("value", move || new.name.get())
        .on("input", move |event| new.name.set(value(&event)))
        .on("keydown", move |event| {
            if is_plain_enter(&event) {
                event.prevent_default();
                new.add_to(form);
            }
        })
}

fn kind_choice(new: NewField) -> El {
    let option = |(kind, label): (&'static str, Message)| choice_option(kind, label.now());
    el("select", "input")
        .attr("aria-label", say::ADD_TYPE)
        .on("change", move |event| new.kind.set(value(&event)))
        .children(KINDS.map(option))
}

impl NewField {
    /// Adds the field and moves the focus to it, or shows why that is not possible.
    fn add_to(self, form: FormState) {
        let name = self.name.get_untracked().trim().to_owned();
        let Some(kind) = kind_from_name(&self.kind.get_untracked()) else {
            return;
        };
        match form.add_field(&name, kind) {
            Some(field) => {
                self.name.set(String::new());
                self.error.set(None);
                field.focus();
            }
            None if name.is_empty() => self.error.set(Some(say::ADD_NAME_MISSING.now().to_owned())),
            None => self.error.set(Some(say::ADD_NAME_TAKEN.with(&[&name]))),
        }
    }
}
