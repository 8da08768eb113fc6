//! The sheet of keyboard shortcuts.

use super::Palette;
use crate::icon::{Shape, icon};
use crate::language::Message;
use crate::messages as say;
use ui::{El, button, el};

const SHORTCUTS: [(&str, Message); 9] = [
    ("Ctrl ⏎", say::SHORTCUT_RUN),
    ("Ctrl K", say::SHORTCUT_PALETTE),
    ("?", say::SHORTCUT_SHORTCUTS),
    ("← → ↑ ↓", say::SHORTCUT_MOVE),
    ("⏎", say::SHORTCUT_OPEN),
    ("S", say::SHORTCUT_STAR),
    ("C", say::SHORTCUT_COMPARE),
    ("Ctrl Z", say::SHORTCUT_UNDO),
    ("Esc", say::SHORTCUT_CLOSE),
];

/// The sheet.
pub(super) fn shortcuts(palette: Palette) -> El {
    let close = button("button icon-button", move || palette.0.set(None))
        .attr("aria-label", say::CLOSE)
        .child(icon(Shape::Cross));
    let entry = |(keys, label): (&str, Message)| {
        el("div", "shortcut")
            .child(el("dt", "").child(el("kbd", "").text(keys.to_owned())))
            .child(el("dd", "").text(label))
    };
    el("div", "palette-content")
        .child(
            el("div", "region-head")
                .child(el("h2", "").text(say::SHORTCUTS))
                .child(close),
        )
        .child(el("dl", "shortcuts").children(SHORTCUTS.map(entry)))
        .child(el("p", "hint").text(say::SHORTCUTS_MAC))
}
