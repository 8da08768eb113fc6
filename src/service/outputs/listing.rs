//! Lists the outputs in an engine's history. No I/O.
//! Source: ComfyUI's `GET /history/{id}`.

use serde_json::{Map, Value};

use crate::schema::InputSchema;
use crate::service::engine_client::EngineFile;

/// Where an output comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OutputSource {
    /// A file stored by the engine.
    File(EngineFile),
    /// A text that is not in a file. Its name is derived from its node.
    Text { name: String, text: String },
}

impl OutputSource {
    /// The name at the engine.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::File(file) => &file.filename,
            Self::Text { name, .. } => name,
        }
    }
}

/// The outputs of a run: first those its workflow marks as outputs, in their order, then the files
/// that other nodes saved.
pub(crate) fn list(outputs: &Map<String, Value>, schema: &InputSchema) -> Vec<OutputSource> {
    let marked = schema
        .outputs
        .iter()
        .filter_map(|output| Some((&output.node, outputs.get(&output.node)?)));
    let mut sources: Vec<OutputSource> = marked
        .flat_map(|(node, output)| marked_outputs(node, output))
        .collect();
    for (node, output) in outputs {
        if !schema.outputs.iter().any(|marked| marked.node == *node) {
            sources.extend(saved_files(output));
        }
    }
    sources
}

/// The files of a marked node; if it has none, its texts.
fn marked_outputs(node: &str, output: &Value) -> Vec<OutputSource> {
    let files: Vec<OutputSource> = files(output).map(OutputSource::File).collect();
    if files.is_empty() {
        texts(node, output)
    } else {
        files
    }
}

/// The files of another node, without temporary ones.
fn saved_files(output: &Value) -> impl Iterator<Item = OutputSource> {
    files(output)
        .filter(|file| file.folder == "output")
        .map(OutputSource::File)
}

fn files(output: &Value) -> impl Iterator<Item = EngineFile> {
    let lists = output
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(_, list)| list.as_array());
    lists
        .flatten()
        .filter_map(|item| serde_json::from_value(item.clone()).ok())
}

fn texts(node: &str, output: &Value) -> Vec<OutputSource> {
    let texts = output["text"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    let named = texts.enumerate().map(|(index, text)| OutputSource::Text {
        name: match index {
            0 => format!("text_{node}.txt"),
            _ => format!("text_{node}_{}.txt", index + 1),
        },
        text: text.to_owned(),
    });
    named.collect()
}

#[cfg(test)]
mod tests;
