//! The conversion between images and the pictures of a codec. Knows nothing about codecs.

use image::Rgb;

use crate::frame::Frame;
use crate::mp4::ColorMatrix;
use crate::video_codec::Picture;

/// The range of 8-bit levels: where black is, and how many levels luma and chroma have.
struct Levels {
    black: f32,
    luma: f32,
    chroma: f32,
}

impl Levels {
    fn of(matrix: ColorMatrix) -> Self {
        let (black, luma, chroma) = match matrix.full_range {
            true => (0.0, 255.0, 255.0),
            false => (16.0, 219.0, 224.0),
        };
        Self {
            black,
            luma,
            chroma,
        }
    }
}

/// The value of chroma in grey.
const NEUTRAL: f32 = 128.0;

/// Converts an image with an even width and height.
pub(super) fn to_picture(frame: &Frame, matrix: ColorMatrix) -> Picture {
    let levels = Levels::of(matrix);
    let (width, height) = (frame.width() as usize, frame.height() as usize);
    let mut luma = Vec::with_capacity(width * height);
    // Chroma is the average over squares of 2 × 2 pixels.
    let mut chroma = [vec![0.0; width * height / 4], vec![0.0; width * height / 4]];
    for (x, y, Rgb(pixel)) in frame.enumerate_pixels() {
        let [red, green, blue] = pixel.map(|level| level.clamp(0.0, 1.0));
        let grey = matrix.red * red + matrix.blue * blue + matrix.green() * green;
        luma.push((levels.black + levels.luma * grey).round() as u8);
        let square = (y as usize / 2) * (width / 2) + x as usize / 2;
        chroma[0][square] += (blue - grey) / (2.0 - 2.0 * matrix.blue) / 4.0;
        chroma[1][square] += (red - grey) / (2.0 - 2.0 * matrix.red) / 4.0;
    }
    let [chroma_blue, chroma_red] = chroma.map(|plane| {
        let plane = plane.into_iter();
        plane
            .map(|value: f32| (NEUTRAL + levels.chroma * value).round() as u8)
            .collect()
    });
    Picture {
        width,
        height,
        luma,
        chroma_blue,
        chroma_red,
    }
}

/// Converts a picture whose planes are complete.
pub(super) fn to_frame(picture: &Picture, matrix: ColorMatrix) -> Frame {
    let levels = Levels::of(matrix);
    let width = picture.width;
    Frame::from_fn(width as u32, picture.height as u32, |x, y| {
        let (x, y) = (x as usize, y as usize);
        let square = (y / 2) * (width / 2) + x / 2;
        let chroma = |plane: &[u8]| (f32::from(plane[square]) - NEUTRAL) / levels.chroma;
        let grey = (f32::from(picture.luma[y * width + x]) - levels.black) / levels.luma;
        let red = grey + (2.0 - 2.0 * matrix.red) * chroma(&picture.chroma_red);
        let blue = grey + (2.0 - 2.0 * matrix.blue) * chroma(&picture.chroma_blue);
        let green = (grey - matrix.red * red - matrix.blue * blue) / matrix.green();
        Rgb([red, green, blue].map(|level| level.clamp(0.0, 1.0)))
    })
}
