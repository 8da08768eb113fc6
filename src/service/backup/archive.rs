//! The format of a backup: a tar archive without compression. Its first file names the format, its last one has the
//! checksums of all others as `sha256sum` writes them, so that `tar` and `sha256sum -c` can check it, too.

use std::fs::File;
use std::io::{self, Read, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use sha2::{Digest, Sha256};
use tar::{Builder, EntryType, Header};

/// The name of the first file, and its content.
pub(super) const MARK: &str = "flowdeck-backup";
pub(super) const VERSION: &str = "1\n";

/// The name of the last file.
pub(super) const SUMS: &str = "SHA256SUMS";

/// Writes an archive.
pub(super) struct ArchiveWriter<W: Write> {
    builder: Builder<W>,
    sums: String,
    pub(super) files: u64,
    pub(super) bytes: u64,
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins an archive.
    pub(super) fn new(writer: W) -> io::Result<Self> {
        let mut builder = Builder::new(writer);
        append(
            &mut builder,
            MARK,
            VERSION.as_bytes(),
            VERSION.len() as u64,
            0,
        )?;
        Ok(Self {
            builder,
            sums: sum_line(MARK, &Sha256::digest(VERSION)),
            files: 0,
            bytes: 0,
        })
    }

    /// Adds a file as it is now.
    ///
    /// # Errors
    /// When it becomes shorter meanwhile, or the archive cannot be written.
    pub(super) fn add(&mut self, name: &str, file: &File) -> io::Result<()> {
        let metadata = file.metadata()?;
        let (size, modified) = (metadata.len(), metadata.modified().map_or(0, seconds));
        let mut content = Hashed::new(file.take(size));
        append(&mut self.builder, name, &mut content, size, modified)?;
        if content.length != size {
            return Err(io::Error::other("the file has become shorter meanwhile"));
        }
        self.sums += &sum_line(name, &content.digest.finalize());
        self.files += 1;
        self.bytes += size;
        Ok(())
    }

    /// Ends the archive.
    pub(super) fn finish(mut self) -> io::Result<W> {
        let sums = self.sums.as_bytes();
        append(&mut self.builder, SUMS, sums, sums.len() as u64, 0)?;
        self.builder.into_inner()
    }
}

fn append<W: Write>(
    builder: &mut Builder<W>,
    name: &str,
    content: impl Read,
    size: u64,
    modified: u64,
) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::Regular);
    header.set_size(size);
    header.set_mode(0o600);
    header.set_mtime(modified);
    builder.append_data(&mut header, name, content)
}

/// The line of a file among the checksums.
pub(super) fn sum_line(name: &str, digest: &[u8]) -> String {
    let digest = hex::encode(digest);
    let escaped = name.replace('\\', "\\\\").replace('\n', "\\n");
    let mark = if escaped == name { "" } else { "\\" };
    format!("{mark}{digest}  {escaped}\n")
}

fn seconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// What is read from it is hashed.
pub(super) struct Hashed<R> {
    reader: R,
    pub(super) digest: Sha256,
    pub(super) length: u64,
}

impl<R> Hashed<R> {
    /// Hashes what is read from a reader.
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader,
            digest: Sha256::new(),
            length: 0,
        }
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.reader.read(buffer)?;
        self.digest.update(&buffer[..length]);
        self.length += length as u64;
        Ok(length)
    }
}
