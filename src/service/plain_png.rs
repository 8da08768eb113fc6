//! PNG images without the texts in them: a link that hides the inputs of a run must not give them away in its files.
//! No I/O. Source: the PNG specification, chapters 5 and 11.

/// The first bytes of a PNG.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The length of a chunk's head and of its checksum, in bytes.
const HEAD: usize = 8;
const CHECKSUM: usize = 4;

/// Chunks that describe the picture and can hold no text. All others, such as ComfyUI's `comf`, are left out.
const ANCILLARY: [&[u8; 4]; 11] = [
    b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"cICP", b"pHYs", b"sBIT", b"bKGD", b"acTL", b"fcTL",
    b"fdAT",
];

/// The image with its pixels alone; `None` if the bytes are not a complete PNG.
pub(crate) fn without_texts(png: &[u8]) -> Option<Vec<u8>> {
    let mut rest = png.strip_prefix(SIGNATURE)?;
    let mut plain = SIGNATURE.to_vec();
    loop {
        let (length, kind) = rest.get(..HEAD)?.split_at(4);
        let length = u32::from_be_bytes(length.try_into().ok()?) as usize;
        let (chunk, after) =
            rest.split_at_checked(HEAD.checked_add(length)?.checked_add(CHECKSUM)?)?;
        // An upper-case letter marks a chunk that the pixels need.
        let is_critical = kind.first()?.is_ascii_uppercase();
        if is_critical || ANCILLARY.iter().any(|own| own.as_slice() == kind) {
            plain.extend_from_slice(chunk);
        }
        if kind == b"IEND" {
            return Some(plain);
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::without_texts;

    fn chunk(kind: &str, data: &str) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length, kind.as_bytes(), data.as_bytes(), b"CRC!"].concat()
    }

    fn png(chunks: &[(&str, &str)]) -> Vec<u8> {
        let chunks = chunks.iter().map(|(kind, data)| chunk(kind, data));
        let body: Vec<u8> = chunks.flatten().collect();
        [b"\x89PNG\r\n\x1a\n".as_slice(), &body].concat()
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
        let plain = png(&[
            ("IHDR", "head"),
            ("gAMA", "2.2"),
            ("IDAT", "pixels"),
            ("IEND", ""),
        ]);
        assert_eq!(without_texts(&saved), Some(plain));
    }

    #[test]
    fn what_is_no_complete_png_has_no_plain_copy() {
        let whole = png(&[("IHDR", "head"), ("IEND", "")]);
        for end in 0..whole.len() {
            assert_eq!(without_texts(&whole[..end]), None, "{end}");
        }
        assert_eq!(without_texts(b"GIF89a"), None);
        let endless = [b"\x89PNG\r\n\x1a\n".as_slice(), &[0xFF; 12]].concat();
        assert_eq!(without_texts(&endless), None);
    }
}
