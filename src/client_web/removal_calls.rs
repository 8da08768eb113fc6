//! The call that deletes a run, which only flowdeck's own service offers.

use super::client::Client;
use client::Error;

impl Client {
    /// Deletes a run that has ended, with its outputs.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if the deployment has no such run (404) or does not offer this (405); any other
    /// kind.
    pub async fn delete_run(&self, run_id: &str) -> Result<(), Error> {
        self.ask(&api::DELETE_RUN, run_id).await
    }
}
