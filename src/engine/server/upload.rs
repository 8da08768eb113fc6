//! `POST /upload/image`: a file of any kind, streamed to disk, then moved to its place.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Json;
use axum::extract::multipart::{Field, MultipartError, MultipartRejection};
use axum::extract::{Multipart, State};
use serde_json::{Value, json};
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use super::Shared;
use super::answer::Refusal;
use crate::engine::store::{Folder, Place};

/// Answers `{"name", "subfolder", "type"}`: the name that was used, not always the one given.
pub(super) async fn upload(
    State(shared): State<Arc<Shared>>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<Value>, Refusal> {
    let mut form = form.map_err(|error| {
        Refusal::new(
            "invalid_upload",
            "The body is no multipart form",
            error.body_text(),
        )
    })?;
    let mut asked = Asked::default();
    while let Some(field) = form.next_field().await.map_err(|error| malformed(&error))? {
        asked.take(field, &shared).await?;
    }
    let Some((name, file)) = asked.file.take() else {
        return Err(Refusal::new(
            "no_file",
            "No file was uploaded",
            "send it as the part `image`, with a filename",
        ));
    };
    let place = asked.place(&name)?;
    let moving =
        tokio::task::spawn_blocking(move || shared.folders.adopt(&file.0, place, asked.overwrite))
            .await;
    let place = moving
        .map_err(|error| Refusal::internal("storing an upload", &error))?
        .map_err(|error| Refusal::internal("storing an upload", &error))?;
    Ok(Json(
        json!({ "name": place.name, "subfolder": place.subfolder, "type": place.folder.name() }),
    ))
}

/// What the form holds, in whatever order its parts come.
#[derive(Default)]
struct Asked {
    file: Option<(String, Passing)>,
    overwrite: bool,
    subfolder: String,
    folder: String,
}

impl Asked {
    async fn take(&mut self, field: Field<'_>, shared: &Shared) -> Result<(), Refusal> {
        match field.name().unwrap_or_default() {
            "image" => {
                let name = field.file_name().map(str::to_owned);
                let name = name.ok_or_else(|| bad_name("the part `image` is no file"))?;
                self.file = Some((name, receive(field, shared).await?));
            }
            "overwrite" => self.overwrite = matches!(text(field).await?.as_str(), "true" | "1"),
            "subfolder" => self.subfolder = text(field).await?,
            "type" => self.folder = text(field).await?,
            _ => {}
        }
        Ok(())
    }

    fn place(&self, name: &str) -> Result<Place, Refusal> {
        let folder = match self.folder.as_str() {
            "" => Folder::Input,
            name => Folder::of(name).ok_or_else(|| {
                Refusal::new("invalid_type", "type is none of input, output, temp", name)
            })?,
        };
        Place::new(folder, &self.subfolder, name).ok_or_else(|| {
            bad_name(&format!(
                "`{}/{name}` leaves the folder or is no file name",
                self.subfolder
            ))
        })
    }
}

/// A file on its way, removed if it gets nowhere.
struct Passing(PathBuf);

impl AsRef<Path> for Passing {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Passing {
    fn drop(&mut self) {
        // It is gone already when it was moved to its place.
        let _gone = std::fs::remove_file(&self.0);
    }
}

async fn receive(mut field: Field<'_>, shared: &Shared) -> Result<Passing, Refusal> {
    let failed = |error: std::io::Error| Refusal::internal("storing an upload", &error);
    let passing = Passing(
        shared
            .folders
            .uploads()
            .join(uuid::Uuid::new_v4().to_string()),
    );
    let mut file = File::create_new(&passing).await.map_err(failed)?;
    while let Some(chunk) = field.chunk().await.map_err(|error| malformed(&error))? {
        file.write_all(&chunk).await.map_err(failed)?;
    }
    file.flush().await.map_err(failed)?;
    Ok(passing)
}

async fn text(field: Field<'_>) -> Result<String, Refusal> {
    field.text().await.map_err(|error| malformed(&error))
}

fn malformed(error: &MultipartError) -> Refusal {
    Refusal::new(
        "invalid_upload",
        "The upload could not be read",
        error.body_text(),
    )
    .with_status(error.status())
}

fn bad_name(details: &str) -> Refusal {
    Refusal::new("invalid_name", "The file has no usable name", details)
}
