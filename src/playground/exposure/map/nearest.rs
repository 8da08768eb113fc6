//! The nearest of some rectangles. Pure.

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Left,
    Right,
    Up,
    Down,
}

/// How much less what is to the side counts than what is ahead.
const ASIDE: f64 = 2.0;

/// The nearest rectangle in a direction. Each is given by its left and top edge, width and height.
pub(super) fn next(
    rects: impl Iterator<Item = (usize, [f64; 4])>,
    from: [f64; 4],
    way: Way,
) -> Option<usize> {
    let [x, y] = middle(from);
    let distance = |(index, rect): (usize, [f64; 4])| {
        let [across, down] = middle(rect);
        let (ahead, aside) = match way {
            Way::Left => (x - across, down - y),
            Way::Right => (across - x, down - y),
            Way::Up => (y - down, across - x),
            Way::Down => (down - y, across - x),
        };
        (ahead > 0.5).then(|| (index, ahead + ASIDE * aside.abs()))
    };
    least(rects.filter_map(distance))
}

/// The nearest rectangle within a distance of a point.
pub(super) fn near(
    rects: impl Iterator<Item = (usize, [f64; 4])>,
    [x, y]: [f64; 2],
    reach: f64,
) -> Option<usize> {
    let distance = |(index, [left, top, width, height]): (usize, [f64; 4])| {
        let across = (left - x).max(x - left - width).max(0.0);
        let down = (top - y).max(y - top - height).max(0.0);
        let distance = across.hypot(down);
        (distance <= reach).then_some((index, distance))
    };
    least(rects.filter_map(distance))
}

fn middle([left, top, width, height]: [f64; 4]) -> [f64; 2] {
    [left + width / 2.0, top + height / 2.0]
}

fn least(distances: impl Iterator<Item = (usize, f64)>) -> Option<usize> {
    let least = distances.min_by(|(_, one), (_, other)| one.total_cmp(other));
    least.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECTS: [[f64; 4]; 4] = [
        [0.0, 0.0, 10.0, 10.0],
        [20.0, 40.0, 10.0, 10.0],
        [60.0, 0.0, 10.0, 10.0],
        [0.0, 20.0, 10.0, 10.0],
    ];

    fn go(from: usize, way: Way) -> Option<usize> {
        next(RECTS.into_iter().enumerate(), RECTS[from], way)
    }

    #[test]
    fn arrows_prefer_what_is_straight_ahead() {
        assert_eq!(go(0, Way::Right), Some(2));
        assert_eq!(go(0, Way::Down), Some(3));
        assert_eq!(go(2, Way::Left), Some(0));
        assert_eq!(go(1, Way::Up), Some(3));
        assert_eq!((go(0, Way::Left), go(0, Way::Up)), (None, None));
    }

    #[test]
    fn a_near_miss_counts() {
        let near = |point, reach| near(RECTS.into_iter().enumerate(), point, reach);
        assert_eq!(near([12.0, 5.0], 3.0), Some(0));
        assert_eq!(near([5.0, 5.0], 0.0), Some(0));
        assert_eq!(near([40.0, 20.0], 3.0), None);
    }
}
