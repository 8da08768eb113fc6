//! The deployed workflows: the files of a folder, read at start and again when they change.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use serde_json::{Map, Value};

use super::options::StartError;
use super::prefix;
use crate::api::WorkflowEntry;
use crate::schema::{self, FieldKind, InputSchema, OutputKind};
use crate::workflow::{Problem, Workflow};

/// The largest workflow file that is read, in bytes.
const LARGEST: u64 = 32 << 20;

/// The deployed workflows.
pub(crate) struct Catalog {
    folder: PathBuf,
    files: Mutex<HashMap<String, (Stamp, Arc<Deployed>)>>,
}

/// One deployed workflow.
#[derive(Debug)]
pub(crate) struct Deployed {
    pub(crate) entry: WorkflowEntry,
    pub(crate) workflow: Workflow,
    pub(crate) schema: InputSchema,
}

/// By what a file's change is seen.
type Stamp = (Option<SystemTime>, u64);

impl Catalog {
    /// Opens a folder and reads what is in it.
    pub(crate) fn open(folder: PathBuf) -> Result<Self, StartError> {
        let catalog = Self {
            folder,
            files: Mutex::default(),
        };
        catalog.read().map_err(|why| StartError::Workflows {
            path: catalog.folder.clone(),
            why,
        })?;
        Ok(catalog)
    }

    /// The workflow of this id as it is now, if there is one; otherwise the ids that are there.
    pub(crate) fn find(&self, id: &str) -> io::Result<Result<Arc<Deployed>, Vec<String>>> {
        let all = self.read()?;
        let found = all.iter().find(|deployed| deployed.entry.id == id).cloned();
        Ok(found.ok_or_else(|| {
            all.iter()
                .map(|deployed| deployed.entry.id.clone())
                .collect()
        }))
    }

    /// Every deployed workflow as it is now, sorted by id. A folder of small files: it is read
    /// where the caller stands, and only what changed.
    pub(crate) fn read(&self) -> io::Result<Vec<Arc<Deployed>>> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found = HashMap::new();
        for file in fs::read_dir(&self.folder)? {
            let path = file?.path();
            let Some((id, stamp)) = id_of(&path).zip(stamp_of(&path)) else {
                continue;
            };
            let known = files.get(&id).filter(|(known, _)| *known == stamp);
            let deployed = known.map_or_else(
                || load(&id, &path, stamp.1),
                |(_, deployed)| deployed.clone(),
            );
            found.insert(id, (stamp, deployed));
        }
        *files = found;
        let mut all: Vec<_> = files
            .values()
            .map(|(_, deployed)| deployed.clone())
            .collect();
        all.sort_by(|left, right| left.entry.id.cmp(&right.entry.id));
        Ok(all)
    }
}

fn id_of(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?;
    let json = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    (json && !stem.starts_with('.') && path.is_file()).then(|| stem.to_owned())
}

fn stamp_of(path: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok(), metadata.len()))
}

fn load(id: &str, path: &Path, size: u64) -> Arc<Deployed> {
    let text = if size > LARGEST {
        let message = "the file is too large for a workflow";
        Err(Problem::whole(message).coded("file_too_large", &[]))
    } else {
        fs::read_to_string(path).map_err(|why| {
            let problem = Problem::whole(format!("the file cannot be read: {why}"));
            problem.coded("file_unreadable", &[&why.to_string()])
        })
    };
    let (workflow, problems) = match text {
        Ok(text) => Workflow::parse(&text),
        Err(problem) => (Workflow::default(), vec![problem]),
    };
    let deployed = Deployed::new(id, workflow, problems);
    for problem in &deployed.entry.problems {
        tracing::warn!("the workflow {} is not ready: {problem}", path.display());
    }
    Arc::new(deployed)
}

impl Deployed {
    /// A workflow, its schema, and everything that keeps it from running.
    pub(crate) fn new(id: &str, workflow: Workflow, mut problems: Vec<Problem>) -> Self {
        let (schema, unread) = schema::read(&workflow);
        // Of a file that gave no node, what else is missing says nothing.
        if !workflow.nodes.is_empty() {
            problems.extend(unread);
            problems.extend(prefix::escapes(&workflow));
        }
        let inputs = schema
            .fields
            .iter()
            .map(|field| (field.name.clone(), type_of(&field.kind)));
        let outputs = schema
            .outputs
            .iter()
            .map(|output| (output.node.clone(), output_type(output.kind)));
        let entry = WorkflowEntry {
            id: id.to_owned(),
            name: humanised(id),
            description: None,
            inputs: Some(object(inputs)),
            outputs: Some(object(outputs)),
            schema: serde_json::to_string(&schema).ok(),
            problems,
        };
        Self {
            entry,
            workflow,
            schema,
        }
    }
}

fn object(types: impl Iterator<Item = (String, &'static str)>) -> String {
    let object: Map<String, Value> = types
        .map(|(name, kind)| (name, Value::from(kind)))
        .collect();
    Value::Object(object).to_string()
}

fn type_of(kind: &FieldKind) -> &'static str {
    match kind {
        FieldKind::Text { .. } | FieldKind::Choice { .. } => "string",
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) if bounds.integer => "integer",
        FieldKind::Number(_) | FieldKind::Slider(_) => "number",
        FieldKind::Boolean => "boolean",
        FieldKind::Image => "image",
        FieldKind::Video => "video",
        FieldKind::Audio => "audio",
        FieldKind::File { .. } => "file",
    }
}

fn output_type(kind: OutputKind) -> &'static str {
    match kind {
        OutputKind::Image => "image",
        OutputKind::Text => "string",
        OutputKind::Video => "video",
        OutputKind::Audio => "audio",
        OutputKind::File => "file",
    }
}

/// `poster-with_title` → `Poster with title`.
fn humanised(id: &str) -> String {
    let words = id.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map_or_else(
        || id.to_owned(),
        |first| first.to_uppercase().chain(letters).collect(),
    )
}

#[cfg(test)]
mod tests;
