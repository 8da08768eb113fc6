//! The parts of a run's form. Values are JavaScript handles: the bytes of files never enter WebAssembly,
//! and texts do so only for a check.

use js_sys::{Array, JsString};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, File, FormData};

use super::sniff::sniff;
use api::ValidationItem;
use schema::{self, Additional, FieldValue, FileInfo, InputSchema};

/// One part of the multipart form.
#[derive(Clone, Debug)]
pub struct FormPart {
    /// `[name, text]` or `[name, file, fileName]`.
    part: Array,
    /// The content type found in its first bytes.
    sniffed: Option<&'static str>,
}

impl FormPart {
    /// A text part.
    pub fn text(name: impl Into<JsString>, text: impl Into<JsString>) -> Self {
        let part = Array::of2(&name.into(), &text.into());
        Self {
            part,
            sniffed: None,
        }
    }

    /// A file part, sent under the file's own name; a `Blob` without a name is sent as `blob`. `sniffed` is
    /// the content type that [`super::sniff`] found, if it was called.
    pub fn file(name: impl Into<JsString>, file: Blob, sniffed: Option<&'static str>) -> Self {
        let own = file.dyn_ref::<File>().map(File::name);
        let file_name = own.unwrap_or_else(|| "blob".to_owned());
        let part = Array::of3(&name.into(), &file, &file_name.into());
        Self { part, sniffed }
    }

    /// The parts as a JavaScript list of `[name, text]` and `[name, file, fileName]`.
    pub fn list(parts: &[Self]) -> Array {
        parts.iter().map(|part| &part.part).collect()
    }

    /// The parts of a JavaScript list.
    pub fn of_list(list: &Array) -> Vec<Self> {
        let part = |part: JsValue| Self {
            part: part.unchecked_into(),
            sniffed: None,
        };
        list.iter().map(part).collect()
    }

    /// Finds out the content type in the first bytes of a file.
    pub async fn sniff(&mut self) {
        if self.is_file() {
            let file = self.part.get(1).unchecked_into();
            self.sniffed = sniff(&file).await;
        }
    }

    /// The field's name.
    pub fn name(&self) -> String {
        self.part.get(0).as_string().unwrap_or_default()
    }

    /// Whether it is a file. Its class does not matter: it may come from another window or library.
    pub fn is_file(&self) -> bool {
        !self.part.get(1).is_string()
    }

    /// The part as input for a check.
    pub fn input(&self) -> FieldValue {
        let value = self.part.get(1);
        if let Some(text) = value.as_string() {
            return FieldValue::Text(text);
        }
        let file: Blob = value.unchecked_into();
        FieldValue::File(FileInfo {
            name: self.part.get(2).as_string().unwrap_or_default(),
            content_type: file.type_(),
            size: file.size() as u64,
            sniffed: self.sniffed,
        })
    }
}

/// The form for the parts of a [`FormPart::list`].
///
/// # Errors
/// Whatever JavaScript threw.
pub fn form(parts: &Array) -> Result<FormData, JsValue> {
    let form = FormData::new()?;
    let handles: &bindings::Form = form.unchecked_ref();
    for part in parts.iter() {
        let part: Array = part.unchecked_into();
        let (name, value, file_name) = (part.get(0), part.get(1), part.get(2));
        if file_name.is_undefined() {
            handles.append(&name, &value)?;
        } else {
            handles.append_file(&name, &value, &file_name)?;
        }
    }
    Ok(form)
}

/// FormData that takes handles; web-sys would copy every text into and out of WebAssembly.
mod bindings {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = FormData)]
        pub(super) type Form;

        #[wasm_bindgen(method, catch)]
        pub(super) fn append(this: &Form, name: &JsValue, text: &JsValue) -> Result<(), JsValue>;

        #[wasm_bindgen(method, catch, js_name = append)]
        pub(super) fn append_file(
            this: &Form,
            name: &JsValue,
            file: &JsValue,
            file_name: &JsValue,
        ) -> Result<(), JsValue>;
    }
}

/// Checks parts against a schema, as [`schema::check`] does.
///
/// # Errors
/// The errors, in the shape of a 422.
pub fn check(schema: &InputSchema, parts: &[FormPart]) -> Result<(), Vec<ValidationItem>> {
    let items = check_with(schema, &[], parts);
    if items.is_empty() { Ok(()) } else { Err(items) }
}

/// The errors of parts by a schema and additional fields, in the shape of a 422.
pub fn check_with(
    schema: &InputSchema,
    additional: &[Additional],
    parts: &[FormPart],
) -> Vec<ValidationItem> {
    let value = |part: &FormPart| (part.name(), part.input());
    let values: Vec<_> = parts.iter().map(value).collect();
    let errors = schema::check_with(schema, additional, &values);
    errors.into_iter().map(Into::into).collect()
}
