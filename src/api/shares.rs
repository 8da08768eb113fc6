//! A shared result, which only flowdeck's own service offers.

use serde::Serialize;

/// A link to the result of a run, which needs no key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Share {
    /// Its ID. The link does not follow from it.
    pub id: String,
    /// The run that it shows.
    pub run_id: String,
    /// The workflow of the run.
    pub workflow_id: String,
    /// The name of the workflow, for people.
    pub workflow: String,
    /// The link, which works without the key; relative to the base URL if the service does not know its own address.
    pub url: String,
    /// When it was made (RFC 3339, UTC).
    pub created_at: String,
    /// When it stops working (RFC 3339, UTC).
    pub expires_at: String,
}
