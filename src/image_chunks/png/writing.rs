//! Writes the chunks of a PNG.

use std::io::{self, Write};

/// Writes a chunk: length, type, data and checksum (5.3).
///
/// # Errors
/// `InvalidInput` if the data is longer than a length can say, or writing fails.
pub fn write_chunk(file: &mut impl Write, kind: &[u8; 4], data: &[u8]) -> io::Result<()> {
    let length = u32::try_from(data.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    file.write_all(&length.to_be_bytes())?;
    file.write_all(kind)?;
    file.write_all(data)?;
    file.write_all(&checksum(kind.iter().chain(data)).to_be_bytes())
}

/// The checksum of a chunk's type and data: CRC-32 (5.5).
fn checksum<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            let mask = 0_u32.wrapping_sub(crc & 1);
            (crc >> 1) ^ (0xedb8_8320 & mask)
        })
    };
    !bytes.fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_has_its_length_and_checksum() {
        let mut file = Vec::new();
        write_chunk(&mut file, b"IEND", b"").unwrap();
        assert_eq!(file, b"\0\0\0\0IEND\xae\x42\x60\x82");
        file.clear();
        write_chunk(&mut file, b"1234", b"56789").unwrap();
        // The checksum that catalogues of CRCs give for these digits.
        assert_eq!(file, b"\0\0\0\x05123456789\xcb\xf4\x39\x26");
    }
}
