//! Copies parts of files without holding them in memory.

use std::io::{self, Read, Write};

/// Copies so many bytes; fails if there are fewer.
pub(super) fn copy_exactly(
    from: &mut impl Read,
    to: &mut impl Write,
    length: u64,
) -> io::Result<()> {
    match io::copy(&mut from.take(length), to)? == length {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// The next byte.
pub(super) fn byte(from: &mut impl Read) -> io::Result<u8> {
    let mut byte = [0];
    from.read_exact(&mut byte)?;
    Ok(byte[0])
}

/// A file that is not what its first bytes say.
pub(super) fn damaged() -> io::Error {
    io::ErrorKind::InvalidData.into()
}
