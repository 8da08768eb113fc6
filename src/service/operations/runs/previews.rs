//! The last preview of a run in progress. A signed link is the permission.

use super::RunOperations;
use crate::auth::SignedLink;
use crate::operations::error::DomainError;
use comfy_client::Preview;

impl RunOperations {
    /// The last preview of the run that a link leads to.
    pub async fn preview(&self, run_id: &str, link: &SignedLink) -> Result<Preview, DomainError> {
        let missing =
            || DomainError::NotFound(format!("there is no preview of the run “{run_id}” now"));
        if !self.auth.is_valid(run_id, link) {
            return Err(missing());
        }
        let run = self.store.listed_run(run_id).await?;
        let preview = run.and_then(|run| {
            let instance = self.engines.pool.find(run.instance_address.as_deref()?)?;
            let runs = instance.tasks.runs();
            runs.get(&run.prompt_id)?.progress.preview()
        });
        preview.ok_or_else(missing)
    }
}
