//! The operations for JavaScript.

use wasm_bindgen::prelude::*;

use crate::api;

/// An operation of a deployment.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    /// Starts a run.
    Run,
    /// Starts a run again.
    Regenerate,
    /// Cancels a run.
    Cancel,
    /// Reads the queue of every engine instance.
    Queue,
    /// Reads the state of every engine instance.
    Health,
    /// Reads the deployed workflows.
    Workflows,
    /// Reads one page of a group's runs.
    Runs,
    /// Reads one run.
    GetRun,
    /// Reads the address of one output.
    Output,
    /// Reads the deployment's OpenAPI document.
    Openapi,
}

impl Operation {
    pub(super) fn definition(self) -> &'static api::Operation {
        match self {
            Self::Run => &api::RUN,
            Self::Regenerate => &api::REGENERATE,
            Self::Cancel => &api::CANCEL,
            Self::Queue => &api::QUEUE,
            Self::Health => &api::HEALTH,
            Self::Workflows => &api::WORKFLOWS,
            Self::Runs => &api::RUNS,
            Self::GetRun => &api::GET_RUN,
            Self::Output => &api::OUTPUT,
            Self::Openapi => &api::OPENAPI,
        }
    }
}

/// The method and path of the operation with this name, as in `GET /api/v1/runs/{run_id}`.
#[wasm_bindgen]
pub fn route(operation: &str) -> Option<String> {
    let operation = api::Operation::by_name(operation)?;
    Some([operation.method, " ", &operation.path_template()].concat())
}
