//! Which runs this browser drops when it has too many. Pure.

use std::collections::{HashMap, HashSet};

/// The number of runs beyond which the oldest are dropped.
pub(super) const LIMIT: usize = 10_000;

/// What decides about a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidate {
    /// The id of its batch.
    pub(super) batch: Option<String>,
    /// Whether it stays at any rate: it has a star, or is in progress.
    pub(super) stays: bool,
}

/// The positions of the runs that are dropped, of runs in the order from the newest to the oldest. A batch is dropped
/// as a whole, unless one of its runs stays.
pub(super) fn dropped(runs: &[Candidate], limit: usize) -> Vec<usize> {
    let excess = runs.len().saturating_sub(limit);
    if excess == 0 {
        return Vec::new();
    }
    let mut batches: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut kept: HashSet<&str> = HashSet::new();
    for (index, run) in runs.iter().enumerate() {
        let Some(batch) = &run.batch else { continue };
        batches.entry(batch).or_default().push(index);
        if run.stays {
            kept.insert(batch);
        }
    }
    let mut dropped = Vec::new();
    for (index, run) in runs.iter().enumerate().rev() {
        if dropped.len() >= excess {
            break;
        }
        match run.batch.as_deref() {
            None if !run.stays => dropped.push(index),
            Some(batch) if !kept.contains(batch) => {
                dropped.extend(batches.remove(batch).unwrap_or_default());
            }
            _ => {}
        }
    }
    dropped
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run per letter, newest first: `.` may go, `*` stays, and equal letters are a batch, which stays in upper case.
    fn runs(letters: &str) -> Vec<Candidate> {
        let run = |letter: char| Candidate {
            batch: letter
                .is_alphabetic()
                .then(|| letter.to_ascii_lowercase().to_string()),
            stays: letter == '*' || letter.is_uppercase(),
        };
        letters.chars().map(run).collect()
    }

    #[test]
    fn the_oldest_go_but_none_that_stays() {
        assert_eq!(dropped(&runs("..."), 3), [0_usize; 0]);
        assert_eq!(dropped(&runs("....."), 3), [4, 3]);
        assert_eq!(dropped(&runs("..*.*"), 3), [3, 1]);
        assert_eq!(dropped(&runs("****"), 3), [0_usize; 0]);
    }

    #[test]
    fn a_batch_goes_as_a_whole_or_not_at_all() {
        assert_eq!(dropped(&runs(".a.aa"), 4), [1, 3, 4]);
        assert_eq!(dropped(&runs(".a.Aa"), 4), [2]);
        assert_eq!(dropped(&runs("ab.ba"), 2), [0, 4, 1, 3]);
    }
}
