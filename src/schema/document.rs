//! Our own schema document: an input schema as JSON, to be kept, written by hand or handed on.
//!
//! ```json
//! {
//!   "flowdeck": 1,
//!   "workflow_id": "poster",
//!   "fields": [{ "name": "title", "label": "Title", "kind": "text", "multiline": false, "required": true }],
//!   "outputs": [{ "node": "9", "label": "Poster", "kind": "image" }]
//! }
//! ```
//!
//! Its JSON Schema is `www/schema/schema.json`. Reading is tolerant: a field needs a name and no
//! more, numbers may be JSON numbers or decimal text, and `null` is as good as absent.

mod additional;
mod field;
mod given;

use std::collections::HashSet;

use serde_json::{Value, json};

use super::words::cut;
use super::{InputSchema, Output, OutputKind, Problem};
use crate::json::Json;

pub use additional::additional;
pub use given::given;

/// The version of the format that is written.
const VERSION: u64 = 1;

/// The document of a schema, with its workflow's id where it has one.
pub fn write(schema: &InputSchema, workflow_id: Option<&str>) -> Value {
    let mut document = json!({ "flowdeck": VERSION });
    if let Some(id) = workflow_id {
        document["workflow_id"] = json!(id);
    }
    document["fields"] = json!(schema.fields);
    document["outputs"] = json!(schema.outputs);
    document
}

/// The schema of a document with its workflow's id, and what could not be read. A field of a kind
/// that is not known takes text.
pub fn read(document: &Json<'_>) -> (Option<String>, InputSchema, Vec<Problem>) {
    let mut reader = Reader::default();
    if !document.is_object() {
        reader.problem("this isn’t a schema document: a schema document is a JSON object");
        return (None, InputSchema::default(), reader.problems);
    }
    reader.version(document);
    let id = reader.word(document, "workflow_id", "the document").text();
    let schema = InputSchema {
        fields: reader.fields(document),
        outputs: reader.outputs(document),
    };
    (id.filter(|id| !id.is_empty()), schema, reader.problems)
}

#[derive(Default)]
struct Reader {
    problems: Vec<Problem>,
}

/// A word of an object, and where it stands.
struct Word<'a, 'r> {
    value: &'a Json<'a>,
    name: &'a str,
    place: &'a str,
    reader: &'r mut Reader,
}

impl Reader {
    fn problem(&mut self, message: impl Into<String>) {
        self.problems.push(Problem::whole(message));
    }

    fn word<'a, 'r>(
        &'r mut self,
        object: &'a Json<'a>,
        name: &'a str,
        place: &'a str,
    ) -> Word<'a, 'r> {
        Word {
            value: object.get(name),
            name,
            place,
            reader: self,
        }
    }

    fn version(&mut self, object: &Json<'_>) {
        let version = object.get("flowdeck").to_text();
        if version != "null" && version != VERSION.to_string() {
            self.problem(format!(
                "the document has version {}; this flowdeck supports version {VERSION} and reads \
                 what it can",
                cut(&version, 40)
            ));
        }
    }

    fn list<'a>(&mut self, object: &'a Json<'a>, name: &str) -> &'a [Json<'a>] {
        match object.get(name) {
            Json::List(items) => items,
            Json::Null if name == "outputs" => &[],
            _ => {
                self.problem(format!("the document’s `{name}` is not a list"));
                &[]
            }
        }
    }

    fn fields(&mut self, object: &Json<'_>) -> Vec<super::Field> {
        let mut taken = HashSet::new();
        let mut fields = Vec::new();
        for (place, value) in self.list(object, "fields").iter().enumerate() {
            let Some(field) = self.field(place + 1, value) else {
                continue;
            };
            if taken.insert(field.name.clone()) {
                fields.push(field);
            } else {
                let name = cut(&field.name, 40);
                self.problem(format!(
                    "field {}: its name `{name}` is already used; choose another",
                    place + 1
                ));
            }
        }
        fields
    }

    fn outputs(&mut self, object: &Json<'_>) -> Vec<Output> {
        let items = self.list(object, "outputs").iter().enumerate();
        items
            .filter_map(|(place, value)| self.output(place + 1, value))
            .collect()
    }

    fn output(&mut self, place: usize, object: &Json<'_>) -> Option<Output> {
        let place = format!("output {place}");
        if !object.is_object() {
            self.problem(format!("{place} is not a JSON object"));
            return None;
        }
        let kind = object.get("kind").text().and_then(OutputKind::named);
        let kind = kind.unwrap_or_else(|| {
            self.problem(format!(
                "{place}: its `kind` is not one of image, text, video, audio, file; it is treated as \
                 a file"
            ));
            OutputKind::File
        });
        let node = self.word(object, "node", &place).text().unwrap_or_default();
        let label = self.word(object, "label", &place).text();
        Some(Output {
            label: label.unwrap_or_else(|| node.clone()),
            node,
            kind,
        })
    }
}

impl Word<'_, '_> {
    /// Says that the word is not what it should be.
    fn refuse(self, expected: &str) {
        let (place, name) = (self.place, self.name);
        self.reader
            .problem(format!("{place}: its `{name}` is {expected}"));
    }

    fn text(self) -> Option<String> {
        match self.value {
            Json::Null => None,
            Json::Text(text) => Some(text.clone().into_owned()),
            _ => {
                self.refuse("not text");
                None
            }
        }
    }

    fn flag(self) -> Option<bool> {
        match self.value {
            Json::Null => None,
            Json::Bool(flag) => Some(*flag),
            _ => {
                self.refuse("neither true nor false");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests;
