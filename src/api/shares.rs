//! A shared result, which only flowdeck's own service offers.

use serde::Serialize;

/// A result that a link without a key shows (`/api/v1/comfy/shares`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Its id. The link does not follow from it.
    pub id: String,
    /// The run that it shows.
    pub run_id: String,
    /// The workflow of the run.
    pub workflow_id: String,
    /// The name of the workflow, for people.
    pub workflow: String,
    /// The link, absolute or relative to the base URL.
    pub url: String,
    /// When it was made (RFC 3339, UTC).
    pub created_at: String,
    /// When it stops working (RFC 3339, UTC).
    pub expires_at: String,
}
