//! The calls for opening and deploying a workflow in a page. Does not know what is deployed.

use js_sys::Uint8Array;

use super::call_options::CallOptions;
use super::client::Client;
use super::form_part::FormPart;
use client::Error;
use json::Json;

/// The timeout of reading the classes, in milliseconds: a file can be opened without them.
const OBJECT_INFO_TIMEOUT_MS: u32 = 8_000;
/// The path of a workflow in an OpenAPI document.
const PATH: &str = "/api/v1/comfy/workflows/{workflow_id}";
/// The depth at which the document has the methods of a path.
const DEPTH: usize = 4;

impl Client {
    /// The body of `GET /api/v1/comfy/object_info`: what the deployment's engines know of their node classes. It may
    /// be large, so the caller decides where to parse it.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if the deployment does not offer this.
    pub async fn object_info(&self) -> Result<Uint8Array, Error> {
        let call = self.call(&api::OBJECT_INFO, "", "")?;
        let options = CallOptions {
            timeout_ms: Some(OBJECT_INFO_TIMEOUT_MS),
            ..CallOptions::default()
        };
        let answer = self.typed(call, None, options).await?;
        Ok(answer.body())
    }

    /// Whether the deployment lets callers deploy workflows, by its OpenAPI document.
    ///
    /// # Errors
    /// [`client::ErrorKind::NotFound`] if it has no such document.
    pub async fn offers_deploy(&self) -> Result<bool, Error> {
        let call = self.call(&api::OPENAPI, "", "")?;
        let answer = self.typed(call, None, CallOptions::default()).await?;
        answer.decode(|body| {
            let document = Json::read(body, DEPTH)?;
            let methods = document.get("paths").get(PATH).members();
            Ok(methods.is_some_and(|methods| methods.iter().any(|(name, _)| name == "put")))
        })
    }

    /// Deploys a workflow as the newest version of this id.
    ///
    /// # Errors
    /// [`client::ErrorKind::Validation`] if the server rejects a part; any other kind.
    pub async fn deploy(&self, workflow_id: &str, parts: &[FormPart]) -> Result<(), Error> {
        let call = self.call(&api::DEPLOY, workflow_id, "")?;
        let parts = FormPart::list(parts);
        let answer = self.typed(call, Some(&parts), CallOptions::default());
        answer.await.map(|_| ())
    }
}
