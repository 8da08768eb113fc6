//! Softens the edge of a mask: three passes of a box blur in both directions, which come close to a Gaussian one. Pure.

/// The number of passes.
const PASSES: usize = 3;

/// The mask, row by row, with an edge that is soft over about `radius` pixels on each side.
pub(super) fn feathered(mask: Vec<u8>, width: usize, radius: usize) -> Vec<u8> {
    // Each pass reaches a third as far.
    let reach = radius.div_ceil(PASSES);
    if reach == 0 || width == 0 {
        return mask;
    }
    let height = mask.len() / width;
    let mut mask = mask;
    for _ in 0..PASSES {
        mask = blurred(&mask, [height, width], [width, 1], reach);
        mask = blurred(&mask, [width, height], [1, width], reach);
    }
    mask
}

/// Each value becomes the average of its line from `reach` before it to `reach` after it. There are `lines` lines of
/// `length` values; `steps` are the distances of two lines and of two values. Beyond its ends, a line goes on as there.
fn blurred(
    mask: &[u8],
    [lines, length]: [usize; 2],
    [between_lines, between_values]: [usize; 2],
    reach: usize,
) -> Vec<u8> {
    let mut result = mask.to_vec();
    let count = 2 * reach + 1;
    for line in 0..lines {
        let index = |at: usize| line * between_lines + at * between_values;
        let value = |at: usize| {
            let at = at.saturating_sub(reach).min(length - 1);
            mask.get(index(at)).map_or(0, |value| usize::from(*value))
        };
        // Positions are shifted by `reach`, so that none is negative.
        let mut sum: usize = (0..count).map(value).sum();
        for at in 0..length {
            if let Some(result) = result.get_mut(index(at)) {
                *result = (sum / count) as u8;
            }
            sum = sum + value(at + count) - value(at);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_becomes_a_slope_and_the_rest_stays() {
        let width = 40;
        let line: Vec<u8> = (0..width).map(|x| if x < 20 { 255 } else { 0 }).collect();
        let soft = feathered(line.repeat(3), width, 6);
        let line = &soft[width..2 * width];
        assert_eq!((line[5], line[35]), (255, 0));
        assert!(line[18] > line[19] && line[19] > line[20] && line[20] > line[21]);
        assert!((100..=155).contains(&line[19]), "{}", line[19]);
    }

    #[test]
    fn a_full_or_empty_mask_and_no_radius_change_nothing() {
        assert_eq!(feathered(vec![255; 12], 4, 3), [255; 12]);
        assert_eq!(feathered(vec![0, 255, 0, 255], 2, 0), [0, 255, 0, 255]);
        assert_eq!(feathered(Vec::new(), 0, 3), [0; 0]);
    }
}
