//! `GET /view`: one file of the engine's folders, whole or in part, or a picture in another format.

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat};
use serde::Deserialize;
use tower_http::services::ServeFile;

use super::Shared;
use super::answer::Refusal;
use crate::engine::store::{self, Folder, Place, Store};

/// What a browser must not run on the engine's origin.
const ACTIVE: &[&str] = &[
    "text/html",
    "application/xhtml+xml",
    "text/javascript",
    "application/javascript",
    "text/css",
    "image/svg+xml",
    "text/xml",
    "application/xml",
];

#[derive(Deserialize)]
pub(super) struct Asked {
    filename: Option<String>,
    #[serde(default)]
    subfolder: String,
    r#type: Option<String>,
    preview: Option<String>,
}

/// Answers the file; 400, 403 or 404 without a body where ComfyUI does.
pub(super) async fn view(
    State(shared): State<Arc<Shared>>,
    Query(asked): Query<Asked>,
    request: Request,
) -> Result<Response, StatusCode> {
    let place = place(&asked)?;
    if !shared.folders.exists(&place) {
        return Err(StatusCode::NOT_FOUND);
    }
    let mut response = match asked
        .preview
        .as_deref()
        .filter(|preview| !preview.is_empty())
    {
        Some(preview) => converted(shared, place.clone(), preview.to_owned()).await,
        None => whole(&shared.folders.path(&place), request).await?,
    };
    name(&mut response, &place.name);
    Ok(response)
}

fn place(asked: &Asked) -> Result<Place, StatusCode> {
    let named = asked.filename.as_deref().ok_or(StatusCode::NOT_FOUND)?;
    let folder = asked
        .r#type
        .as_deref()
        .map_or(Some(Folder::Output), Folder::of);
    let (name, folder) = store::annotated(named, folder.ok_or(StatusCode::BAD_REQUEST)?);
    if Place::parse(name, folder).is_none() {
        return Err(StatusCode::BAD_REQUEST);
    }
    // A slash in the name is no traversal, but no file has one.
    let Some((_, name)) = name
        .rsplit_once('/')
        .or(Some(("", name)))
        .filter(|(path, _)| path.is_empty())
    else {
        return Err(StatusCode::NOT_FOUND);
    };
    Place::new(folder, &asked.subfolder, name).ok_or(StatusCode::FORBIDDEN)
}

async fn whole(path: &Path, request: Request) -> Result<Response, StatusCode> {
    let served = ServeFile::new(path).try_call(request).await;
    let mut response = served
        .map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?
        .map(Body::new);
    let kind = response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if ACTIVE.iter().any(|active| kind.starts_with(active)) {
        let plain = HeaderValue::from_static("application/octet-stream");
        response.headers_mut().insert(header::CONTENT_TYPE, plain);
    }
    Ok(response)
}

/// The picture as `webp` or `jpeg`, with a quality behind a semicolon for the latter.
async fn converted(shared: Arc<Shared>, place: Place, preview: String) -> Response {
    let work = move || {
        let bytes = shared
            .folders
            .read(&place)
            .map_err(|error| error.to_string())?;
        convert(&bytes, &preview).map_err(|error| error.to_string())
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok((kind, bytes))) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        Ok(Err(error)) => {
            Refusal::new("invalid_preview", "The file is no picture", error).into_response()
        }
        Err(error) => Refusal::internal("making a preview", &error).into_response(),
    }
}

fn convert(bytes: &[u8], preview: &str) -> image::ImageResult<(&'static str, Vec<u8>)> {
    let (format, quality) = preview.split_once(';').unwrap_or((preview, "90"));
    let quality = quality.parse::<u8>().unwrap_or(90).clamp(1, 100);
    let picture = image::load_from_memory(bytes)?;
    let mut converted = Vec::new();
    if format == "jpeg" {
        let picture = DynamicImage::from(picture.into_rgb8());
        picture.write_with_encoder(JpegEncoder::new_with_quality(&mut converted, quality))?;
        return Ok(("image/jpeg", converted));
    }
    let picture = DynamicImage::from(picture.into_rgba8());
    picture.write_to(&mut Cursor::new(&mut converted), ImageFormat::WebP)?;
    Ok(("image/webp", converted))
}

fn name(response: &mut Response, name: &str) {
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
