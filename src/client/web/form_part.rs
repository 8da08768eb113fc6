//! The parts of a run's form. Values are JavaScript handles: the bytes of files never enter WebAssembly,
//! and texts do so only for a check.

use js_sys::JsString;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, File, FormData};

use crate::api::ValidationItem;
use crate::schema::{self, FieldValue, FileInfo, InputSchema};

/// One part of the multipart form.
#[derive(Clone, Debug)]
pub struct FormPart {
    name: JsString,
    /// A `JsString` or a `Blob`.
    value: JsValue,
    /// The name a file is sent under.
    file_name: Option<JsString>,
    /// The content type found in its first bytes.
    sniffed: Option<&'static str>,
}

impl FormPart {
    /// A text part.
    pub fn text(name: impl Into<JsString>, text: impl Into<JsString>) -> Self {
        Self {
            name: name.into(),
            value: text.into().into(),
            file_name: None,
            sniffed: None,
        }
    }

    /// A file part, sent under the file's own name; a `Blob` without a name is sent as `blob`. `sniffed` is
    /// the content type that [`super::sniff`] found, if it was called.
    pub fn file(name: impl Into<JsString>, file: Blob, sniffed: Option<&'static str>) -> Self {
        let own = file.dyn_ref::<File>().map(File::name);
        Self {
            name: name.into(),
            file_name: Some(own.unwrap_or_else(|| "blob".to_owned()).into()),
            value: file.into(),
            sniffed,
        }
    }

    /// The field's name.
    pub fn name(&self) -> String {
        String::from(&self.name)
    }

    /// Whether it is a file.
    pub fn is_file(&self) -> bool {
        self.file_name.is_some()
    }

    /// The part as input for a check.
    pub fn input(&self) -> FieldValue {
        match (&self.file_name, self.value.dyn_ref::<Blob>()) {
            (Some(name), Some(blob)) => FieldValue::File(FileInfo {
                name: String::from(name),
                content_type: blob.type_(),
                size: blob.size() as u64,
                sniffed: self.sniffed,
            }),
            _ => FieldValue::Text(self.value.as_string().unwrap_or_default()),
        }
    }
}

/// The form of a request.
pub(super) fn form(parts: &[FormPart]) -> Result<FormData, JsValue> {
    let form = FormData::new()?;
    for part in parts {
        append(&form, part)?;
    }
    Ok(form)
}

fn append(form: &FormData, part: &FormPart) -> Result<(), JsValue> {
    let form: &bindings::Form = form.unchecked_ref();
    match &part.file_name {
        Some(file_name) => form.append_file(&part.name, &part.value, file_name),
        None => form.append(&part.name, &part.value),
    }
}

/// FormData that takes handles; web-sys would copy every text into and out of WebAssembly.
mod bindings {
    use js_sys::JsString;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = FormData)]
        pub(super) type Form;

        #[wasm_bindgen(method, catch)]
        pub(super) fn append(this: &Form, name: &JsString, text: &JsValue) -> Result<(), JsValue>;

        #[wasm_bindgen(method, catch, js_name = append)]
        pub(super) fn append_file(
            this: &Form,
            name: &JsString,
            file: &JsValue,
            file_name: &JsString,
        ) -> Result<(), JsValue>;
    }
}

/// Checks parts against a schema, as [`schema::check`] does.
///
/// # Errors
/// The errors, in the shape of a 422.
pub fn check(schema: &InputSchema, parts: &[FormPart]) -> Result<(), Vec<ValidationItem>> {
    let values: Vec<_> = parts
        .iter()
        .map(|part| (part.name(), part.input()))
        .collect();
    let errors = schema::check(schema, &values);
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors.into_iter().map(Into::into).collect())
    }
}
