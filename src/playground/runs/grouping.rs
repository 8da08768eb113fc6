//! The order of the list's lines: the runs of a batch are folded under one header. Pure.

/// The properties of one run that determine the order of lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    /// Its batch's id and its index there.
    pub(super) batch: Option<(String, usize)>,
    /// Whether it matches the filter.
    pub(super) matches: bool,
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The header of the batch with this id.
    Batch(String),
    /// A run.
    Run {
        /// Its index among the items.
        index: usize,
        /// Whether it is listed below its batch's header.
        in_batch: bool,
    },
}

/// The lines for these runs, the newest first. While a filter is active, every batch is expanded.
pub(super) fn lines(items: &[Item], expanded: &[String], is_filtering: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut batches: Vec<&str> = Vec::new();
    for (index, item) in items.iter().enumerate().filter(|(_, item)| item.matches) {
        let Some((batch, _)) = &item.batch else {
            lines.push(Line::Run {
                index,
                in_batch: false,
            });
            continue;
        };
        if batches.contains(&batch.as_str()) {
            continue;
        }
        batches.push(batch);
        lines.push(Line::Batch(batch.clone()));
        if is_filtering || expanded.contains(batch) {
            lines.extend(runs_of(items, batch));
        }
    }
    lines
}

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
    runs.into_iter().map(|(_, index)| Line::Run {
        index,
        in_batch: true,
    })
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

    fn header(batch: &str) -> Line {
        Line::Batch(batch.to_owned())
    }

    fn run(index: usize, in_batch: bool) -> Line {
        Line::Run { index, in_batch }
    }

    #[test]
    fn a_batch_is_folded_under_one_header() {
        let items = [single(), in_batch("a", 1), single(), in_batch("a", 0)];
        let expected = [run(0, false), header("a"), run(2, false)];
        assert_eq!(lines(&items, &[], false), expected);
    }

    #[test]
    fn an_expanded_batch_lists_its_runs_in_its_own_order() {
        let items = [in_batch("a", 1), in_batch("b", 0), in_batch("a", 0)];
        let expanded = ["a".to_owned()];
        let expected = [header("a"), run(2, true), run(0, true), header("b")];
        assert_eq!(lines(&items, &expanded, false), expected);
    }

    #[test]
    fn runs_that_do_not_match_are_hidden() {
        let mut items = [in_batch("a", 0), single()];
        items[0].matches = false;
        assert_eq!(lines(&items, &[], true), [run(1, false)]);
    }

    #[test]
    fn a_search_shows_its_matches_in_a_collapsed_batch() {
        let mut items = [in_batch("a", 1), in_batch("a", 0)];
        items[1].matches = false;
        assert_eq!(lines(&items, &[], true), [header("a"), run(0, true)]);
    }
}
