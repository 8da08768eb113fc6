//! What a run gave: found in an engine's history, copied to our own folder under safe names.
//! Source: ComfyUI's `GET /history/{id}` and `GET /view`.

use std::collections::HashSet;
use std::path::Path;

use futures_util::StreamExt;
use serde_json::{Map, Value};
use tokio::fs::{self, File};
use tokio::io::AsyncWriteExt;

use super::instance::{FileRef, HttpError, Instance};
use crate::schema::InputSchema;

/// One thing a run gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A file that the engine keeps.
    File(FileRef),
    /// A text that is in no file; named after its node.
    Text { name: String, text: String },
}

/// Why outputs could not be copied yet.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CopyError {
    #[error("fetching an output: {0}")]
    Engine(#[from] HttpError),
    #[error("fetching an output: {0}")]
    Body(#[from] reqwest::Error),
    #[error("writing an output: {0}; make room in the data folder")]
    Disk(#[from] std::io::Error),
}

/// What a run gave: first what its workflow marks as outputs, in their order, then what other
/// nodes kept.
pub(crate) fn pieces(outputs: &Map<String, Value>, schema: &InputSchema) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for output in &schema.outputs {
        pieces.extend(
            outputs
                .get(&output.node)
                .into_iter()
                .flat_map(|given| of_node(&output.node, given, true)),
        );
    }
    for (node, given) in outputs {
        if !schema.outputs.iter().any(|output| output.node == *node) {
            pieces.extend(of_node(node, given, false));
        }
    }
    pieces
}

/// What one node gave. Of a node that is no marked output, only what it kept for good.
fn of_node(node: &str, given: &Value, marked: bool) -> Vec<Piece> {
    let lists = given
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(_, list)| list.as_array());
    let files = lists
        .flatten()
        .filter_map(|item| serde_json::from_value::<FileRef>(item.clone()).ok());
    let files: Vec<Piece> = files
        .filter(|file| marked || file.folder == "output")
        .map(Piece::File)
        .collect();
    if !files.is_empty() || !marked {
        return files;
    }
    let texts = given["text"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    let named = texts.enumerate().map(|(at, text)| Piece::Text {
        name: if at == 0 {
            format!("text_{node}.txt")
        } else {
            format!("text_{node}_{}.txt", at + 1)
        },
        text: text.to_owned(),
    });
    named.collect()
}

/// Copies what a run gave into a folder: the names there; or which of them the engine no longer has.
pub(crate) async fn copy(
    instance: &Instance,
    pieces: &[Piece],
    folder: &Path,
) -> Result<Result<Vec<String>, String>, CopyError> {
    let mut names = Vec::new();
    let mut taken = HashSet::new();
    fs::create_dir_all(folder).await?;
    for piece in pieces {
        let wanted = match piece {
            Piece::File(file) => &file.filename,
            Piece::Text { name, .. } => name,
        };
        let name = free_name(&safe_name(wanted), &taken);
        let path = folder.join(&name);
        match piece {
            Piece::Text { text, .. } => fs::write(&path, text).await?,
            Piece::File(file) => match fetch(instance, file, &path).await {
                Err(CopyError::Engine(error)) if matches!(error.status, Some(400..=404)) => {
                    return Ok(Err(format!(
                        "the engine instance {} no longer has the output “{name}”",
                        instance.uri
                    )));
                }
                result => result?,
            },
        }
        taken.insert(name.to_ascii_lowercase());
        names.push(name);
    }
    Ok(Ok(names))
}

/// Copies one file of an engine to `path`.
pub(crate) async fn fetch(
    instance: &Instance,
    file: &FileRef,
    path: &Path,
) -> Result<(), CopyError> {
    let mut body = instance.http.view(file).await?.bytes_stream();
    let mut copy = File::create(path).await?;
    while let Some(bytes) = body.next().await {
        copy.write_all(&bytes?).await?;
    }
    copy.flush().await?;
    Ok(copy.sync_all().await?)
}

/// The name without anything that could lead out of a folder or hide in it.
fn safe_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ' | '(' | ')');
    let name: String = last
        .chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect();
    let name = name
        .trim_start_matches(['.', ' '])
        .trim_end_matches(['.', ' ']);
    // From the end, so that a long name keeps its ending.
    let skipped = name.chars().count().saturating_sub(60);
    let name: String = name.chars().skip(skipped).collect();
    if name.is_empty() {
        "output".to_owned()
    } else {
        name
    }
}

/// The name, or with a number in it when another output has it.
fn free_name(name: &str, taken: &HashSet<String>) -> String {
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) => (stem, format!(".{ending}")),
        None => (name, String::new()),
    };
    let numbered = (2..).map(|number| format!("{stem}_{number}{ending}"));
    let free = std::iter::once(name.to_owned()).chain(numbered);
    free.into_iter()
        .find(|name| !taken.contains(&name.to_ascii_lowercase()))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests;
