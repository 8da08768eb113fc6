//! The ratio of the width of a batch's pictures to their height, which is guessed before there is one.

use super::rows::Rows;
use super::run_row::RunRow;
use crate::entered::Entered;

impl Rows {
    /// The ratio of the pictures of a batch: that of its first one, or of the size that was entered, or of the
    /// workflow's last one; tracked.
    pub(crate) fn picture_ratio(&self, batch_id: &str) -> Option<f64> {
        let ratio = |row: &RunRow| row.live.with(|live| live.ratio);
        let batch = self.batch(batch_id);
        let first = batch.first()?;
        let entered = || {
            first
                .record
                .with_untracked(|record| entered_ratio(&record.inputs))
        };
        let of_workflow = || {
            let own = first
                .record
                .with_untracked(|record| record.workflow_id.clone());
            self.with(|rows| {
                let same = |row: &&RunRow| {
                    row.record
                        .with_untracked(|record| record.workflow_id == own)
                };
                rows.iter().filter(same).find_map(ratio)
            })
        };
        let known = batch.iter().find_map(ratio);
        known.or_else(entered).or_else(of_workflow)
    }
}

/// The ratio of the width and the height that were entered.
pub(crate) fn entered_ratio(inputs: &[Entered]) -> Option<f64> {
    let side = |word: &str| {
        let is_it = |input: &&Entered| input.is_named(word);
        let number: f64 = inputs.iter().find(is_it)?.text.parse().ok()?;
        (number > 0.0).then_some(number)
    };
    Some(side("width")? / side("height")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(values: &[(&str, &str)]) -> Vec<Entered> {
        let input = |(name, text): &(&str, &str)| Entered {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
            ..Entered::default()
        };
        values.iter().map(input).collect()
    }

    #[test]
    fn a_width_and_a_height_have_a_ratio() {
        let both = inputs(&[("seed", "1"), ("Width", "512"), ("height", "768")]);
        assert_eq!(entered_ratio(&both), Some(512.0 / 768.0));
        assert_eq!(entered_ratio(&both[..2]), None);
        assert_eq!(
            entered_ratio(&inputs(&[("width", "512"), ("height", "0")])),
            None
        );
        assert_eq!(
            entered_ratio(&inputs(&[("width", "x"), ("height", "8")])),
            None
        );
    }
}
