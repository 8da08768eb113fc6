//! A run as it is stored. No I/O.

use serde::{Deserialize, Serialize};

use super::webhook_record::WebhookTarget;
use crate::trace_context::TraceContext;
use api::{LeftOut, Priority, RunStatus};

/// About how many bytes an answer needs for the members of a run that do not vary, and for the links of an output
/// besides its name.
const MEMBERS: usize = 500;
const LINKS: usize = 500;

/// A run as it is stored.
#[derive(Clone, Debug)]
pub(crate) struct RunRecord {
    pub(crate) id: String,
    pub(crate) workflow_id: String,
    /// The version of the workflow; `None` for runs of older programs.
    pub(crate) version: Option<u32>,
    pub(crate) group_id: Option<String>,
    /// The name of the key that submitted it.
    pub(crate) owner: String,
    pub(crate) priority: Priority,
    /// With which a caller may repeat the submission.
    pub(crate) idempotency_key: Option<String>,
    /// The digest of its values, if it has such a key; runs of older programs have none.
    pub(crate) digest: Option<String>,
    pub(crate) status: RunStatus,
    pub(crate) error: Option<String>,
    /// The address of its engine instance; `None` while it waits for one.
    pub(crate) instance_address: Option<String>,
    /// Its id at the engine, new for each attempt.
    pub(crate) prompt_id: String,
    /// The id under which its engine sends us its events.
    pub(crate) client_id: Option<String>,
    /// How often an engine may have executed it.
    pub(crate) attempts: u32,
    /// The workflow as it was when the run was accepted; kept until the run ends.
    pub(crate) workflow: Option<String>,
    /// The schema that its values were checked against, as JSON, without what only a form needs; kept until the run
    /// ends. Runs of older programs have none.
    pub(crate) schema: Option<String>,
    pub(crate) inputs: Vec<StoredInput>,
    /// The names of its output files, without the run's id.
    pub(crate) outputs: Vec<String>,
    /// The outputs that its engine has left out.
    pub(crate) left_out: Vec<LeftOut>,
    pub(crate) created_at: Option<String>,
    pub(crate) started_at: Option<String>,
    pub(crate) completed_at: Option<String>,
    /// Until when a link shows it, if there is one.
    pub(crate) shared_until: Option<String>,
    /// What is told about it besides the webhooks of its key.
    pub(crate) webhook: Option<WebhookTarget>,
    /// What absolute links to it begin with if the service does not know its public address: the one that it was
    /// submitted to.
    pub(crate) link_base: Option<String>,
    /// The trace that it was submitted in, if its caller has named one.
    pub(crate) trace: Option<TraceContext>,
}

impl RunRecord {
    /// A run that waits, for tests.
    #[cfg(test)]
    pub(crate) fn waiting(id: &str) -> Self {
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

    /// About how many bytes an answer needs for it.
    pub(crate) fn answer_size(&self) -> usize {
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

/// One value submitted with a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredInput {
    /// The field's name.
    pub(crate) path: String,
    /// Its form text; for a file, its original name.
    pub(crate) value: String,
    /// Whether the value is only the start of it, in a listing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) shortened: bool,
    /// The file's content, if the value is a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<StoredFile>,
}

/// A file submitted with a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredFile {
    /// Its name in the run's uploads folder.
    pub(crate) stored: String,
    /// Its name at engines: the hash of its content, so that equal images are kept once and
    /// different ones never clash.
    pub(crate) sent_as: String,
    pub(crate) content_type: String,
    pub(crate) size: u64,
}
