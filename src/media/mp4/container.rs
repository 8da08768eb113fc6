//! The outer boxes of a file. Knows nothing about tracks.

use mp4_atom::{Atom, Buf, Decode, Header, Moov};

/// What to do about a file in another format.
const CONVERT: &str = "convert it to MP4 with H.264";

/// The index of a file; fails with a reason if the file is not a complete MP4.
pub(super) fn index(bytes: &[u8]) -> Result<Moov, String> {
    check_format(bytes)?;
    let mut rest = bytes;
    let mut index = None;
    let mut fragmented = false;
    while rest.has_remaining() {
        let header = Header::decode(&mut rest).map_err(|_| truncated("a box header"))?;
        let length = header.size.unwrap_or(rest.len());
        let (body, after) = rest
            .split_at_checked(length)
            .ok_or_else(|| truncated(&format!("its box `{}`", header.kind)))?;
        if header.kind == Moov::KIND {
            let moov = Moov::decode_body(&mut &*body);
            index = Some(moov.map_err(|error| format!("its index is damaged ({error})"))?);
        }
        fragmented |= header.kind.as_ref() == b"moof";
        rest = after;
    }
    if fragmented {
        return Err(
            "it is fragmented, as for streaming; store it in one piece, for example with \
             `ffmpeg -i IN -c copy OUT.mp4`"
                .to_owned(),
        );
    }
    index.ok_or_else(|| "it has no index; the recording may have been cut off".to_owned())
}

fn truncated(place: &str) -> String {
    format!("it ends in the middle of {place}; upload it again")
}

/// Recognises other formats by their first bytes.
fn check_format(bytes: &[u8]) -> Result<(), String> {
    let other = |format: &str| Err(format!("it is {format}; {CONVERT}"));
    match bytes {
        [] => Err("it is empty; upload it again".to_owned()),
        [0x1a, 0x45, 0xdf, 0xa3, ..] => other("a WebM or Matroska file"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'A', b'V', b'I', ..] => other("an AVI file"),
        [b'O', b'g', b'g', b'S', ..] => other("an Ogg file"),
        [b'G', b'I', b'F', b'8', ..] => other("a GIF image"),
        [_, _, _, _, kind @ ..] if starts_mp4(kind) => Ok(()),
        _ => Err("it is not a video in a known format; upload an MP4 file with H.264".to_owned()),
    }
}

/// Whether these bytes are the name of a box that an MP4 or QuickTime file starts with.
fn starts_mp4(kind: &[u8]) -> bool {
    let names: [&[u8]; 6] = [b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip"];
    names.iter().any(|name| kind.starts_with(name))
}
