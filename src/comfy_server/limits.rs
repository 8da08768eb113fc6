//! The size limits of requests.

/// The largest upload in bytes, reported by `GET /features`.
pub(super) const MAX_UPLOAD: usize = 100 * 1024 * 1024;

/// The largest body of any other request, in bytes.
pub(super) const MAX_BODY: usize = 16 * 1024 * 1024;
