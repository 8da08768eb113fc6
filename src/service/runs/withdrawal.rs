//! Withdraws attempts that were cancelled or given up from their instances: at once, or as soon as an instance answers,
//! also after a restart. Does not know why they are unwanted.

use std::sync::Arc;

use super::Runs;
use crate::engines::Instance;

/// What the log says of operations of the store that fail.
const RECORDING: &str = "recording that an engine instance must not execute a run";

/// Removes an attempt from its instance as soon as the instance has it. Returns once the store knows of that.
pub(super) async fn withdraw_later(runs: &Runs, instance: &Instance, prompt_id: &str) {
    instance.tasks.withdraw_later(prompt_id);
    let add = || {
        runs.withdrawals
            .add_withdrawal(&instance.address, prompt_id)
    };
    if let Err(error) = runs.persist(RECORDING, add).await {
        tracing::debug!("{RECORDING}: {error}");
    }
}

/// Removes a run from every instance that has it.
pub(super) async fn withdraw_run(runs: &Runs, run_id: &str) {
    for instance in runs.engines.pool.all() {
        for (prompt_id, of_run) in instance.tasks.runs().ids() {
            if of_run == run_id {
                withdraw_later(runs, &instance, &prompt_id).await;
            }
        }
    }
}

/// Notes that an instance no longer has an attempt that was to be withdrawn.
pub(super) fn has_succeeded(runs: &Arc<Runs>, prompt_id: String) {
    let runs = runs.clone();
    runs.background.clone().spawn(async move {
        let remove = || runs.withdrawals.remove_withdrawal(&prompt_id);
        if let Err(error) = runs.persist(RECORDING, remove).await {
            tracing::debug!("{RECORDING}: {error}");
        }
    });
}
