//! Walks the chunks of a PNG.

use std::io::{self, BufRead, Read, Write};

use super::SIGNATURE;
use crate::chunk::ChunkHead;
use crate::rest::{Rest, damaged, truncated};

/// The length of a chunk's checksum, in bytes (5.3).
const CHECKSUM: u64 = 4;

/// The chunks of a file, up to the one that ends it, `IEND`. Checksums are not compared.
#[derive(Debug)]
pub struct Chunks<R> {
    rest: Rest<R>,
    head: Option<ChunkHead>,
}

impl<R: Read> Chunks<R> {
    /// Reads the signature.
    ///
    /// # Errors
    /// `InvalidData` if it is not that of a PNG, `UnexpectedEof` if the file ends within it, or reading fails.
    pub fn new(file: R) -> io::Result<Self> {
        let mut rest = Rest::new(file);
        match rest.array()?.ok_or_else(truncated)? {
            SIGNATURE => Ok(Self { rest, head: None }),
            _ => Err(damaged()),
        }
    }

    /// Copies the current chunk, which has not been read, with its head and checksum.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file ends before the chunk does, or reading or writing fails.
    pub fn copy_chunk(&mut self, to: &mut impl Write) -> io::Result<()> {
        if let Some(ChunkHead { kind, length }) = self.head {
            to.write_all(&length.to_be_bytes())?;
            self.rest.copy(&kind, to)?;
        }
        Ok(())
    }
}

impl<R: BufRead> Chunks<R> {
    /// Goes to the next chunk; `None` after `IEND`, whatever follows it.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file ends before, or reading fails.
    pub fn next_chunk(&mut self) -> io::Result<Option<ChunkHead>> {
        if self.head.is_some_and(|head| &head.kind == b"IEND") {
            return Ok(None);
        }
        if !self.rest.skip()? {
            return Err(truncated());
        }
        let [a, b, c, d, kind @ ..] = self.rest.array::<8>()?.ok_or_else(truncated)?;
        let length = u32::from_be_bytes([a, b, c, d]);
        self.rest.enter(length.into(), CHECKSUM);
        self.head = Some(ChunkHead { kind, length });
        Ok(self.head)
    }
}

impl<'a> Chunks<&'a [u8]> {
    /// The data of the current chunk, which has not been read.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file ends before.
    pub fn data(&self) -> io::Result<&'a [u8]> {
        self.rest.data()
    }
}

#[cfg(test)]
mod tests;
