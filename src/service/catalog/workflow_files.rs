//! Finds the files of workflows in a folder and its subfolders. Does not know what is in them.

use std::collections::{HashSet, VecDeque};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::workflow_id;
use data_folder::STORE_FILE;

/// How deep subfolders may be.
const MAX_DEPTH: usize = 8;

/// How many files and folders are looked at. A link may lead to a whole disk.
const MAX_ENTRIES: usize = 100_000;

/// What a folder has.
#[derive(Debug, Default)]
pub(super) struct FoundFiles {
    /// Each workflow: its id and its file. Those of the folder itself come first.
    pub(super) found: Vec<(String, PathBuf)>,
    /// The files and folders that are left out, and why.
    pub(super) left_out: Vec<(PathBuf, String)>,
    ids: HashSet<String>,
    /// The folders, without links, so that each one is looked at once.
    known: HashSet<PathBuf>,
    entries: usize,
}

/// A folder that is to be looked at, and how the ids of its workflows begin.
struct Folder {
    path: PathBuf,
    prefix: String,
    depth: usize,
}

/// Finds them. The id of `portraits/poster.json` is `portraits-poster`. Hidden folders and data folders are left alone.
///
/// # Errors
/// The folder itself cannot be read.
pub(super) fn find(folder: &Path) -> io::Result<FoundFiles> {
    let mut files = FoundFiles::default();
    files.known.insert(folder.canonicalize()?);
    let mut folders = VecDeque::from([Folder {
        path: folder.to_owned(),
        prefix: String::new(),
        depth: 0,
    }]);
    while let Some(folder) = folders.pop_front() {
        match sorted(&folder.path) {
            Ok(paths) => {
                for path in paths {
                    files.add(&folder, path, &mut folders);
                }
            }
            Err(why) if folder.depth == 0 => return Err(why),
            Err(why) => files.leave_out(folder.path, why.to_string()),
        }
        if files.entries > MAX_ENTRIES && !folders.is_empty() {
            let why = format!("the folders before it have more than {MAX_ENTRIES} files");
            files
                .left_out
                .extend(folders.drain(..).map(|folder| (folder.path, why.clone())));
        }
    }
    Ok(files)
}

/// What is in a folder, by name.
fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let paths: io::Result<Vec<_>> = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect();
    let mut paths = paths?;
    paths.sort();
    Ok(paths)
}

impl FoundFiles {
    fn add(&mut self, folder: &Folder, path: PathBuf, folders: &mut VecDeque<Folder>) {
        self.entries += 1;
        if is_json(&path) {
            self.add_file(&folder.prefix, path);
        } else if !is_hidden(&path) && path.is_dir() {
            self.add_folder(folder, path, folders);
        }
    }

    fn add_file(&mut self, prefix: &str, path: PathBuf) {
        let stem = path.file_stem().unwrap_or_default();
        let Some(stem) = stem.to_str() else {
            return self.leave_out(path, "its name is not UTF-8; rename it".to_owned());
        };
        // Those that belong to a workflow.
        if stem.starts_with('.') || stem.ends_with(".examples") || stem.ends_with(".form") {
            return;
        }
        let id = [prefix, stem].concat();
        // Opening anything else might wait for its writer.
        if !path.is_file() {
            return;
        }
        if let Some(why) = workflow_id::problem(&id) {
            return self.leave_out(path, format!("its name cannot be a workflow's ID: {why}"));
        }
        match self.ids.insert(id.clone()) {
            true => self.found.push((id, path)),
            false => self.leave_out(
                path,
                format!("there is another workflow “{id}”; rename one"),
            ),
        }
    }

    fn add_folder(&mut self, parent: &Folder, path: PathBuf, folders: &mut VecDeque<Folder>) {
        let is_data_folder = path.join(STORE_FILE).exists();
        let is_new = |path: PathBuf| self.known.insert(path);
        if is_data_folder || !path.canonicalize().is_ok_and(is_new) {
            return;
        }
        let name = path.file_name().unwrap_or_default();
        let Some(name) = name.to_str() else {
            return self.leave_out(path, "its name is not UTF-8; rename it".to_owned());
        };
        if parent.depth == MAX_DEPTH {
            let why = format!("it is more than {MAX_DEPTH} folders deep; move it up");
            return self.leave_out(path, why);
        }
        folders.push_back(Folder {
            prefix: [&parent.prefix, name, "-"].concat(),
            depth: parent.depth + 1,
            path,
        });
    }

    fn leave_out(&mut self, path: PathBuf, why: String) {
        self.left_out.push((path, why));
    }
}

fn is_json(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b".")
}
