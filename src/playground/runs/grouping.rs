//! Which lines the list of runs has, and in which order: a group's runs stand below one head, which
//! opens and closes. Pure.

/// A run, as far as the order of lines is about it.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    /// Its group's id and its place in it.
    pub(super) group: Option<(String, usize)>,
    /// Whether it is among what is looked for.
    pub(super) fits: bool,
}

/// A line; runs are named by their place among the items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// The head of a group.
    Head(String),
    /// A run, and whether it stands below a head.
    Run(usize, bool),
}

/// The lines of runs, the newest first. Whoever looks for something sees into closed groups.
pub(super) fn lines(items: &[Item], open: &[String], looks: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut heads: Vec<&str> = Vec::new();
    for (place, item) in items.iter().enumerate().filter(|(_, item)| item.fits) {
        let Some((group, _)) = &item.group else {
            lines.push(Line::Run(place, false));
            continue;
        };
        if heads.contains(&group.as_str()) {
            continue;
        }
        heads.push(group);
        lines.push(Line::Head(group.clone()));
        if looks || open.contains(group) {
            lines.extend(members(items, group));
        }
    }
    lines
}

fn members<'a>(items: &'a [Item], group: &'a str) -> impl Iterator<Item = Line> + use<'a> {
    let mut members: Vec<(usize, usize)> = items
        .iter()
        .enumerate()
        .filter(|(_, item)| item.fits)
        .filter_map(|(place, item)| {
            let (own, index) = item.group.as_ref()?;
            (own == group).then_some((*index, place))
        })
        .collect();
    members.sort_unstable();
    members.into_iter().map(|(_, place)| Line::Run(place, true))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alone() -> Item {
        Item {
            group: None,
            fits: true,
        }
    }

    fn of(group: &str, index: usize) -> Item {
        Item {
            group: Some((group.to_owned(), index)),
            fits: true,
        }
    }

    fn head(group: &str) -> Line {
        Line::Head(group.to_owned())
    }

    #[test]
    fn a_group_is_folded_under_one_head() {
        let items = [alone(), of("a", 1), alone(), of("a", 0)];
        let expected = [Line::Run(0, false), head("a"), Line::Run(2, false)];
        assert_eq!(lines(&items, &[], false), expected);
    }

    #[test]
    fn an_open_group_shows_its_runs_in_its_own_order() {
        let items = [of("a", 1), of("b", 0), of("a", 0)];
        let open = ["a".to_owned()];
        let expected = [head("a"), Line::Run(2, true), Line::Run(0, true), head("b")];
        assert_eq!(lines(&items, &open, false), expected);
    }

    #[test]
    fn what_does_not_fit_is_not_shown() {
        let mut items = [of("a", 0), alone()];
        items[0].fits = false;
        assert_eq!(lines(&items, &[], true), [Line::Run(1, false)]);
    }

    #[test]
    fn a_search_shows_what_it_finds_in_a_closed_group() {
        let mut items = [of("a", 1), of("a", 0)];
        items[1].fits = false;
        assert_eq!(lines(&items, &[], true), [head("a"), Line::Run(0, true)]);
    }
}
