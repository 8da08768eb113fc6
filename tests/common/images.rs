//! Images with known pixels.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use reqwest::multipart::{Form, Part};

/// A small image in which every pixel has its own colour.
pub(crate) fn gradient() -> RgbImage {
    RgbImage::from_fn(16, 8, |x, y| Rgb([(x * 16) as u8, (y * 32) as u8, 77]))
}

pub(crate) fn png(image: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A form with one file.
pub(crate) fn file(field: &str, name: &str, kind: &str, bytes: Vec<u8>) -> Form {
    let part = Part::bytes(bytes)
        .file_name(name.to_owned())
        .mime_str(kind)
        .unwrap();
    Form::new().part(field.to_owned(), part)
}
