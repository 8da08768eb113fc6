//! The parts of a run's form. Files are handles; their bytes never enter WebAssembly.

use web_sys::{Blob, File, FormData};

use crate::schema::{FileInfo, Input};

/// One part of the multipart form.
#[derive(Clone, Debug)]
pub struct Part {
    /// The field's name.
    pub name: String,
    /// Its value.
    pub value: PartValue,
}

/// What a part carries.
#[derive(Clone, Debug)]
pub enum PartValue {
    /// Form text.
    Text(String),
    /// A file, with the name it is sent under.
    File(Blob, String),
}

impl Part {
    /// A part of text.
    pub fn text(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value: PartValue::Text(text.into()),
        }
    }

    /// A part of a file, sent under its own name.
    pub fn file(name: impl Into<String>, file: File) -> Self {
        let file_name = file.name();
        Self {
            name: name.into(),
            value: PartValue::File(file.into(), file_name),
        }
    }

    /// What a check needs to know of it.
    pub fn input(&self) -> Input {
        match &self.value {
            PartValue::Text(text) => Input::Text(text.clone()),
            PartValue::File(blob, name) => Input::File(FileInfo {
                name: name.clone(),
                content_type: blob.type_(),
                size: blob.size() as u64,
                sniffed: None,
            }),
        }
    }
}

/// The form that a request carries.
pub(crate) fn form(parts: &[Part]) -> Result<FormData, &'static str> {
    let form = FormData::new().map_err(|_| "this environment has no FormData")?;
    for part in parts {
        let appended = match &part.value {
            PartValue::Text(text) => form.append_with_str(&part.name, text),
            PartValue::File(blob, name) => {
                form.append_with_blob_and_filename(&part.name, blob, name)
            }
        };
        appended.map_err(|_| "a value could not be put into the form")?;
    }
    Ok(form)
}
