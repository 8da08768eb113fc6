//! A file that a saved exposure or a list of examples names. It must be inside the folder of the workflow, so that a
//! workflow of somebody else cannot publish other files.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Component, Path};

use crate::catalog::source::{LocalFolder, OUTSIDE, SourceFile, WorkflowSource, unreadable};
use schema::{FileInfo, SNIFFED, size, sniff};

/// The maximum size of a file, in bytes.
const MAX_SIZE: u64 = 64 << 20;

/// The maximum number of names in a path, its size in bytes, and that of one name.
const MAX_DEPTH: usize = 9;
const MAX_PATH: usize = 500;
const MAX_NAME: usize = 200;
/// How many characters of a path an error has.
const NAMED: usize = 100;

/// Characters that names on Windows cannot have.
const RESERVED: &str = "\\:*?\"<>|";
/// Names that Windows keeps for devices, with any extension.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// The path relative to the folder, with `/` between its parts.
///
/// # Errors
/// When it leaves the folder: its name, and why.
pub(in crate::catalog) fn relative(path: &str) -> Result<String, String> {
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
        .ok_or_else(|| format!("“{}” {OUTSIDE}", start_of(path)))
}

/// The path relative to the folder, of a file that is sent to a service.
///
/// # Errors
/// When it leaves the folder, or some system could not store it: its name, and why.
pub(in crate::catalog) fn storable(path: &str) -> Result<String, String> {
    let relative = relative(path)?;
    let mut parts = relative.split('/');
    let problem = match relative.len() > MAX_PATH || parts.clone().count() > MAX_DEPTH {
        true => Some("it may have at most 500 bytes, and 8 folders"),
        false => parts.find_map(name_problem),
    };
    match problem {
        Some(why) => Err(format!(
            "“{}” cannot be stored on every system: {why}; rename it",
            start_of(path)
        )),
        None => Ok(relative),
    }
}

/// Why a system could not store a file or folder with this name.
fn name_problem(name: &str) -> Option<&'static str> {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    if name.len() > MAX_NAME {
        Some("a name may have at most 200 bytes")
    } else if name.contains(|letter| RESERVED.contains(letter)) {
        Some("a name may have none of \\ : * ? \" < > |")
    } else if name.ends_with([' ', '.']) {
        Some("a name may not end with a space or a dot")
    } else if DEVICES
        .iter()
        .any(|device| stem.eq_ignore_ascii_case(device))
    {
        Some("Windows has a device with this name")
    } else {
        None
    }
}

/// The beginning of a path, for an error.
fn start_of(path: &str) -> String {
    match path.char_indices().nth(NAMED) {
        Some((end, _)) => format!("{}…", &path[..end]),
        None => path.to_owned(),
    }
}

/// A file that a workflow names, and what a check needs to know of it.
pub(super) fn open(
    source: &dyn WorkflowSource,
    relative: &str,
) -> Result<(SourceFile, FileInfo), String> {
    let file = source.named(relative)?;
    let (_, info) = opened(&file, relative)?;
    Ok((file, info))
}

/// The path and the content of a file that a saved exposure or a list of examples in a folder names. Every caller of
/// the service can get it once it is deployed, so only media can be used.
///
/// # Errors
/// When it is not inside the folder, cannot be read or is not media: its name, and why.
pub fn read_named_file(folder: &Path, path: &str) -> Result<(String, Vec<u8>), String> {
    let relative = storable(path)?;
    let file = LocalFolder(folder).named(&relative)?;
    let (file, info) = opened(&file, &relative)?;
    ensure_media(&info)?;
    let mut content = Vec::new();
    let read = file.take(MAX_SIZE + 1).read_to_end(&mut content);
    read.map_err(|why| unreadable(&relative, &why))?;
    Ok((relative, content))
}

/// Ensures that a file is an image, a video, audio or a 3D model by its content: its name proves nothing.
pub(super) fn ensure_media(info: &FileInfo) -> Result<(), String> {
    const MEDIA: [&str; 4] = ["image/", "video/", "audio/", "model/"];
    let is_media = |kind: &str| MEDIA.iter().any(|family| kind.starts_with(family));
    match info.sniffed.is_some_and(is_media) {
        true => Ok(()),
        false => Err(format!(
            "“{}” is not an image, a video, audio or a 3D model by its content; leave it out, or use another file",
            info.name
        )),
    }
}

fn opened(file: &SourceFile, relative: &str) -> Result<(File, FileInfo), String> {
    let unreadable = |why| unreadable(relative, &why);
    let mut file = file.open().map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length > MAX_SIZE {
        return Err(format!("“{relative}” is larger than {}", size(MAX_SIZE)));
    }
    let mut head = Vec::new();
    let start = (&mut file).take(SNIFFED as u64).read_to_end(&mut head);
    start.and_then(|_| file.rewind()).map_err(unreadable)?;
    let name = relative.rsplit('/').next().unwrap_or(relative);
    let info = FileInfo {
        name: name.to_owned(),
        content_type: String::new(),
        size: length,
        sniffed: sniff(&head),
    };
    Ok((file, info))
}
