//! Copies a GIF without the texts in it: comments, texts and what programs have added. Source: the GIF89a
//! specification.

use std::io::{self, Read, Write};

use super::parts::{byte, copy_exactly, damaged};

/// The length of the signature with the size of the screen, and of an image's place and size, in bytes.
const HEADER: usize = 13;
const IMAGE_HEADER: usize = 9;

/// The first byte of a block, and the kinds of extensions that are kept.
const EXTENSION: u8 = 0x21;
const IMAGE: u8 = 0x2C;
const END: u8 = 0x3B;
const CONTROL: u8 = 0xF9;
const APPLICATION: u8 = 0xFF;

/// Applications whose extensions say how often an animation is repeated.
const REPETITIONS: [&[u8]; 2] = [b"NETSCAPE2.0", b"ANIMEXTS1.0"];

/// Whether a file starts like a GIF.
pub(super) fn is_start(head: &[u8]) -> bool {
    head.starts_with(b"GIF87a") || head.starts_with(b"GIF89a")
}

/// Copies the pixels alone. Fails if the image is not complete.
pub(super) fn copy(gif: &mut impl Read, plain: &mut impl Write) -> io::Result<()> {
    copy_with_colors::<HEADER>(gif, plain, 10)?;
    loop {
        match byte(gif)? {
            END => return plain.write_all(&[END]),
            IMAGE => {
                plain.write_all(&[IMAGE])?;
                copy_with_colors::<IMAGE_HEADER>(gif, plain, 8)?;
                // The size of the codes.
                copy_exactly(gif, plain, 1)?;
                copy_blocks(gif, plain)?;
            }
            EXTENSION => copy_extension(gif, plain)?,
            _ => return Err(damaged()),
        }
    }
}

/// Copies a header and the table of colours that the flags in it may announce.
fn copy_with_colors<const LENGTH: usize>(
    gif: &mut impl Read,
    plain: &mut impl Write,
    flags: usize,
) -> io::Result<()> {
    let mut header = [0; LENGTH];
    gif.read_exact(&mut header)?;
    plain.write_all(&header)?;
    let flags = header.get(flags).copied().unwrap_or_default();
    match flags & 0x80 {
        0 => Ok(()),
        _ => copy_exactly(gif, plain, 3 << ((flags & 7) + 1)),
    }
}

fn copy_extension(gif: &mut impl Read, plain: &mut impl Write) -> io::Result<()> {
    let kind = byte(gif)?;
    let length = byte(gif)?;
    let mut first = Vec::new();
    copy_exactly(gif, &mut first, length.into())?;
    let is_kept = kind == CONTROL || (kind == APPLICATION && REPETITIONS.contains(&&*first));
    if is_kept {
        plain.write_all(&[EXTENSION, kind, length])?;
        plain.write_all(&first)?;
        return match length {
            0 => Ok(()),
            _ => copy_blocks(gif, plain),
        };
    }
    match length {
        0 => Ok(()),
        _ => copy_blocks(gif, &mut io::sink()),
    }
}

/// Copies blocks up to the empty one that ends them.
fn copy_blocks(gif: &mut impl Read, plain: &mut impl Write) -> io::Result<()> {
    loop {
        let length = byte(gif)?;
        plain.write_all(&[length])?;
        if length == 0 {
            return Ok(());
        }
        copy_exactly(gif, plain, length.into())?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(mut gif: &[u8]) -> io::Result<Vec<u8>> {
        let mut plain = Vec::new();
        copy(&mut gif, &mut plain)?;
        Ok(plain)
    }

    fn extension(kind: u8, blocks: &[&[u8]]) -> Vec<u8> {
        let mut bytes = vec![EXTENSION, kind];
        for block in blocks {
            bytes.push(u8::try_from(block.len()).unwrap());
            bytes.extend_from_slice(block);
        }
        bytes.push(0);
        bytes
    }

    fn gif(blocks: &[Vec<u8>]) -> Vec<u8> {
        // Two colours.
        let header = [b"GIF89a".as_slice(), &[1, 0, 1, 0, 0x80, 0, 0], &[9; 6]].concat();
        [header, blocks.concat(), vec![END]].concat()
    }

    fn image() -> Vec<u8> {
        [
            &[IMAGE, 0, 0, 0, 0, 1, 0, 1, 0, 0],
            [2, 2].as_slice(),
            &[0x44, 1],
            &[0],
        ]
        .concat()
    }

    #[test]
    fn only_the_pixels_remain() {
        let repeated = extension(APPLICATION, &[b"NETSCAPE2.0", &[1, 0, 0]]);
        let control = extension(CONTROL, &[&[0, 5, 0, 0]]);
        let saved = gif(&[
            repeated.clone(),
            extension(0xFE, &[b"workflow", b"prompt"]),
            extension(0xFE, &[]),
            extension(APPLICATION, &[b"XMP DataXMP", b"prompt"]),
            control.clone(),
            image(),
            extension(1, &[&[0; 12], b"text"]),
        ]);
        let saved = [saved, b"after the end".to_vec()].concat();
        assert_eq!(plain(&saved).unwrap(), gif(&[repeated, control, image()]));
    }

    #[test]
    fn what_is_no_complete_gif_has_no_plain_copy() {
        let whole = gif(&[image()]);
        for end in 0..whole.len() {
            assert!(plain(&whole[..end]).is_err(), "{end}");
        }
    }
}
