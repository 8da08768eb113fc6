use super::*;
use crate::jpeg::{APP1, SCAN};

fn segment(code: u8, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
    [&[0xFF, code], length.as_slice(), data].concat()
}

fn jpeg(parts: &[Vec<u8>]) -> Vec<u8> {
    [vec![0xFF, START], parts.concat(), vec![0xFF, END]].concat()
}

type Walked<'a> = Vec<(u8, Option<&'a [u8]>)>;

/// The segments up to the first scan, the end or the first error.
fn walk(file: &[u8]) -> (Walked<'_>, io::Result<()>) {
    let mut walked = Vec::new();
    let mut walk = || {
        let mut segments = Segments::new(file)?;
        while let Some(code) = segments.next_segment()? {
            walked.push((code, segments.data().ok()));
            if code == SCAN {
                break;
            }
        }
        Ok(())
    };
    let end = walk();
    (walked, end)
}

fn error(file: &[u8]) -> io::ErrorKind {
    walk(file).1.unwrap_err().kind()
}

#[test]
fn segments_come_in_their_order_with_their_data() {
    let fill = vec![0xFF, 0xFF];
    let file = jpeg(&[
        segment(APP1, b"Exif"),
        fill,
        segment(0xFE, b""),
        vec![0xFF, 0x01],
    ]);
    let (segments, end) = walk(&file);
    end.unwrap();
    let expected: [(_, Option<&[u8]>); 3] =
        [(APP1, Some(b"Exif")), (0xFE, Some(b"")), (0x01, Some(b""))];
    assert_eq!(segments, expected);
}

#[test]
fn what_does_not_start_like_a_jpeg_has_no_segments() {
    assert_eq!(error(b""), io::ErrorKind::UnexpectedEof);
    assert_eq!(error(b"\xFF"), io::ErrorKind::UnexpectedEof);
    assert_eq!(error(b"\xFF\xE1"), io::ErrorKind::InvalidData);
    assert_eq!(error(b"GIF89a"), io::ErrorKind::InvalidData);
}

#[test]
fn a_file_may_be_truncated_anywhere() {
    let file = jpeg(&[segment(APP1, b"Exif"), segment(0xFE, b"text")]);
    for end in 0..file.len() {
        let (segments, result) = walk(&file[..end]);
        let is_whole = |index: usize| end >= 2 + 8 * (index + 1);
        for (index, (_, data)) in segments.iter().enumerate() {
            assert_eq!(data.is_some(), is_whole(index), "{end}");
        }
        let why = result.unwrap_err();
        assert_eq!(why.kind(), io::ErrorKind::UnexpectedEof, "{end}");
    }
}

#[test]
fn a_length_below_its_own_or_a_missing_marker_is_damage() {
    for length in [0, 1] {
        let file = [0xFF, START, 0xFF, 0xFE, 0, length, 0xFF, END];
        assert_eq!(error(&file), io::ErrorKind::InvalidData);
    }
    let file = jpeg(&[b"pixels".to_vec()]);
    assert_eq!(error(&file), io::ErrorKind::InvalidData);
}

#[test]
fn a_whole_file_is_copied_with_its_scans() {
    let pixels = b"\x01\xFF\0\x02\xFF\xD0\x03".to_vec();
    let (scan, more) = (segment(SCAN, b"scan"), segment(0xFE, &[7; 65_533]));
    let file = jpeg(&[more, scan.clone(), pixels.clone(), scan, pixels]);
    let with_more = [file.clone(), b"after the end".to_vec()].concat();
    let mut segments = Segments::new(with_more.as_slice()).unwrap();
    let mut copy = vec![0xFF, START];
    while let Some(code) = segments.next_segment().unwrap() {
        segments.copy_segment(&mut copy).unwrap();
        if code == SCAN {
            segments.copy_scan(&mut copy).unwrap();
        }
    }
    assert_eq!([copy, vec![0xFF, END]].concat(), file);
    assert_eq!(segments.next_segment().unwrap(), None);
}
