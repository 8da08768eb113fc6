//! A table of ARCHITECTURE.md: which module may import which.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::Import;

/// For each module, the modules it may import.
pub(crate) struct Rules(BTreeMap<String, BTreeSet<String>>);

impl Rules {
    /// Reads the rows whose first cell names paths below `folder` in backticks. Their last cell lists
    /// the allowed modules in backticks; files that may import "each other" are shared, and every
    /// module may import them.
    pub(crate) fn read(document: &str, folder: &str) -> Self {
        let rows: Vec<Row> = document
            .lines()
            .filter_map(|line| Row::read(line, folder))
            .collect();
        let shared: Vec<&str> = rows
            .iter()
            .filter(|row| row.is_shared)
            .flat_map(|row| row.modules.clone())
            .collect();
        let rule = |row: &Row| {
            let allowed: BTreeSet<String> = row
                .allowed
                .iter()
                .chain(&shared)
                .map(|name| (*name).to_owned())
                .collect();
            let modules: Vec<String> = row.modules.iter().map(|name| (*name).to_owned()).collect();
            modules
                .into_iter()
                .map(move |module| (module, allowed.clone()))
        };
        Self(rows.iter().flat_map(rule).collect())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The imports between the modules directly below `parent` that the table does not allow.
    pub(crate) fn violations(&self, parent: &str, imports: &[Import]) -> Vec<String> {
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

/// One row of the table.
struct Row<'a> {
    modules: Vec<&'a str>,
    allowed: Vec<&'a str>,
    is_shared: bool,
}

impl<'a> Row<'a> {
    fn read(line: &'a str, folder: &str) -> Option<Self> {
        let line = line.strip_prefix('|')?;
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').collect();
        let (first, last) = (*cells.first()?, *cells.last()?);
        let modules = names(first)
            .into_iter()
            .filter_map(|name| name.strip_prefix(folder));
        Some(Self {
            modules: modules.collect(),
            allowed: names(last),
            is_shared: last.trim() == "each other",
        })
    }
}

/// The texts in backticks.
fn names(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The part of a module path directly below `parent`.
fn child<'a>(parent: &str, path: &'a str) -> Option<&'a str> {
    let rest = path.strip_prefix(parent)?.strip_prefix("::")?;
    rest.split("::").next()
}
