//! Files to and from an engine, streamed: `POST /upload/image` and `GET /view`.

use std::path::Path;
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Body, Response, Url};
use serde::Deserialize;
use tokio::fs::File;
use tokio_util::io::ReaderStream;

use super::client::EngineClient;
use super::error::EngineError;

const UPLOAD_TIMEOUT: Duration = Duration::from_secs(600);

/// A file stored by an engine.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct EngineFile {
    #[serde(alias = "name")]
    pub(crate) filename: String,
    #[serde(default)]
    pub(crate) subfolder: String,
    /// `input`, `output` or `temp`.
    #[serde(rename = "type", default)]
    pub(crate) folder: String,
}

impl EngineClient {
    /// Uploads a file. Returns the name by which nodes load it, which the engine may have changed.
    pub(crate) async fn upload(
        &self,
        path: &Path,
        name: &str,
        content_type: &str,
        size: u64,
    ) -> Result<String, EngineError> {
        let file = File::open(path).await.map_err(|why| {
            EngineError::new(format!("opening the upload {}: {why}", path.display()))
        })?;
        let body = Body::wrap_stream(ReaderStream::new(file));
        let part = Part::stream_with_length(body, size).file_name(name.to_owned());
        let form = Form::new().part("image", part.mime_str(content_type)?);
        let request = self
            .post_request("/upload/image")
            .timeout(UPLOAD_TIMEOUT)
            .multipart(form);
        let answer = request.send().await?.error_for_status()?.bytes().await?;
        let stored: EngineFile = serde_json::from_slice(&answer).map_err(|why| {
            EngineError::new(format!(
                "reading the answer to an upload to {}: {why}",
                self.address()
            ))
        })?;
        if stored.subfolder.is_empty() {
            return Ok(stored.filename);
        }
        Ok(format!("{}/{}", stored.subfolder, stored.filename))
    }

    /// `GET /view`: opens an engine's file. The caller reads the answer.
    pub(crate) async fn view(&self, file: &EngineFile) -> Result<Response, EngineError> {
        let query = [
            ("filename", &file.filename),
            ("subfolder", &file.subfolder),
            ("type", &file.folder),
        ];
        let url = Url::parse_with_params(&self.url("/view"), query)
            .map_err(|why| EngineError::new(format!("building the address of an output: {why}")))?;
        Ok(self.get_request(url).send().await?.error_for_status()?)
    }
}
