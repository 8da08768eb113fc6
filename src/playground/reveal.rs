//! Scrolls to the beginning of a region of the page. A wide page shows all regions, so there only what is in it moves.

use ui::document;

/// The id of the form's region.
pub(crate) const FORM: &str = "region-form";
/// The id of the result's region.
pub(crate) const RESULT: &str = "region-result";

/// Scrolls to the beginning of the region with this id.
pub(crate) fn reveal(region: &str) {
    if let Some(region) = document().get_element_by_id(region) {
        region.set_scroll_top(0);
        region.scroll_into_view();
    }
}
