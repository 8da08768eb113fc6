//! What a walk has not read of a file yet: the rest of the current chunk, and what follows it.

use std::io::{self, BufRead, Read, Seek, Write};

/// A file within a chunk. As a reader it ends with the chunk, and fails if the file ends before.
#[derive(Debug)]
pub(crate) struct Rest<R> {
    file: R,
    /// What is left of the chunk, in bytes.
    unread: u64,
    /// How many of these bytes follow the chunk's data.
    trailer: u64,
}

impl<R> Rest<R> {
    /// A file before its first chunk.
    pub(crate) fn new(file: R) -> Self {
        Self {
            file,
            unread: 0,
            trailer: 0,
        }
    }

    /// Enters a chunk whose head has been read.
    pub(crate) fn enter(&mut self, length: u64, trailer: u64) {
        self.unread = length.saturating_add(trailer);
        self.trailer = trailer;
    }

    /// The file and what is left of the chunk, in bytes. The borrower reads that many bytes.
    pub(crate) fn lend(&mut self) -> (&mut R, u64) {
        (&mut self.file, std::mem::take(&mut self.unread))
    }

    pub(crate) fn file(&mut self) -> &mut R {
        &mut self.file
    }

    pub(crate) fn unread(&self) -> u64 {
        self.unread
    }
}

impl<R: Read> Rest<R> {
    /// Reads bytes that belong to no chunk; `None` if the file ends before or within them.
    pub(crate) fn array<const LENGTH: usize>(&mut self) -> io::Result<Option<[u8; LENGTH]>> {
        let mut bytes = [0; LENGTH];
        match self.file.read_exact(&mut bytes) {
            Ok(()) => Ok(Some(bytes)),
            Err(why) if why.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(why) => Err(why),
        }
    }

    /// Writes the head that was read, and copies the chunk. Returns the number of copied bytes.
    pub(crate) fn copy(&mut self, head: &[u8], to: &mut impl Write) -> io::Result<u64> {
        to.write_all(head)?;
        let copied = io::copy(self, to)?;
        Ok(copied.saturating_add(head.len() as u64))
    }
}

impl<R: Read> Read for Rest<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread == 0 || buffer.is_empty() {
            return Ok(0);
        }
        let read = self.file.by_ref().take(self.unread).read(buffer)?;
        if read == 0 {
            return Err(truncated());
        }
        self.unread = self.unread.saturating_sub(read as u64);
        Ok(read)
    }
}

impl<R: BufRead> Rest<R> {
    /// Passes over the rest of the chunk. Returns whether the file has all of it.
    pub(crate) fn skip(&mut self) -> io::Result<bool> {
        while self.unread > 0 {
            let buffered = self.file.fill_buf()?.len();
            if buffered == 0 {
                return Ok(false);
            }
            let unread = usize::try_from(self.unread).unwrap_or(usize::MAX);
            let skipped = buffered.min(unread);
            self.file.consume(skipped);
            self.unread = self.unread.saturating_sub(skipped as u64);
        }
        Ok(true)
    }
}

impl<R: Seek> Rest<R> {
    /// Passes over the rest of the chunk without reading it, also if the file ends before.
    pub(crate) fn seek(&mut self) -> io::Result<()> {
        let unread = i64::try_from(self.unread).map_err(|_| damaged())?;
        self.unread = 0;
        self.file.seek_relative(unread)
    }
}

impl<'a> Rest<&'a [u8]> {
    /// What is left of the chunk's data. Fails if the file ends before.
    pub(crate) fn data(&self) -> io::Result<&'a [u8]> {
        let length = usize::try_from(self.unread.saturating_sub(self.trailer));
        let data = length.ok().and_then(|length| self.file.get(..length));
        data.ok_or_else(truncated)
    }
}

/// A file that is not what its first bytes say.
pub(crate) fn damaged() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// A file that ends too early.
pub(crate) fn truncated() -> io::Error {
    io::ErrorKind::UnexpectedEof.into()
}
