//! A file that ends with an error as soon as its reader holds more memory than allowed.

use std::cell::Cell;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::rc::Rc;

use super::thread_memory::ThreadMemory;

/// A file that is read on one thread.
pub(super) struct Metered<R> {
    file: R,
    before: Option<ThreadMemory>,
    allowed: Rc<Cell<u64>>,
}

impl<R> Metered<R> {
    /// The memory counts from now on, and the limit may change later. Without an allocator that counts, there is none.
    pub(super) fn new(file: R, allowed: Rc<Cell<u64>>) -> Self {
        Self {
            file,
            before: ThreadMemory::now(),
            allowed,
        }
    }

    /// Whether the memory counts.
    pub(super) fn counts(&self) -> bool {
        self.before.is_some()
    }

    fn ensure_allowed(&self) -> io::Result<()> {
        let is_allowed = |before: ThreadMemory| before.growth() <= self.allowed.get();
        match self.before.is_none_or(is_allowed) {
            true => Ok(()),
            false => Err(io::Error::new(
                io::ErrorKind::OutOfMemory,
                format!(
                    "decoding it takes more than {} MB of memory",
                    self.allowed.get() >> 20
                ),
            )),
        }
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.ensure_allowed()?;
        self.file.read(bytes)
    }
}

impl<R: BufRead> BufRead for Metered<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.ensure_allowed()?;
        self.file.fill_buf()
    }

    fn consume(&mut self, read: usize) {
        self.file.consume(read);
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
