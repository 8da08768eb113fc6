//! Copies a JPEG without the texts in it: EXIF, XMP and comments. Source: ITU T.81, annex B.

use std::io::{self, BufRead, Write};

use image::metadata::Orientation;

use super::parts::{byte, copy_exactly, damaged};

/// The first bytes of a JPEG.
pub(super) const SIGNATURE: &[u8] = b"\xFF\xD8\xFF";

/// Markers: the start and the end of an image, and the start of a scan.
const START: u8 = 0xD8;
const END: u8 = 0xD9;
const SCAN: u8 = 0xDA;
/// Markers of segments that programs may add: the first and the last, and a comment.
const APP0: u8 = 0xE0;
const APP1: u8 = 0xE1;
const APP14: u8 = 0xEE;
const APP15: u8 = 0xEF;
const COMMENT: u8 = 0xFE;

/// The start of a segment with EXIF.
const EXIF: &[u8] = b"Exif\0\0";

/// Copies the pixels, and which side is up. Fails if the image is not complete.
pub(super) fn copy(jpeg: &mut impl BufRead, plain: &mut impl Write) -> io::Result<()> {
    let mut code = marker(jpeg)?;
    if code != START {
        return Err(damaged());
    }
    loop {
        code = match code {
            // What follows the end is not part of the image.
            END => return plain.write_all(&[0xFF, END]),
            // These have no segment.
            0x01 | 0xD0..=START => {
                plain.write_all(&[0xFF, code])?;
                marker(jpeg)?
            }
            _ => {
                segment(jpeg, plain, code)?;
                match code {
                    SCAN => copy_scan(jpeg, plain)?,
                    _ => marker(jpeg)?,
                }
            }
        };
    }
}

/// The code of the next marker.
fn marker(jpeg: &mut impl BufRead) -> io::Result<u8> {
    if byte(jpeg)? != 0xFF {
        return Err(damaged());
    }
    loop {
        // Any number of fill bytes may precede the code.
        match byte(jpeg)? {
            0xFF => {}
            code => return Ok(code),
        }
    }
}

/// Copies a segment, unless a program has added it.
fn segment(jpeg: &mut impl BufRead, plain: &mut impl Write, code: u8) -> io::Result<()> {
    let length = [byte(jpeg)?, byte(jpeg)?];
    let size = u16::from_be_bytes(length).checked_sub(2);
    let mut content = Vec::new();
    copy_exactly(jpeg, &mut content, size.ok_or_else(damaged)?.into())?;
    let is_added = matches!(code, APP0..=APP15 | COMMENT);
    // These two say how to show the colours.
    let is_needed = matches!(code, APP0 | APP14);
    if !is_added || is_needed {
        plain.write_all(&[0xFF, code])?;
        plain.write_all(&length)?;
        return plain.write_all(&content);
    }
    let exif = content.strip_prefix(EXIF).filter(|_| code == APP1);
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

/// Copies the pixels of a scan. Returns the code of the marker after them.
fn copy_scan(jpeg: &mut impl BufRead, plain: &mut impl Write) -> io::Result<u8> {
    loop {
        let bytes = jpeg.fill_buf()?;
        if bytes.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let length = bytes.iter().position(|byte| *byte == 0xFF);
        let pixels = bytes.get(..length.unwrap_or(bytes.len()));
        let pixels = pixels.unwrap_or_default();
        plain.write_all(pixels)?;
        let read = pixels.len();
        jpeg.consume(read);
        if length.is_none() {
            continue;
        }
        match marker(jpeg)? {
            // A pixel with the value of a marker, and a mark between groups of pixels.
            code @ (0 | 0xD0..=0xD7) => plain.write_all(&[0xFF, code])?,
            code => return Ok(code),
        }
    }
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
