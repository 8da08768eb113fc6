//! A URL of a file within this page.

use web_sys::{File, Url};

/// The URL, revoked when dropped.
pub(crate) struct FileUrl(pub(crate) String);

impl FileUrl {
    /// A URL of this file; `None` if the browser refuses it.
    pub(crate) fn new(file: &File) -> Option<Self> {
        Url::create_object_url_with_blob(file).ok().map(Self)
    }
}

impl Drop for FileUrl {
    fn drop(&mut self) {
        let _ = Url::revoke_object_url(&self.0);
    }
}
