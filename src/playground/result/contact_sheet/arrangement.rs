//! How large the cells of a contact sheet are: all of them fit the stage, or each is large enough to be judged. The
//! browser computes the widths, from the size of the stage and the ratio of the pictures, so that they are right in
//! the first frame and after each change of the window.

use crate::language::Message;
use crate::messages as say;
use crate::storage::{self, StorageArea};
use ui::{El, RwSignal, button, el};

/// The pixels between two cells.
const GAP: usize = 8;
/// The width of the headings of rows and the height of those of columns, with their gaps, in pixels.
const HEADINGS: [usize; 2] = [72, 28];
/// With more results than this, those that fit the stage would be too small to be judged.
const MAX_FITTED: usize = 30;
/// The name under which the choice is stored.
const STORED: &str = "sheet-size";

/// How large the cells are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::result) enum CellSize {
    Fit,
    Large,
}

impl CellSize {
    const ALL: [(Self, &'static str, Message); 2] = [
        (Self::Fit, "fit", say::SHEET_FIT),
        (Self::Large, "large", say::SHEET_LARGE),
    ];

    /// The size that was chosen last in this browser, or else the one that suits so many results.
    pub(in crate::result) fn of(count: usize) -> Self {
        let stored = storage::load::<String>(StorageArea::Browser, STORED);
        let chosen = Self::ALL
            .into_iter()
            .find(|(_, name, _)| Some(*name) == stored.as_deref());
        match chosen {
            Some((size, ..)) => size,
            None if count > MAX_FITTED => Self::Large,
            None => Self::Fit,
        }
    }

    /// Its name in the page's markup.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Fit => "fit",
            Self::Large => "large",
        }
    }

    /// The choice between the sizes.
    pub(in crate::result) fn choice(size: RwSignal<Self>) -> El {
        let option = |(own, name, label): (Self, &'static str, Message)| {
            let choose = move || {
                size.set(own);
                storage::save(StorageArea::Browser, STORED, &name.to_owned());
            };
            button("segment", choose)
                .attr("aria-pressed", move || (size.get() == own).to_string())
                .text(label)
        };
        el("div", "segments sheet-sizes")
            .attr("role", "group")
            .attr("aria-label", say::SHEET_SIZE)
            .children(Self::ALL.map(option))
    }
}

/// The largest width at which `count` cells fit the stage, in the number of columns that allows it, as CSS.
pub(super) fn fitted_width(count: usize) -> String {
    let mut widths = String::new();
    let mut last = 0;
    for rows in 1..=count {
        let columns = count.div_ceil(rows);
        // More rows with as many columns only take height.
        if columns == last {
            continue;
        }
        last = columns;
        if !widths.is_empty() {
            widths.push_str(", ");
        }
        widths.push_str(&width(rows, columns, [0, 0]));
    }
    ["max(", &widths, ")"].concat()
}

/// The largest width at which the cells of a grid with headings fit the stage, as CSS.
pub(super) fn fitted_grid_width(rows: usize, columns: usize) -> String {
    width(rows, columns, HEADINGS)
}

/// The width of the cells of so many rows and columns beside `headings`, as CSS.
fn width(rows: usize, columns: usize, headings: [usize; 2]) -> String {
    let [left, above] = headings;
    let side = |whole: &str, other: usize, count: usize| {
        let gaps = other + GAP * count.saturating_sub(1);
        let [gaps, count] = [gaps, count].map(|number| number.to_string());
        ["(100", whole, " - ", &gaps, "px) / ", &count].concat()
    };
    let (width, height) = (side("cqw", left, columns), side("cqh", above, rows));
    ["min(", &width, ", ", &height, " * var(--ratio, 1))"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_of_columns_is_tried_with_the_fewest_rows() {
        assert_eq!(
            fitted_width(3),
            "max(min((100cqw - 16px) / 3, (100cqh - 0px) / 1 * var(--ratio, 1)), \
             min((100cqw - 8px) / 2, (100cqh - 8px) / 2 * var(--ratio, 1)), \
             min((100cqw - 0px) / 1, (100cqh - 16px) / 3 * var(--ratio, 1)))"
        );
        let tried = |count| fitted_width(count).matches("min(").count();
        assert_eq!([1, 9, 300].map(tried), [1, 5, 34]);
    }

    #[test]
    fn a_grid_leaves_room_for_its_headings() {
        assert_eq!(
            fitted_grid_width(2, 3),
            "min((100cqw - 88px) / 3, (100cqh - 36px) / 2 * var(--ratio, 1))"
        );
    }
}
