//! The part of an image to keep. Pure.

/// A part of the image, in its pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crop {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Crop {
    /// The part between two points, at least one pixel, within an image of this size.
    pub(super) fn between(
        [x1, y1]: [f64; 2],
        [x2, y2]: [f64; 2],
        [width, height]: [f64; 2],
    ) -> Self {
        let side = |one: f64, other: f64, size: f64| {
            let (from, to) = (
                one.min(other).clamp(0.0, size - 1.0),
                one.max(other).clamp(1.0, size),
            );
            (from.floor(), (to - from).floor().max(1.0))
        };
        let (x, width) = side(x1, x2, width);
        let (y, height) = side(y1, y2, height);
        Self {
            x,
            y,
            width,
            height,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crop_stays_inside_the_image() {
        let crop = Crop::between([50.4, 90.0], [-10.0, 20.2], [40.0, 80.0]);
        let expected = Crop {
            x: 0.0,
            y: 20.0,
            width: 40.0,
            height: 59.0,
        };
        assert_eq!(crop, expected);
        let point = Crop::between([5.0, 5.0], [5.0, 5.0], [40.0, 80.0]);
        assert_eq!((point.width, point.height), (1.0, 1.0));
    }
}
