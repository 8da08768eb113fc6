//! Lists the outputs in an engine's history. No I/O.
//! Source: ComfyUI's `GET /history/{id}`.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::history_files;
use crate::engine_file::EngineFile;

/// Where an output comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputSource {
    /// A file stored by the engine.
    File(EngineFile),
    /// A text that names a 3D model of the engine, if the engine has it.
    Named(EngineFile),
    /// A text that is not in a file. Its name is derived from its node.
    Text {
        /// The name.
        name: String,
        /// The text.
        text: String,
    },
}

impl OutputSource {
    /// The name at the engine.
    pub fn name(&self) -> &str {
        match self {
            Self::File(file) | Self::Named(file) => &file.filename,
            Self::Text { name, .. } => name,
        }
    }

    fn file(&self) -> Option<&EngineFile> {
        match self {
            Self::File(file) | Self::Named(file) => Some(file),
            Self::Text { .. } => None,
        }
    }
}

/// The outputs of a run: first what its output nodes produced, in the order of `output_nodes`, then the files
/// that other nodes saved. A file that several nodes report is listed once.
pub fn list<'a>(
    outputs: &Map<String, Value>,
    output_nodes: impl Iterator<Item = &'a str>,
) -> Vec<OutputSource> {
    let mut sources = Vec::new();
    let mut listed = HashSet::new();
    for node in output_nodes {
        if let Some(output) = outputs.get(node) {
            listed.insert(node);
            sources.extend(produced(node, output));
        }
    }
    let others = outputs
        .iter()
        .filter(|(node, _)| !listed.contains(node.as_str()));
    for (_, output) in others {
        let saved = history_files::files(output).filter(|file| file.folder == "output");
        sources.extend(saved.map(OutputSource::File));
    }
    without_repeated_files(sources)
}

/// What an output node produced: its files; if it has none, its texts.
fn produced(node: &str, output: &Value) -> Vec<OutputSource> {
    // A file in the input folder is only shown.
    let files = history_files::files(output).filter(|file| file.folder != "input");
    let files = files.map(OutputSource::File);
    let named = history_files::named_files(output).map(OutputSource::Named);
    let all: Vec<OutputSource> = files.chain(named).collect();
    if all.is_empty() {
        texts(node, output)
    } else {
        all
    }
}

fn without_repeated_files(mut sources: Vec<OutputSource>) -> Vec<OutputSource> {
    let mut seen = HashSet::new();
    sources.retain(|source| source.file().is_none_or(|file| seen.insert(file.clone())));
    sources
}

fn texts(node: &str, output: &Value) -> Vec<OutputSource> {
    let texts = history_files::texts(output).into_iter().enumerate();
    let named = texts.map(|(index, text)| OutputSource::Text {
        name: match index {
            0 => format!("text_{node}.txt"),
            _ => format!("text_{node}_{}.txt", index + 1),
        },
        text,
    });
    named.collect()
}

#[cfg(test)]
mod tests;
