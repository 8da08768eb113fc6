//! The number of changes that the database has committed, in a small file next to it. SQLite ignores everything after a
//! damaged part of its write-ahead log, and opens a truncated file. Only another file can show that changes are
//! missing.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// The committed changes of a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Committed {
    /// The number of its transactions.
    pub(super) changes: u64,
    /// The number of runs that it accepted, except the last ones if they were removed.
    pub(super) runs: u64,
}

/// The file with the record.
#[derive(Debug)]
pub(super) struct ChangeRecord {
    path: PathBuf,
    file: File,
    has_failed: bool,
}

impl ChangeRecord {
    /// Opens the record of a database, and creates it if necessary.
    pub(super) fn open(database: &Path) -> io::Result<Self> {
        let path = path_of(database);
        let mut options = private_files::writing();
        let file = options.create(true).open(&path)?;
        Ok(Self {
            path,
            file,
            has_failed: false,
        })
    }

    /// Records the committed changes. Does not write through to the disk: after a power failure, the record may be
    /// behind the database, but never ahead of it.
    pub(super) fn write(&mut self, committed: Committed) {
        let written = self.file.rewind();
        let written = written.and_then(|()| self.file.write_all(text(committed).as_bytes()));
        if let Err(why) = written
            && !self.has_failed
        {
            self.has_failed = true;
            let path = self.path.display();
            tracing::warn!("writing {path}: {why}; lost runs may not be noticed at the next start");
        }
    }
}

/// The record of a database; `None` if it is missing or damaged.
pub(super) fn read(database: &Path) -> Option<Committed> {
    let mut text = String::new();
    let file = File::open(path_of(database)).ok()?;
    file.take(1000).read_to_string(&mut text).ok()?;
    let mut numbers = text.split_ascii_whitespace();
    let committed = Committed {
        changes: numbers.next()?.parse().ok()?,
        runs: numbers.next()?.parse().ok()?,
    };
    (text == self::text(committed)).then_some(committed)
}

fn path_of(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push("-changes");
    path.into()
}

/// The text of the record. Always has the same length, and ends with a checksum.
fn text(Committed { changes, runs }: Committed) -> String {
    let numbers = format!("{changes:020} {runs:020}");
    let digest = hex::encode(&Sha256::digest(&numbers)[..8]);
    format!("{numbers} {digest}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written_last_and_a_damaged_one_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("runs.sqlite");
        assert_eq!(read(&database), None);
        let mut record = ChangeRecord::open(&database).unwrap();
        assert_eq!(read(&database), None);
        let all = [(u64::MAX, 7), (12, 3), (13, 3)];
        for committed in all.map(|(changes, runs)| Committed { changes, runs }) {
            record.write(committed);
            assert_eq!(read(&database), Some(committed));
        }
        drop(ChangeRecord::open(&database).unwrap());
        assert!(read(&database).is_some(), "opening it changes nothing");
        let path = path_of(&database);
        let whole = std::fs::read(&path).unwrap();
        for damage in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[damage] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert_eq!(read(&database), None, "{damage}");
            std::fs::write(&path, &whole[..damage]).unwrap();
            assert_eq!(read(&database), None, "{damage}");
        }
    }
}
