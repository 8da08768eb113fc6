//! The parts of a WebP that decide how much memory it takes: a small canvas may hold a large picture. Source: the
//! container format of WebP, and RFC 6386 for the header of a lossy picture.

use std::io::{self, Read, Seek};

use image_chunks::webp::Chunks;

/// The most parts that are looked at; a file with more is refused.
const MAX_PARTS: usize = 100_000;

/// The length of the header of an animation's frame.
const FRAME_HEADER: u32 = 16;

/// What matters about the parts of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct WebpParts {
    pub(super) is_animated: bool,
    /// The largest lossy picture, in pixels.
    pub(super) lossy_pixels: u64,
    /// The largest lossless picture or mask, in bytes.
    pub(super) lossless_bytes: u64,
}

impl WebpParts {
    /// Reads the headers of the parts.
    pub(super) fn read(file: &mut (impl Read + Seek)) -> io::Result<Self> {
        let mut parts = Self::default();
        file.rewind()?;
        let mut chunks = Chunks::tolerant(file)?;
        for _ in 0..MAX_PARTS {
            let Some(head) = chunks.seek_chunk()? else {
                return Ok(parts);
            };
            match &head.kind {
                b"ANMF" => {
                    parts.is_animated = true;
                    chunks.flatten(FRAME_HEADER);
                }
                b"VP8 " => parts.lossy_pixels = parts.lossy_pixels.max(lossy_pixels(&mut chunks)?),
                // A mask may be a lossless picture.
                b"VP8L" | b"ALPH" => {
                    parts.lossless_bytes = parts.lossless_bytes.max(head.length.into());
                }
                _ => {}
            }
        }
        let why = "the WebP has too many parts";
        Err(io::Error::new(io::ErrorKind::InvalidData, why))
    }
}

/// The pixels of a lossy picture: after its tag and start code come width and height, of 14 bits each. None if it ends
/// before.
fn lossy_pixels(picture: &mut impl Read) -> io::Result<u64> {
    let mut header = [0; 10];
    match picture.read_exact(&mut header) {
        Err(why) if why.kind() == io::ErrorKind::UnexpectedEof => return Ok(0),
        read => read?,
    }
    let [_, _, _, _, _, _, w0, w1, h0, h1] = header;
    let side = |low: u8, high: u8| u64::from(u16::from_le_bytes([low, high]) & 0x3FFF);
    // Decoded in blocks of 16 × 16.
    let padded = |side: u64| side.next_multiple_of(16);
    Ok(padded(side(w0, w1)) * padded(side(h0, h1)))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn part(kind: &str, content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len()).unwrap().to_le_bytes();
        let padding = vec![0; content.len() % 2];
        [kind.as_bytes(), &length, content, &padding].concat()
    }

    fn read(parts: &[Vec<u8>]) -> WebpParts {
        let file = [b"RIFF\0\0\0\0WEBP".to_vec(), parts.concat()].concat();
        WebpParts::read(&mut Cursor::new(file)).unwrap()
    }

    /// The start of a lossy picture with this width and height.
    fn lossy(width: u16, height: u16) -> Vec<u8> {
        let sides = [width.to_le_bytes(), height.to_le_bytes()].concat();
        [&[0, 0, 0, 0x9D, 1, 0x2A], sides.as_slice(), &[0; 9]].concat()
    }

    #[test]
    fn the_largest_parts_count_also_inside_an_animation() {
        let frame = |content: Vec<u8>| [vec![0; 16], content].concat();
        let parts = read(&[
            part("VP8X", &[0; 10]),
            part("ALPH", &[0; 7]),
            part("ANMF", &frame(part("VP8 ", &lossy(16_383, 16)))),
            part("ANMF", &frame(part("VP8L", &[0; 99]))),
            part("ANMF", &frame(part("VP8 ", &lossy(1, 1)))),
        ]);
        let expected = WebpParts {
            is_animated: true,
            lossy_pixels: 16_384 * 16,
            lossless_bytes: 99,
        };
        assert_eq!(parts, expected);
    }

    #[test]
    fn a_file_that_ends_anywhere_is_read_as_far_as_it_goes() {
        let whole = [b"RIFF\0\0\0\0WEBP".to_vec(), part("VP8 ", &lossy(20, 20))].concat();
        for end in 0..whole.len() {
            let parts = WebpParts::read(&mut Cursor::new(&whole[..end])).unwrap();
            assert!(parts.lossy_pixels <= 32 * 32, "{end}");
        }
    }
}
