//! Reads a submission's multipart form as it streams in: texts into memory, files onto the disk,
//! so that memory stays flat. Does not know what becomes of it.
//! Source: the contract, section 2.1.

mod disposition;
mod fault;
mod file;
mod lend;
mod text;

use std::path::Path;

use axum::body::HttpBody;
use axum::extract::multipart::{Field as Part, Multipart};
use axum::extract::{FromRequest, Request};
use axum::http::header;
use disposition::Disposition;
use fault::{broken, unnamed, unreadable};
use lend::lend;

use super::answer::Refusal;
use super::store::StoredInput;
use crate::api::ValidationItem;
use crate::schema::{FileInfo, Input, InputSchema};

/// The most bytes a text may have.
const LONGEST_TEXT: usize = 1 << 20;
/// The most parts a form may have.
const MOST_PARTS: usize = 1000;

/// A submission's form.
#[derive(Debug, Default)]
pub(crate) struct Form {
    /// Every value, for the check against the schema.
    pub(crate) values: Vec<(String, Input)>,
    /// Every value, for the record.
    pub(crate) inputs: Vec<StoredInput>,
    /// What only the reader sees: texts that are too long or no text, images that are none.
    pub(crate) items: Vec<ValidationItem>,
}

/// Reads the form of a request; its files go to `folder`, those of fields that take one.
///
/// # Errors
/// When the body is no multipart form, breaks off, is too large, or the disk is full. What the
/// client still sends is then read on in the background.
pub(crate) async fn read(
    request: Request,
    schema: &InputSchema,
    folder: &Path,
    most: usize,
) -> Result<Form, Refusal> {
    let (parts, body) = request.into_parts();
    if body.is_end_stream() {
        return Err(broken(
            "it is empty; send the fields as its parts".to_owned(),
            "multipart_parsing",
        ));
    }
    let (body, rest) = lend(body);
    let result = async {
        let request = Request::from_parts(parts, body);
        let mut multipart = Multipart::from_request(request, &()).await.map_err(|_| {
            let why = "the request is of another type; send the fields as multipart/form-data";
            broken(why.to_owned(), "multipart_type")
        })?;
        let mut form = Form::default();
        while let Some(part) = multipart.next_part(most).await? {
            if form.values.len() == MOST_PARTS {
                return Err(broken(
                    format!("the form has more than {MOST_PARTS} parts"),
                    "too_many",
                ));
            }
            form.take(part, schema, folder, most).await?;
        }
        Ok(form)
    }
    .await;
    if result.is_err() {
        rest.discard();
    }
    result
}

trait NextPart {
    async fn next_part(&mut self, most: usize) -> Result<Option<Part<'_>>, Refusal>;
}

impl NextPart for Multipart {
    async fn next_part(&mut self, most: usize) -> Result<Option<Part<'_>>, Refusal> {
        self.next_field()
            .await
            .map_err(|error| unreadable(&error, most))
    }
}

impl Form {
    async fn take(
        &mut self,
        part: Part<'_>,
        schema: &InputSchema,
        folder: &Path,
        most: usize,
    ) -> Result<(), Refusal> {
        let place = self.values.len() + 1;
        let Disposition { name, file_name } = names(&part, place)?;
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            return Err(unnamed(place, "has no field name, or an empty one"));
        };
        match file_name {
            Some(file_name) => {
                let names = (name, file_name);
                self.take_file(names, part, schema, folder, most).await
            }
            None => self.take_text(name, part, most).await,
        }
    }

    async fn take_file(
        &mut self,
        (name, file_name): (String, String),
        part: Part<'_>,
        schema: &InputSchema,
        folder: &Path,
        most: usize,
    ) -> Result<(), Refusal> {
        let kind = schema.taking(&name).map(|field| &field.kind);
        let takes = kind.filter(|kind| kind.accept().is_some());
        let received =
            file::receive(part, &file_name, takes, folder, self.values.len(), most).await?;
        if let Some((msg, kind)) = received.fault {
            self.fault(&name, msg, kind);
        }
        let (content_type, size) = (received.content_type, received.size);
        let info = FileInfo {
            name: file_name.clone(),
            content_type,
            size,
            sniffed: received.sniffed,
        };
        self.values.push((name.clone(), Input::File(info)));
        // A browser sends a file input that nobody touched as a nameless, empty file.
        if !(file_name.is_empty() && size == 0) {
            self.inputs.push(StoredInput {
                path: name,
                value: file_name,
                file: received.stored,
            });
        }
        Ok(())
    }

    fn fault(&mut self, name: &str, msg: impl Into<String>, kind: &str) {
        let item = ValidationItem::new("body", name, msg, kind);
        self.items.push(item);
    }

    async fn take_text(
        &mut self,
        name: String,
        part: Part<'_>,
        most: usize,
    ) -> Result<(), Refusal> {
        let (bytes, size) = text::collect(part, most).await?;
        if size > LONGEST_TEXT {
            let msg = format!("takes at most {LONGEST_TEXT} bytes of text; this has {size}");
            self.fault(&name, msg, "string_too_long");
        }
        let text = String::from_utf8(bytes).unwrap_or_else(|_| {
            self.fault(&name, "is no UTF-8 text", "string_unicode");
            String::new()
        });
        // A form sends every line end as CR LF, whatever was typed; the check and the workflow
        // get the one character that it was.
        let text = text.replace("\r\n", "\n");
        self.values.push((name.clone(), Input::Text(text.clone())));
        self.inputs.push(StoredInput {
            path: name,
            value: text,
            file: None,
        });
        Ok(())
    }
}

/// The names of the part at a place, counted from 1.
fn names(part: &Part<'_>, place: usize) -> Result<Disposition, Refusal> {
    let Some(header) = part.headers().get(header::CONTENT_DISPOSITION) else {
        return Ok(Disposition::default());
    };
    let text = str::from_utf8(header.as_bytes());
    let text = text.map_err(|_| unnamed(place, "has a name that is no UTF-8 text"))?;
    Ok(disposition::read(text))
}
