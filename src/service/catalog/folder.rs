//! The folder of the workflows: which files have appeared, changed or gone since they were last looked at.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::deployed_workflow::DeployedWorkflow;
use super::source::{LocalFolder, SourceFile, WorkflowFiles, WorkflowSource};
use super::{examples, exposure, workflow_files};
use json::tolerant;
use run_core::Conversion;
use workflow::Problem;
use workflow::classes::NodeClasses;

/// The maximum size of a workflow file, in bytes.
const MAX_FILE_SIZE: u64 = 32 << 20;

/// The folder of the workflows.
pub(super) struct WorkflowFolder {
    path: PathBuf,
    /// The files of each workflow with their stamps.
    seen: HashMap<String, Stamps>,
    /// Why workflows could not be published.
    failed: HashMap<String, String>,
    /// The files that are left out for their names.
    left_out: HashSet<PathBuf>,
}

/// What the folder has.
pub(super) struct Look {
    /// The ids of its workflows.
    pub(super) present: HashSet<String>,
    /// The workflows that are new or have changed.
    pub(super) changed: Vec<ChangedFile>,
}

/// The file of a workflow that is new or has changed, or that has a changed file beside it.
pub(super) struct ChangedFile {
    id: String,
    path: PathBuf,
    stamp: Stamp,
}

/// A file's modification time and size; either changes when the file does.
type Stamp = (Option<SystemTime>, u64);

/// The files that a workflow is made of, with their stamps; `None` for a missing file.
type Stamps = Vec<(PathBuf, Option<Stamp>)>;

/// A workflow whose files are new or have changed.
pub(super) struct ChangedWorkflow {
    pub(super) id: String,
    pub(super) files: WorkflowFiles,
    stamps: Stamps,
}

impl WorkflowFolder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            path,
            seen: HashMap::new(),
            failed: HashMap::new(),
            left_out: HashSet::new(),
        }
    }

    /// Looks at the folder. New and changed files are reported until they are noted; files that are gone are forgotten.
    pub(super) fn look(&mut self) -> io::Result<Look> {
        let files = workflow_files::find(&self.path)?;
        let mut left_out = HashSet::new();
        for (path, why) in files.left_out {
            if !self.left_out.contains(&path) {
                tracing::warn!("leaving out {}: {why}", path.display());
            }
            left_out.insert(path);
        }
        let mut seen = HashMap::new();
        let (mut present, mut changed) = (HashSet::new(), Vec::new());
        for (id, path) in files.found {
            let Some(stamp) = stamp(&path) else {
                continue;
            };
            present.insert(id.clone());
            match self.seen.remove(&id).filter(is_current) {
                Some(stamps) => {
                    seen.insert(id, stamps);
                }
                None => changed.push(ChangedFile { id, path, stamp }),
            }
        }
        self.seen = seen;
        self.left_out = left_out;
        self.failed.retain(|id, _| present.contains(id));
        // Of two whose ids differ only in capitals, the first one is deployed.
        changed.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(Look { present, changed })
    }

    /// Notes that a change was dealt with.
    pub(super) fn note(&mut self, changed: ChangedWorkflow) {
        self.failed.remove(&changed.id);
        self.seen.insert(changed.id, changed.stamps);
    }

    /// Notes why a workflow could not be published. Returns whether that is new.
    pub(super) fn note_failure(&mut self, id: &str, why: String) -> bool {
        self.failed.insert(id.to_owned(), why.clone()) != Some(why)
    }

    /// The files of a workflow, converted with the engines' classes. The stamps are taken first, so that a later change
    /// is noticed.
    pub(super) fn read(&self, file: ChangedFile, classes: &NodeClasses) -> ChangedWorkflow {
        let ChangedFile { id, path, stamp } = file;
        // In a subfolder, the files of a workflow have no such prefix as its id.
        let folder = path.parent().unwrap_or(&self.path).to_owned();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.unwrap_or(&id).to_owned();
        let exposure = folder.join(exposure::file_name(&stem));
        let stamp_of_exposure = self::stamp(&exposure);
        let source = LocalFolder(&folder);
        let deployed = read(&source, &stem, 0, classes);
        let files = files(
            (&source, &stem),
            &id,
            SourceFile::Path(path.clone()),
            &deployed,
        );
        let mut stamps = vec![(path, Some(stamp)), (exposure, stamp_of_exposure)];
        for source in &deployed.examples.sources {
            let path = folder.join(source);
            let stamp = self::stamp(&path);
            stamps.push((path, stamp));
        }
        ChangedWorkflow { id, files, stamps }
    }
}

/// The files that make up a workflow, which begin with `stem` in their folder and with the id in a copy. Files that only
/// broken examples use are not among them.
pub(super) fn files(
    (source, stem): (&dyn WorkflowSource, &str),
    id: &str,
    workflow: SourceFile,
    deployed: &DeployedWorkflow,
) -> WorkflowFiles {
    let mut files = WorkflowFiles::from([(file_name(id), workflow)]);
    for file_name in [exposure::file_name, examples::file_name] {
        let file = source.file(&file_name(stem)).filter(SourceFile::exists);
        files.extend(file.map(|file| (file_name(id), file)));
    }
    files.extend(deployed.examples.files.clone());
    files
}

/// The name of a workflow's file.
pub(super) fn file_name(id: &str) -> String {
    format!("{id}.json")
}

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok(), metadata.len()))
}

fn is_current(stamps: &Stamps) -> bool {
    stamps.iter().all(|(path, before)| stamp(path) == *before)
}

/// Reads a workflow, its saved exposure and its examples, converted with the engines' classes.
pub(super) fn read(
    source: &dyn WorkflowSource,
    id: &str,
    version: u32,
    classes: &NodeClasses,
) -> Arc<DeployedWorkflow> {
    let (exposure, mut exposure_problems) = exposure::read(source, id);
    let (mut conversion, problems) = match read_text(source.file(&file_name(id))) {
        Ok((text, note)) => {
            let (conversion, mut problems) = Conversion::new(text, exposure, classes);
            problems.extend(note);
            (conversion, problems)
        }
        Err(problem) => (Conversion::default(), vec![problem]),
    };
    exposure_problems.append(&mut conversion.exposure_problems);
    conversion.exposure_problems = exposure_problems;
    Arc::new(DeployedWorkflow::new(
        source, id, version, conversion, classes, problems,
    ))
}

/// The text of a workflow's file, and a note if its encoding is uncertain.
fn read_text(file: Option<SourceFile>) -> Result<(String, Option<Problem>), Problem> {
    let unreadable = |why: &dyn std::fmt::Display| {
        let problem = Problem::whole(format!("the file cannot be read: {why}"));
        problem.coded("file_unreadable", &[&why.to_string()])
    };
    let missing = || {
        Err(io::Error::new(
            io::ErrorKind::NotFound,
            "there is no such file",
        ))
    };
    let bytes = file.map_or_else(missing, |file| file.read(MAX_FILE_SIZE));
    let bytes = bytes.map_err(|why| unreadable(&why))?;
    let bytes = bytes.ok_or_else(|| {
        let message = "the file is too large for a workflow";
        Problem::whole(message).coded("file_too_large", &[])
    })?;
    let text = tolerant::text(&bytes).map(Cow::into_owned);
    let text = text.ok_or_else(|| unreadable(&"it is not text"))?;
    Ok((text, Problem::of_encoding(&bytes)))
}
