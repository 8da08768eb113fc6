//! The names of OpenAPI extensions.

/// Holds our own keywords.
pub(super) const EXTENSION: &str = "x-flowdeck";

/// Names a workflow on an operation or a body.
pub(super) const WORKFLOW_ID: &str = "x-workflow-id";
