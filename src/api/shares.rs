//! A shared result, which only flowdeck's own service offers.

use serde::Serialize;

use super::answer::answer;

answer! {
    /// A link to the result of a run, which needs no key.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    pub struct Share as SHARE {
        /// Its ID. The link does not follow from it.
        pub id: String => "id" required,
        /// The run that it shows.
        pub run_id: String => "runId" required,
        /// The workflow of the run.
        pub workflow_id: String => "workflowId" text,
        /// The name of the workflow, for people.
        pub workflow: String => "workflow" text,
        /// The link, which works without the key; relative to the base URL if the service does not know its own address.
        pub url: String => "url" required,
        /// When it was made (RFC 3339, UTC).
        pub created_at: String => "createdAt" text,
        /// When it stops working (RFC 3339, UTC).
        pub expires_at: String => "expiresAt" text,
    }
}
