//! The routes of the API in Markdown.

/// The route of the index.
pub(super) const INDEX: &str = "/llms.txt";
/// The route of a workflow's page, with axum's placeholder: its id and `.md`.
pub(super) const PAGE: &str = "/llms/{page}";
