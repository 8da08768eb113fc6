//! Reads the form of a request. A multipart form is read as a stream: texts into memory, files into the uploads, so
//! that memory use stays flat. Does not know what happens to the values.
//! Source: the contract, section 2.1.

mod error;
mod file;
mod text;
mod url_encoded;

use axum::body::HttpBody;
use axum::extract::Request;
use axum::extract::multipart::Field as FormPart;
use axum::http::{HeaderMap, header};
pub(crate) use error::too_large;
use file::ReceivedFile;
use text::ReceivedText;

use super::api_error::ApiError;
use super::request_body;
use http_server::multipart::{self, Disposition};
use schema::{FieldError, FieldKind, InputSchema};
use service::UploadLimit;
use service::form::{FileReference, Form, FormEntry, FormFile, FormValue};
use service::uploads::NewUploads;

/// The maximum number of parts in a form.
const MAX_PARTS: usize = 1000;

/// The maximum size of all texts of a form and of all names in it, in bytes. The store keeps them.
const MAX_STORED: usize = 8 << 20;
/// The maximum size of a field's name, in bytes.
const MAX_NAME: usize = 1 << 10;
/// How many characters of a name that is too long an error has.
const NAMED: usize = 60;

/// Reads one form.
#[derive(Default)]
struct Reader {
    form: Form,
}

/// The fields of a form, the maximum size of the form and of each file, and the charset of its names and of the texts
/// that have none of their own.
struct Limits<'a> {
    schema: &'a InputSchema,
    max_upload: usize,
    file: Option<UploadLimit>,
    charset: Option<String>,
}

impl Limits<'_> {
    /// The kind of the field with this name, if it takes a file.
    fn kind_of_file(&self, name: &str) -> Option<&FieldKind> {
        let field = self.schema.taking(name)?;
        field.kind.accept().is_some().then_some(&field.kind)
    }
}

/// Reads the form of a request. Files of fields that take one are received as `uploads`.
///
/// # Errors
/// When the body is not a complete form, is too large, or the disk is full. The rest of the body is then
/// drained in the background.
pub(crate) async fn read(
    request: Request,
    schema: &InputSchema,
    uploads: &mut NewUploads,
    max_upload: usize,
    file: Option<UploadLimit>,
) -> Result<Form, ApiError> {
    let (head, body) = request.into_parts();
    let (kind, charset) = content_type(&head.headers);
    if body.is_end_stream() {
        return match kind.as_deref() == Some("multipart/form-data") {
            true => Err(error::malformed("it is empty", "multipart_parsing")),
            false => Ok(Form::default()),
        };
    }
    let is_url_encoded = kind.as_deref() == Some(url_encoded::CONTENT_TYPE);
    let (body, remainder) = request_body::drainable(body);
    let limits = Limits {
        schema,
        max_upload,
        file,
        charset,
    };
    let request = Request::from_parts(head, body);
    let result = match is_url_encoded {
        true => read_url_encoded(request, limits.charset.as_deref()).await,
        false => read_parts(request, uploads, &limits).await,
    };
    if result.is_err() {
        remainder.drain();
    }
    result
}

/// The media type of a body or of a part of it, and its charset.
fn content_type(headers: &HeaderMap) -> (Option<String>, Option<String>) {
    let text = headers.get(header::CONTENT_TYPE);
    let Some(text) = text.and_then(|text| text.to_str().ok()) else {
        return (None, None);
    };
    let kind = text.split(';').next().unwrap_or_default();
    let charset = multipart::parameter(text, "charset");
    (Some(kind.trim().to_ascii_lowercase()), charset)
}

async fn read_url_encoded(request: Request, charset: Option<&str>) -> Result<Form, ApiError> {
    let mut reader = Reader::default();
    for (name, text) in url_encoded::read(request, charset).await? {
        reader.ensure_room()?;
        if name.is_empty() {
            let number = reader.form.entries.len() + 1;
            return Err(error::unnamed(number, "has no field name, or an empty one"));
        }
        ensure_short(&name)?;
        let size = text.len();
        reader.form.memory.take(size)?;
        reader.push_text(name, text::checked(text, size, charset));
        reader.ensure_stored_size()?;
    }
    Ok(reader.form)
}

async fn read_parts(
    request: Request,
    uploads: &mut NewUploads,
    limits: &Limits<'_>,
) -> Result<Form, ApiError> {
    let mut multipart = multipart::open(request).await.map_err(error::not_a_form)?;
    let mut reader = Reader::default();
    let unreadable = |why| error::unreadable(&why, limits.max_upload);
    while let Some(part) = multipart.next_field().await.map_err(unreadable)? {
        reader.ensure_room()?;
        reader.add(part, uploads, limits).await?;
        reader.ensure_stored_size()?;
    }
    Ok(reader.form)
}

impl Reader {
    async fn add(
        &mut self,
        part: FormPart<'_>,
        uploads: &mut NewUploads,
        limits: &Limits<'_>,
    ) -> Result<(), ApiError> {
        let number = self.form.entries.len() + 1;
        let Disposition { name, file_name } = multipart::names(&part, limits.charset.as_deref())
            .map_err(|why| error::unnamed(number, &format!("has a name that {why}")))?;
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            return Err(error::unnamed(number, "has no field name, or an empty one"));
        };
        ensure_short(&name)?;
        match file_name {
            None if limits.kind_of_file(&name).is_none() => self.add_text(name, part, limits).await,
            // Some clients name the field alone.
            file_name => {
                let kind = limits.kind_of_file(&name);
                let target = kind.map(|kind| file::Target {
                    kind,
                    uploads,
                    stored: self.form.entries.len().to_string(),
                });
                let file_name = file_name.unwrap_or_default();
                let received = file::receive(part, &file_name, target, limits).await?;
                self.push_file(name, file_name, received);
                Ok(())
            }
        }
    }

    fn ensure_room(&self) -> Result<(), ApiError> {
        if self.form.entries.len() < MAX_PARTS {
            return Ok(());
        }
        let why = format!("it has more than {MAX_PARTS} parts");
        Err(error::malformed(&why, "too_many"))
    }

    fn ensure_stored_size(&self) -> Result<(), ApiError> {
        if self.stored_size() <= MAX_STORED {
            return Ok(());
        }
        let last = self.kept().last().map_or("", |entry| &entry.field);
        let msg = format!(
            "the submission has more than {MAX_STORED} bytes of names and texts with this field; shorten them"
        );
        Err(ApiError::invalid("body", last, msg, "string_too_long"))
    }

    /// The size of its names and texts, in bytes.
    fn stored_size(&self) -> usize {
        let sizes = self.kept().map(|entry| {
            let value = match &entry.value {
                FormValue::Text(text) => text,
                FormValue::File(file) => &file.name,
            };
            entry.field.len() + value.len()
        });
        sizes.sum()
    }

    /// The values that the store keeps.
    fn kept(&self) -> impl Iterator<Item = &FormEntry> {
        self.form.entries.iter().filter(|entry| entry.is_kept())
    }

    fn push_file(&mut self, field: String, mut file_name: String, received: ReceivedFile) {
        let ReceivedFile { upload, error } = received;
        if file_name.is_empty() && upload.size > 0 {
            file_name.clone_from(&field);
        }
        if let Some((msg, kind)) = error {
            self.add_error(&field, msg, kind);
        }
        let file = FormFile {
            name: file_name,
            reference: FileReference::Upload(upload),
        };
        self.form.push(field, FormValue::File(file));
    }

    async fn add_text(
        &mut self,
        name: String,
        part: FormPart<'_>,
        limits: &Limits<'_>,
    ) -> Result<(), ApiError> {
        let received = text::receive(part, limits, &mut self.form.memory).await?;
        self.push_text(name, received);
        Ok(())
    }

    fn push_text(&mut self, name: String, received: ReceivedText) {
        if let Some((msg, kind)) = received.error {
            self.add_error(&name, msg, kind);
        }
        self.form.push(name, FormValue::Text(received.text));
    }

    fn add_error(&mut self, field: &str, msg: String, kind: &str) {
        self.form.errors.push(FieldError {
            field: field.to_owned(),
            msg,
            kind: kind.to_owned(),
        });
    }
}

/// Ensures that a field's name is not too long.
fn ensure_short(name: &str) -> Result<(), ApiError> {
    if name.len() <= MAX_NAME {
        return Ok(());
    }
    let start: String = name.chars().take(NAMED).chain(['…']).collect();
    let msg = format!("the name of a field must have at most {MAX_NAME} bytes; shorten it");
    Err(ApiError::invalid("body", &start, msg, "string_too_long"))
}
