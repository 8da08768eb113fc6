//! Copies a PNG without the texts in it. Source: the PNG specification, chapters 5 and 11.

use std::io::{self, Read, Write};

use super::parts::{copy_exactly, skip};

/// The first bytes of a PNG.
pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The length of a chunk's checksum, in bytes.
const CHECKSUM: u64 = 4;

/// Chunks that describe the picture and can hold no text. All others, such as ComfyUI's `comf`, are left out.
const ANCILLARY: [&[u8; 4]; 11] = [
    b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"cICP", b"pHYs", b"sBIT", b"bKGD", b"acTL", b"fcTL",
    b"fdAT",
];

/// Copies the pixels alone. Fails if the image is not complete.
pub(super) fn copy(png: &mut impl Read, plain: &mut impl Write) -> io::Result<()> {
    copy_exactly(png, plain, SIGNATURE.len() as u64)?;
    loop {
        let mut head = [0; 8];
        png.read_exact(&mut head)?;
        let [a, b, c, d, kind @ ..] = head;
        let length = u64::from(u32::from_be_bytes([a, b, c, d])) + CHECKSUM;
        // An upper-case letter marks a chunk that the pixels need.
        if kind[0].is_ascii_uppercase() || ANCILLARY.contains(&&kind) {
            plain.write_all(&head)?;
            copy_exactly(png, plain, length)?;
        } else {
            skip(png, length)?;
        }
        if &kind == b"IEND" {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(kind: &str, data: &str) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length, kind.as_bytes(), data.as_bytes(), b"CRC!"].concat()
    }

    fn png(chunks: &[(&str, &str)]) -> Vec<u8> {
        let chunks = chunks.iter().map(|(kind, data)| chunk(kind, data));
        let body: Vec<u8> = chunks.flatten().collect();
        [SIGNATURE, &body].concat()
    }

    fn plain(mut png: &[u8]) -> io::Result<Vec<u8>> {
        let mut plain = Vec::new();
        copy(&mut png, &mut plain)?;
        Ok(plain)
    }

    #[test]
    fn only_the_pixels_remain() {
        let saved = png(&[
            ("IHDR", "head"),
            ("tEXt", "prompt\0{}"),
            ("gAMA", "2.2"),
            ("zTXt", "workflow"),
            ("iTXt", "flowdeck"),
            ("eXIf", "camera"),
            ("comf", "prompt"),
            ("IDAT", "pixels"),
            ("IEND", ""),
            ("tEXt", "after the end"),
        ]);
        let pixels = png(&[
            ("IHDR", "head"),
            ("gAMA", "2.2"),
            ("IDAT", "pixels"),
            ("IEND", ""),
        ]);
        assert_eq!(plain(&saved).unwrap(), pixels);
    }

    #[test]
    fn what_is_no_complete_png_has_no_plain_copy() {
        let whole = png(&[("IHDR", "head"), ("IEND", "")]);
        for end in 0..whole.len() {
            assert!(plain(&whole[..end]).is_err(), "{end}");
        }
        let endless = [SIGNATURE, &[0xFF; 12]].concat();
        assert!(plain(&endless).is_err());
    }
}
