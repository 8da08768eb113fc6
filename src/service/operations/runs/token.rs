//! Tokens with which a browser follows, reads and cancels one run, and nothing else.

use chrono::{DateTime, SecondsFormat, TimeDelta};

use super::RunOperations;
use crate::auth::Caller;
use crate::clock;
use crate::operations::access::Needs;
use crate::operations::error::DomainError;
use api::{Right, RunToken};

/// To make a token for one run.
pub const MAKE_RUN_TOKEN: Needs = Needs::right(Right::Read);

/// The seconds until a token expires: by default, and at most. A run may wait for days.
pub const SECONDS: (u32, u32) = (3600, 7 * 24 * 3600);

impl RunOperations {
    /// Makes a token for a run of the caller that is valid for this many seconds.
    pub async fn make_token(
        &self,
        caller: &Caller,
        run_id: &str,
        seconds: u32,
    ) -> Result<RunToken, DomainError> {
        self.access.require(caller, MAKE_RUN_TOKEN)?;
        let run = self.find(caller, run_id).await?;
        let seconds = seconds.min(SECONDS.1);
        let end = clock::now() + TimeDelta::seconds(seconds.into());
        // The signature has whole seconds.
        let end = DateTime::from_timestamp(end.timestamp(), 0).unwrap_or(end);
        let link_id = self.auth.keys.link_id(&caller.name);
        Ok(RunToken {
            token: self.auth.tokens.token(&run.id, &link_id, end),
            run_id: run.id,
            expires_at: end.to_rfc3339_opts(SecondsFormat::Secs, true),
        })
    }
}
