//! The table of ComfyUI's own classes. `scripts/core-classes.mjs` generates it.

use std::sync::OnceLock;

use super::NodeClasses;

/// The classes in the reduced form, without what only forms show.
const TABLE: &str = include_str!("core.json");

pub(super) fn classes() -> &'static NodeClasses {
    static CLASSES: OnceLock<NodeClasses> = OnceLock::new();
    CLASSES.get_or_init(|| NodeClasses::read(TABLE).unwrap_or_default())
}
