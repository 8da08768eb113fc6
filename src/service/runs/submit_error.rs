//! Why a run was not accepted. Knows no HTTP.

use std::io;

use tokio::task::JoinError;

use super::file_references::ReferenceError;
use crate::catalog::CatalogError;
use crate::engines::FileTooLarge;
use api::ValidationItem;
use data_folder::disk_advice;
use store::StoreError;
use workflow::Problem;

/// Why a run was not accepted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SubmitError {
    /// Values do not fit their fields.
    #[error("{}", messages(.0))]
    Values(Vec<ValidationItem>),
    /// The workflow has problems, whatever the values are.
    #[error("the workflow “{id}” cannot run: {problems}")]
    Workflow { id: String, problems: String },
    /// No known engine instance can execute the run.
    #[error("the run cannot be executed: {0}")]
    Unexecutable(String),
    /// No engine instance takes a file of the run.
    #[error(transparent)]
    File(#[from] FileTooLarge),
    /// A file that a field refers to is not available.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// No engine instance has been reached yet.
    #[error("no engine instance responds; try again, or check the service's log")]
    NoEngine,
    /// There is no room for the run to wait; the seconds until there is, if they are known.
    #[error("the queue is full, and this key has its part of it")]
    QueueFull(Option<f64>),
    /// The idempotency key belongs to another run.
    #[error(
        "this key was sent with a run of the workflow “{workflow_id}”{} less than 24 hours ago; send another key",
        .version.map(|version| format!(", version {version}")).unwrap_or_default()
    )]
    RepeatedKey {
        workflow_id: String,
        version: Option<u32>,
    },
    /// The idempotency key was sent with other values.
    #[error(
        "this key was sent with other values less than 24 hours ago, and has started the run {run_id}; send the same \
         values, or another key"
    )]
    OtherValues { run_id: String },
    #[error("writing the uploads through to the disk: {0}; {remedy}", remedy = disk_advice::remedy(.0))]
    Uploads(io::Error),
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Task(#[from] JoinError),
}

impl SubmitError {
    /// A workflow has these problems.
    pub(crate) fn workflow(id: &str, problems: &[Problem]) -> Self {
        Self::Workflow {
            id: id.to_owned(),
            problems: listed(problems),
        }
    }

    /// No known engine instance can execute a run, because of these problems.
    pub(crate) fn unexecutable(problems: &[Problem]) -> Self {
        Self::Unexecutable(listed(problems))
    }
}

fn listed(problems: &[Problem]) -> String {
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    problems.join("; ")
}

fn messages(items: &[ValidationItem]) -> String {
    let messages: Vec<&str> = items.iter().map(|item| item.msg.as_str()).collect();
    messages.join("; ")
}
