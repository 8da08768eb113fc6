//! MP4 files that are rejected.

use super::B_FRAMES;
use crate::mp4::read;

/// Why a file is rejected.
fn message(bytes: &[u8]) -> String {
    read(bytes.to_vec()).unwrap_err()
}

/// The file with each occurrence of `from` replaced by `to`, of the same length.
fn replaced(from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut file = B_FRAMES.to_vec();
    let places: Vec<usize> = (0..file.len())
        .filter(|place| file[*place..].starts_with(from))
        .collect();
    assert!(!places.is_empty());
    for place in places {
        file[place..place + to.len()].copy_from_slice(to);
    }
    file
}

#[test]
fn other_formats_are_named() {
    for (bytes, why) in [
        (&b""[..], "it is empty; upload it again"),
        (b"hello", "not a video in a known format"),
        (
            b"\x1a\x45\xdf\xa3rest",
            "WebM or Matroska file; convert it to MP4 with H.264",
        ),
        (b"RIFF\0\0\0\0AVI LIST", "an AVI file"),
        (b"GIF89a", "a GIF image"),
        (b"\x89PNG\r\n\x1a\n", "not a video in a known format"),
    ] {
        let message = message(bytes);
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn other_codecs_are_named() {
    let profile = |number: u8| replaced(b"avcC\x01\x64", &[b'a', b'v', b'c', b'C', 1, number]);
    for (bytes, why) in [
        (
            replaced(b"avc1\0", b"mp4v\0"),
            "in the unknown format `mp4v`; convert it to H.264",
        ),
        (replaced(b"vide", b"soun"), "no video track"),
        (replaced(b"moov", b"free"), "it has no index"),
        (replaced(b"free", b"moof"), "it is fragmented"),
        (profile(110), "10-bit H.264"),
        (profile(122), "4:2:2 or 4:4:4"),
        (profile(1), "an unusual kind of H.264"),
    ] {
        let message = message(&bytes);
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn a_truncated_file_is_reported_at_any_length() {
    for length in (1..B_FRAMES.len()).step_by(61) {
        assert!(read(B_FRAMES[..length].to_vec()).is_err(), "{length}");
    }
    let message = message(&B_FRAMES[..B_FRAMES.len() - 1]);
    assert!(
        message.contains("it ends in the middle of its box"),
        "{message}"
    );
}

#[test]
fn a_damaged_index_never_fails_worse_than_with_an_error() {
    let index = B_FRAMES
        .windows(4)
        .position(|name| name == b"moov")
        .unwrap();
    for place in index..B_FRAMES.len() {
        for value in [0, 0x7f, 0xff] {
            let mut file = B_FRAMES.to_vec();
            file[place] = value;
            let _video = read(file);
        }
    }
}
