//! The files of a workflow that is sent as a form: where they belong, and whether the workflow can be deployed.

use std::collections::HashMap;

use super::examples::{self, file};
use super::exposure;
use super::folder;
use super::source::{SentFiles, WorkflowFiles, WorkflowSource};
use workflow::classes::NodeClasses;

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
            let path = file::storable(file_name)?;
            let own = [WORKFLOW, EXAMPLES, EXPOSURE];
            let is_own = |part| {
                let own = path_of(id, part, "");
                own.is_ok_and(|own| own.to_lowercase() == path.to_lowercase())
            };
            match own.into_iter().any(is_own) {
                true => Err(format!("“{path}” is the name of another part; rename it")),
                false => Ok(path),
            }
        }
    }
}

/// The files of a workflow that was sent.
///
/// # Errors
/// What keeps the workflow from running, or an example from being used.
pub(super) fn check(
    sent: &SentFiles,
    id: &str,
    classes: &NodeClasses,
) -> Result<WorkflowFiles, Vec<FileError>> {
    let deployed = folder::read(sent, id, 0, classes);
    let error = |part, msg| FileError { part, msg };
    let of_exposure = &deployed.runnable.exposure_problems;
    let part = |problem| match of_exposure.contains(problem) {
        true => EXPOSURE,
        false => WORKFLOW,
    };
    let problems = deployed.entry.problems.iter();
    let mut errors: Vec<_> = problems
        .map(|problem| error(part(problem), problem.to_string()))
        .collect();
    // Whether the values of examples fit depends on the engines' classes.
    if !deployed.runnable.is_provisional {
        let examples = deployed.examples.problems.iter();
        errors.extend(examples.map(|problem| error(EXAMPLES, problem.clone())));
        let of_exposure = deployed.examples.exposure_problems.iter();
        errors.extend(of_exposure.map(|problem| error(EXPOSURE, problem.clone())));
    }
    match sent
        .file(&folder::file_name(id))
        .filter(|_| errors.is_empty())
    {
        Some(workflow) => Ok(folder::files((sent, id), id, workflow, &deployed)),
        None => Err(errors),
    }
}

/// The paths of the files of a workflow that is being sent. Some systems take no notice of case in names.
#[derive(Debug, Default)]
pub(crate) struct SentPaths {
    files: HashMap<String, String>,
    folders: HashMap<String, String>,
}

impl SentPaths {
    /// Adds the path of a file.
    ///
    /// # Errors
    /// Why it cannot be stored beside the others.
    pub(crate) fn add(&mut self, path: &str) -> Result<(), String> {
        let key = path.to_lowercase();
        if let Some(known) = self.files.get(&key) {
            return Err(match known == path {
                true => format!("“{path}” is sent twice; leave one out"),
                false => format!("“{path}” and “{known}” differ only in case; rename one"),
            });
        }
        let ends = key.match_indices('/').map(|(end, _)| end);
        let folders: Vec<&str> = ends.filter_map(|end| key.get(..end)).collect();
        let file_as_folder = folders.iter().find_map(|folder| self.files.get(*folder));
        if let Some(file) = file_as_folder {
            return Err(format!(
                "“{path}” is in a folder with the name of the file “{file}”; rename one"
            ));
        }
        if let Some(inner) = self.folders.get(&key) {
            return Err(format!(
                "“{path}” has the name of the folder of “{inner}”; rename one"
            ));
        }
        for folder in folders {
            self.folders.insert(folder.to_owned(), path.to_owned());
        }
        self.files.insert(key, path.to_owned());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_no_folder_can_hold_together_are_refused() {
        let mut paths = SentPaths::default();
        for path in ["a/b.png", "a/c/d.png", "b.png", "Straße.png"] {
            assert_eq!(paths.add(path), Ok(()));
        }
        for (path, reason) in [
            ("b.png", "“b.png” is sent twice"),
            ("B.png", "“B.png” and “b.png” differ only in case"),
            ("A/B.png", "differ only in case"),
            ("STRASSE.png/x", ""),
            ("a", "“a” has the name of the folder of “a/c/d.png”"),
            ("A/C", "has the name of the folder of “a/c/d.png”"),
            (
                "b.png/x.png",
                "in a folder with the name of the file “b.png”",
            ),
            ("a/B.PNG/x/y.png", "the file “a/b.png”"),
        ] {
            match reason {
                "" => assert_eq!(paths.add(path), Ok(())),
                reason => {
                    let why = paths.add(path).unwrap_err();
                    assert!(why.contains(reason), "{why}");
                }
            }
        }
    }

    #[test]
    fn names_that_some_system_cannot_store_are_refused() {
        let path = |name: &str| path_of("w", "file", name);
        let deep = "d/".repeat(8) + "f.png";
        for name in [
            "a.png",
            "a b/ü.png",
            ".hidden.png",
            &deep,
            "console.png",
            &"x".repeat(200),
        ] {
            assert_eq!(path(name).as_deref(), Ok(name));
        }
        let long = "x".repeat(300);
        let long_path = format!("{0}/{0}/{0}", "x".repeat(180));
        for (name, reason) in [
            ("", "outside"),
            ("../up.png", "outside"),
            ("/etc/up.png", "outside"),
            (long.as_str(), "at most 200 bytes"),
            (&long_path, "at most 500 bytes"),
            (&format!("d/{deep}"), "8 folders"),
            ("a\nb.png", "control characters"),
            ("a\u{85}b.png", "control characters"),
            ("c:\\up.png", "none of"),
            ("a?.png", "none of"),
            ("folder ./a.png", "end with a space or a dot"),
            ("a. ", "end with a space or a dot"),
            ("con", "a device"),
            ("x/NUL.png", "a device"),
            ("W.json", "another part"),
            ("w.Form.json", "another part"),
        ] {
            let why = path(name).unwrap_err();
            assert!(why.contains(reason) && why.len() < 500, "{name}: {why}");
        }
    }
}
