//! The files of a workflow that is sent as a form: where they belong, and whether the workflow can be deployed.

use std::path::Path;

use super::examples::{self, file};
use super::exposure;
use super::folder;
use super::snapshots::WorkflowFiles;
use crate::workflow::classes::NodeClasses;

/// The part of the form with the workflow.
pub(crate) const WORKFLOW: &str = "workflow";
/// The part with the list of its examples.
pub(crate) const EXAMPLES: &str = "examples";

/// The part with its saved exposure.
pub(crate) const EXPOSURE: &str = "exposure";

/// Why a workflow cannot be deployed.
#[derive(Debug)]
pub(crate) struct FileError {
    /// The part of the form.
    pub(crate) part: &'static str,
    pub(crate) msg: String,
}

/// Where a part of the form belongs in the folder of a workflow; a file of an example has a path of its own.
///
/// # Errors
/// Why it cannot have that path.
pub(crate) fn path_of(id: &str, part: &str, file_name: &str) -> Result<String, String> {
    match part {
        WORKFLOW => Ok(folder::file_name(id)),
        EXAMPLES => Ok(examples::file_name(id)),
        EXPOSURE => Ok(exposure::file_name(id)),
        _ => {
            let path = file::relative(file_name)?;
            let own = [WORKFLOW, EXAMPLES, EXPOSURE];
            let is_own = |part| path_of(id, part, "").as_ref() == Ok(&path);
            match own.into_iter().any(is_own) {
                true => Err("is the name of another part; rename the file".to_owned()),
                false => Ok(path),
            }
        }
    }
}

/// The files of the workflow in a folder.
///
/// # Errors
/// What keeps the workflow from running, or an example from being used.
pub(super) fn check(
    folder: &Path,
    id: &str,
    classes: &NodeClasses,
) -> Result<WorkflowFiles, Vec<FileError>> {
    let deployed = folder::read(folder, id, 0, classes);
    let error = |part, msg| FileError { part, msg };
    let of_exposure = &deployed.exposure_problems;
    let part = |problem| match of_exposure.contains(problem) {
        true => EXPOSURE,
        false => WORKFLOW,
    };
    let problems = deployed.entry.problems.iter();
    let mut errors: Vec<_> = problems
        .map(|problem| error(part(problem), problem.to_string()))
        .collect();
    let examples = deployed.examples.problems.iter();
    errors.extend(examples.map(|problem| error(EXAMPLES, problem.clone())));
    let of_exposure = deployed.examples.exposure_problems.iter();
    errors.extend(of_exposure.map(|problem| error(EXPOSURE, problem.clone())));
    match errors.is_empty() {
        true => Ok(folder::files(
            folder,
            id,
            &folder.join(folder::file_name(id)),
            &deployed,
        )),
        false => Err(errors),
    }
}
