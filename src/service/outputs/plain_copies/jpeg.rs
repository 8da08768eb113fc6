//! Copies a JPEG without the texts in it: EXIF, XMP and comments. Source: ITU T.81, annex B.

use std::io::{self, BufRead, Read, Write};

use image::metadata::Orientation;
use image_chunks::jpeg::{APP1, END, EXIF, SCAN, START, Segments};

/// Markers of segments that programs may add: the first and the last, and a comment.
const APP0: u8 = 0xE0;
const APP14: u8 = 0xEE;
const APP15: u8 = 0xEF;
const COMMENT: u8 = 0xFE;

/// Copies the pixels, and which side is up. Fails if the image is not complete.
pub(super) fn copy(jpeg: &mut impl BufRead, plain: &mut impl Write) -> io::Result<()> {
    let mut segments = Segments::new(jpeg)?;
    plain.write_all(&[0xFF, START])?;
    while let Some(code) = segments.next_segment()? {
        match code {
            // These two say how to show the colours.
            APP0 | APP14 => segments.copy_segment(plain)?,
            APP1 => copy_orientation(&mut segments, plain)?,
            APP0..=APP15 | COMMENT => {}
            _ => segments.copy_segment(plain)?,
        }
        if code == SCAN {
            segments.copy_scan(plain)?;
        }
    }
    plain.write_all(&[0xFF, END])
}

/// Writes a segment with which side is up if the EXIF data in this one says so.
fn copy_orientation<R: Read>(segments: &mut Segments<R>, plain: &mut impl Write) -> io::Result<()> {
    let mut content = Vec::new();
    segments.read_to_end(&mut content)?;
    let exif = content.strip_prefix(EXIF);
    match exif.and_then(Orientation::from_exif_chunk) {
        None | Some(Orientation::NoTransforms) => Ok(()),
        Some(orientation) => plain.write_all(&upright(orientation)),
    }
}

/// A segment with the orientation alone.
fn upright(orientation: Orientation) -> Vec<u8> {
    let directory = [
        b"II*\0\x08\0\0\0\x01\0".as_slice(),
        // The tag of the orientation, its type, the number of its values, and the value.
        &[0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation.to_exif(), 0, 0, 0],
        &[0; 4],
    ];
    [&[0xFF, APP1, 0, 34], EXIF, &directory.concat()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(code: u8, content: &[u8]) -> Vec<u8> {
        let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
        [&[0xFF, code], length.as_slice(), content].concat()
    }

    fn jpeg(parts: &[Vec<u8>]) -> Vec<u8> {
        [vec![0xFF, START], parts.concat(), vec![0xFF, END]].concat()
    }

    fn plain(mut jpeg: &[u8]) -> io::Result<Vec<u8>> {
        let mut plain = Vec::new();
        copy(&mut jpeg, &mut plain)?;
        Ok(plain)
    }

    #[test]
    fn only_the_pixels_remain() {
        let (jfif, adobe) = (segment(APP0, b"JFIF\0"), segment(APP14, b"Adobe"));
        let (frame, scan) = (segment(0xC2, b"frame"), segment(SCAN, b"scan"));
        let pixels = b"\x01\xFF\0\x02\xFF\xD0\x03".to_vec();
        let saved = jpeg(&[
            jfif.clone(),
            segment(APP1, b"Exif\0\0prompt"),
            segment(APP1, b"http://ns.adobe.com/xap/1.0/\0"),
            segment(0xE2, b"ICC_PROFILE\0"),
            adobe.clone(),
            segment(COMMENT, b"workflow"),
            frame.clone(),
            scan.clone(),
            pixels.clone(),
            segment(COMMENT, b"between the scans"),
            vec![0xFF, 0xFF],
            scan[1..].to_vec(),
            pixels.clone(),
        ]);
        let saved = [saved, b"after the end".to_vec()].concat();
        let expected = jpeg(&[
            jfif,
            adobe,
            frame,
            scan.clone(),
            pixels.clone(),
            scan,
            pixels,
        ]);
        assert_eq!(plain(&saved).unwrap(), expected);
    }

    #[test]
    fn the_right_side_stays_up() {
        let exif = upright(Orientation::Rotate90);
        let saved = jpeg(&[exif.clone(), segment(COMMENT, b"x")]);
        assert_eq!(plain(&saved).unwrap(), jpeg(&[exif]));
        let usual = jpeg(&[upright(Orientation::NoTransforms)]);
        assert_eq!(plain(&usual).unwrap(), jpeg(&[]));
    }

    #[test]
    fn a_real_image_looks_the_same() {
        let mut bytes = Vec::new();
        let image = image::DynamicImage::new_rgb8(40, 30);
        let mut writer = io::Cursor::new(&mut bytes);
        image
            .write_to(&mut writer, image::ImageFormat::Jpeg)
            .unwrap();
        let copied = image::load_from_memory(&plain(&bytes).unwrap()).unwrap();
        assert_eq!(copied, image::load_from_memory(&bytes).unwrap());
    }

    #[test]
    fn what_is_no_complete_jpeg_has_no_plain_copy() {
        let whole = jpeg(&[segment(0xC0, b"frame"), segment(SCAN, b"scan"), vec![1, 2]]);
        for end in 0..whole.len() {
            assert!(plain(&whole[..end]).is_err(), "{end}");
        }
        assert!(plain(&jpeg(&[vec![0xFF, COMMENT, 0, 1]])).is_err());
    }
}
