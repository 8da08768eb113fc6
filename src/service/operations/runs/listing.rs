//! Lists runs.

use super::{READ_RUNS, RunOperations};
use crate::auth::Caller;
use crate::operations::error::DomainError;
use crate::run_views::RunView;
use api::Right;
use store::{FIRST_KEY, holder};

pub use store::{Page, RunFilter, SortBy};

/// A page of runs.
pub struct RunPage {
    pub group_id: Option<String>,
    /// The number of runs on all pages.
    pub count: u64,
    pub runs: Vec<RunView>,
}

impl RunOperations {
    /// A page of the runs that the caller can access: those of the named key, or else all of them. Replaces the reach
    /// of the page by the caller's.
    pub async fn list(
        &self,
        caller: &Caller,
        key: Option<&str>,
        mut page: Page,
    ) -> Result<RunPage, DomainError> {
        self.access.require(caller, READ_RUNS)?;
        page.runs.reach = caller.reach();
        page.runs.reach.owner = owner(key, caller)?;
        let group_id = page.runs.group_id.clone();
        let (count, runs) = self.store.runs(page).await?;
        let mut listed = Vec::with_capacity(runs.len());
        for run in runs {
            listed.push(self.views.view(run).await?);
        }
        Ok(RunPage {
            group_id,
            count,
            runs: listed,
        })
    }
}

/// The runs to list: those of the named key, or else all that the caller can access.
fn owner(named: Option<&str>, caller: &Caller) -> Result<Option<String>, DomainError> {
    match (named, caller.sees()) {
        (None, own) => Ok(own.map(str::to_owned)),
        (Some(named), Some(own)) if named != holder(own) => Err(DomainError::NoRight(Right::Admin)),
        (Some(FIRST_KEY), _) => Ok(Some(String::new())),
        (Some(named), _) => Ok(Some(named.to_owned())),
    }
}
