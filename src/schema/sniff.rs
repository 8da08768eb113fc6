//! Detects a file's content type by its first bytes. Knows the files that workflows take: images,
//! video, audio and 3D models. It has its own tables, since general ones mistake text for a bitmap by
//! its first two bytes, and lack 3D models.

/// How many of a file's first bytes [`sniff`] needs.
pub const SNIFFED: usize = 512;

type Signature = (usize, &'static [u8], &'static str);

/// Offset, bytes, content type.
const SIGNATURES: &[Signature] = &[
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (0, b"\0\0\x01\0", "image/x-icon"),
    (0, b"\0\0\0\x0cJXL \r\n\x87\n", "image/jxl"),
    (0, b"\x76\x2f\x31\x01", "image/x-exr"),
    (0, b"#?RADIANCE\n", "image/vnd.radiance"),
    (0, b"8BPS\0\x01", "image/vnd.adobe.photoshop"),
    (0, b"fLaC\0", "audio/flac"),
    (0, b"fLaC\x80", "audio/flac"),
    (0, b"ID3\x02", "audio/mpeg"),
    (0, b"ID3\x03", "audio/mpeg"),
    (0, b"ID3\x04", "audio/mpeg"),
    (0, b"MThd\0\0\0\x06", "audio/midi"),
    (0, b"#!AMR", "audio/amr"),
    (0, b"FLV\x01", "video/x-flv"),
    (0, b"\0\0\x01\xba", "video/mpeg"),
    (0, b"\0\0\x01\xb3", "video/mpeg"),
    (0, b"glTF\x01\0\0\0", "model/gltf-binary"),
    (0, b"glTF\x02\0\0\0", "model/gltf-binary"),
    (0, b"Kaydara FBX Binary  \0", "model/fbx"),
    (0, b"PK\x03\x04", "application/zip"),
    (0, b"%PDF-", "application/pdf"),
    (0, b"\x1f\x8b\x08", "application/gzip"),
];

/// RIFF formats, by the bytes at offset 8.
const RIFF: &[(&[u8], &str)] = &[
    (b"WEBP", "image/webp"),
    (b"WAVE", "audio/wav"),
    (b"AVI ", "video/x-msvideo"),
];

/// Prefixes of the brands of ISO base media files. Other brands stay unknown.
const BRANDS: &[(&[u8], &str)] = &[
    (b"avif", "image/avif"),
    (b"avis", "image/avif"),
    (b"heic", "image/heic"),
    (b"heix", "image/heic"),
    (b"hevc", "image/heic"),
    (b"hevx", "image/heic"),
    (b"heim", "image/heic"),
    (b"heis", "image/heic"),
    (b"mif1", "image/heif"),
    (b"msf1", "image/heif"),
    (b"M4A ", "audio/mp4"),
    (b"M4B ", "audio/mp4"),
    (b"qt  ", "video/quicktime"),
    (b"3g", "video/3gpp"),
    (b"iso", "video/mp4"),
    (b"mp4", "video/mp4"),
    (b"avc", "video/mp4"),
    (b"dash", "video/mp4"),
    (b"M4V", "video/mp4"),
    (b"mmp4", "video/mp4"),
    (b"MSNV", "video/mp4"),
    (b"F4V ", "video/mp4"),
    (b"f4v ", "video/mp4"),
];

/// The content type of a file by its first bytes; `None` if they are inconclusive. [`SNIFFED`] bytes
/// are enough, and fewer often do. Text files, including SVG, have no signature.
pub fn sniff(head: &[u8]) -> Option<&'static str> {
    let has = |(offset, bytes, _): &&Signature| {
        head.get(*offset..)
            .is_some_and(|rest| rest.starts_with(bytes))
    };
    if let Some((_, _, found)) = SIGNATURES.iter().find(has) {
        return Some(found);
    }
    match head {
        [b'R', b'I', b'F', b'F', _, _, _, _, kind @ ..] => by_start(RIFF, kind),
        [_, _, _, _, b'f', b't', b'y', b'p', ..] => iso_media(head),
        [_, _, _, _, b'm' | b'f' | b'w', ..] if old_quicktime(head) => Some("video/quicktime"),
        [0x1a, 0x45, 0xdf, 0xa3, ..] => Some(matroska(head)),
        [b'O', b'g', b'g', b'S', 0, ..] => Some(ogg(head)),
        [b'B', b'M', rest @ ..] if bitmap(rest) => Some("image/bmp"),
        [0xff, second, third, ..] => mpeg_audio(*second, *third),
        _ => None,
    }
}

fn by_start(table: &[(&[u8], &'static str)], bytes: &[u8]) -> Option<&'static str> {
    let found = table.iter().find(|(start, _)| bytes.starts_with(start));
    found.map(|(_, kind)| *kind)
}

/// The major brand decides. If it is a generic one, the first known compatible brand does.
fn iso_media(head: &[u8]) -> Option<&'static str> {
    let length = head
        .first_chunk()
        .map_or(0, |size| u32::from_be_bytes(*size));
    let end = usize::try_from(length)
        .unwrap_or(usize::MAX)
        .min(head.len());
    let major = head.get(8..12).unwrap_or_default();
    let compatible = head.get(16..end).unwrap_or_default().chunks_exact(4);
    let general = major == b"mif1" || major == b"msf1";
    let exact = |brand: &[u8]| {
        by_start(BRANDS, brand).filter(|kind| kind.starts_with("image/") && *kind != "image/heif")
    };
    if general {
        let found = compatible.into_iter().find_map(exact);
        return found.or(Some("image/heif"));
    }
    by_start(BRANDS, major)
}

/// QuickTime files older than brands start with one of these boxes.
fn old_quicktime(head: &[u8]) -> bool {
    let kind = head.get(4..8).unwrap_or_default();
    [b"moov", b"mdat", b"free", b"wide"]
        .iter()
        .any(|name| kind == *name)
}

fn matroska(head: &[u8]) -> &'static str {
    if head.windows(4).take(64).any(|bytes| bytes == b"webm") {
        "video/webm"
    } else {
        "video/x-matroska"
    }
}

fn ogg(head: &[u8]) -> &'static str {
    let page = head.get(28..).unwrap_or_default();
    let video = page.starts_with(b"\x80theora") || page.starts_with(b"\x01video");
    if video { "video/ogg" } else { "audio/ogg" }
}

/// A bitmap has two reserved words of zero and one of a few header sizes; a text does not.
fn bitmap(rest: &[u8]) -> bool {
    let reserved = rest.get(4..8) == Some(&[0; 4]);
    reserved
        && matches!(
            rest.get(12..16),
            Some([12 | 40 | 52 | 56 | 64 | 108 | 124, 0, 0, 0])
        )
}

/// A frame of MPEG audio (layer III) or AAC: eleven set bits, then a version and a layer.
fn mpeg_audio(second: u8, third: u8) -> Option<&'static str> {
    let valid = third >> 4 != 0xf && third & 0x0c != 0x0c;
    match second & 0xf6 {
        0xf2 | 0xe2 if valid && second & 0x18 != 0x08 => Some("audio/mpeg"),
        0xf0 if third & 0x3c != 0x3c => Some("audio/aac"),
        _ => None,
    }
}
