//! Copies a PNG without the texts in it. Source: the PNG specification, chapters 5 and 11.

use std::io::{self, BufRead, Write};

use image_chunks::png::{Chunks, SIGNATURE};

/// Chunks that describe the picture and can hold no text. All others, such as ComfyUI's `comf`, are left out.
const ANCILLARY: [&[u8; 4]; 11] = [
    b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"cICP", b"pHYs", b"sBIT", b"bKGD", b"acTL", b"fcTL",
    b"fdAT",
];

/// Copies the pixels alone. Fails if the image is not complete.
pub(super) fn copy(png: &mut impl BufRead, plain: &mut impl Write) -> io::Result<()> {
    let mut chunks = Chunks::new(png)?;
    plain.write_all(&SIGNATURE)?;
    while let Some(head) = chunks.next_chunk()? {
        // An upper-case letter marks a chunk that the pixels need.
        if head.kind[0].is_ascii_uppercase() || ANCILLARY.contains(&&head.kind) {
            chunks.copy_chunk(plain)?;
        }
    }
    Ok(())
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
        [&SIGNATURE, &*body].concat()
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
        let endless = [SIGNATURE.as_slice(), &[0xFF; 12]].concat();
        assert!(plain(&endless).is_err());
    }
}
