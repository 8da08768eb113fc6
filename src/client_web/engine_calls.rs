//! The calls about the service's engines, which only flowdeck's own service offers.

use super::call_options::CallOptions;
use super::client::Client;
use api::{self, EngineEntry, FoundEngine};
use client::Error;
use json::write_text;

impl Client {
    /// The engine instances of the service.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if the deployment does not offer this; any other kind.
    pub async fn engines(&self) -> Result<Vec<EngineEntry>, Error> {
        self.ask(&api::ENGINES, "").await
    }

    /// The ComfyUI that answer on the service's machine now.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if the deployment does not offer this; any other kind.
    pub async fn found_engines(&self) -> Result<Vec<FoundEngine>, Error> {
        self.ask(&api::FOUND_ENGINES, "").await
    }

    /// Lets the service use the engine instance at an address.
    ///
    /// # Errors
    /// [`client::ErrorKind::Validation`] if the service may not use it; any other kind.
    pub async fn add_engine(&self, url: &str) -> Result<(), Error> {
        let call = self.call(&api::ADD_ENGINE, "", "")?;
        let mut json = "{\"comfy_uri\":".to_owned();
        write_text(url, &mut json);
        json.push('}');
        let options = CallOptions {
            json: Some(json),
            ..CallOptions::default()
        };
        let answer = self.typed(call, None, options).await?;
        answer.read(api::Answer::of)
    }
}
