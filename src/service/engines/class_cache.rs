//! The node classes of engines on disk, one file per engine, so that they stay known while an engine is offline
//! and after a restart. A file that cannot be read is ignored: the engine will be asked again.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use comfy_client::read_classes;
use data_folder::disk_advice;
use workflow::classes::NodeClasses;

/// The maximum size of a file, in bytes.
const MAX_SIZE: u64 = 200_000_000;

/// The folder of the files.
#[derive(Debug)]
pub(crate) struct ClassCache {
    folder: PathBuf,
}

/// The first line of a file.
#[derive(Deserialize, Serialize)]
struct Header {
    engine: String,
}

impl ClassCache {
    /// The files in a folder, which exists.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The classes that the engine at an address had when it was last reached.
    pub(crate) fn read(&self, address: &str) -> Option<NodeClasses> {
        let path = self.path(address);
        match read(&path, address) {
            Ok(classes) => Some(classes),
            Err(why) if why.kind() == io::ErrorKind::NotFound => None,
            Err(why) => {
                let path = path.display();
                tracing::warn!(
                    "reading the node classes of {address} from {path}: {why}; ignoring the file"
                );
                None
            }
        }
    }

    /// Stores the classes of the engine at an address.
    pub(crate) fn write(&self, address: &str, classes: &NodeClasses) {
        let path = self.path(address);
        if let Err(why) = write(&path, address, classes) {
            let (path, remedy) = (path.display(), disk_advice::remedy(&why));
            tracing::warn!("storing the node classes of {address} in {path}: {why}; {remedy}");
        }
    }

    fn path(&self, address: &str) -> PathBuf {
        let digest = hex::encode(&Sha256::digest(address.as_bytes())[..16]);
        self.folder.join(format!("{digest}.json"))
    }
}

fn read(path: &Path, address: &str) -> io::Result<NodeClasses> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    if size > MAX_SIZE {
        return Err(io::Error::other("the file is too large"));
    }
    let mut text = Vec::new();
    BufReader::new(file).take(size).read_to_end(&mut text)?;
    let end = text
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or_default();
    let (header, body) = text.split_at(end);
    let header: Header = serde_json::from_slice(header)?;
    if header.engine != address {
        return Err(io::Error::other("the file belongs to another engine"));
    }
    Ok(read_classes(body)?)
}

/// Writes a new file and renames it, so that a reader never sees a part of it.
fn write(path: &Path, address: &str, classes: &NodeClasses) -> io::Result<()> {
    let incomplete = path.with_extension("new");
    let file = private_files::writing()
        .create(true)
        .truncate(true)
        .open(&incomplete)?;
    let mut writer = BufWriter::new(file);
    let engine = address.to_owned();
    serde_json::to_writer(&mut writer, &Header { engine })?;
    writer.write_all(b"\n")?;
    serde_json::to_writer(&mut writer, classes)?;
    writer.into_inner()?.sync_all()?;
    fs::rename(incomplete, path)
}

#[cfg(test)]
mod tests;
