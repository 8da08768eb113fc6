//! The deployed workflows: the files of a folder, read at start and again when they change. Knows
//! neither routes nor engines.

mod deployed_workflow;
mod examples;

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

pub(crate) use deployed_workflow::DeployedWorkflow;

use super::start_error::StartError;
use crate::workflow::{Problem, Workflow};

/// The maximum size of a workflow file, in bytes.
const MAX_FILE_SIZE: u64 = 32 << 20;

/// The deployed workflows.
pub(crate) struct Catalog {
    folder: PathBuf,
    files: Mutex<HashMap<String, (Stamps, Arc<DeployedWorkflow>)>>,
}

/// A file's modification time and size; either changes when the file does.
type Stamp = (Option<SystemTime>, u64);

/// The files that a deployed workflow was read from, with their stamps; `None` for a missing file.
type Stamps = Vec<(PathBuf, Option<Stamp>)>;

impl Catalog {
    /// Opens a folder and reads its workflows.
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

    /// The workflow with this id, up to date. If it does not exist, the ids of all workflows.
    pub(crate) fn find(&self, id: &str) -> io::Result<Result<Arc<DeployedWorkflow>, Vec<String>>> {
        let all = self.read()?;
        let found = all.iter().find(|deployed| deployed.entry.id == id).cloned();
        Ok(found.ok_or_else(|| {
            all.iter()
                .map(|deployed| deployed.entry.id.clone())
                .collect()
        }))
    }

    /// Every deployed workflow, up to date and sorted by id. Blocks the caller, which is acceptable:
    /// the folder is small, and only changed files are read.
    pub(crate) fn read(&self) -> io::Result<Vec<Arc<DeployedWorkflow>>> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let mut current = HashMap::new();
        for file in fs::read_dir(&self.folder)? {
            let path = file?.path();
            let Some((id, stamp)) = workflow_id(&path).zip(stamp(&path)) else {
                continue;
            };
            let entry = files.remove(&id).filter(|(stamps, _)| is_current(stamps));
            let entry = entry.unwrap_or_else(|| load(&self.folder, &id, path, stamp));
            current.insert(id, entry);
        }
        *files = current;
        let mut all: Vec<_> = files
            .values()
            .map(|(_, deployed)| deployed.clone())
            .collect();
        all.sort_by(|left, right| left.entry.id.cmp(&right.entry.id));
        Ok(all)
    }
}

fn workflow_id(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?;
    let json = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"));
    let is_workflow = json && !stem.starts_with('.') && !examples::is_examples(stem);
    (is_workflow && path.is_file()).then(|| stem.to_owned())
}

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok(), metadata.len()))
}

fn is_current(stamps: &Stamps) -> bool {
    stamps.iter().all(|(path, before)| stamp(path) == *before)
}

/// Reads a workflow and its examples. The stamps are taken first, so that a later change is noticed.
fn load(folder: &Path, id: &str, path: PathBuf, read: Stamp) -> (Stamps, Arc<DeployedWorkflow>) {
    let (workflow, problems) = match read_text(&path, read.1) {
        Ok(text) => Workflow::parse(&text),
        Err(problem) => (Workflow::default(), vec![problem]),
    };
    let deployed = DeployedWorkflow::new(folder, id, workflow, problems);
    for problem in &deployed.entry.problems {
        tracing::warn!("the workflow {} cannot run: {problem}", path.display());
    }
    for problem in &deployed.examples.problems {
        tracing::warn!(
            "leaving out an example of the workflow {}: {problem}",
            path.display()
        );
    }
    let sources = deployed.examples.sources.iter();
    let stamps = sources.map(|source| (source.clone(), stamp(source)));
    let stamps = std::iter::once((path, Some(read))).chain(stamps).collect();
    (stamps, Arc::new(deployed))
}

fn read_text(path: &Path, size: u64) -> Result<String, Problem> {
    if size > MAX_FILE_SIZE {
        let message = "the file is too large for a workflow";
        return Err(Problem::whole(message).coded("file_too_large", &[]));
    }
    fs::read_to_string(path).map_err(|why| {
        let problem = Problem::whole(format!("the file cannot be read: {why}"));
        problem.coded("file_unreadable", &[&why.to_string()])
    })
}

#[cfg(test)]
mod tests;
