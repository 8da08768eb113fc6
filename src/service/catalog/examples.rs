//! A workflow's examples: named sets of values in `<id>.examples.json` next to it. An example that
//! could not be run as it is, is left out. Does not know how its files are served.

pub(super) mod file;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::schema::{self, FieldValue, FileInfo, InputSchema};
use crate::service::url_encode::percent_encoded;

/// The end of an examples file's name, after the workflow's id.
const FILE_NAME_END: &str = ".examples.json";

/// The maximum size of an examples file, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The examples of one workflow.
#[derive(Debug, Default)]
pub(crate) struct Examples {
    /// The examples as JSON text for the listing; `None` if there are none.
    pub(super) json: Option<String>,
    /// Where the files of the examples are, by the path in their address.
    pub(crate) files: BTreeMap<String, PathBuf>,
    /// Every file that was looked for; if one changes, so may the examples.
    pub(super) sources: Vec<PathBuf>,
    /// Why examples were left out.
    pub(super) problems: Vec<String>,
}

/// One example as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    name: String,
    values: Map<String, Value>,
}

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileDocument {
    file: String,
    /// A small picture of the file.
    thumbnail: Option<String>,
}

/// The name of the examples file of a workflow.
pub(super) fn file_name(id: &str) -> String {
    [id, FILE_NAME_END].concat()
}

impl Examples {
    /// Reads the examples of a workflow in this folder.
    pub(super) fn read(folder: &Path, id: &str, schema: &InputSchema) -> Self {
        let path = folder.join(file_name(id));
        let mut examples = Self {
            sources: vec![path.clone()],
            ..Self::default()
        };
        if !path.exists() {
            return examples;
        }
        let mut listed = Vec::new();
        match documents(&path) {
            Ok(documents) => {
                for (index, document) in documents.into_iter().enumerate() {
                    match examples.add(folder, id, schema, document) {
                        Ok(example) => listed.push(example),
                        Err(why) => examples
                            .problems
                            .push(format!("example {}: {why}", index + 1)),
                    }
                }
            }
            Err(why) => examples.problems.push(why),
        }
        examples.json = (!listed.is_empty()).then(|| Value::from(listed).to_string());
        examples
    }

    /// Checks one example and adds its files. Returns it as it is listed.
    fn add(
        &mut self,
        folder: &Path,
        id: &str,
        schema: &InputSchema,
        document: Value,
    ) -> Result<Value, String> {
        let Document { name, mut values } =
            Document::deserialize(document).map_err(|why| why.to_string())?;
        if name.trim().is_empty() {
            return Err("its name is empty".to_owned());
        }
        let (mut given, mut files) = (Vec::new(), BTreeMap::new());
        for (field, value) in &mut values {
            let known = schema.fields.iter().any(|known| known.name == *field);
            if !known {
                return Err(format!("the workflow has no field “{field}”"));
            }
            let value = self.take_value(folder, id, value, &mut files);
            given.push((
                field.clone(),
                value.map_err(|why| format!("{field}: {why}"))?,
            ));
        }
        let errors = schema::check(schema, &given);
        let errors = errors
            .iter()
            .map(|error| format!("{}: {}", error.field, error.msg));
        let errors: Vec<_> = errors.collect();
        if !errors.is_empty() {
            return Err(errors.join("; "));
        }
        self.files.append(&mut files);
        Ok(json!({ "name": name, "values": values }))
    }

    /// The value to check. Replaces the path of a file by its address.
    fn take_value(
        &mut self,
        folder: &Path,
        id: &str,
        value: &mut Value,
        files: &mut BTreeMap<String, PathBuf>,
    ) -> Result<FieldValue, String> {
        Ok(match value {
            Value::String(text) => FieldValue::Text(text.clone()),
            Value::Number(number) => FieldValue::Text(number.to_string()),
            Value::Bool(flag) => FieldValue::Text(flag.to_string()),
            other => {
                let FileDocument { file, thumbnail } = FileDocument::deserialize(other.take())
                    .map_err(|_| r#"must be text, a number, true, false or {"file": "path"}"#)?;
                let (address, info) = self.take_file(folder, id, &file, files)?;
                *other = json!({ "file": address });
                if let Some(thumbnail) = thumbnail {
                    let (address, info) = self.take_file(folder, id, &thumbnail, files)?;
                    file::check_thumbnail(&info)?;
                    other["thumbnail"] = address.into();
                }
                FieldValue::File(info)
            }
        })
    }

    /// The address of a file, and what a check needs to know of it.
    fn take_file(
        &mut self,
        folder: &Path,
        id: &str,
        path: &str,
        files: &mut BTreeMap<String, PathBuf>,
    ) -> Result<(String, FileInfo), String> {
        let relative = file::relative(path)?;
        self.sources.push(folder.join(&relative));
        let (path, info) = file::open(folder, &relative)?;
        let address = address(id, &relative);
        files.insert(relative, path);
        Ok((address, info))
    }
}

fn documents(path: &Path) -> Result<Vec<Value>, String> {
    let mut text = Vec::new();
    let file = fs::File::open(path);
    let read = file.and_then(|file| file.take(MAX_SIZE + 1).read_to_end(&mut text));
    read.map_err(|why| format!("the file cannot be read: {why}"))?;
    if text.len() as u64 > MAX_SIZE {
        return Err(format!(
            "the file is larger than {}",
            schema::size(MAX_SIZE)
        ));
    }
    serde_json::from_slice(&text)
        .map_err(|why| format!("the file is not a JSON list of examples: {why}"))
}

/// The address of an example's file, relative to the base URL.
fn address(id: &str, relative: &str) -> String {
    let segments: Vec<_> = relative.split('/').map(percent_encoded).collect();
    let id = percent_encoded(id);
    format!(
        "/api/v1/comfy/workflows/{id}/examples/{}",
        segments.join("/")
    )
}

#[cfg(test)]
mod tests;
