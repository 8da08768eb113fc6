//! The button that shows and hides the filters of a list. It says how many of them are set.

use crate::language::integer;
use crate::messages as say;
use ui::{El, RwSignal, button};

/// The button.
pub(crate) fn filter_toggle(
    is_open: RwSignal<bool>,
    count: impl Fn() -> usize + Copy + 'static,
) -> El {
    let text = move || match count() {
        0 => say::FILTERS.now().to_owned(),
        count => say::FILTERS_COUNT.with(&[&integer(count)]),
    };
    button("button small filter-toggle", move || {
        is_open.update(|open| *open = !*open);
    })
    .attr("aria-expanded", move || is_open.get().to_string())
    .text(text)
}
