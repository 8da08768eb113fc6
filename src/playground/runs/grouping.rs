//! The order of the list's tiles: the runs of a batch share one, unless a filter is active. Pure.

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

/// The tiles for these runs, the newest first. While a filter is active, a batch shows the runs that match.
pub(super) fn lines(items: &[Item], is_filtering: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut batches: Vec<&str> = Vec::new();
    for (index, item) in items.iter().enumerate().filter(|(_, item)| item.matches) {
        let Some((batch, _)) = &item.batch else {
            lines.push(Line::Run(index));
            continue;
        };
        if batches.contains(&batch.as_str()) {
            continue;
        }
        batches.push(batch);
        match is_filtering {
            true => lines.extend(runs_of(items, batch)),
            false => lines.push(Line::Batch(batch.clone())),
        }
    }
    lines
}

/// The matching runs of a batch, in its own order.
fn runs_of<'a>(items: &'a [Item], batch_id: &'a str) -> impl Iterator<Item = Line> + use<'a> {
    let mut runs: Vec<(usize, usize)> = items
        .iter()
        .enumerate()
        .filter(|(_, item)| item.matches)
        .filter_map(|(index, item)| {
            let (batch, index_in_batch) = item.batch.as_ref()?;
            (batch == batch_id).then_some((*index_in_batch, index))
        })
        .collect();
    runs.sort_unstable();
    runs.into_iter().map(|(_, index)| Line::Run(index))
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
