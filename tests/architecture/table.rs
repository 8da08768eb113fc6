//! A table of ARCHITECTURE.md: which module may import which.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::Import;

/// For each module, the modules it may import.
pub struct Rules(BTreeMap<String, BTreeSet<String>>);

impl Rules {
    /// Reads the rows whose first cell is a path below `folder` in backticks; their last cell lists
    /// the allowed modules in backticks.
    pub fn read(document: &str, folder: &str) -> Self {
        let row = |line: &str| {
            let cells: Vec<&str> = line.trim().trim_matches('|').split('|').collect();
            let modules = names(cells.first()?);
            let modules: Vec<String> = modules
                .iter()
                .filter_map(|name| module(name.strip_prefix(folder)?))
                .collect();
            let allowed: BTreeSet<String> = names(cells.last()?)
                .into_iter()
                .map(str::to_owned)
                .collect();
            Some(
                modules
                    .into_iter()
                    .map(move |module| (module, allowed.clone())),
            )
        };
        Self(document.lines().filter_map(row).flatten().collect())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The imports between the modules directly below `parent` that the table does not allow.
    pub fn violations(&self, parent: &str, imports: &[Import]) -> Vec<String> {
        let found = imports
            .iter()
            .filter_map(|import| self.violation(parent, import));
        found.collect::<BTreeSet<String>>().into_iter().collect()
    }

    fn violation(&self, parent: &str, import: &Import) -> Option<String> {
        let (from, to) = (child(parent, &import.from)?, child(parent, &import.to)?);
        let Some(allowed) = self.0.get(from) else {
            return Some(format!("{from} is not listed in ARCHITECTURE.md"));
        };
        (from != to && !allowed.contains(to)).then(|| {
            format!(
                "{} imports {}, which ARCHITECTURE.md does not allow",
                import.from, import.to
            )
        })
    }
}

/// The texts in backticks.
fn names(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// `api` and `json.rs` are modules; a deeper path is not.
fn module(path: &str) -> Option<String> {
    let name = path.trim_end_matches(".rs").trim_end_matches('/');
    (!name.is_empty() && !name.contains('/')).then(|| name.to_owned())
}

/// The part of a module path directly below `parent`.
fn child<'a>(parent: &str, path: &'a str) -> Option<&'a str> {
    let rest = match parent {
        "" => path,
        parent => path.strip_prefix(parent)?.strip_prefix("::")?,
    };
    rest.split("::").next().filter(|name| !name.is_empty())
}
