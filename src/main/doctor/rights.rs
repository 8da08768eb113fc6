//! Checks who can open the data folder and the key in it.

use std::path::Path;

use super::finding::Finding;

/// Looks at the modes of the data folder and its key.
#[cfg(unix)]
pub(super) fn check(folder: &Path) -> Vec<Finding> {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    let is_open = |path: &Path| {
        let mode = fs::metadata(path).map(|file| file.permissions().mode());
        mode.is_ok_and(|mode| mode & 0o077 != 0)
    };
    let key = folder.join("key");
    let all = [(folder, "700"), (&*key, "600")];
    let open = all.into_iter().filter(|(path, _)| is_open(path));
    let mut findings: Vec<_> = open
        .map(|(path, mode)| {
            let path = path.display();
            Finding::Bad(format!(
                "rights: other users can open {path}; run `chmod {mode} {path}`, and replace the key if they \
                 should not know it"
            ))
        })
        .collect();
    if findings.is_empty() && folder.exists() {
        let text = format!(
            "rights: only their owner can open {} and the key",
            folder.display()
        );
        findings.push(Finding::Good(text));
    }
    findings
}

/// Other systems have no modes.
#[cfg(not(unix))]
pub(super) fn check(_folder: &Path) -> Vec<Finding> {
    Vec::new()
}
