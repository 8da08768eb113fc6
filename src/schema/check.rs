//! The check of values against a schema: the same in the page, the package and the service.
//! Messages and types follow the contract's validation error item (section 2.5). A check reports
//! and refuses nothing: whoever asked may send in spite of it, for the server decides.

mod additional;
mod file;
mod group;
mod text;

use serde::{Deserialize, Serialize};

use super::{Field, FieldKind, InputSchema};

pub use additional::Additional;
pub use file::FileInfo;

pub(crate) use super::decimal::{compare, decimal};
pub(super) use group::stem;
pub(crate) use text::boolean;

/// A value given for a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Form text.
    Text(String),
    /// A file; its bytes stay where they are.
    File(FileInfo),
}

/// What is wrong with one field's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldError {
    /// The field's name.
    pub field: String,
    /// What is wrong, in words for the person who typed it.
    pub msg: String,
    /// The kind of error, in pydantic's names (`missing`, `int_parsing`, …).
    #[serde(rename = "type")]
    pub kind: String,
}

/// Checks values against a schema; an empty list means that they will do. Names the schema does
/// not know pass: the contract permits additional fields. A field that takes several values has
/// each of them checked, under its own name and under `name_0`, `name_1`, ….
pub fn check(schema: &InputSchema, values: &[(String, Input)]) -> Vec<FieldError> {
    check_with(schema, &[], values)
}

/// [`check`], with additional fields whose values are checked by the kind they were given.
pub fn check_with(
    schema: &InputSchema,
    additional: &[Additional],
    values: &[(String, Input)],
) -> Vec<FieldError> {
    let (more, mut errors) = additional::fields(schema, additional);
    let fields: Vec<&Field> = schema.fields.iter().chain(&more).collect();
    let given = group::values(&fields, values);
    let faults = fields.iter().zip(given);
    let mut found: Vec<FieldError> = faults
        .flat_map(|(field, given)| check_field(field, &given))
        .collect();
    found.append(&mut errors);
    found
}

type Fault = (&'static str, String);
type Checked = Result<(), Fault>;

fn check_field(field: &Field, given: &[&Input]) -> Vec<FieldError> {
    let faults = match given {
        [] if field.required && field.default.is_none() => vec![missing(field)],
        [] => Vec::new(),
        [value] => check_value(field, value).err().into_iter().collect(),
        several if field.multiple => check_several(field, several),
        _ => vec![("too_many", "must be a single value, not several".to_owned())],
    };
    let error = |(kind, msg): Fault| FieldError {
        field: field.name.clone(),
        msg,
        kind: kind.to_owned(),
    };
    faults.into_iter().map(error).collect()
}

/// What is wrong with each of several values, which says the value's place.
fn check_several(field: &Field, several: &[&Input]) -> Vec<Fault> {
    let count = several.len();
    let faults = several.iter().enumerate().filter_map(|(place, value)| {
        let (kind, msg) = check_value(field, value).err()?;
        Some((kind, format!("value {} of {count}: {msg}", place + 1)))
    });
    faults.collect()
}

fn missing(field: &Field) -> Fault {
    let what = match field.kind {
        FieldKind::Image => "choose an image",
        FieldKind::Video => "choose a video",
        FieldKind::Audio => "choose an audio file",
        FieldKind::File { .. } => "choose a file",
        FieldKind::Choice { .. } => "choose one of the options",
        FieldKind::Number(_) | FieldKind::Slider(_) => "enter a number",
        FieldKind::Text { .. } => "enter text",
        FieldKind::Boolean => "choose on or off",
    };
    ("missing", what.to_owned())
}

fn check_value(field: &Field, value: &Input) -> Checked {
    match (value, field.kind.accept()) {
        (Input::File(file), Some(accept)) => file::check(field, file, accept),
        (Input::Text(text), None) => text::check(field, text),
        (Input::Text(text), Some(_)) if text.is_empty() => match field.required {
            true => Err(missing(field)),
            false => Ok(()),
        },
        (Input::Text(_), Some(accept)) => {
            Err(("file_type", format!("must be a file ({accept}), not text")))
        }
        (Input::File(_), None) => Err((
            "string_type",
            format!("must be a {} value, not a file", field.kind.name()),
        )),
    }
}
