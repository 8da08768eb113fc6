//! `/view`: serves one file, a range of it, or a preview of an image in another format.

use std::fs::File;
use std::io::{self, BufReader, Cursor};
use std::sync::Arc;

use axum::extract::{Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat};
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::error_response::ErrorResponse;
use crate::opened_file;
use crate::state::ServerState;
use bounded_image::{ImageLimits, ImageRefused};
use comfy_files::{FilePath, Folder, annotated_filepath};

/// The types that a browser would execute on the server's origin.
const EXECUTABLE_TYPES: &[&str] = &[
    "text/html",
    "application/xhtml+xml",
    "text/javascript",
    "application/javascript",
    "text/css",
    "image/svg+xml",
    "text/xml",
    "application/xml",
];

/// The largest image that can have a preview, in pixels.
pub const MAX_PREVIEW_PIXELS: u64 = 1 << 25;

/// What decoding an image for a preview may take. Converting it takes a few bytes per pixel more.
const LIMITS: ImageLimits = ImageLimits {
    pixels: MAX_PREVIEW_PIXELS,
    memory: 512 << 20,
};

/// One preview is made at a time.
static TURN: Semaphore = Semaphore::const_new(1);

/// The query of `GET /view`.
#[derive(Deserialize)]
pub(crate) struct ViewQuery {
    filename: Option<String>,
    #[serde(default)]
    subfolder: String,
    r#type: Option<String>,
    preview: Option<String>,
}

/// `GET /view`: returns the file, or 400, 403 or 404 without a body, as ComfyUI does.
pub(crate) async fn get(
    State(state): State<Arc<ServerState>>,
    Query(query): Query<ViewQuery>,
    request: Request,
) -> Result<Response, StatusCode> {
    let path = file_path(&query)?;
    let file = state.backend.view(&path).await.map_err(failed)?;
    let file = file.ok_or(StatusCode::NOT_FOUND)?;
    let preview = query.preview.filter(|preview| !preview.is_empty());
    let mut response = match preview {
        Some(preview) => serve_preview(file, preview).await,
        None => serve_file(file, &path.name, request)
            .await
            .map_err(failed)?,
    };
    set_headers(&mut response, &path.name);
    Ok(response)
}

fn file_path(query: &ViewQuery) -> Result<FilePath, StatusCode> {
    let filename = query.filename.as_deref().ok_or(StatusCode::NOT_FOUND)?;
    let folder = query
        .r#type
        .as_deref()
        .map_or(Some(Folder::Output), Folder::from_name);
    let (name, folder) = annotated_filepath(filename, folder.ok_or(StatusCode::BAD_REQUEST)?);
    if FilePath::parse(name, folder).is_none() {
        return Err(StatusCode::BAD_REQUEST);
    }
    // A slash in the name is not a traversal, but no file has one.
    let Some((_, name)) = name
        .rsplit_once('/')
        .or(Some(("", name)))
        .filter(|(path, _)| path.is_empty())
    else {
        return Err(StatusCode::NOT_FOUND);
    };
    FilePath::new(folder, &query.subfolder, name).ok_or(StatusCode::FORBIDDEN)
}

fn failed(error: io::Error) -> StatusCode {
    tracing::error!("viewing a file: {error}");
    StatusCode::INTERNAL_SERVER_ERROR
}

async fn serve_file(file: File, name: &str, request: Request) -> io::Result<Response> {
    let mut response = opened_file::answer(file, name, request).await?;
    let kind = response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if EXECUTABLE_TYPES
        .iter()
        .any(|executable| kind.starts_with(executable))
    {
        let plain = HeaderValue::from_static("application/octet-stream");
        response.headers_mut().insert(header::CONTENT_TYPE, plain);
    }
    Ok(response)
}

/// The image as `webp`, or as `jpeg;90` with a quality.
async fn serve_preview(file: File, preview: String) -> Response {
    // The turn belongs to the work, which goes on although the caller may leave.
    let turn = TURN.acquire().await;
    let work = move || {
        let _turn = turn;
        convert(BufReader::new(file), &preview).map_err(|error| error.to_string())
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok((kind, bytes))) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Ok(Err(error)) => {
            ErrorResponse::new("invalid_preview", "The file is not an image", error).into_response()
        }
        Err(error) => ErrorResponse::internal("creating a preview", &error).into_response(),
    }
}

fn convert(file: BufReader<File>, preview: &str) -> Result<(&'static str, Vec<u8>), ImageRefused> {
    let (format, quality) = preview.split_once(';').unwrap_or((preview, "90"));
    let quality = quality.parse::<u8>().unwrap_or(90).clamp(1, 100);
    let image = DynamicImage::from_decoder(bounded_image::open(file, LIMITS)?)?;
    let mut converted = Vec::new();
    if format == "jpeg" {
        let image = DynamicImage::from(image.into_rgb8());
        image.write_with_encoder(JpegEncoder::new_with_quality(&mut converted, quality))?;
        return Ok(("image/jpeg", converted));
    }
    let image = DynamicImage::from(image.into_rgba8());
    image.write_to(&mut Cursor::new(&mut converted), ImageFormat::WebP)?;
    Ok(("image/webp", converted))
}

fn set_headers(response: &mut Response, name: &str) {
    let name: String = name
        .chars()
        .map(|c| if c == '"' { '\'' } else { c })
        .collect();
    let headers = response.headers_mut();
    if let Ok(disposition) = HeaderValue::from_bytes(format!("filename=\"{name}\"").as_bytes()) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
}
