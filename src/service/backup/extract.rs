//! Reads a backup completely: writes its files to a folder, and ensures that each is what it was when the backup was
//! made.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use tar::{Archive, Entry};

use super::archive::{Hashed, MARK, SUMS, VERSION, sum_line};
use super::error::RestoreError;
use data_folder::{STORE_FILE, is_plain};

/// What a backup may have: files of these names, and files in these folders.
const FILES: [&str; 3] = ["key", STORE_FILE, SUMS];
const FOLDERS: [&str; 5] = ["classes", "outputs", "uploads", "versions", "workflows"];

/// Writes the files of a backup to a folder, which is empty.
///
/// # Errors
/// When it is not a whole backup, or a file cannot be written.
pub(super) fn extract(backup: &Path, folder: &Path) -> Result<(), RestoreError> {
    let file = File::open(backup).map_err(|why| failed(backup, why))?;
    let mut archive = Archive::new(BufReader::with_capacity(1 << 20, file));
    let invalid = |why: &dyn ToString| RestoreError::Invalid {
        path: backup.to_owned(),
        why: why.to_string(),
    };
    let mut sums = String::new();
    let mut is_complete = false;
    for entry in archive.entries().map_err(|why| invalid(&why))? {
        let mut entry = entry.map_err(|_| invalid(&"it is damaged, cut off, or not a backup"))?;
        if sums.is_empty() {
            sums = check_mark(&mut entry, backup)?;
            continue;
        }
        let name = checked_name(&entry).map_err(|why| invalid(&why))?;
        if is_complete {
            return Err(invalid(&format!("it has “{name}” after its end")));
        }
        if name == SUMS {
            check_sums(&mut entry, &sums).map_err(|why| invalid(&why))?;
            is_complete = true;
        } else {
            sums += &write(&name, entry, backup, folder)?;
        }
    }
    match is_complete {
        true => Ok(()),
        false => Err(invalid(&"it is incomplete")),
    }
}

/// The path of a file in the folder, with `/`.
fn checked_name<R: Read>(entry: &Entry<'_, R>) -> Result<String, String> {
    let name = entry.path_bytes();
    let name = str::from_utf8(&name).map_err(|_| "it has a name that is not text".to_owned())?;
    let is_plain = name.split('/').all(is_plain);
    let is_ours = match name.split_once('/') {
        None => FILES.contains(&name),
        Some((folder, _)) => FOLDERS.contains(&folder),
    };
    if !is_plain || !is_ours || !entry.header().entry_type().is_file() {
        return Err(format!(
            "it has “{name}”, which is not a file of a data folder"
        ));
    }
    Ok(name.to_owned())
}

/// Ensures that the first file is that of a backup. Returns the line with its checksum.
fn check_mark<R: Read>(entry: &mut Entry<'_, R>, backup: &Path) -> Result<String, RestoreError> {
    let is_mark = *entry.path_bytes() == *MARK.as_bytes();
    let mut version = Vec::new();
    let read = entry.take(100).read_to_end(&mut version);
    if !is_mark || read.is_err() {
        return Err(RestoreError::Invalid {
            path: backup.to_owned(),
            why: "it is not a backup that `flowdeck backup` has made".to_owned(),
        });
    }
    match version == VERSION.as_bytes() {
        true => Ok(sum_line(MARK, &Sha256::digest(version))),
        false => Err(RestoreError::Later(backup.to_owned())),
    }
}

/// Compares the checksums in a backup with those of its files.
fn check_sums<R: Read>(entry: &mut Entry<'_, R>, expected: &str) -> Result<(), String> {
    let mut sums = Vec::new();
    let read = entry.take(expected.len() as u64 + 1).read_to_end(&mut sums);
    read.map_err(|_| "it is cut off".to_owned())?;
    if sums == expected.as_bytes() {
        return Ok(());
    }
    let sums = String::from_utf8_lossy(&sums);
    let differing = expected
        .lines()
        .zip(sums.lines())
        .find(|(now, then)| now != then);
    let name = differing.and_then(|(now, _)| now.split_once("  "));
    Err(match name {
        Some((_, name)) => format!("“{name}” differs from its checksum"),
        None => "files are missing or were added".to_owned(),
    })
}

/// Writes a file. Returns the line with its checksum.
fn write<R: Read>(
    name: &str,
    entry: Entry<'_, R>,
    backup: &Path,
    folder: &Path,
) -> Result<String, RestoreError> {
    let path = folder.join(name);
    let on_disk = |why| failed(&path, why);
    if let Some(parent) = path.parent() {
        private_files::create_folder(parent).map_err(on_disk)?;
    }
    let (size, modified) = (entry.size(), entry.header().mtime().unwrap_or_default());
    let mut file = match private_files::writing().create_new(true).open(&path) {
        Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {
            return Err(RestoreError::Invalid {
                path: backup.to_owned(),
                why: format!("it has “{name}” twice"),
            });
        }
        file => file.map_err(on_disk)?,
    };
    let mut content = Hashed::new(entry);
    io::copy(&mut content, &mut file).map_err(on_disk)?;
    if content.length != size {
        return Err(RestoreError::Invalid {
            path: backup.to_owned(),
            why: "it is cut off".to_owned(),
        });
    }
    if let Some(time) = UNIX_EPOCH.checked_add(Duration::from_secs(modified)) {
        // Only a help for caches.
        let _ = file.set_modified(time);
    }
    file.sync_all().map_err(on_disk)?;
    Ok(sum_line(name, &content.digest.finalize()))
}

fn failed(path: &Path, why: io::Error) -> RestoreError {
    RestoreError::File {
        path: path.to_owned(),
        why,
    }
}
