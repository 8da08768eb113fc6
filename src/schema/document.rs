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

use serde_json::{Map, Value, json};

use super::words::cut;
use super::{InputSchema, Output, OutputKind, Problem};

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
pub fn read(document: &Value) -> (Option<String>, InputSchema, Vec<Problem>) {
    let mut reader = Reader::default();
    let Some(object) = document.as_object() else {
        reader.problem("a schema document is a JSON object; this is something else");
        return (None, InputSchema::default(), reader.problems);
    };
    reader.version(object);
    let id = reader.word(object, "workflow_id", "the document").text();
    let schema = InputSchema {
        fields: reader.fields(object),
        outputs: reader.outputs(object),
    };
    (id.filter(|id| !id.is_empty()), schema, reader.problems)
}

#[derive(Default)]
struct Reader {
    problems: Vec<Problem>,
}

/// A word of an object, and where it stands.
struct Word<'a, 'r> {
    value: Option<&'a Value>,
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
        object: &'a Map<String, Value>,
        name: &'a str,
        place: &'a str,
    ) -> Word<'a, 'r> {
        Word {
            value: object.get(name).filter(|value| !value.is_null()),
            name,
            place,
            reader: self,
        }
    }

    fn version(&mut self, object: &Map<String, Value>) {
        if let Some(version) = object.get("flowdeck").filter(|version| !version.is_null())
            && version.as_u64() != Some(VERSION)
        {
            self.problem(format!(
                "the document is of version {}; this flowdeck knows version {VERSION}, and reads \
                 what it can",
                cut(&version.to_string(), 40)
            ));
        }
    }

    fn list<'a>(&mut self, object: &'a Map<String, Value>, name: &str) -> &'a [Value] {
        match object.get(name) {
            Some(Value::Array(items)) => items,
            None | Some(Value::Null) if name == "outputs" => &[],
            _ => {
                self.problem(format!("the document's `{name}` is no list"));
                &[]
            }
        }
    }

    fn fields(&mut self, object: &Map<String, Value>) -> Vec<super::Field> {
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
                    "field {}: its name `{name}` is taken; give it another",
                    place + 1
                ));
            }
        }
        fields
    }

    fn outputs(&mut self, object: &Map<String, Value>) -> Vec<Output> {
        let items = self.list(object, "outputs").iter().enumerate();
        items
            .filter_map(|(place, value)| self.output(place + 1, value))
            .collect()
    }

    fn output(&mut self, place: usize, value: &Value) -> Option<Output> {
        let place = format!("output {place}");
        let Some(object) = value.as_object() else {
            self.problem(format!("{place} is no JSON object"));
            return None;
        };
        let kind = object.get("kind").cloned().unwrap_or_default();
        let kind = serde_json::from_value(kind).unwrap_or_else(|_| {
            self.problem(format!(
                "{place}: its `kind` is none of image, text, video, audio, file; it is taken for a \
                 file"
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
        let text = self.value?.as_str().map(str::to_owned);
        if text.is_none() {
            self.refuse("no text");
        }
        text
    }

    fn flag(self) -> Option<bool> {
        let flag = self.value?.as_bool();
        if flag.is_none() {
            self.refuse("neither true nor false");
        }
        flag
    }
}

#[cfg(test)]
mod tests;
