//! What a person did to an image, step by step, so that each step can be undone. Pure.

use super::crop::Crop;

/// One step.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Step {
    /// Chose the part to keep.
    Crop(Crop),
    /// Painted or erased the mask.
    Stroke(Stroke),
    /// Inverted the mask.
    Invert,
    /// Removed all edits.
    StartOver,
}

/// A line of the brush.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stroke {
    /// Its points, in pixels of the image.
    pub(super) points: Vec<[f64; 2]>,
    /// Its width, in pixels of the image.
    pub(super) size: f64,
    /// Whether it erases the mask.
    pub(super) erases: bool,
}

/// The steps, in order.
#[derive(Clone, Default)]
pub(super) struct Steps(Vec<Step>);

impl Steps {
    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Adds a step.
    pub(super) fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    /// Removes the last step.
    pub(super) fn undo(&mut self) {
        self.0.pop();
    }

    /// Adds a point to the last step, if that is a stroke.
    pub(super) fn extend_stroke(&mut self, point: [f64; 2]) {
        if let Some(Step::Stroke(stroke)) = self.0.last_mut() {
            stroke.points.push(point);
        }
    }

    /// The part to keep; `None` for the whole image.
    pub(super) fn crop(&self) -> Option<Crop> {
        let crop = |step: &Step| match step {
            Step::Crop(crop) => Some(*crop),
            _ => None,
        };
        self.effective().iter().rev().find_map(crop)
    }

    /// The steps that make up the mask: strokes and inversions.
    pub(super) fn of_mask(&self) -> impl Iterator<Item = &Step> {
        let is_its = |step: &&Step| matches!(step, Step::Stroke(_) | Step::Invert);
        self.effective().iter().filter(is_its)
    }

    /// The steps that still have an effect: those since all edits were removed.
    fn effective(&self) -> &[Step] {
        let is_start = |step: &Step| *step == Step::StartOver;
        self.0.rsplit(is_start).next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crop(width: f64) -> Step {
        Step::Crop(Crop::between([0.0, 0.0], [width, 9.0], [99.0, 99.0]))
    }

    fn stroke() -> Step {
        Step::Stroke(Stroke {
            points: vec![[1.0, 1.0]],
            size: 4.0,
            erases: false,
        })
    }

    fn width(steps: &Steps) -> Option<f64> {
        steps.crop().map(|crop| crop.width)
    }

    #[test]
    fn undoing_a_crop_brings_back_the_one_before() {
        let mut steps = Steps(vec![crop(5.0), stroke(), crop(7.0)]);
        assert_eq!(width(&steps), Some(7.0));
        steps.undo();
        assert_eq!((width(&steps), steps.of_mask().count()), (Some(5.0), 1));
    }

    #[test]
    fn starting_over_can_be_undone() {
        let mut steps = Steps(vec![crop(5.0), stroke(), Step::StartOver]);
        assert_eq!((width(&steps), steps.of_mask().count()), (None, 0));
        steps.undo();
        assert_eq!((width(&steps), steps.of_mask().count()), (Some(5.0), 1));
        assert!(!steps.is_empty());
    }

    #[test]
    fn undoing_more_than_there_is_does_nothing() {
        let mut steps = Steps(vec![stroke()]);
        steps.undo();
        steps.undo();
        assert!(steps.is_empty());
        steps.extend_stroke([2.0, 2.0]);
        assert!(steps.is_empty());
    }
}
