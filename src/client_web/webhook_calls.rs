//! The calls about the deliveries of webhooks, which only flowdeck's own service offers.

use super::client::Client;
use api::DeliveryList;
use client::Error;

impl Client {
    /// The newest deliveries of this key in a state: `pending`, `delivered` or `failed`.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if the deployment does not offer this; any other kind.
    pub async fn deliveries(&self, state: &str) -> Result<DeliveryList, Error> {
        self.ask(&api::DELIVERIES, state).await
    }

    /// Sends a delivery again.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if it is no longer kept; any other kind.
    pub async fn replay(&self, id: &str) -> Result<(), Error> {
        self.ask(&api::REPLAY, id).await
    }
}
