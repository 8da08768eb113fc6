//! One field of a form: its definition, the value entered and its errors. Does not know the form around
//! it.

mod value;

use wasm_bindgen::JsCast;
use web_sys::{File, HtmlElement, HtmlInputElement};

use super::draft::Draft;
use schema::{Field, FieldKind};
use ui::{RwSignal, StoredValue, document};

/// One field and the value entered into it.
#[derive(Clone, Copy)]
pub(crate) struct FieldState {
    /// The field in the workflow's schema.
    pub(crate) definition: StoredValue<Field>,
    /// Its position in the form. Element ids use it, since a name may contain any character.
    pub(crate) index: usize,
    /// Whether a person added it to the fields that the workflow declares.
    pub(crate) additional: bool,
    /// The text entered.
    pub(crate) text: RwSignal<String>,
    /// The files chosen.
    pub(crate) files: RwSignal<Vec<File>>,
    /// The first file's type by its first bytes, once these were read.
    pub(super) sniffed_type: StoredValue<Option<&'static str>>,
    /// The texts of its errors.
    pub(crate) errors: RwSignal<Vec<String>>,
    pub(super) draft: Draft,
}

/// Two are the same if they share their value.
impl PartialEq for FieldState {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl FieldState {
    /// A field with its draft, or else its default.
    pub(super) fn new(
        index: usize,
        field: &Field,
        draft_text: Option<String>,
        draft: Draft,
    ) -> Self {
        Self {
            index,
            additional: false,
            text: RwSignal::new(draft_text.unwrap_or_else(|| default_text(field))),
            files: RwSignal::new(Vec::new()),
            sniffed_type: StoredValue::new(None),
            errors: RwSignal::new(Vec::new()),
            definition: StoredValue::new(field.clone()),
            draft,
        }
    }

    /// Its name in the API.
    pub(crate) fn name(&self) -> String {
        self.definition.with_value(|field| field.name.clone())
    }

    /// Its label.
    pub(crate) fn label(&self) -> String {
        self.definition.with_value(|field| field.label.clone())
    }

    /// The element id of its control.
    pub(crate) fn id(&self) -> String {
        ["field-", &self.index.to_string()].concat()
    }

    /// Whether a run requires it.
    pub(crate) fn required(&self) -> bool {
        self.definition.with_value(|field| field.required)
    }

    /// Whether its value is a file.
    pub(crate) fn takes_files(&self) -> bool {
        self.definition
            .with_value(|field| field.kind.accept().is_some())
    }

    /// Whether its value is a number.
    pub(super) fn is_number(&self) -> bool {
        self.definition
            .with_value(|field| matches!(field.kind, FieldKind::Number(_) | FieldKind::Slider(_)))
    }

    /// Whether it accepts files of this content type.
    pub(super) fn accepts(&self, content_type: &str) -> bool {
        self.definition
            .with_value(|field| match field.kind.accept() {
                Some("*/*") => true,
                Some(accept) => content_type.starts_with(accept.trim_end_matches('*')),
                None => false,
            })
    }

    /// Its errors as one text; tracked.
    pub(crate) fn error_text(&self) -> Option<String> {
        self.errors
            .with(|errors| (!errors.is_empty()).then(|| errors.join("; ")))
    }

    /// Whether it has errors; not tracked.
    pub(crate) fn has_errors(&self) -> bool {
        self.errors.with_untracked(|errors| !errors.is_empty())
    }

    /// Whether its value differs from the default; tracked.
    pub(crate) fn is_changed(&self) -> bool {
        let default = self.definition.with_value(default_text);
        self.text.with(|text| *text != default) || self.files.with(|files| !files.is_empty())
    }

    /// Takes the text entered, and saves it in the draft.
    pub(crate) fn set_text(&self, text: String) {
        self.text.set(text);
        self.draft.save_soon();
        self.recheck();
    }

    /// Restores the default.
    pub(crate) fn reset(&self) {
        self.errors.set(Vec::new());
        self.set_text(self.definition.with_value(default_text));
        if self.files.with_untracked(|files| !files.is_empty()) {
            self.set_files(Vec::new());
        }
    }

    /// Moves the focus to its control and selects its text.
    pub(crate) fn focus(&self) {
        let element = document().get_element_by_id(&self.id());
        if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
            // An element in a closed fold cannot get the focus.
            if let Ok(Some(fold)) = element.closest("details") {
                let _ = fold.set_attribute("open", "");
            }
            let _ = element.focus();
            if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
                input.select();
            }
        }
    }
}

fn default_text(field: &Field) -> String {
    field.default.clone().unwrap_or_default()
}
