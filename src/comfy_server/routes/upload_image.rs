//! `/upload/image`: streams a file of any type to the backend, which then keeps it in its folder.

use std::io;
use std::sync::Arc;

use axum::Json;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{Request, State};
use serde_json::{Value, json};

use crate::backend::{Backend, NewUpload};
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
        upload.read_part(field, &*state.backend).await?;
    }
    let Some((name, file)) = upload.file.take() else {
        return Err(ErrorResponse::new(
            "no_file",
            "No file was uploaded",
            "send it as the part `image` with a filename",
        ));
    };
    let path = upload.path(&name)?;
    let kept = file.keep(path, upload.overwrite).await;
    let path = kept.map_err(|error| not_stored(&error))?;
    Ok(Json(
        json!({ "name": path.name, "subfolder": path.subfolder, "type": path.folder.name() }),
    ))
}

/// The parts of the form, which may come in any order.
#[derive(Default)]
struct Upload {
    file: Option<(String, Box<dyn NewUpload>)>,
    overwrite: bool,
    subfolder: String,
    folder: String,
}

impl Upload {
    async fn read_part(
        &mut self,
        field: Field<'_>,
        backend: &dyn Backend,
    ) -> Result<(), ErrorResponse> {
        let Disposition { name, file_name } = multipart::names(&field, None)
            .map_err(|why| invalid_name(&format!("the name of a part {why}")))?;
        match name.unwrap_or_default().as_str() {
            "image" => {
                let name =
                    file_name.ok_or_else(|| invalid_name("the part `image` is not a file"))?;
                self.file = Some((name, receive(field, backend).await?));
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

async fn receive(
    mut field: Field<'_>,
    backend: &dyn Backend,
) -> Result<Box<dyn NewUpload>, ErrorResponse> {
    let mut file = backend.upload().await.map_err(|error| not_stored(&error))?;
    while let Some(chunk) = field.chunk().await.map_err(|error| malformed(&error))? {
        let written = file.write(&chunk).await;
        written.map_err(|error| not_stored(&error))?;
    }
    Ok(file)
}

async fn text(field: Field<'_>) -> Result<String, ErrorResponse> {
    let bytes = field.bytes().await.map_err(|error| malformed(&error))?;
    charset::decode(None, bytes.to_vec()).map_err(|why| invalid_name(&format!("a part {why}")))
}

fn not_stored(error: &io::Error) -> ErrorResponse {
    ErrorResponse::internal("storing an upload", error)
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
