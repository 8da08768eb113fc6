//! The saved exposure next to a workflow, in `<id>.form.json`. Does not know what it is used for.

use std::path::Path;

use http_server::regular_file;
use schema::size;
use workflow::{ExposureDocument, Problem};

/// The end of its file's name, after the workflow's id.
const FILE_NAME_END: &str = ".form.json";

/// The maximum size of its file, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The name of the file of a workflow's saved exposure.
pub(super) fn file_name(id: &str) -> String {
    [id, FILE_NAME_END].concat()
}

/// The saved exposure of a workflow in this folder, if it has one, and the problems found in it.
pub(super) fn read(folder: &Path, id: &str) -> (Option<ExposureDocument>, Vec<Problem>) {
    let path = folder.join(file_name(id));
    // Opening a pipe would wait for its writer.
    if !path.is_file() {
        return (None, Vec::new());
    }
    match bytes(&path) {
        Ok(bytes) => {
            let (document, problems) = ExposureDocument::parse_file(&bytes);
            (Some(document), problems)
        }
        Err(why) => (None, vec![Problem::whole(format!("the exposure: {why}"))]),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = regular_file::read(path, MAX_SIZE);
    let bytes = bytes.map_err(|why| format!("its file cannot be read: {why}"))?;
    bytes.ok_or_else(|| format!("its file is larger than {}", size(MAX_SIZE)))
}
