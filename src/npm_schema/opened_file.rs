//! Exports the opening of files for the playground.

use std::cell::RefCell;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::memory;
use crate::schema::Named;
use schema::{self, NodeClasses, OpenedWorkflow, Problem, SavedRun};

thread_local! {
    /// The classes of the connected deployment's engines.
    static CLASSES: RefCell<Option<NodeClasses>> = const { RefCell::new(None) };
}

/// What a file contains: [`schema::OpenedFile`] with the run that made it.
#[derive(Serialize)]
struct Opened {
    schemas: Vec<Named>,
    problems: Vec<Problem>,
    run: Option<SavedRun>,
    workflow: Option<OpenedWorkflow>,
}

/// Opens a file from now on with the classes in the answer of `GET /object_info`, or without one with ComfyUI's
/// own. An answer that cannot be read counts as none.
#[wasm_bindgen(js_name = useClasses)]
pub fn use_classes(answer: Option<String>) {
    let classes = answer.and_then(|answer| NodeClasses::read(&answer).ok());
    CLASSES.set(classes);
}

/// Calls `use_them` with the classes of the connected engines, or else with ComfyUI's own.
pub(crate) fn with_classes<T>(use_them: impl FnOnce(&NodeClasses) -> T) -> T {
    CLASSES.with_borrow(|classes| use_them(classes.as_ref().unwrap_or_else(|| NodeClasses::core())))
}

/// The content of a file as JSON text: `{schemas, problems, run, workflow}`. `exposure` is the text of an exposure
/// document, which counts instead of the workflow's own.
///
/// # Errors
/// A message if the content cannot be written.
#[wasm_bindgen(js_name = openFile)]
pub fn open_file(bytes: &[u8], exposure: Option<String>) -> Result<String, JsValue> {
    memory::reserve(bytes.len());
    let file = CLASSES
        .with_borrow(|classes| schema::open_file(bytes, exposure.as_deref(), classes.as_ref()));
    let opened = Opened {
        schemas: file.schemas.into_iter().map(Named::from).collect(),
        problems: file.problems,
        run: SavedRun::read(bytes),
        workflow: file.workflow,
    };
    serde_json::to_string(&opened).map_err(|why| why.to_string().into())
}
