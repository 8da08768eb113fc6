//! The image and the mask on two canvases, and the edited image. A painted mask becomes transparent: ComfyUI's
//! LoadImage makes its mask of the transparency.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{Clamped, JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    CanvasRenderingContext2d, File, FilePropertyBag, HtmlCanvasElement, ImageBitmap, MouseEvent,
};

use super::crop::Crop;
use super::png::png;
use super::steps::Stroke;
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
        context.set_stroke_style_str(MASK);
        context.set_line_width(size);
        context.set_line_cap("round");
        context.begin_path();
        context.move_to(from[0], from[1]);
        context.line_to(to[0], to[1]);
        context.stroke();
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

    /// The edited image as a PNG file.
    ///
    /// # Errors
    /// What the browser answers if it cannot read or encode the pixels.
    pub(super) async fn file(&self, crop: Crop, name: &str) -> Result<File, JsValue> {
        let mut pixels = pixels(&self.image, crop)?;
        let mask = self::pixels(&self.mask, crop)?;
        let (rgba, _) = pixels.as_chunks_mut();
        let (mask, _) = mask.as_chunks();
        for ([_, _, _, alpha], [_, _, _, masked]) in rgba.iter_mut().zip(mask) {
            *alpha = (*alpha).min(255 - masked);
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
