//! The runs, from their submission to their end. No I/O.

use async_trait::async_trait;

use api::LeftOut;

use crate::error::StoreError;
use crate::outcome::RunOutcome;
use crate::page::Page;
use crate::run_record::RunRecord;

/// The runs. A run that has ended never changes. Who does not learn whether a change was written may repeat it: it then
/// changes nothing.
#[async_trait]
pub trait RunStore: Send + Sync {
    /// Stores a new run. If its owner has used its idempotency key within the last 24 hours, nothing is stored
    /// and the run of that time is returned. Refused if its owner has started as many runs today as it may.
    async fn insert(&self, run: RunRecord) -> Result<Option<RunRecord>, StoreError>;

    /// The run that its owner has submitted under this idempotency key within the last 24 hours.
    async fn submitted(&self, owner: &str, key: &str) -> Result<Option<RunRecord>, StoreError>;

    /// The run with this id.
    async fn run(&self, id: &str) -> Result<Option<RunRecord>, StoreError>;

    /// The run with this id as a page of runs has it: without its workflow, and with shortened texts.
    async fn listed_run(&self, id: &str) -> Result<Option<RunRecord>, StoreError>;

    /// One page of runs, and the number of runs on all pages. Texts that are too large are shortened.
    async fn runs(&self, page: Page) -> Result<(u64, Vec<RunRecord>), StoreError>;

    /// Which of these ids are those of no run, and of none that is being removed.
    async fn unknown(&self, ids: Vec<String>) -> Result<Vec<String>, StoreError>;

    /// The ids of the runs that have not ended, including damaged ones, oldest first.
    async fn unfinished(&self) -> Result<Vec<String>, StoreError>;

    /// Records that a run is about to be handed over to the instance at this address, under this id and with this
    /// client id. Counts as an attempt, once for each id. Returns false if the run has ended.
    async fn begin_attempt(
        &self,
        id: &str,
        address: &str,
        prompt_id: &str,
        client_id: &str,
    ) -> Result<bool, StoreError>;

    /// Records the id that an engine has chosen itself. Returns false if the run has ended.
    async fn set_prompt_id(&self, id: &str, prompt_id: &str) -> Result<bool, StoreError>;

    /// Records which outputs the engine of an attempt leaves out. Returns false if the run has ended or has had
    /// another attempt.
    async fn set_left_out(
        &self,
        id: &str,
        prompt_id: &str,
        left_out: Vec<LeftOut>,
    ) -> Result<bool, StoreError>;

    /// Makes a run wait that no engine has received: the attempt does not count. Returns whether the run waits now:
    /// not if it has ended or has had another attempt.
    async fn take_back(&self, id: &str, prompt_id: &str) -> Result<bool, StoreError>;

    /// Makes a run wait for another attempt, because this one is lost. Returns whether the run waits now: not if it
    /// has ended or has had another attempt.
    async fn place_again(&self, id: &str, prompt_id: &str) -> Result<bool, StoreError>;

    /// Marks a run as running.
    async fn mark_running(&self, id: &str, prompt_id: &str) -> Result<(), StoreError>;

    /// Stores the outcome of a run. Returns false if it had already ended.
    async fn finish(&self, id: &str, outcome: RunOutcome) -> Result<bool, StoreError>;

    /// Notes that the instance at this address must not execute an attempt that was cancelled or given up.
    async fn add_withdrawal(&self, address: &str, prompt_id: &str) -> Result<(), StoreError>;

    /// The attempts that instances must not execute: address and prompt id.
    async fn withdrawals(&self) -> Result<Vec<(String, String)>, StoreError>;

    /// Notes that the instance no longer has the attempt.
    async fn remove_withdrawal(&self, prompt_id: &str) -> Result<(), StoreError>;

    /// Stores the outcome of an attempt as that of its run. Returns false if the run had already ended, or the
    /// attempt was given up.
    async fn finish_attempt(
        &self,
        id: &str,
        prompt_id: &str,
        outcome: RunOutcome,
    ) -> Result<bool, StoreError>;
}
