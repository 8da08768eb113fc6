//! Where a ComfyUI on this machine keeps the workflows that its editor saves, by the arguments that it reports.

use std::fs;
use std::path::{Path, PathBuf};

/// Below the folder of its users, for the one that a ComfyUI without several users has.
const BELOW: &str = "default/workflows";

/// The folder, if we can read it and it has workflows.
///
/// ComfyUI does not report where it was started, so the path of its program alone may be relative. Only Linux shows
/// the folders of processes.
pub(super) fn folder(arguments: &[String]) -> Option<PathBuf> {
    let mut folders = working_folders(arguments);
    folders.dedup();
    // An absolute path needs none; of several, it is not known which one it is.
    let from = match folders.as_slice() {
        [one] => one.clone(),
        _ => PathBuf::new(),
    };
    let folder = folder_from(arguments, &from)?;
    has_workflows(&folder).then_some(folder)
}

/// The folder of a ComfyUI that was started in this one; `None` if its path is still relative.
fn folder_from(arguments: &[String], from: &Path) -> Option<PathBuf> {
    let option = |name| value(arguments, name).map(|path| from.join(path));
    let users = option("--user-directory").or_else(|| {
        let base = option("--base-directory").or_else(|| {
            let program = from.join(arguments.first()?);
            program.parent().map(Path::to_owned)
        });
        base.map(|base| base.join("user"))
    })?;
    users.is_absolute().then(|| users.join(BELOW))
}

/// The value of an option, as Python's argparse reads it: its last one.
fn value<'a>(arguments: &'a [String], name: &str) -> Option<&'a str> {
    let next = arguments.iter().skip(1).map(Some).chain([None]);
    let pairs = arguments.iter().zip(next);
    let values = pairs.filter_map(|(argument, next)| match argument.strip_prefix(name) {
        Some("") => next.map(String::as_str),
        Some(rest) => rest.strip_prefix('='),
        None => None,
    });
    values.last()
}

fn has_workflows(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = entries.map(|entry| entry.path());
    names.any(|path| path.extension().is_some_and(|ending| ending == "json"))
}

/// The folders where processes with these arguments run, as far as they are ours.
#[cfg(target_os = "linux")]
fn working_folders(arguments: &[String]) -> Vec<PathBuf> {
    if arguments.is_empty() {
        return Vec::new();
    }
    let given = arguments.join("\0");
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let folders = processes.filter_map(|process| {
        let command = fs::read(process.path().join("cmdline")).ok()?;
        let command = String::from_utf8_lossy(&command);
        let is_it = command
            .trim_end_matches('\0')
            .strip_suffix(&given)
            .is_some_and(|before| before.is_empty() || before.ends_with('\0'));
        is_it.then(|| fs::read_link(process.path().join("cwd")).ok())?
    });
    let mut folders: Vec<_> = folders.collect();
    folders.sort();
    folders
}

/// Other systems do not show them.
#[cfg(not(target_os = "linux"))]
fn working_folders(_arguments: &[String]) -> Vec<PathBuf> {
    Vec::new()
}

#[cfg(test)]
mod tests;
