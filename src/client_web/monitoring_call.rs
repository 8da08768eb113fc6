//! The call for what became of the runs, which only flowdeck's own service offers.

use super::client::Client;
use api::Monitoring;
use client::Error;

impl Client {
    /// What became of the runs of the last hours that the key sees, of 1 to 720 hours.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if the deployment does not offer this; any other kind.
    pub async fn monitoring(&self, hours: u32) -> Result<Monitoring, Error> {
        self.ask(&api::MONITORING, &hours.to_string()).await
    }
}
