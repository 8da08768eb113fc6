//! Makes room in one direction for what takes more of it than in the editor.

/// Moves everything behind some spans.
#[derive(Debug, Default)]
pub(super) struct Shift {
    /// The end of each span, and by how much what is behind it moves.
    steps: Vec<(f64, f64)>,
}

impl Shift {
    /// For each `[start, end, wanted length]`, what begins at its end or later moves away. Spans beside each other
    /// share the room.
    pub(super) fn of(mut spans: Vec<[f64; 3]>) -> Self {
        spans.sort_by(|one, other| one[1].total_cmp(&other[1]));
        let mut steps: Vec<(f64, f64)> = Vec::new();
        for [start, end, length] in spans {
            let more = (length - (end - start)).max(0.0);
            match steps.last_mut() {
                Some((last, by)) if start < *last => {
                    *last = end;
                    *by = by.max(more);
                }
                _ => steps.push((end, more)),
            }
        }
        Self { steps }
    }

    /// Where a point moves to.
    pub(super) fn apply(&self, at: f64) -> f64 {
        let passed = self.steps.iter().take_while(|(end, _)| *end <= at);
        at + passed.map(|(_, by)| by).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::Shift;

    #[test]
    fn what_is_behind_a_span_moves_and_spans_beside_each_other_share_the_room() {
        let shift = Shift::of(vec![
            [0.0, 10.0, 30.0],
            [5.0, 12.0, 50.0],
            [20.0, 30.0, 15.0],
        ]);
        assert_eq!(
            [-5.0, 0.0, 11.0].map(|at| shift.apply(at)),
            [-5.0, 0.0, 11.0]
        );
        assert_eq!(
            [12.0, 29.0, 30.0].map(|at| shift.apply(at)),
            [55.0, 72.0, 78.0]
        );
        assert_eq!(
            Shift::of(vec![[0.0, 10.0, 5.0]]).apply(20.0),
            20.0,
            "nothing moves closer"
        );
    }
}
