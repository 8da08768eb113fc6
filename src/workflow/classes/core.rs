//! The table of ComfyUI's own classes. `scripts/core-classes.mjs` generates it.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::NodeClasses;
use super::definition::Definition;
use super::shared::Shared;

/// The classes in the reduced form, without what only forms show: one class a line, between braces.
const TABLE: &str = include_str!("core.json");

pub(super) fn classes() -> &'static NodeClasses {
    static CLASSES: OnceLock<NodeClasses> = OnceLock::new();
    CLASSES.get_or_init(|| NodeClasses {
        classes: TABLE.lines().filter_map(entry).collect::<HashMap<_, _>>(),
        shared: Shared::default(),
    })
}

/// The name and the definition in a line: `"CLIPTextEncode":{…},`.
fn entry(line: &'static str) -> Option<(String, Definition)> {
    let (name, definition) = line.strip_prefix('"')?.split_once("\":")?;
    let definition = Definition::unread(definition.trim_end_matches(','));
    Some((name.to_owned(), definition))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_of_the_table_is_read_as_it_is_written() {
        let whole = NodeClasses::read(TABLE).unwrap();
        assert!(whole.len() > 400);
        assert!(*classes() == whole);
    }
}
