//! Who else can open a file that is for the service alone, and the command that ends it. Knows nothing about its
//! content.

use std::path::Path;

#[cfg(unix)]
#[path = "file_rights/unix.rs"]
mod unix;

/// Warns if others than the service can open a file with this content. Who the service is, the owner of its data
/// folder shows: root may look at the files of a service that another user runs.
#[cfg(unix)]
pub(crate) fn warn_if_others_can_read(path: &Path, content: &str, data: &Path) {
    if let Some(command) = unix::closing(path, &unix::Reader::of(data)) {
        let path = path.display();
        tracing::warn!("other users can read {content} in {path}; run `{command}`");
    }
}

/// The command after which only the owner of this data folder can open something in it, or the folder; `None` if
/// nobody else can now.
#[cfg(unix)]
pub(crate) fn closing(path: &Path, data: &Path) -> Option<String> {
    unix::closing(path, &unix::Reader::owner_of(data, path))
}

/// Other systems have no modes.
#[cfg(not(unix))]
pub(crate) fn warn_if_others_can_read(_path: &Path, _content: &str, _data: &Path) {}

/// Other systems have no modes.
#[cfg(not(unix))]
pub(crate) fn closing(_path: &Path, _data: &Path) -> Option<String> {
    None
}
