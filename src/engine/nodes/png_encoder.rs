//! Encodes a frame as a PNG that carries the workflow as metadata. Knows nothing about files.

use media::Frame;
use png::{BitDepth, ColorType, Encoder, EncodingError};

/// Encodes a frame as an 8-bit PNG with these text chunks. Levels are rounded where ComfyUI
/// truncates them, so that a loaded image is saved unchanged.
pub(super) fn encode(
    frame: &Frame,
    metadata: &[(String, String)],
) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, frame.width(), frame.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    for (keyword, text) in metadata {
        encoder.add_text_chunk(keyword.clone(), text.clone())?;
    }
    let levels: Vec<u8> = frame
        .as_raw()
        .iter()
        .map(|level| (level.clamp(0.0, 1.0) * 255.0).round() as u8)
        .collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&levels)?;
    writer.finish()?;
    Ok(bytes)
}
