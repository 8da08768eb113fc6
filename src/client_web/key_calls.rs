//! The call about the key in use, which only flowdeck's own service offers.

use super::client::Client;
use api::OwnKey;
use client::Error;

impl Client {
    /// What the key in use may do, and what it has used.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if the deployment does not offer this; any other kind.
    pub async fn own_key(&self) -> Result<OwnKey, Error> {
        self.ask(&api::OWN_KEY, "").await
    }

    /// Whether the key in use may deploy, where that is offered. A deployment that does not describe keys lets each of
    /// them deploy.
    pub async fn may_deploy(&self) -> bool {
        let key = self.own_key().await;
        key.map_or(true, |key| key.may_deploy())
    }
}
