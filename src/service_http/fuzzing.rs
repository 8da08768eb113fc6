//! The entry point of the fuzz target that sends forms, with the properties that hold for every input. Compiled only for
//! fuzzing.

use std::path::Path;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header;
use blobs::FolderBlobs;
use schema::InputSchema;
use service::uploads::Uploads;
use workflow::Workflow;

use crate::form_reader;

/// A workflow with a text, an image and an output.
const WORKFLOW: &str = r#"{
  "1": { "class_type": "InputText", "inputs": { "name": "text" } },
  "2": { "class_type": "InputImage", "inputs": { "name": "photo" } },
  "3": { "class_type": "SaveImage", "inputs": { "images": ["2", 0], "filename_prefix": ["1", 0] } }
}"#;

fn fields() -> InputSchema {
    let (workflow, _) = Workflow::parse(WORKFLOW);
    let (schema, _) = schema::read(&workflow);
    schema
}

fn wait<T>(reading: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().expect("a runtime");
    runtime.block_on(reading)
}

/// A multipart form with the boundary `b`, which arrives in pieces of `piece` bytes. Its files are stored in
/// `folder`.
pub fn read_form(body: &[u8], piece: usize, folder: &Path) {
    let pieces: Vec<Result<Bytes, std::io::Error>> = body
        .chunks(piece.max(1))
        .map(|piece| Ok(Bytes::copy_from_slice(piece)))
        .collect();
    let request = Request::builder()
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
        .body(Body::from_stream(futures_util::stream::iter(pieces)))
        .expect("a valid request");
    let schema = fields();
    let blobs = FolderBlobs::open(folder.to_owned()).expect("a folder that can be written");
    let mut uploads = Uploads::new(Arc::new(blobs)).begin("form");
    let read = form_reader::read(request, &schema, &mut uploads, 1 << 20, None);
    let Ok(form) = wait(read) else {
        return;
    };
    for input in form.into_inputs() {
        assert!(!input.path.is_empty() && input.value.len() <= body.len());
        if let Some(file) = &input.file {
            assert!(file.stored.bytes().all(|byte| byte.is_ascii_digit()));
            let unsafe_in_name = |c: char| !(c.is_ascii_alphanumeric() || c == '.');
            assert!(!file.sent_as.contains(unsafe_in_name) && !file.sent_as.contains(".."));
        }
    }
}
