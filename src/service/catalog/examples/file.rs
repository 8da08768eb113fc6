//! A file of an example, which must be inside the folder of the workflows.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use crate::schema::{FileInfo, SNIFFED, size, sniff};

/// The maximum size of a file, in bytes.
const MAX_SIZE: u64 = 64 << 20;

const OUTSIDE: &str =
    "is outside the workflow's folder; move it there, and give its path relative to the folder";

/// The path relative to the folder, with `/` between its parts.
pub(in crate::service::catalog) fn relative(path: &str) -> Result<String, String> {
    let parts = Path::new(path).components();
    let parts = parts.filter(|part| *part != Component::CurDir);
    let parts = parts.map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    let parts: Option<Vec<_>> = parts.collect();
    if path.contains(char::is_control) {
        return Err(format!(
            "“{}” has control characters; rename it",
            path.escape_debug()
        ));
    }
    parts
        .filter(|parts| !parts.is_empty())
        .map(|parts| parts.join("/"))
        .ok_or_else(|| format!("“{path}” {OUTSIDE}"))
}

/// Where the file really is, and what a check needs to know of it.
pub(super) fn open(folder: &Path, relative: &str) -> Result<(PathBuf, FileInfo), String> {
    let unreadable = |why| format!("“{relative}” cannot be read: {why}");
    let path = folder.join(relative).canonicalize().map_err(unreadable)?;
    // A link may lead elsewhere.
    if !path.starts_with(folder.canonicalize().map_err(unreadable)?) {
        return Err(format!("“{relative}” {OUTSIDE}"));
    }
    // Before it is opened: opening a pipe would wait for its writer.
    let metadata = path.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(format!("“{relative}” is not a file"));
    }
    if metadata.len() > MAX_SIZE {
        return Err(format!("“{relative}” is larger than {}", size(MAX_SIZE)));
    }
    let mut head = Vec::new();
    let file = File::open(&path).map_err(unreadable)?;
    file.take(SNIFFED as u64)
        .read_to_end(&mut head)
        .map_err(unreadable)?;
    let name = relative.rsplit('/').next().unwrap_or(relative);
    let info = FileInfo {
        name: name.to_owned(),
        content_type: String::new(),
        size: metadata.len(),
        sniffed: sniff(&head),
    };
    Ok((path, info))
}
