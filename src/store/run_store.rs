//! The runs, from their submission to their end. No I/O.

use async_trait::async_trait;

use api::LeftOut;

use crate::error::StoreError;
use crate::hold::{Claim, Hold};
use crate::outcome::RunOutcome;
use crate::page::Page;
use crate::run_record::RunRecord;

/// The runs, whether they have ended or not. A run that has ended never changes.
#[async_trait]
pub trait RunStore: Send + Sync {
    /// The run with this id.
    async fn run(&self, id: &str) -> Result<Option<RunRecord>, StoreError>;

    /// The run with this id as in a page of runs: without its workflow, and with shortened texts.
    async fn listed_run(&self, id: &str) -> Result<Option<RunRecord>, StoreError>;

    /// One page of runs, and the number of runs on all pages. Large texts are shortened.
    async fn runs(&self, page: Page) -> Result<(u64, Vec<RunRecord>), StoreError>;

    /// Whether there is a run with this id.
    async fn has_run(&self, id: &str) -> Result<bool, StoreError>;

    /// Those of these ids that belong neither to a run nor to a run that is being removed.
    async fn unknown(&self, ids: Vec<String>) -> Result<Vec<String>, StoreError>;

    /// The run that its owner submitted under this idempotency key within the last 24 hours.
    async fn submitted(&self, owner: &str, key: &str) -> Result<Option<RunRecord>, StoreError>;
}

/// The runs that have not ended. A caller that does not know whether a change was written may repeat it: the repetition
/// changes nothing.
#[async_trait]
pub trait OpenRunStore: Send + Sync {
    /// Stores a new run. If its owner used its idempotency key within the last 24 hours, it is not stored, and the run
    /// from then is returned. Refused if its owner has reached the number of runs that it may start today.
    async fn insert(&self, run: RunRecord) -> Result<Option<RunRecord>, StoreError>;

    /// The ids of the runs that have not ended, including damaged ones, oldest first.
    async fn unfinished(&self) -> Result<Vec<String>, StoreError>;

    /// Claims a run that waits: records that it is about to be handed over. `None` if it no longer waits, or another
    /// holder has claimed it.
    async fn begin_attempt(&self, claim: Claim) -> Result<Option<Hold>, StoreError>;

    /// Records the id that the instance chose for an attempt. Returns the attempt with this id; `None` if it was no
    /// longer held.
    async fn set_prompt_id(&self, hold: &Hold, prompt_id: &str)
    -> Result<Option<Hold>, StoreError>;

    /// Records which outputs the instance leaves out. Returns whether the attempt was held.
    async fn set_left_out(&self, hold: &Hold, left_out: Vec<LeftOut>) -> Result<bool, StoreError>;

    /// Makes a run wait again because the instance did not receive it. The attempt does not count. Returns whether the
    /// run waits now.
    async fn take_back(&self, hold: &Hold) -> Result<bool, StoreError>;

    /// Makes a run wait for another attempt because this one is lost. Returns whether the run waits now.
    async fn place_again(&self, hold: &Hold) -> Result<bool, StoreError>;

    /// Marks a run as running. Returns whether the attempt was held.
    async fn mark_running(&self, hold: &Hold) -> Result<bool, StoreError>;

    /// Ends a run with the outcome of an attempt. Returns whether the attempt was held.
    async fn finish_attempt(&self, hold: &Hold, outcome: RunOutcome) -> Result<bool, StoreError>;

    /// Ends a run regardless of its holder, for example when it is cancelled. Returns false if it had already ended.
    async fn finish(&self, id: &str, outcome: RunOutcome) -> Result<bool, StoreError>;
}

/// The attempts that instances must not execute, because they were cancelled or given up.
#[async_trait]
pub trait WithdrawalStore: Send + Sync {
    /// Notes that the instance at this address must not execute an attempt.
    async fn add_withdrawal(&self, address: &str, prompt_id: &str) -> Result<(), StoreError>;

    /// The address and the prompt id of each.
    async fn withdrawals(&self) -> Result<Vec<(String, String)>, StoreError>;

    /// Notes that the instance no longer has the attempt.
    async fn remove_withdrawal(&self, prompt_id: &str) -> Result<(), StoreError>;
}
