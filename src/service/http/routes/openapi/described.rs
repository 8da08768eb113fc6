//! What an operation is, by its method, path and name.

use crate::http::routes::submit;

/// The operations that are refused with 409 besides submissions.
pub(super) const OPERATIONS_WITH_CONFLICTS: [&str; 11] = [
    "cancel",
    "deleteRun",
    "share",
    "createKey",
    "regenerateKey",
    "regenerateFirstKey",
    "addEngine",
    "removeEngine",
    "drainEngine",
    "addWebhook",
    "makeWebhookSecret",
];

/// The operations that are answered with 404 although their path has no ID.
pub(super) const OPERATIONS_WITH_UNKNOWN_SUBJECT: [&str; 6] = [
    "output",
    "share",
    "removeEngine",
    "drainEngine",
    "revokeNamedKey",
    "testWebhook",
];

/// An operation of the document.
#[derive(Clone, Copy)]
pub(super) struct Described<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
}

impl Described<'_> {
    /// Whether it starts a run.
    pub(super) fn is_submission(self) -> bool {
        let ends = ["/api/v1/runs", "/regenerate"];
        let starts = self.path.starts_with("/api/v1/runs")
            && ends.iter().any(|end| self.path.ends_with(end));
        self.method == "post" && (starts || self.is_of_workflow())
    }

    /// Whether it runs one certain workflow.
    pub(super) fn is_of_workflow(self) -> bool {
        let (start, end) = submit::WORKFLOW_PATH_ENDS;
        let rest = self.path.strip_prefix(start);
        rest.is_some_and(|rest| rest.ends_with(end))
    }
}
