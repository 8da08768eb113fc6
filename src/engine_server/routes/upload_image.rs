//! `/upload/image`: streams a file of any type to disk, then moves it into its folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Json;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{Request, State};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use crate::error_response::ErrorResponse;
use crate::state::ServerState;
use comfy_files::{FilePath, Folder};
use http_server::charset;
use http_server::multipart::{self, Disposition, NotAForm};

/// `POST /upload/image`: returns `{"name", "subfolder", "type"}`. The name may differ from the uploaded
/// one.
pub(crate) async fn post(
    State(state): State<Arc<ServerState>>,
    request: Request,
) -> Result<Json<Value>, ErrorResponse> {
    let mut form = multipart::open(request).await.map_err(|why| {
        let details = match why {
            NotAForm::OtherType => "its content type is not multipart/form-data",
            NotAForm::NoBoundary => "its content type has no boundary",
        };
        ErrorResponse::new(
            "invalid_upload",
            "The body is not a multipart form",
            details,
        )
    })?;
    let mut upload = Upload::default();
    while let Some(field) = form.next_field().await.map_err(|error| malformed(&error))? {
        upload.read_part(field, &state).await?;
    }
    let Some((name, file)) = upload.file.take() else {
        return Err(ErrorResponse::new(
            "no_file",
            "No file was uploaded",
            "send it as the part `image` with a filename",
        ));
    };
    let path = upload.path(&name)?;
    let overwrite = upload.overwrite;
    let moving =
        tokio::task::spawn_blocking(move || state.store.adopt_upload(&file.0, path, overwrite))
            .await;
    let path = moving
        .map_err(|error| ErrorResponse::internal("storing an upload", &error))?
        .map_err(|error| ErrorResponse::internal("storing an upload", &error))?;
    Ok(Json(
        json!({ "name": path.name, "subfolder": path.subfolder, "type": path.folder.name() }),
    ))
}

/// The parts of the form, which may come in any order.
#[derive(Default)]
struct Upload {
    file: Option<(String, PartialFile)>,
    overwrite: bool,
    subfolder: String,
    folder: String,
}

impl Upload {
    async fn read_part(
        &mut self,
        field: Field<'_>,
        state: &ServerState,
    ) -> Result<(), ErrorResponse> {
        let Disposition { name, file_name } = multipart::names(&field, None)
            .map_err(|why| invalid_name(&format!("the name of a part {why}")))?;
        match name.unwrap_or_default().as_str() {
            "image" => {
                let name =
                    file_name.ok_or_else(|| invalid_name("the part `image` is not a file"))?;
                self.file = Some((name, receive(field, state).await?));
            }
            "overwrite" => self.overwrite = matches!(text(field).await?.as_str(), "true" | "1"),
            "subfolder" => self.subfolder = text(field).await?,
            "type" => self.folder = text(field).await?,
            _ => {}
        }
        Ok(())
    }

    fn path(&self, name: &str) -> Result<FilePath, ErrorResponse> {
        let folder = match self.folder.as_str() {
            "" => Folder::Input,
            name => Folder::from_name(name).ok_or_else(|| {
                ErrorResponse::new("invalid_type", "type must be input, output or temp", name)
            })?,
        };
        FilePath::new(folder, &self.subfolder, name).ok_or_else(|| {
            invalid_name(&format!(
                "`{}/{name}` points outside the folder or is not a file name",
                self.subfolder
            ))
        })
    }
}

/// A file during its upload; removed unless the upload succeeds.
struct PartialFile(PathBuf);

impl AsRef<Path> for PartialFile {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        // Fails after a successful upload, because the file was moved.
        let _removed = std::fs::remove_file(&self.0);
    }
}

async fn receive(mut field: Field<'_>, state: &ServerState) -> Result<PartialFile, ErrorResponse> {
    let failed = |error: std::io::Error| ErrorResponse::internal("storing an upload", &error);
    let uploads = state.store.uploads();
    let partial = PartialFile(uploads.join(uuid::Uuid::new_v4().to_string()));
    let mut file = private_files::create(&partial.0).await.map_err(failed)?;
    while let Some(chunk) = field.chunk().await.map_err(|error| malformed(&error))? {
        file.write_all(&chunk).await.map_err(failed)?;
    }
    file.flush().await.map_err(failed)?;
    Ok(partial)
}

async fn text(field: Field<'_>) -> Result<String, ErrorResponse> {
    let bytes = field.bytes().await.map_err(|error| malformed(&error))?;
    charset::decode(None, bytes.to_vec()).map_err(|why| invalid_name(&format!("a part {why}")))
}

fn malformed(error: &MultipartError) -> ErrorResponse {
    ErrorResponse::new(
        "invalid_upload",
        "The upload could not be parsed",
        error.body_text(),
    )
    .with_status(error.status())
}

fn invalid_name(details: &str) -> ErrorResponse {
    ErrorResponse::new("invalid_name", "The file name is not valid", details)
}
