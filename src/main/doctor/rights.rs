//! Checks who can open the data folder and the key in it.

use std::path::Path;

use super::finding::Finding;
use crate::file_rights;

/// Looks at the modes of the data folder and its key.
pub(super) fn check(folder: &Path) -> Vec<Finding> {
    let key = folder.join("key");
    let all = [folder, &*key];
    let open = all
        .into_iter()
        .filter_map(|path| Some((path, file_rights::closing(path, folder)?)));
    let mut findings: Vec<_> = open
        .map(|(path, command)| {
            let path = path.display();
            Finding::Bad(format!(
                "rights: other users can open {path}; run `{command}`, and replace the key if they should not know it"
            ))
        })
        .collect();
    if findings.is_empty() && folder.exists() && private_files::HAS_MODES {
        let text = format!(
            "rights: only their owner can open {} and the key",
            folder.display()
        );
        findings.push(Finding::Good(text));
    }
    findings
}
