//! The file that keeps the API key from one start to the next. Only its owner can read it, from the moment
//! it exists.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::api_key::random_key;
use api::secret_in;
use data_folder::DataFolder;

/// How much of the file is read, in bytes: more than a key may have.
const MAX_READ: u64 = 8192;

/// Why no key could be read from a key file.
#[derive(Debug, thiserror::Error)]
pub enum KeyFileError {
    /// It cannot be created.
    #[error("creating the key file {path}: {why}; choose a writable folder with --data")]
    NotCreated {
        /// The file.
        path: PathBuf,
        /// The system's error.
        why: io::Error,
    },
    /// It cannot be read, or does not contain a key.
    #[error(
        "reading the key file {path}: {why}; delete it for a new key, or set FLOWDECK_FIRST_KEY"
    )]
    NotRead {
        /// The file.
        path: PathBuf,
        /// The reason, without the file's content.
        why: io::Error,
    },
}

/// The API key in the file `key` of a data folder, which is created if necessary.
///
/// # Errors
/// When the file cannot be created or read, or does not contain a key.
pub fn key_in(data: &DataFolder) -> Result<String, KeyFileError> {
    read_or_create(&data.path().join("key"))
}

/// Replaces the API key in the file of a data folder. Blocks.
///
/// # Errors
/// When the file cannot be written; then it has the key of before.
pub(crate) fn replace_key_in(data: &DataFolder, key: &str) -> Result<(), KeyFileError> {
    let path = data.path().join("key");
    let sync = || File::open(data.path())?.sync_all();
    let written = write(&path, key).and_then(|()| sync());
    written.map_err(|why| KeyFileError::NotCreated { path, why })
}

/// The key in this file; a missing file is created with a new key.
///
/// # Errors
/// When the file cannot be created or read, or does not contain a key.
fn read_or_create(path: &Path) -> Result<String, KeyFileError> {
    let key = match read(path) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => {
            return create(path).map_err(|why| KeyFileError::NotCreated {
                path: path.to_owned(),
                why,
            });
        }
        read => read.and_then(checked),
    };
    key.map_err(|why| KeyFileError::NotRead {
        path: path.to_owned(),
        why,
    })
}

fn read(path: &Path) -> io::Result<String> {
    // Opening a pipe would wait for its writer.
    if !fs::metadata(path)?.is_file() {
        return Err(invalid("it is not a file"));
    }
    let file = File::open(path)?;
    let mut text = String::new();
    file.take(MAX_READ).read_to_string(&mut text)?;
    Ok(text)
}

fn checked(text: String) -> io::Result<String> {
    secret_in(&text).map(str::to_owned).map_err(invalid)
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

fn create(path: &Path) -> io::Result<String> {
    let key = random_key();
    write(path, &key)?;
    Ok(key)
}

/// Writes a key to another file first, so that the file is never seen without a key.
fn write(path: &Path, key: &str) -> io::Result<()> {
    let unfinished = path.with_extension("new");
    // Left by a service that was stopped here.
    match fs::remove_file(&unfinished) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
        _ => {}
    }
    let mut file = private_files::writing()
        .create_new(true)
        .open(&unfinished)?;
    writeln!(file, "{key}")?;
    file.sync_all()?;
    fs::rename(&unfinished, path)
}

#[cfg(test)]
mod tests;
