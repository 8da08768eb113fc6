//! The texts in a PNG image: chunks tEXt, zTXt and iTXt, and ComfyUI's own `comf` in animated images. Source: the PNG specification, 11.3.3; ComfyUI's SaveImage and SaveAnimatedPNG.

use std::io;

use image_chunks::png::Chunks;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::image_texts::{ImageTexts, latin1};

/// Maximum size of an image's compressed texts after inflating, in bytes.
const LARGEST: usize = 64 << 20;

/// The texts of an image. Checksums are ignored, since the texts are validated anyway.
pub(super) fn texts(bytes: &[u8]) -> ImageTexts {
    let mut image_texts = ImageTexts::default();
    image_texts.cut_off = collect(bytes, &mut image_texts).is_err();
    image_texts
}

/// Collects the texts up to the end of the image. An error means that the file is truncated.
fn collect(bytes: &[u8], image_texts: &mut ImageTexts) -> io::Result<()> {
    let mut chunks = Chunks::new(bytes)?;
    while let Some(head) = chunks.next_chunk()? {
        let data = chunks.data()?;
        match &head.kind {
            b"tEXt" | b"comf" => plain(data, image_texts),
            b"zTXt" => compressed(data, image_texts),
            b"iTXt" => international(data, image_texts),
            _ => {}
        }
    }
    Ok(())
}

/// `key 0 text`.
fn plain(data: &[u8], image_texts: &mut ImageTexts) {
    if let Some((key, text)) = split(data) {
        image_texts.take(&latin1(key), |_| Some(latin1(text).into_owned()));
    }
}

/// `key 0 method text`, where method is 0: zlib.
fn compressed(data: &[u8], image_texts: &mut ImageTexts) {
    if let Some((key, [0, text @ ..])) = split(data) {
        image_texts.take(&latin1(key), |before| inflate(text, before));
    }
}

/// `key 0 compressed method language 0 translated key 0 text`.
fn international(data: &[u8], image_texts: &mut ImageTexts) {
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
    image_texts.take(&latin1(key), |before| match compressed {
        true => inflate(text, before),
        false => Some(latin1(text).into_owned()),
    });
}

/// Inflates a text. Failed attempts count towards the limit too, since an image may contain very many.
fn inflate(text: &[u8], before: &mut usize) -> Option<String> {
    let left = LARGEST.saturating_sub(*before);
    let inflated = decompress_to_vec_zlib_with_limit(text, left);
    *before += match &inflated {
        Ok(text) => text.len(),
        Err(error) => error.output.len(),
    };
    Some(latin1(&inflated.ok()?).into_owned())
}

/// The bytes before and after the first 0.
fn split(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    Some((parts.next()?, parts.next()?))
}
