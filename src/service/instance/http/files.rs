//! Files to and from an engine: `POST /upload/image`, `GET /view`. Both streamed.

use std::path::Path;
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use reqwest::{Body, Response, Url};
use serde::Deserialize;
use tokio::fs::File;
use tokio_util::io::ReaderStream;

use super::{EngineHttp, HttpError};

const UPLOAD: Duration = Duration::from_secs(600);

/// A file that an engine keeps.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct FileRef {
    #[serde(alias = "name")]
    pub(crate) filename: String,
    #[serde(default)]
    pub(crate) subfolder: String,
    /// `input`, `output` or `temp`.
    #[serde(rename = "type", default)]
    pub(crate) folder: String,
}

impl EngineHttp {
    /// Sends a file, and gives the name by which nodes load it: the engine may have chosen another.
    pub(crate) async fn upload(
        &self,
        path: &Path,
        name: &str,
        content_type: &str,
        size: u64,
    ) -> Result<String, HttpError> {
        let file = File::open(path).await.map_err(|why| {
            HttpError::new(format!("opening the upload {}: {why}", path.display()))
        })?;
        let body = Body::wrap_stream(ReaderStream::new(file));
        let part = Part::stream_with_length(body, size).file_name(name.to_owned());
        let form = Form::new().part("image", part.mime_str(content_type)?);
        let request = self
            .client
            .post(self.url("/upload/image"))
            .timeout(UPLOAD)
            .multipart(form);
        let answer = request.send().await?.error_for_status()?.bytes().await?;
        let kept: FileRef = serde_json::from_slice(&answer).map_err(|why| {
            HttpError::new(format!(
                "reading the answer to an upload to {}: {why}",
                self.base()
            ))
        })?;
        if kept.subfolder.is_empty() {
            return Ok(kept.filename);
        }
        Ok(format!("{}/{}", kept.subfolder, kept.filename))
    }

    /// `GET /view`: a file that a task gave. The answer is read by the caller.
    pub(crate) async fn view(&self, file: &FileRef) -> Result<Response, HttpError> {
        let query = [
            ("filename", &file.filename),
            ("subfolder", &file.subfolder),
            ("type", &file.folder),
        ];
        let url = Url::parse_with_params(&self.url("/view"), query)
            .map_err(|why| HttpError::new(format!("the address of an output: {why}")))?;
        Ok(self.client.get(url).send().await?.error_for_status()?)
    }
}
