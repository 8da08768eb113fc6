//! The menu of the header. The browser opens and closes it; its entries are in the deferred chunk.

use crate::deferred::Deferred;
use crate::icon::{Shape, icon};
use crate::messages as say;
use crate::monitoring::monitoring_button;
use crate::notify::Notifier;
use crate::palette::Palette;
use crate::settings::settings;
use ui::{El, button, el, expect_context, untrack};

const MENU: &str = "settings";

static ENTRIES: Deferred<fn() -> El> = Deferred::new();

/// Provides the entries.
pub(crate) fn fill_deferred() {
    ENTRIES.fill(entries);
}

/// The button that opens the menu, and the menu.
pub(super) fn menu() -> [El; 2] {
    let opener = el("button", "button icon-button")
        .attr("type", "button")
        .attr("popovertarget", MENU)
        .attr("aria-label", say::SETTINGS)
        .attr("title", say::SETTINGS)
        .child(icon(Shape::More));
    let menu = el("div", "menu")
        .attr("id", MENU)
        .attr("popover", "auto")
        .attr("role", "group")
        .attr("aria-label", say::SETTINGS)
        .live(|| ENTRIES.get_when_idle(|entries| untrack(entries)));
    [opener, menu]
}

fn entries() -> El {
    let (notifier, palette): (Notifier, Palette) = (expect_context(), expect_context());
    // Where the header has no room for its button.
    let search = button("menu-item menu-search", move || palette.show_commands())
        .child(icon(Shape::Search))
        .text(say::PALETTE_SEARCH);
    let shortcuts = button("menu-item", move || palette.show_shortcuts())
        .child(icon(Shape::Question))
        .text(say::SHORTCUTS);
    el("div", "menu-entries")
        .child(search)
        .child(monitoring_button())
        .children(settings())
        .children(notifier.settings())
        .child(shortcuts)
}
