//! The image and the mask on two canvases, and the edited image. A painted mask becomes transparent: ComfyUI's
//! LoadImage makes its mask of the transparency.

use std::f64::consts::TAU;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{Clamped, JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    CanvasRenderingContext2d, File, FilePropertyBag, HtmlCanvasElement, ImageBitmap, MouseEvent,
};

use super::crop::Crop;
use super::feather::feathered;
use super::png::png;
use super::steps::{Step, Stroke};
use ui::El;

/// The color of the mask while it is painted.
const MASK: &str = "#e11d48";

/// The canvases of an image.
#[derive(Clone)]
pub(super) struct Canvas {
    pub(super) image: HtmlCanvasElement,
    pub(super) mask: HtmlCanvasElement,
}

impl Canvas {
    /// Takes the elements that show the image and the mask.
    pub(super) fn new(image: &El, mask: &El) -> Self {
        Self {
            image: image.node().clone().unchecked_into(),
            mask: mask.node().clone().unchecked_into(),
        }
    }

    /// Draws an image.
    pub(super) fn draw(&self, image: &ImageBitmap) -> Option<()> {
        for canvas in [&self.image, &self.mask] {
            canvas.set_width(image.width());
            canvas.set_height(image.height());
        }
        context(&self.image)?
            .draw_image_with_image_bitmap(image, 0.0, 0.0)
            .ok()
    }

    /// The width and height of the image in pixels.
    pub(super) fn size(&self) -> [f64; 2] {
        [
            f64::from(self.image.width()),
            f64::from(self.image.height()),
        ]
    }

    /// How many pixels of the screen a pixel of the image has.
    pub(super) fn shown_scale(&self) -> f64 {
        self.image.get_bounding_client_rect().width() / self.size()[0].max(1.0)
    }

    /// The pixel of the image below the pointer.
    pub(super) fn point(&self, event: &MouseEvent) -> [f64; 2] {
        let frame = self.image.get_bounding_client_rect();
        let [width, height] = self.size();
        let x = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0) * width;
        let y = (f64::from(event.client_y()) - frame.top()) / frame.height().max(1.0) * height;
        [x, y]
    }

    /// Paints the mask from one point to another, or erases it.
    pub(super) fn paint(&self, from: [f64; 2], to: [f64; 2], size: f64, erase: bool) {
        let Some(context) = context(&self.mask) else {
            return;
        };
        let operation = if erase {
            "destination-out"
        } else {
            "source-over"
        };
        let _ = context.set_global_composite_operation(operation);
        context.begin_path();
        // A line from a point to itself has no length, and browsers may leave it out.
        if from == to {
            context.set_fill_style_str(MASK);
            let _ = context.arc(to[0], to[1], size / 2.0, 0.0, TAU);
            context.fill();
            return;
        }
        context.set_stroke_style_str(MASK);
        context.set_line_width(size);
        context.set_line_cap("round");
        context.move_to(from[0], from[1]);
        context.line_to(to[0], to[1]);
        context.stroke();
    }

    /// Does a step of the mask.
    pub(super) fn do_step(&self, step: &Step) {
        match step {
            Step::Stroke(stroke) => self.paint_all(stroke),
            Step::Invert => self.invert_mask(),
            Step::Crop(_) | Step::StartOver => {}
        }
    }

    /// Paints what is not painted, and the other way round.
    pub(super) fn invert_mask(&self) {
        let [width, height] = self.size();
        if let Some(context) = context(&self.mask) {
            let _ = context.set_global_composite_operation("source-out");
            context.set_fill_style_str(MASK);
            context.fill_rect(0.0, 0.0, width, height);
        }
    }

    /// Paints a whole stroke; a dot, if it has one point.
    pub(super) fn paint_all(&self, stroke: &Stroke) {
        let Some((&first, others)) = stroke.points.split_first() else {
            return;
        };
        self.paint(first, first, stroke.size, stroke.erases);
        let mut last = first;
        for &point in others {
            self.paint(last, point, stroke.size, stroke.erases);
            last = point;
        }
    }

    /// Removes the mask.
    pub(super) fn clear_mask(&self) {
        let [width, height] = self.size();
        if let Some(context) = context(&self.mask) {
            context.clear_rect(0.0, 0.0, width, height);
        }
    }

    /// Whether any part of the mask is painted.
    pub(super) fn has_mask(&self) -> bool {
        let size = self.size();
        let mask = pixels(&self.mask, Crop::between([0.0, 0.0], size, size));
        mask.is_ok_and(|mask| mask.iter().any(|value| *value != 0))
    }

    /// How much of each pixel is masked, row by row; with a soft edge of this many pixels.
    fn masked(&self, feather: f64) -> Result<Vec<u8>, JsValue> {
        let size = self.size();
        let mask = pixels(&self.mask, Crop::between([0.0, 0.0], size, size))?;
        let (mask, _) = mask.as_chunks();
        let alpha = mask.iter().map(|[_, _, _, alpha]| *alpha).collect();
        Ok(feathered(alpha, size[0] as usize, feather as usize))
    }

    /// The edited image as a PNG file. The edge of its mask is soft over `feather` pixels.
    ///
    /// # Errors
    /// What the browser answers if it cannot read or encode the pixels.
    pub(super) async fn file(&self, crop: Crop, feather: f64, name: &str) -> Result<File, JsValue> {
        let mut pixels = pixels(&self.image, crop)?;
        let mask = self.masked(feather)?;
        let [left, top, width, whole] =
            [crop.x, crop.y, crop.width, self.size()[0]].map(|side| side as usize);
        let (rgba, _) = pixels.as_chunks_mut();
        for (row, rgba) in rgba.chunks_mut(width.max(1)).enumerate() {
            let start = (top + row) * whole + left;
            let masked = mask.get(start..start + width).unwrap_or_default();
            for ([_, _, _, alpha], masked) in rgba.iter_mut().zip(masked) {
                *alpha = (*alpha).min(255 - masked);
            }
        }
        let bytes = png(&pixels, crop.width as u32).await?;
        let options = FilePropertyBag::new();
        options.set_type("image/png");
        let parts = Array::of1(&Uint8Array::from(bytes.as_slice()));
        File::new_with_u8_array_sequence_and_options(&parts, &png_name(name), &options)
    }
}

fn pixels(canvas: &HtmlCanvasElement, crop: Crop) -> Result<Vec<u8>, JsValue> {
    let context = context(canvas).ok_or(JsValue::NULL)?;
    let data = context.get_image_data(crop.x, crop.y, crop.width, crop.height)?;
    let Clamped(pixels) = data.data();
    Ok(pixels)
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// Decodes a file.
pub(super) async fn bitmap(file: &File) -> Option<ImageBitmap> {
    let promise = ui::window().create_image_bitmap_with_blob(file).ok()?;
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}

/// The name with the extension of a PNG file.
fn png_name(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    [stem, ".png"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_file_is_a_png() {
        assert_eq!(png_name("my.photo.jpg"), "my.photo.png");
        assert_eq!(png_name("photo"), "photo.png");
    }
}
