//! Walks the segments of a JPEG.

use std::io::{self, BufRead, Read, Write};

use super::{END, START};
use crate::rest::{Rest, damaged, truncated};

/// The first byte of a marker.
const MARKER: u8 = 0xFF;

/// The segments of an image, each with the code of its marker, up to the marker of the end. As a reader it is the rest
/// of the current segment's data; it fails with `UnexpectedEof` if the file ends before.
#[derive(Debug)]
pub struct Segments<R> {
    rest: Rest<R>,
    code: u8,
    /// The code of the marker after a scan, which has been read.
    next: Option<u8>,
}

impl<R: Read> Segments<R> {
    /// Reads the start of the image.
    ///
    /// # Errors
    /// `InvalidData` if it is not that of a JPEG, `UnexpectedEof` if the file ends within it, or reading fails.
    pub fn new(file: R) -> io::Result<Self> {
        let rest = Rest::new(file);
        let mut segments = Self {
            rest,
            code: START,
            next: None,
        };
        match segments.marker()? {
            START => Ok(segments),
            _ => Err(damaged()),
        }
    }

    /// Copies the current segment, which has not been read, with its marker.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file ends before the segment does, or reading or writing fails.
    pub fn copy_segment(&mut self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&[MARKER, self.code])?;
        if is_alone(self.code) {
            return Ok(());
        }
        let length = self.rest.unread().saturating_add(2);
        let length = u16::try_from(length).map_err(|_| damaged())?;
        self.rest.copy(&length.to_be_bytes(), to)?;
        Ok(())
    }

    fn byte(&mut self) -> io::Result<u8> {
        let [byte] = self.rest.array()?.ok_or_else(truncated)?;
        Ok(byte)
    }

    /// The code of the next marker.
    fn marker(&mut self) -> io::Result<u8> {
        if self.byte()? != MARKER {
            return Err(damaged());
        }
        loop {
            // Any number of fill bytes may precede the code.
            match self.byte()? {
                MARKER => {}
                code => return Ok(code),
            }
        }
    }
}

impl<R: Read> Read for Segments<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.rest.read(buffer)
    }
}

impl<R: BufRead> Segments<R> {
    /// Goes to the next segment and returns the code of its marker; `None` after the last. The pixels of a scan follow
    /// its segment: [`Segments::copy_scan`] reads them.
    ///
    /// # Errors
    /// `InvalidData` if there is no marker or the length is less than its own two bytes, `UnexpectedEof` if the file
    /// ends before, or reading fails.
    pub fn next_segment(&mut self) -> io::Result<Option<u8>> {
        if !self.rest.skip()? {
            return Err(truncated());
        }
        self.code = match self.next.take() {
            Some(code) => code,
            None => self.marker()?,
        };
        if self.code == END {
            self.next = Some(END);
            return Ok(None);
        }
        if !is_alone(self.code) {
            let length = u16::from_be_bytes(self.rest.array()?.ok_or_else(truncated)?);
            // The length counts its own two bytes.
            let length = length.checked_sub(2).ok_or_else(damaged)?;
            self.rest.enter(length.into(), 0);
        }
        Ok(Some(self.code))
    }

    /// Copies the pixels after the segment of a scan, which has been read or copied.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file ends before the next marker, or reading or writing fails.
    pub fn copy_scan(&mut self, to: &mut impl Write) -> io::Result<()> {
        loop {
            let bytes = self.rest.file().fill_buf()?;
            if bytes.is_empty() {
                return Err(truncated());
            }
            let end = bytes.iter().position(|byte| *byte == MARKER);
            let (pixels, _) = bytes.split_at(end.unwrap_or(bytes.len()));
            to.write_all(pixels)?;
            let copied = pixels.len();
            self.rest.file().consume(copied);
            if end.is_none() {
                continue;
            }
            match self.marker()? {
                // A pixel with the value of a marker, and a mark between groups of pixels.
                code @ (0 | 0xD0..=0xD7) => to.write_all(&[MARKER, code])?,
                code => {
                    self.next = Some(code);
                    return Ok(());
                }
            }
        }
    }
}

impl<'a> Segments<&'a [u8]> {
    /// The data of the current segment, which has not been read.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file ends before.
    pub fn data(&self) -> io::Result<&'a [u8]> {
        self.rest.data()
    }
}

/// Whether a marker has no segment.
fn is_alone(code: u8) -> bool {
    matches!(code, 0x01 | 0xD0..=END)
}

#[cfg(test)]
mod tests;
