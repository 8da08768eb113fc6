//! Copies a WebP without the texts in it: EXIF, XMP and unknown parts. Source: the container format of WebP.

use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};

use image_chunks::webp::Chunks;

use super::parts::damaged;

/// The start of the file, up to its length, and what follows that.
const RIFF: &[u8] = b"RIFF\0\0\0\0";
const WEBP: &[u8] = b"WEBP";

/// The length of a chunk's head, and of the header of an animation's frame.
const HEAD: u64 = 8;
const FRAME_HEADER: usize = 16;

/// Chunks that hold pixels, or say how they are put together.
const PICTURE: [&[u8; 4]; 4] = [b"VP8 ", b"VP8L", b"ALPH", b"ANIM"];

/// In the flags of an extended file: transparency and animation. The others announce chunks that are left out.
const KEPT_FLAGS: u8 = 0x12;

/// Copies the pixels alone. Fails if the image is not complete.
pub(super) fn copy(webp: &mut impl BufRead, plain: &mut (impl Write + Seek)) -> io::Result<()> {
    let mut chunks = Chunks::strict(webp)?;
    plain.write_all(RIFF)?;
    plain.write_all(WEBP)?;
    let mut written = WEBP.len() as u64;
    while let Some(head) = chunks.next_chunk()? {
        written += match &head.kind {
            b"VP8X" => copy_flags(&mut chunks, plain)?,
            b"ANMF" => copy_frame(&mut chunks, plain)?,
            kind => copy_picture(kind, &mut chunks, plain)?,
        };
    }
    set_length(plain, written)
}

/// Copies the chunk about an extended file without the flags of what is left out. Returns the number of written bytes.
fn copy_flags<R: Read>(chunks: &mut Chunks<R>, plain: &mut impl Write) -> io::Result<u64> {
    let mut flags = [0];
    let head = chunks.head_bytes();
    chunks.read_exact(&mut flags)?;
    plain.write_all(&head)?;
    plain.write_all(&flags.map(|flags| flags & KEPT_FLAGS))?;
    Ok(HEAD + 1 + io::copy(chunks, plain)?)
}

/// Copies a frame of an animation. Returns the number of written bytes.
fn copy_frame<R: BufRead>(
    chunks: &mut Chunks<R>,
    plain: &mut (impl Write + Seek),
) -> io::Result<u64> {
    let mut header = [0; FRAME_HEADER];
    plain.write_all(&chunks.head_bytes())?;
    chunks.read_exact(&mut header)?;
    plain.write_all(&header)?;
    let mut written = FRAME_HEADER as u64;
    let mut inner = chunks.inner();
    while let Some(head) = inner.next_chunk()? {
        written += copy_picture(&head.kind, &mut inner, plain)?;
    }
    set_length(plain, written)?;
    Ok(HEAD + written)
}

/// Copies a chunk that belongs to the picture. Returns the number of written bytes.
fn copy_picture<R: Read>(
    kind: &[u8; 4],
    chunks: &mut Chunks<R>,
    plain: &mut impl Write,
) -> io::Result<u64> {
    match PICTURE.contains(&kind) {
        true => chunks.copy_chunk(plain),
        false => Ok(0),
    }
}

/// Sets the length in the head of what ends here, now that it is known.
fn set_length(plain: &mut (impl Write + Seek), length: u64) -> io::Result<()> {
    let stated = u32::try_from(length).map_err(|_| damaged())?;
    let end = plain.stream_position()?;
    // The length is the second half of the head.
    let place = end.checked_sub(length + HEAD / 2).ok_or_else(damaged)?;
    plain.seek(SeekFrom::Start(place))?;
    plain.write_all(&stated.to_le_bytes())?;
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
    fn frames_within_frames_are_left_out_at_any_depth() {
        // A call for each level would overflow the stack.
        let depth: u32 = 100_000;
        let head = |level: u32| {
            let length = 16 + 24 * (depth - level);
            [b"ANMF".as_slice(), &length.to_le_bytes(), &[0; 16]].concat()
        };
        let nested: Vec<u8> = (0..=depth).flat_map(head).collect();
        let expected = webp(&[part("ANMF", &[0; 16])]);
        assert_eq!(plain(&webp(&[nested])).unwrap(), expected);
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
