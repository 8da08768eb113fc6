//! Runs and answers for the tests of instances.

use serde_json::Value;

use comfy_client::AcceptedPrompt;
use store::Hold;

/// The first attempt of a run, with this id at its instance.
pub(in crate::engines) fn held(run_id: &str, prompt_id: &str) -> Hold {
    Hold {
        run_id: run_id.to_owned(),
        attempt: 1,
        prompt_id: prompt_id.to_owned(),
        epoch: store::SOLE_EPOCH,
    }
}

/// The answer to a task that the instance has accepted.
pub(in crate::engines) fn accepted(prompt_id: &str, number: f64) -> AcceptedPrompt {
    AcceptedPrompt {
        prompt_id: prompt_id.to_owned(),
        number,
        node_errors: Value::Null,
    }
}
