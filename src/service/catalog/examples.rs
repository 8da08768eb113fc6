//! A workflow's examples: named sets of values in its saved exposure, and in `<id>.examples.json` next to it. An
//! example that could not be run as it is, is left out. Also its cover, since it is served like their files. Does
//! not know how.

pub(super) mod file;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::source::{SourceFile, WorkflowFiles, WorkflowSource};
use crate::url_encode::percent_encoded;
use json::tolerant;
use schema::{self, FieldValue, FileInfo, InputSchema};
use workflow::About;

/// The end of an examples file's name, after the workflow's id.
const FILE_NAME_END: &str = ".examples.json";

/// The maximum size of an examples file, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The examples of one workflow.
#[derive(Debug, Default)]
pub struct Examples {
    /// The examples as JSON text for the listing; `None` if there are none.
    pub(super) json: Option<String>,
    /// The address of the workflow's cover picture.
    pub(super) cover: Option<String>,
    /// Where the files of the examples and the cover are, by the path in their address.
    pub files: WorkflowFiles,
    /// Every file that was looked for, by its path; if one changes, so may the examples.
    pub(super) sources: Vec<String>,
    /// Why examples of the examples file were left out.
    pub(super) problems: Vec<String>,
    /// Why the cover or examples of the saved exposure were left out.
    pub(super) exposure_problems: Vec<String>,
}

/// One example as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    name: String,
    values: Map<String, Value>,
    /// A picture of what comes out.
    result: Option<String>,
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
    /// The examples as they are listed, each with its `name` and `values`.
    pub fn listed(&self) -> Vec<Value> {
        let listed = self.json.as_deref().map(serde_json::from_str);
        listed.and_then(Result::ok).unwrap_or_default()
    }

    /// Reads the examples and the cover of a version of a workflow: the examples of its saved exposure, then those of
    /// its examples file.
    pub(super) fn read(
        source: &dyn WorkflowSource,
        id: &str,
        version: u32,
        schema: &InputSchema,
        about: &About,
    ) -> Self {
        let mut reader = Reader {
            source,
            base: format!(
                "/api/v1/comfy/workflows/{}/examples/",
                percent_encoded(&format!("{id}@v{version}"))
            ),
            schema,
            read: Self::default(),
        };
        let (mut listed, problems) = reader.take_examples(&about.examples);
        reader.read.exposure_problems = problems;
        reader.take_cover(about);
        let path = file_name(id);
        if let Some(file) = source.file(&path).filter(SourceFile::exists) {
            let (more, problems) = match documents(&file) {
                Ok(documents) => reader.take_examples(&documents),
                Err(why) => (Vec::new(), vec![why]),
            };
            listed.extend(more);
            reader.read.problems = problems;
        }
        reader.read.sources.push(path);
        reader.read.json = (!listed.is_empty()).then(|| Value::from(listed).to_string());
        reader.read
    }
}

/// Reads the examples of a workflow.
struct Reader<'a> {
    source: &'a dyn WorkflowSource,
    /// The address of the folder's files, relative to the base URL.
    base: String,
    schema: &'a InputSchema,
    read: Examples,
}

impl Reader<'_> {
    fn take_cover(&mut self, about: &About) {
        let Some(cover) = &about.cover else { return };
        let mut files = WorkflowFiles::new();
        match self.take_image(cover, &mut files) {
            Ok(address) => {
                self.read.cover = Some(address);
                self.read.files.append(&mut files);
            }
            Err(why) => {
                let problem = format!("the cover: {why}");
                self.read.exposure_problems.push(problem);
            }
        }
    }

    /// The examples as they are listed, and why others were left out.
    fn take_examples(&mut self, documents: &[Value]) -> (Vec<Value>, Vec<String>) {
        let (mut listed, mut problems) = (Vec::new(), Vec::new());
        for (index, document) in documents.iter().enumerate() {
            match self.take_example(document) {
                Ok(example) => listed.push(example),
                Err(why) => problems.push(format!("example {}: {why}", index + 1)),
            }
        }
        (listed, problems)
    }

    /// Checks one example and adds its files. Returns it as it is listed.
    fn take_example(&mut self, document: &Value) -> Result<Value, String> {
        let Document {
            name,
            mut values,
            result,
        } = Document::deserialize(document).map_err(|why| why.to_string())?;
        if name.trim().is_empty() {
            return Err("its name is empty".to_owned());
        }
        let (mut given, mut files) = (Vec::new(), WorkflowFiles::new());
        for (field, value) in &mut values {
            if self.schema.field(field).is_none() {
                return Err(format!("the workflow has no field “{field}”"));
            }
            let value = self.take_value(value, &mut files);
            given.push((
                field.clone(),
                value.map_err(|why| format!("{field}: {why}"))?,
            ));
        }
        let errors = schema::check(self.schema, &given);
        let errors = errors
            .iter()
            .map(|error| format!("{}: {}", error.field, error.msg));
        let errors: Vec<_> = errors.collect();
        if !errors.is_empty() {
            return Err(errors.join("; "));
        }
        for (field, value) in &given {
            if let FieldValue::File(info) = value {
                file::ensure_media(info).map_err(|why| format!("{field}: {why}"))?;
            }
        }
        let mut listed = json!({ "name": name, "values": values });
        if let Some(result) = result {
            let address = self.take_image(&result, &mut files);
            listed["result"] = address.map_err(|why| format!("result: {why}"))?.into();
        }
        self.read.files.append(&mut files);
        Ok(listed)
    }

    /// The value to check. Replaces the path of a file by its address.
    fn take_value(
        &mut self,
        value: &mut Value,
        files: &mut WorkflowFiles,
    ) -> Result<FieldValue, String> {
        Ok(match value {
            Value::String(text) => FieldValue::Text(text.clone()),
            Value::Number(number) => FieldValue::Text(number.to_string()),
            Value::Bool(flag) => FieldValue::Text(flag.to_string()),
            other => {
                let FileDocument { file, thumbnail } = FileDocument::deserialize(other.take())
                    .map_err(|_| r#"must be text, a number, true, false or {"file": "path"}"#)?;
                let (address, info) = self.take_file(&file, files)?;
                *other = json!({ "file": address });
                if let Some(thumbnail) = thumbnail {
                    other["thumbnail"] = self.take_image(&thumbnail, files)?.into();
                }
                FieldValue::File(info)
            }
        })
    }

    /// The address of a picture.
    fn take_image(&mut self, path: &str, files: &mut WorkflowFiles) -> Result<String, String> {
        let (address, info) = self.take_file(path, files)?;
        match info.sniffed {
            Some(kind) if kind.starts_with("image/") => Ok(address),
            _ => Err(format!("“{}” is not an image", info.name)),
        }
    }

    /// The address of a file, and what a check needs to know of it.
    fn take_file(
        &mut self,
        path: &str,
        files: &mut WorkflowFiles,
    ) -> Result<(String, FileInfo), String> {
        let relative = file::relative(path)?;
        self.read.sources.push(relative.clone());
        let (file, info) = file::open(self.source, &relative)?;
        let segments: Vec<_> = relative.split('/').map(percent_encoded).collect();
        let address = [&*self.base, &segments.join("/")].concat();
        files.insert(relative, file);
        Ok((address, info))
    }
}

fn documents(file: &SourceFile) -> Result<Vec<Value>, String> {
    let text = file.read(MAX_SIZE);
    let text = text.map_err(|why| format!("the file cannot be read: {why}"))?;
    let text = text.ok_or_else(|| format!("the file is larger than {}", schema::size(MAX_SIZE)))?;
    if tolerant::is_windows_1252(&text) {
        return Err("the file is not UTF-8; save it as UTF-8".to_owned());
    }
    tolerant::from_slice(&text)
        .map_err(|why| format!("the file is not a JSON list of examples: {why}"))
}

#[cfg(test)]
mod tests;
