//! A run as it is stored. No I/O.

use chrono::{DateTime, Utc};

use crate::hold::{Hold, SOLE_EPOCH};
use crate::trace_context::TraceContext;
use crate::webhook_record::WebhookTarget;
use api::{LeftOut, Priority, RunStatus};
use run_core::StoredInput;

/// The approximate size of a run's constant members in an answer, in bytes.
const MEMBERS: usize = 500;
/// The approximate size of an output's links in an answer, without its name, in bytes.
const LINKS: usize = 500;

/// A run as it is stored.
#[derive(Clone, Debug)]
pub struct RunRecord {
    pub id: String,
    pub workflow_id: String,
    /// The version of the workflow; `None` for runs of older programs.
    pub version: Option<u32>,
    pub group_id: Option<String>,
    /// The name of the key that submitted it.
    pub owner: String,
    pub priority: Priority,
    /// The key with which a caller may repeat the submission.
    pub idempotency_key: Option<String>,
    /// The digest of its values, if it has an idempotency key. Runs of older programs have no digest.
    pub digest: Option<String>,
    pub status: RunStatus,
    pub error: Option<String>,
    /// The address of its engine instance; `None` while it waits for an instance.
    pub instance_address: Option<String>,
    /// Its id at the engine; each attempt has another.
    pub prompt_id: String,
    /// The id under which its engine sends its events.
    pub client_id: Option<String>,
    /// How often an engine may have executed it.
    pub attempts: u32,
    /// The workflow as it was when the run was accepted. Kept until the run ends.
    pub workflow: Option<String>,
    /// The schema that its values were checked against, as JSON, without the parts that only a form needs. Kept until
    /// the run ends. Runs of older programs have no schema.
    pub schema: Option<String>,
    pub inputs: Vec<StoredInput>,
    /// The names of its output files, without the run's id.
    pub outputs: Vec<String>,
    /// The outputs that its engine left out.
    pub left_out: Vec<LeftOut>,
    pub created_at: Option<DateTime<Utc>>,
    pub started_at: Option<DateTime<Utc>>,
    pub completed_at: Option<DateTime<Utc>>,
    /// Until when a link shows it, if it is shared.
    pub shared_until: Option<DateTime<Utc>>,
    /// The address that gets its events, in addition to the webhooks of its key.
    pub webhook: Option<WebhookTarget>,
    /// The start of absolute links to it if the service does not know its public address: the address that it was
    /// submitted to.
    pub link_base: Option<String>,
    /// The trace that it was submitted in, if its caller named one.
    pub trace: Option<TraceContext>,
}

impl RunRecord {
    /// A run that waits. Every other member is empty.
    pub fn waiting(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            workflow_id: "w".to_owned(),
            version: None,
            group_id: None,
            owner: String::new(),
            priority: Priority::Normal,
            idempotency_key: None,
            digest: None,
            status: RunStatus::Pending,
            error: None,
            instance_address: None,
            prompt_id: String::new(),
            client_id: None,
            attempts: 0,
            workflow: None,
            schema: None,
            inputs: Vec::new(),
            outputs: Vec::new(),
            left_out: Vec::new(),
            created_at: None,
            started_at: None,
            completed_at: None,
            shared_until: None,
            webhook: None,
            link_base: None,
            trace: None,
        }
    }

    /// Its current attempt, as the holder of its instance has it.
    pub fn hold(&self) -> Hold {
        Hold {
            run_id: self.id.clone(),
            attempt: self.attempts,
            prompt_id: self.prompt_id.clone(),
            epoch: SOLE_EPOCH,
        }
    }

    /// Its approximate size in an answer, in bytes.
    pub fn answer_size(&self) -> usize {
        let inputs = self
            .inputs
            .iter()
            .map(|input| input.path.len() + input.value.len());
        // Each name is in an output, its two links, and the list of names.
        let outputs = self.outputs.iter().map(|name| 4 * name.len() + LINKS);
        let error = self.error.as_ref().map_or(0, String::len);
        MEMBERS + error + inputs.sum::<usize>() + outputs.sum::<usize>()
    }
}
