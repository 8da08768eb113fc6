//! The part of an image to keep: drawn, moved, or changed at an edge, with a ratio or without. Pure.

/// How near an edge or a corner the pointer takes hold of it, in pixels of the screen.
pub(super) const REACH: f64 = 12.0;

/// A part of the image, in its pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crop {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// What the pointer takes hold of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Hold {
    /// Edges: −1 is left or top, 1 right or bottom, and 0 neither.
    Edges([i8; 2]),
    /// The whole part.
    Inside,
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

    /// The same between a fixed corner and the pointer, with this ratio of width to height.
    pub(super) fn drawn(from: [f64; 2], to: [f64; 2], ratio: Option<f64>, size: [f64; 2]) -> Self {
        let Some(ratio) = ratio else {
            return Self::between(from, to, size);
        };
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let width = dx.abs().max(dy.abs() * ratio);
        // As much as fits between the corner and the edges of the image.
        let room =
            |start: f64, delta: f64, size: f64| if delta < 0.0 { start } else { size - start };
        let width = width
            .min(room(from[0], dx, size[0]))
            .min(room(from[1], dy, size[1]) * ratio);
        let end = [
            from[0] + width.copysign(dx),
            from[1] + (width / ratio).copysign(dy),
        ];
        Self::between(from, end, size)
    }

    /// A part with the ratio that is as large as this one, if the image has room for it, around its middle.
    pub(super) fn with_ratio(self, ratio: f64, size: [f64; 2]) -> Self {
        let area = self.width * self.height;
        let width = (area * ratio).sqrt().min(size[0]).min(size[1] * ratio);
        let height = width / ratio;
        let start = |from: f64, before: f64, after: f64, whole: f64| {
            (from + (before - after) / 2.0).clamp(0.0, whole - after)
        };
        let x = start(self.x, self.width, width, size[0]);
        let y = start(self.y, self.height, height, size[1]);
        Self::between([x, y], [x + width, y + height], size)
    }

    /// What a pointer at this point takes hold of, if it is within `reach` of an edge, or inside.
    pub(super) fn hold([x, y]: [f64; 2], crop: Self, reach: f64) -> Option<Hold> {
        let side = |at: f64, from: f64, length: f64| {
            let is_near = |edge: f64| (at - edge).abs() <= reach;
            match (is_near(from), is_near(from + length)) {
                (true, _) => Some(-1),
                (_, true) => Some(1),
                _ => (at > from && at < from + length).then_some(0),
            }
        };
        let edges = [side(x, crop.x, crop.width)?, side(y, crop.y, crop.height)?];
        Some(match edges {
            [0, 0] => Hold::Inside,
            edges => Hold::Edges(edges),
        })
    }

    /// This part moved, without leaving the image.
    pub(super) fn moved(self, [dx, dy]: [f64; 2], [width, height]: [f64; 2]) -> Self {
        let x = (self.x + dx).round().clamp(0.0, width - self.width);
        let y = (self.y + dy).round().clamp(0.0, height - self.height);
        Self { x, y, ..self }
    }

    /// This part with some of its edges at the pointer. With a ratio, an edge takes the other side along.
    pub(super) fn pulled(
        self,
        [horizontal, vertical]: [i8; 2],
        [x, y]: [f64; 2],
        ratio: Option<f64>,
        size: [f64; 2],
    ) -> Self {
        let [right, bottom] = [self.x + self.width, self.y + self.height];
        // What stays, and what follows the pointer.
        let side = |edge: i8, from: f64, to: f64, at: f64| match edge {
            -1 => (to, at),
            1 => (from, at),
            _ => (from, to),
        };
        let (x1, x2) = side(horizontal, self.x, right, x);
        let (y1, y2) = side(vertical, self.y, bottom, y);
        match (ratio, horizontal, vertical) {
            (None, ..) => Self::between([x1, y1], [x2, y2], size),
            (Some(ratio), 0, _) => {
                let end = x1 + (y2 - y1).abs() * ratio;
                Self::drawn([x1, y1], [end, y2], Some(ratio), size)
            }
            (Some(ratio), _, 0) => {
                let end = y1 + (x2 - x1).abs() / ratio;
                Self::drawn([x1, y1], [x2, end], Some(ratio), size)
            }
            (ratio, ..) => Self::drawn([x1, y1], [x2, y2], ratio, size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [f64; 2] = [100.0, 100.0];

    fn crop(x: f64, y: f64, width: f64, height: f64) -> Crop {
        Crop {
            x,
            y,
            width,
            height,
        }
    }

    #[test]
    fn a_crop_stays_inside_the_image() {
        let between = Crop::between([50.4, 90.0], [-10.0, 20.2], [40.0, 80.0]);
        assert_eq!(between, crop(0.0, 20.0, 40.0, 59.0));
        let point = Crop::between([5.0, 5.0], [5.0, 5.0], [40.0, 80.0]);
        assert_eq!((point.width, point.height), (1.0, 1.0));
    }

    #[test]
    fn a_drawn_part_keeps_its_ratio_up_to_the_edge() {
        let draw = |to| Crop::drawn([20.0, 20.0], to, Some(2.0), SIZE);
        assert_eq!(draw([60.0, 30.0]), crop(20.0, 20.0, 40.0, 20.0));
        assert_eq!(draw([400.0, 30.0]), crop(20.0, 20.0, 80.0, 40.0));
        assert_eq!(draw([0.0, 0.0]), crop(0.0, 10.0, 20.0, 10.0));
    }

    #[test]
    fn a_part_with_a_ratio_is_as_large_as_before_however_often_it_is_chosen() {
        let wide = crop(10.0, 20.0, 40.0, 10.0);
        let square = wide.with_ratio(1.0, SIZE);
        assert_eq!(square, crop(20.0, 15.0, 20.0, 20.0));
        assert_eq!(square.with_ratio(4.0, SIZE), wide);
        let [width, height] = SIZE;
        let whole = crop(0.0, 0.0, width, height).with_ratio(1.0, SIZE);
        assert_eq!(whole.width, whole.height);
        assert_eq!(whole.width, width.min(height));
    }

    #[test]
    fn the_pointer_holds_an_edge_a_corner_or_the_part() {
        let part = crop(20.0, 20.0, 40.0, 40.0);
        let hold = |at| Crop::hold(at, part, 4.0);
        assert_eq!(hold([19.0, 62.0]), Some(Hold::Edges([-1, 1])));
        assert_eq!(hold([40.0, 21.0]), Some(Hold::Edges([0, -1])));
        assert_eq!(hold([40.0, 40.0]), Some(Hold::Inside));
        assert_eq!(hold([80.0, 40.0]), None);
    }

    #[test]
    fn a_part_is_moved_up_to_the_edge_and_pulled_at_an_edge() {
        let part = crop(20.0, 20.0, 40.0, 40.0);
        assert_eq!(part.moved([5.4, 90.0], SIZE), crop(25.0, 60.0, 40.0, 40.0));
        let free = part.pulled([1, 0], [90.0, 5.0], None, SIZE);
        assert_eq!(free, crop(20.0, 20.0, 70.0, 40.0));
        let square = part.pulled([1, 0], [70.0, 5.0], Some(1.0), SIZE);
        assert_eq!(square, crop(20.0, 20.0, 50.0, 50.0));
        let corner = part.pulled([-1, -1], [10.0, 10.0], Some(1.0), SIZE);
        assert_eq!(corner, crop(10.0, 10.0, 50.0, 50.0));
    }
}
