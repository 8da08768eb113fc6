//! The order of the list's tiles: the runs of a batch share one, unless a filter is active. Pure.

use std::collections::HashMap;

/// The properties of one run that determine the order of tiles.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    /// Its batch's id and its index there.
    pub(super) batch: Option<(String, usize)>,
    /// Whether it matches the filter.
    pub(super) matches: bool,
}

/// A tile of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The batch with this id.
    Batch(String),
    /// The run with this index among the items.
    Run(usize),
}

/// The tiles for these runs, the newest first. While a filter is active, a batch shows the runs that match, in its own
/// order.
pub(super) fn lines(items: &[Item], is_filtering: bool) -> Vec<Line> {
    let mut batches: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
    let matching = || items.iter().enumerate().filter(|(_, item)| item.matches);
    for (index, item) in matching() {
        if let Some((batch, index_in_batch)) = &item.batch {
            let runs = batches.entry(batch).or_default();
            runs.push((*index_in_batch, index));
        }
    }
    let mut lines = Vec::new();
    for (index, item) in matching() {
        let Some((batch, _)) = &item.batch else {
            lines.push(Line::Run(index));
            continue;
        };
        // The first one stands for all.
        let Some(mut runs) = batches.remove(batch.as_str()) else {
            continue;
        };
        match is_filtering {
            true => {
                runs.sort_unstable();
                lines.extend(runs.into_iter().map(|(_, index)| Line::Run(index)));
            }
            false => lines.push(Line::Batch(batch.clone())),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single() -> Item {
        Item {
            batch: None,
            matches: true,
        }
    }

    fn in_batch(batch: &str, index: usize) -> Item {
        Item {
            batch: Some((batch.to_owned(), index)),
            matches: true,
        }
    }

    #[test]
    fn the_runs_of_a_batch_share_a_tile() {
        let items = [single(), in_batch("a", 1), single(), in_batch("a", 0)];
        let expected = [Line::Run(0), Line::Batch("a".to_owned()), Line::Run(2)];
        assert_eq!(lines(&items, false), expected);
    }

    #[test]
    fn runs_that_do_not_match_are_hidden() {
        let mut items = [in_batch("a", 0), single()];
        items[0].matches = false;
        assert_eq!(lines(&items, true), [Line::Run(1)]);
    }

    #[test]
    fn a_search_shows_the_matching_runs_of_a_batch_in_their_order() {
        let mut items = [in_batch("a", 2), in_batch("a", 1), in_batch("a", 0)];
        items[1].matches = false;
        assert_eq!(lines(&items, true), [Line::Run(2), Line::Run(0)]);
    }
}
