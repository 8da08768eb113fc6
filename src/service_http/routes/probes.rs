//! The paths that load balancers and supervisors ask, without a key and by any name of the service.

/// Whether the process answers.
pub(super) const LIVE_PATH: &str = "/healthz";
/// Whether the service is ready.
pub(super) const READY_PATH: &str = "/readyz";

/// Whether this is such a path.
pub(super) fn is_probe(path: &str) -> bool {
    [LIVE_PATH, READY_PATH].contains(&path)
}
