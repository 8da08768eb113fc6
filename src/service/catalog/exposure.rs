//! The saved exposure next to a workflow, in `<id>.form.json`. Does not know what it is used for.

use super::source::{SourceFile, WorkflowSource};
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

/// The saved exposure next to a workflow, if it has one, and the problems found in it.
pub(super) fn read(
    source: &dyn WorkflowSource,
    id: &str,
) -> (Option<ExposureDocument>, Vec<Problem>) {
    let file = source.file(&file_name(id)).filter(SourceFile::exists);
    let Some(file) = file else {
        return (None, Vec::new());
    };
    match bytes(&file) {
        Ok(bytes) => {
            let (document, problems) = ExposureDocument::parse_file(&bytes);
            (Some(document), problems)
        }
        Err(why) => (None, vec![Problem::whole(format!("the exposure: {why}"))]),
    }
}

fn bytes(file: &SourceFile) -> Result<Vec<u8>, String> {
    let bytes = file.read(MAX_SIZE);
    let bytes = bytes.map_err(|why| format!("its file cannot be read: {why}"))?;
    bytes.ok_or_else(|| format!("its file is larger than {}", size(MAX_SIZE)))
}
