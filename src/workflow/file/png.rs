//! The texts in a PNG picture: chunks tEXt, zTXt and iTXt, and ComfyUI's own `comf` of its animated
//! ones. Source: the PNG specification, 11.3.3; ComfyUI's SaveImage and SaveAnimatedPNG.

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::found::{Found, latin1};

/// How a PNG starts.
pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The most bytes that the compressed texts of a picture may have.
const LARGEST: usize = 64 << 20;

/// The texts of a picture, from its first byte on. A checksum that is wrong does not keep a text
/// from being read: what it says is checked anyway.
pub(super) fn texts(bytes: &[u8]) -> Found {
    let mut found = Found::default();
    let mut rest = bytes.get(SIGNATURE.len()..).unwrap_or_default();
    loop {
        let Some((head, body)) = rest.split_first_chunk::<8>() else {
            found.cut_off = true;
            return found;
        };
        let [a, b, c, d, kind @ ..] = *head;
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let Some(data) = body.get(..length) else {
            found.cut_off = true;
            return found;
        };
        match &kind {
            b"tEXt" | b"comf" => plain(data, &mut found),
            b"zTXt" => compressed(data, &mut found),
            b"iTXt" => international(data, &mut found),
            b"IEND" => return found,
            _ => {}
        }
        rest = body.get(length + 4..).unwrap_or_default();
    }
}

/// `key 0 text`.
fn plain(data: &[u8], found: &mut Found) {
    if let Some((key, text)) = split(data) {
        found.take(&latin1(key), |_| Some(latin1(text).into_owned()));
    }
}

/// `key 0 method text`, where method is 0: zlib.
fn compressed(data: &[u8], found: &mut Found) {
    if let Some((key, [0, text @ ..])) = split(data) {
        found.take(&latin1(key), |before| inflated(text, before));
    }
}

/// `key 0 compressed method language 0 translated key 0 text`.
fn international(data: &[u8], found: &mut Found) {
    let parts = || {
        let (key, rest) = split(data)?;
        let ([compressed, _], rest) = rest.split_first_chunk::<2>()?;
        let (_, rest) = split(rest)?;
        let (_, text) = split(rest)?;
        Some((key, *compressed == 1, text))
    };
    let Some((key, compressed, text)) = parts() else {
        return;
    };
    found.take(&latin1(key), |before| match compressed {
        true => inflated(text, before),
        false => Some(latin1(text).into_owned()),
    });
}

/// A compressed text. What was inflated counts even where it is no text in the end: one picture may
/// hold very many such.
fn inflated(text: &[u8], before: &mut usize) -> Option<String> {
    let left = LARGEST.saturating_sub(*before);
    let found = decompress_to_vec_zlib_with_limit(text, left);
    *before += match &found {
        Ok(text) => text.len(),
        Err(error) => error.output.len(),
    };
    Some(latin1(&found.ok()?).into_owned())
}

/// What stands before and after the first 0.
fn split(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = data.iter().position(|byte| *byte == 0)?;
    Some((&data[..end], &data[end + 1..]))
}
