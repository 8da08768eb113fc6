//! Reads a document: its version, fields and outputs.

use std::collections::HashSet;

use super::key::Reader;
use super::write::VERSION;
use crate::field::Field;
use crate::input_schema::{InputSchema, Output};
use crate::truncate::truncated;
use json::Json;
use workflow::Problem;
use workflow::marks::OutputKind;

/// The schema of a document, its workflow's id, and the problems found. A field of an unknown kind
/// takes text.
pub fn read(document: &Json<'_>) -> (Option<String>, InputSchema, Vec<Problem>) {
    let mut reader = Reader::default();
    if !document.is_object() {
        reader.problem("this isn't a schema document: a schema document is a JSON object");
        return (None, InputSchema::default(), reader.problems);
    }
    reader.version(document);
    let id = reader.key(document, "workflow_id", "the document").text();
    let schema = InputSchema {
        fields: reader.fields(document),
        outputs: reader.outputs(document),
    };
    (id.filter(|id| !id.is_empty()), schema, reader.problems)
}

impl Reader {
    fn version(&mut self, object: &Json<'_>) {
        let version = object.get("flowdeck").to_text();
        if version != "null" && version != VERSION.to_string() {
            self.problem(format!(
                "the document has version {}; this flowdeck supports version {VERSION} and reads \
                 what it can",
                truncated(&version, 40)
            ));
        }
    }

    fn list<'a>(&mut self, object: &'a Json<'a>, name: &str) -> &'a [Json<'a>] {
        match object.get(name) {
            Json::List(items) => items,
            Json::Null if name == "outputs" => &[],
            _ => {
                self.problem(format!("the document's `{name}` is not a list"));
                &[]
            }
        }
    }

    fn fields(&mut self, object: &Json<'_>) -> Vec<Field> {
        let mut taken = HashSet::new();
        let mut fields = Vec::new();
        for (index, value) in self.list(object, "fields").iter().enumerate() {
            let Some(field) = self.field(index + 1, value) else {
                continue;
            };
            if taken.insert(field.name.clone()) {
                fields.push(field);
            } else {
                let name = truncated(&field.name, 40);
                self.problem(format!(
                    "field {}: its name `{name}` is already used; choose another",
                    index + 1
                ));
            }
        }
        fields
    }

    fn outputs(&mut self, object: &Json<'_>) -> Vec<Output> {
        let items = self.list(object, "outputs").iter().enumerate();
        items
            .filter_map(|(index, value)| self.output(index + 1, value))
            .collect()
    }

    fn output(&mut self, position: usize, object: &Json<'_>) -> Option<Output> {
        let location = format!("output {position}");
        if !object.is_object() {
            self.problem(format!("{location} is not a JSON object"));
            return None;
        }
        let kind = object.get("kind").text().and_then(OutputKind::named);
        let kind = kind.unwrap_or_else(|| {
            self.problem(format!(
                "{location}: its `kind` is not one of image, text, video, audio, file; it is treated as \
                 a file"
            ));
            OutputKind::File
        });
        let node = self
            .key(object, "node", &location)
            .text()
            .unwrap_or_default();
        let label = self.key(object, "label", &location).text();
        Some(Output {
            label: label.unwrap_or_else(|| node.clone()),
            node,
            kind,
        })
    }
}
