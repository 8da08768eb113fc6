//! Files that import what is beside them through the file above them, such as a facade. That hides cycles.

use super::imports::{self, Import};
use super::sources::Sources;

/// The imports of a name from a file above that imports it itself.
pub(crate) fn from_below(sources: &Sources, imports: &[Import]) -> Vec<String> {
    let is_above = |import: &&Import| {
        let rest = import.from.strip_prefix(&import.to);
        rest.is_some_and(|rest| rest.starts_with("::"))
    };
    let is_used_there = |import: &&Import| {
        let names = imports::names_used(&sources[&import.to]);
        match import.item.as_str() {
            "" => !names.is_empty(),
            item => names.contains(item),
        }
    };
    let found = imports.iter().filter(is_above).filter(is_used_there);
    found
        .map(|import| {
            format!(
                "{} imports {} through {}",
                import.from, import.item, import.to
            )
        })
        .collect()
}
