//! The lints of crates in WebAssembly, where a panic stops the page.

use std::collections::BTreeSet;

use super::crates::Crates;
use super::sources::Sources;

/// The crates that export to JavaScript: those of the page and of the npm package.
pub(crate) const EXPORTING: [&str; 4] = ["npm_calls", "npm_follow", "npm_schema", "playground"];

/// The line of a crate's `lib.rs` that makes Clippy report indices that may panic.
const LINT: &str = "#![warn(clippy::indexing_slicing)]";

/// The crates that those which export link, but which lack the lint.
pub(crate) fn missing(crates: &Crates, sources: &Sources) -> Vec<String> {
    let mut linked: BTreeSet<&str> = BTreeSet::new();
    let mut pending: Vec<&str> = EXPORTING.to_vec();
    while let Some(name) = pending.pop() {
        if linked.insert(name) {
            pending.extend(crates[name].iter().map(String::as_str));
        }
    }
    let lacks = |name: &&str| !sources[*name].lines().any(|line| line == LINT);
    let lacking = linked.into_iter().filter(lacks);
    lacking.map(str::to_owned).collect()
}
