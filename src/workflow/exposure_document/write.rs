//! Writes an exposure document in its canonical form: without members that only repeat a default.

use serde_json::{Map, Value, json};

use super::read::VERSION;
use super::{ExposedField, ExposureDocument};
use crate::keep::{size_text, time_text};
use crate::sharing::Sharing;

impl ExposureDocument {
    /// The document as JSON.
    pub fn to_value(&self) -> Value {
        let mut document = Map::from_iter([("flowdeck".to_owned(), json!(VERSION))]);
        let about = &self.about;
        for (key, text) in [
            ("title", &about.title),
            ("description", &about.description),
            ("cover", &about.cover),
        ] {
            if let Some(text) = text {
                document.insert(key.to_owned(), json!(text));
            }
        }
        if about.omit_metadata {
            document.insert("metadata".to_owned(), json!(false));
        }
        if about.sharing != Sharing::default() {
            document.insert("share".to_owned(), about.sharing.to_value());
        }
        for (key, value) in [
            (
                "keep",
                about.keep.seconds.map(|time| json!(time_text(time))),
            ),
            ("keep_runs", about.keep.runs.map(|runs| json!(runs))),
            (
                "keep_bytes",
                about.keep.bytes.map(|size| json!(size_text(size))),
            ),
        ] {
            if let Some(value) = value {
                document.insert(key.to_owned(), value);
            }
        }
        if !self.outputs.is_empty() {
            document.insert("outputs".to_owned(), json!(self.outputs));
        }
        if !self.fields.is_empty() {
            let fields: Vec<Value> = self.fields.iter().map(field).collect();
            document.insert("fields".to_owned(), fields.into());
        }
        if !about.examples.is_empty() {
            document.insert("examples".to_owned(), about.examples.clone().into());
        }
        Value::Object(document)
    }
}

fn field(field: &ExposedField) -> Value {
    let texts = [
        ("node", Some(&field.node)),
        ("input", Some(&field.input)),
        ("name", Some(&field.name)),
        ("label", field.label.as_ref()),
    ];
    let texts = texts.into_iter();
    let texts = texts.filter_map(|(key, text)| Some((key.to_owned(), json!(text?))));
    let mut value = Map::from_iter(texts);
    if let Value::Object(settings) = json!(field.settings) {
        value.extend(settings);
    }
    value.into()
}
