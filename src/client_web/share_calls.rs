//! The calls for sharing results by links, which only flowdeck's own service offers.

use super::call_options::CallOptions;
use super::client::Client;
use api::{self, Share};
use client::Error;
use client::digits;
use json::write_text;

impl Client {
    /// Makes a link to the result of a completed run that needs no key and expires after this many days.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if the deployment has no such run or does not offer this; any other
    /// kind.
    pub async fn share(&self, run_id: &str, days: u32) -> Result<Share, Error> {
        let call = self.call(&api::SHARE, "", "")?;
        let mut json = "{\"run_id\":".to_owned();
        write_text(run_id, &mut json);
        for piece in [",\"days\":", &digits(days), "}"] {
            json.push_str(piece);
        }
        let options = CallOptions {
            json: Some(json),
            ..CallOptions::default()
        };
        let answer = self.typed(call, None, options).await?;
        answer.read(api::Answer::of)
    }

    /// The links of this key that have not expired, from last to first.
    ///
    /// # Errors
    /// As [`Client::share`].
    pub async fn shares(&self) -> Result<Vec<Share>, Error> {
        self.ask(&api::SHARES, "").await
    }

    /// Ends a link.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if it has ended already; any other kind.
    pub async fn revoke_share(&self, id: &str) -> Result<(), Error> {
        self.ask(&api::REVOKE_SHARE, id).await
    }
}
