//! Walks the chunks of a WebP.

use std::io::{self, BufRead, Read, Seek, Write};

use super::{HEADER, is_webp, stated_length};
use crate::chunk::ChunkHead;
use crate::rest::{Rest, damaged, truncated};

/// The length of a chunk's head, in bytes.
const HEAD: u64 = 8;

/// The chunks of a file, or those within a chunk. As a reader it is the rest of the current chunk, with its padding; it
/// fails with `UnexpectedEof` if the file ends before.
#[derive(Debug)]
pub struct Chunks<R> {
    rest: Rest<R>,
    head: Option<ChunkHead>,
    /// What is left for further chunks, in bytes; `None` if they end with the file.
    left: Option<u64>,
}

impl<R: Read> Chunks<R> {
    /// The chunks up to the length that the file gives in its header. A file that ends before, or a chunk that ends
    /// after it, is an error.
    ///
    /// # Errors
    /// `InvalidData` if the header is not that of a WebP, `UnexpectedEof` if the file ends within it, or reading fails.
    pub fn strict(file: R) -> io::Result<Self> {
        let mut chunks = Self::of(Rest::new(file), None);
        let header: [u8; HEADER] = chunks.rest.array()?.ok_or_else(truncated)?;
        let length = stated_length(&header).filter(|_| is_webp(&header));
        let left = length.and_then(|length| length.checked_sub(HEADER as u64));
        chunks.left = Some(left.ok_or_else(damaged)?);
        Ok(chunks)
    }

    /// The chunks as far as the file goes, whatever its header says. A file may end anywhere.
    ///
    /// # Errors
    /// Reading the header fails.
    pub fn tolerant(file: R) -> io::Result<Self> {
        let mut rest = Rest::new(file);
        rest.array::<HEADER>()?;
        Ok(Self::of(rest, None))
    }

    fn of(rest: Rest<R>, left: Option<u64>) -> Self {
        Self {
            rest,
            head: None,
            left,
        }
    }

    /// The chunks in what has not been read of the current chunk.
    pub fn inner(&mut self) -> Chunks<&mut R> {
        let (file, length) = self.rest.lend();
        Chunks::of(Rest::new(file), Some(length))
    }

    /// Continues with the chunks in the current chunk, which follow its own header of so many bytes.
    pub fn flatten(&mut self, header: u32) {
        self.rest.enter(header.into(), 0);
    }

    /// The head of the current chunk as it is in the file.
    pub fn head_bytes(&self) -> [u8; 8] {
        let Some(ChunkHead { kind, length }) = self.head else {
            return [0; 8];
        };
        let ([a, b, c, d], [e, f, g, h]) = (kind, length.to_le_bytes());
        [a, b, c, d, e, f, g, h]
    }

    /// Copies the current chunk, which has not been read, with its head and padding. Returns the number of copied bytes.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file ends before the chunk does, or reading or writing fails.
    pub fn copy_chunk(&mut self, to: &mut impl Write) -> io::Result<u64> {
        let head = self.head_bytes();
        self.rest.copy(&head, to)
    }

    fn read_head(&mut self) -> io::Result<Option<ChunkHead>> {
        if self.left == Some(0) {
            return Ok(None);
        }
        let Some([kind @ .., a, b, c, d]) = self.rest.array::<8>()? else {
            return self.end_of_file();
        };
        let length = u32::from_le_bytes([a, b, c, d]);
        let mut padding = u64::from(length % 2);
        if let Some(left) = &mut self.left {
            let after = left.checked_sub(HEAD + u64::from(length));
            let after = after.ok_or_else(damaged)?;
            // The padding of the last chunk may be missing.
            padding = padding.min(after);
            *left = after.saturating_sub(padding);
        }
        self.rest.enter(length.into(), padding);
        self.head = Some(ChunkHead { kind, length });
        Ok(self.head)
    }

    fn end_of_file(&self) -> io::Result<Option<ChunkHead>> {
        match self.left {
            None => Ok(None),
            Some(_) => Err(truncated()),
        }
    }
}

impl<R: Read> Read for Chunks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.rest.read(buffer)
    }
}

impl<R: BufRead> Chunks<R> {
    /// Goes to the next chunk; `None` after the last.
    ///
    /// # Errors
    /// `InvalidData` if the chunk is longer than what it is part of, `UnexpectedEof` if the file ends before its stated
    /// length, or reading fails.
    pub fn next_chunk(&mut self) -> io::Result<Option<ChunkHead>> {
        match self.rest.skip()? {
            true => self.read_head(),
            false => self.end_of_file(),
        }
    }
}

impl<R: Read + Seek> Chunks<R> {
    /// Goes to the next chunk without reading the current one; `None` after the last.
    ///
    /// # Errors
    /// Those of [`Chunks::next_chunk`], or seeking fails.
    pub fn seek_chunk(&mut self) -> io::Result<Option<ChunkHead>> {
        self.rest.seek()?;
        self.read_head()
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
