//! Copies a WebP without the texts in it: EXIF, XMP and unknown parts. Source: the container format of WebP.

use std::io::{self, Read, Seek, SeekFrom, Write};

use super::parts::{copy_exactly, damaged, skip};

/// The length of the file's header, and of a frame's of an animation.
const FILE_HEADER: u64 = 12;
const FRAME_HEADER: u64 = 16;

/// Parts that hold pixels, or say how they are put together.
const PICTURE: [&[u8; 4]; 4] = [b"VP8 ", b"VP8L", b"ALPH", b"ANIM"];

/// In the flags of an extended file: transparency and animation. The others announce parts that are left out.
const KEPT_FLAGS: u8 = 0x12;

/// Whether a file starts like a WebP.
pub(super) fn is_start(head: &[u8]) -> bool {
    head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP")
}

/// Copies the pixels alone. Fails if the image is not complete.
pub(super) fn copy(webp: &mut impl Read, plain: &mut (impl Write + Seek)) -> io::Result<()> {
    let mut header = [0; 12];
    webp.read_exact(&mut header)?;
    let [_, _, _, _, a, b, c, d, ..] = header;
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    plain.write_all(&header)?;
    let length = length.checked_sub(FILE_HEADER - 8).ok_or_else(damaged)?;
    let written = copy_parts(webp, plain, length)?;
    set_length(plain, FILE_HEADER - 8 + written, FILE_HEADER + written)
}

/// Copies the parts in so many bytes. Returns the number of written bytes.
fn copy_parts(
    webp: &mut impl Read,
    plain: &mut (impl Write + Seek),
    mut left: u64,
) -> io::Result<u64> {
    let mut written = 0;
    while left > 0 {
        let mut head = [0; 8];
        webp.read_exact(&mut head)?;
        let [kind @ .., a, b, c, d] = head;
        let length = u64::from(u32::from_le_bytes([a, b, c, d]));
        let padded = length.next_multiple_of(2);
        // The padding of the last part may be missing.
        let padded = padded.min(left.saturating_sub(8)).max(length);
        left = left.checked_sub(8 + padded).ok_or_else(damaged)?;
        match &kind {
            b"VP8X" => {
                plain.write_all(&head)?;
                let mut content = Vec::new();
                copy_exactly(webp, &mut content, padded)?;
                let flags = content.first_mut().ok_or_else(damaged)?;
                *flags &= KEPT_FLAGS;
                plain.write_all(&content)?;
                written += 8 + padded;
            }
            b"ANMF" => written += copy_frame(webp, plain, head, padded)?,
            kind if PICTURE.contains(&kind) => {
                plain.write_all(&head)?;
                copy_exactly(webp, plain, padded)?;
                written += 8 + padded;
            }
            _ => skip(webp, padded)?,
        }
    }
    Ok(written)
}

/// Copies a frame of an animation. Returns the number of written bytes.
fn copy_frame(
    webp: &mut impl Read,
    plain: &mut (impl Write + Seek),
    head: [u8; 8],
    length: u64,
) -> io::Result<u64> {
    plain.write_all(&head)?;
    copy_exactly(webp, plain, FRAME_HEADER)?;
    let parts = length.checked_sub(FRAME_HEADER).ok_or_else(damaged)?;
    let written = FRAME_HEADER + copy_parts(webp, plain, parts)?;
    set_length(plain, written, 8 + written)?;
    Ok(8 + written)
}

/// Sets the length that was written four bytes after the start of something that ends here.
fn set_length(plain: &mut (impl Write + Seek), length: u64, whole: u64) -> io::Result<()> {
    let length = u32::try_from(length).map_err(|_| damaged())?;
    let end = plain.stream_position()?;
    plain.seek(SeekFrom::Start(end.saturating_sub(whole) + 4))?;
    plain.write_all(&length.to_le_bytes())?;
    plain.seek(SeekFrom::Start(end))?;
    Ok(())
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

    fn webp(parts: &[Vec<u8>]) -> Vec<u8> {
        let parts = [b"WEBP".to_vec(), parts.concat()].concat();
        part("RIFF", &parts)
    }

    fn plain(mut webp: &[u8]) -> io::Result<Vec<u8>> {
        let mut plain = Cursor::new(Vec::new());
        copy(&mut webp, &mut plain)?;
        Ok(plain.into_inner())
    }

    #[test]
    fn only_the_pixels_remain() {
        let frame = |more: &[u8]| {
            let content = [vec![7; 16], part("VP8L", b"odd"), more.to_vec()].concat();
            part("ANMF", &content)
        };
        let saved = webp(&[
            part("VP8X", &[0x3E, 0, 0, 0, 9, 0, 0, 9, 0, 0]),
            part("ICCP", b"profile"),
            part("ANIM", &[0; 6]),
            frame(&part("text", b"in a frame")),
            part("EXIF", b"prompt"),
            part("XMP ", b"workflow"),
            part("more", b"text"),
        ]);
        let saved = [saved, b"after the end".to_vec()].concat();
        let expected = webp(&[
            part("VP8X", &[0x12, 0, 0, 0, 9, 0, 0, 9, 0, 0]),
            part("ANIM", &[0; 6]),
            frame(b""),
        ]);
        assert_eq!(plain(&saved).unwrap(), expected);
    }

    #[test]
    fn a_real_image_looks_the_same() {
        let mut bytes = Vec::new();
        let image = image::DynamicImage::new_rgba8(40, 30);
        let mut writer = Cursor::new(&mut bytes);
        image
            .write_to(&mut writer, image::ImageFormat::WebP)
            .unwrap();
        let copied = image::load_from_memory(&plain(&bytes).unwrap()).unwrap();
        assert_eq!(copied, image);
    }

    #[test]
    fn what_is_no_complete_webp_has_no_plain_copy() {
        let whole = webp(&[
            part("VP8X", &[0; 10]),
            part("ANMF", &[0; 40]),
            part("VP8 ", b"pixels"),
        ]);
        for end in 0..whole.len() {
            assert!(plain(&whole[..end]).is_err(), "{end}");
        }
        assert!(plain(&webp(&[part("ANMF", &[0; 2])])).is_err());
        assert!(plain(&webp(&[part("VP8X", &[])])).is_err());
    }
}
