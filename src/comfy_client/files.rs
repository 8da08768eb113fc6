//! Files to and from an engine, streamed: `POST /upload/image` and `GET /view`.

use std::fmt::Display;
use std::time::Duration;

use blobs::BlobReader;
use bytes::Bytes;
use futures_util::StreamExt;
use reqwest::header::{self, HeaderValue};
use reqwest::multipart::{Form, Part};
use reqwest::{Body, RequestBuilder, Response, StatusCode, Url};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::io::ReaderStream;

use super::client::{EngineClient, answer, successful};
use super::error::EngineError;
use json::tolerant;
use run_core::EngineFile;

/// A file that is being downloaded.
pub struct Download {
    response: Response,
    /// Shows whether the file is still the same.
    validator: Option<HeaderValue>,
    /// The first byte of it that comes.
    start: u64,
    /// How many bytes it may have, and how many of these are left.
    limit: u64,
    left: u64,
    stall: Duration,
}

impl Download {
    /// The first byte of the file that comes.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The next bytes; `None` at the end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, EngineError> {
        let chunk = timeout(self.stall, self.response.chunk()).await;
        let chunk = chunk.map_err(|_| stalled(self.response.url(), self.stall))??;
        let length = chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
        let left = self.left.checked_sub(length);
        self.left = left.ok_or_else(|| self.too_large())?;
        Ok(chunk)
    }

    fn too_large(&self) -> EngineError {
        EngineError::too_large(self.response.url().as_str(), self.limit)
    }
}

/// Waits until nothing has moved for as long as this.
async fn standstill(moves: &watch::Receiver<Instant>, stall: Duration) {
    loop {
        let due = *moves.borrow() + stall;
        if due <= Instant::now() {
            return;
        }
        sleep_until(due).await;
    }
}

fn stalled(url: &Url, stall: Duration) -> EngineError {
    let seconds = stall.as_secs();
    EngineError::stalled(format!("{url} sent nothing for {seconds} s"))
}

impl EngineClient {
    /// Uploads a file. Returns the name by which nodes load it, which the engine may have changed.
    pub async fn upload(
        &self,
        file: BlobReader,
        name: &str,
        size: u64,
    ) -> Result<String, EngineError> {
        let (moved, moves) = watch::channel(Instant::now());
        let chunks = ReaderStream::new(file).inspect(move |_| {
            moved.send_replace(Instant::now());
        });
        let body = Body::wrap_stream(chunks);
        let part = Part::stream_with_length(body, size).file_name(name.to_owned());
        // No content type: engines ignore it, and the caller's may be malformed.
        let form = Form::new().part("image", part);
        let request = self.post_request("/upload/image")?.multipart(form);
        let stall = self.limits().upload_stall;
        let body = tokio::select! {
            body = answer(request, self.limits().upload) => body?,
            () = standstill(&moves, stall) => {
                let seconds = stall.as_secs();
                let why = format!("{} took nothing of an upload for {seconds} s", self.address());
                return Err(EngineError::stalled(why));
            }
        };
        let unreadable = |why: &dyn Display| self.unreadable("answer to an upload", why);
        let stored: Value = tolerant::from_slice(&body).map_err(|why| unreadable(&why))?;
        let stored =
            EngineFile::of(&stored).ok_or_else(|| unreadable(&"it does not name a file"))?;
        if stored.subfolder.is_empty() {
            return Ok(stored.filename);
        }
        Ok(format!("{}/{}", stored.subfolder, stored.filename))
    }

    /// `GET /view`: opens an engine's file of at most this many bytes.
    pub async fn view(&self, file: &EngineFile, limit: u64) -> Result<Download, EngineError> {
        let url = self.view_url(file)?;
        let response = self.open(self.get_request(url.clone())?, &url).await?;
        let download = Download {
            validator: validator(&response),
            start: 0,
            limit,
            left: limit,
            stall: self.limits().output_stall,
            response,
        };
        match download.response.content_length() {
            Some(length) if length > limit => Err(download.too_large()),
            _ => Ok(download),
        }
    }

    /// Opens a file again whose download has stopped, from its byte `start` on; from its first byte if the engine
    /// cannot do that, or the file has changed.
    pub async fn view_rest(
        &self,
        file: &EngineFile,
        stopped: &Download,
        start: u64,
    ) -> Result<Download, EngineError> {
        let Some(validator) = stopped.validator.clone() else {
            return self.view(file, stopped.limit).await;
        };
        let url = self.view_url(file)?;
        let request = self.get_request(url.clone())?;
        let request = request
            .header(header::RANGE, format!("bytes={start}-"))
            .header(header::IF_RANGE, validator.clone());
        let response = self.open(request, &url).await?;
        let start = match response.status() {
            StatusCode::PARTIAL_CONTENT => start,
            _ => 0,
        };
        Ok(Download {
            validator: Some(validator),
            start,
            limit: stopped.limit,
            left: stopped.limit.saturating_sub(start),
            stall: stopped.stall,
            response,
        })
    }

    fn view_url(&self, file: &EngineFile) -> Result<Url, EngineError> {
        let query = [
            ("filename", &file.filename),
            ("subfolder", &file.subfolder),
            ("type", &file.folder),
        ];
        Url::parse_with_params(&self.url("/view"), query)
            .map_err(|why| EngineError::new(format!("building the address of an output: {why}")))
    }

    async fn open(&self, request: RequestBuilder, url: &Url) -> Result<Response, EngineError> {
        let stall = self.limits().output_stall;
        let opening = async { successful(request.send().await?).await };
        let opened = timeout(stall, opening).await;
        opened.map_err(|_| stalled(url, stall))?
    }
}

/// Shows whether a file is still the same.
fn validator(response: &Response) -> Option<HeaderValue> {
    let is_strong = |tag: &&HeaderValue| !tag.as_bytes().starts_with(b"W/");
    let headers = response.headers();
    let tag = headers.get(header::ETAG).filter(is_strong);
    tag.or_else(|| headers.get(header::LAST_MODIFIED)).cloned()
}
