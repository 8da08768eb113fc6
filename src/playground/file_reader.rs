//! Reads the schemas of a file that a person opens. The code for it is a separate WebAssembly module.
//! `www/start.js` loads it with the first file, since most visits open none.

mod choice;
mod graph_map;

use std::borrow::Cow;

use js_sys::Function;
use wasm_bindgen::JsValue;
use web_sys::File;

use super::entered::Entered;
use super::promise;

use api::Answer;
use json::Json;
use schema::{InputSchema, Problem, document};
use ui::StoredValue;

/// The depth of nested lists and objects to which a file's schemas are read.
const MAX_DEPTH: usize = 10;

pub(crate) use choice::{ChoiceContent, ChoiceInput};
pub(crate) use graph_map::{GraphMap, MapArea, MapNode};

/// The function of `www/start.js` that takes a file, the text of an exposure document and the answer of
/// `GET /object_info`, and returns the promise of the file's [`FileContent`] as JSON text.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct FileReader {
    read: StoredValue<Function>,
    classes: StoredValue<JsValue>,
}

/// The content of a file.
#[derive(Debug, Default)]
pub(crate) struct FileContent {
    /// The schemas of its workflows.
    pub(crate) schemas: Vec<NamedSchema>,
    /// The problems of the parts that could not be read.
    pub(crate) problems: Vec<Problem>,
    /// The run that made it, if it is an image of flowdeck.
    pub(crate) run: Option<ImageRun>,
    /// Its workflow, if it is one.
    pub(crate) workflow: Option<WorkflowContent>,
}

/// A workflow in a file.
#[derive(Debug, Default)]
pub(crate) struct WorkflowContent {
    /// What to choose fields from; `None` if marks declare them.
    pub(crate) choice: Option<ChoiceContent>,
    /// What the connected engines lack to run it.
    pub(crate) missing: Vec<Problem>,
    /// Where its nodes are, if there is a choice.
    pub(crate) map: Option<GraphMap>,
    /// The workflow as JSON text, if the file is not one.
    pub(crate) json: Option<String>,
}

/// The run that made an image.
#[derive(Debug)]
pub(crate) struct ImageRun {
    /// The run's id.
    pub(crate) run_id: String,
    /// The workflow's id.
    pub(crate) workflow_id: String,
    /// Its values; texts only.
    pub(crate) values: Vec<Entered>,
}

/// A schema with its workflow's id.
#[derive(Debug, Default)]
pub(crate) struct NamedSchema {
    /// The workflow's id, if the file has one.
    pub(crate) workflow_id: Option<String>,
    /// The schema.
    pub(crate) schema: InputSchema,
}

impl FileReader {
    /// A reader that calls `read`.
    pub(crate) fn new(read: Function) -> Self {
        Self {
            read: StoredValue::new(read),
            classes: StoredValue::new(JsValue::UNDEFINED),
        }
    }

    /// Reads files from now on with the classes in this answer of `GET /object_info`; `undefined` for ComfyUI's
    /// own.
    pub(crate) fn use_classes(self, answer: JsValue) {
        self.classes.set_value(answer);
    }

    /// Reads a file. The fields of this exposure document count instead of its own. An unreadable file results in a
    /// problem.
    pub(crate) async fn read(self, file: &File, exposure: Option<&str>) -> FileContent {
        match self.try_read(file, exposure).await {
            Ok(content) => content,
            Err(why) => FileContent {
                problems: vec![not_opened(&file.name(), &why)],
                ..FileContent::default()
            },
        }
    }

    async fn try_read(self, file: &File, exposure: Option<&str>) -> Result<FileContent, String> {
        let exposure = exposure.map_or(JsValue::UNDEFINED, JsValue::from);
        let classes = self.classes.try_with_value(JsValue::clone);
        let classes = classes.unwrap_or(JsValue::UNDEFINED);
        let promise = self
            .read
            .try_with_value(|read| read.call3(&JsValue::NULL, file, &exposure, &classes))
            .ok_or("the page is gone")?;
        let json = promise::text(promise).await?;
        Ok(FileContent::of(&Json::read(json.as_bytes(), MAX_DEPTH)?))
    }
}

impl FileContent {
    fn of(json: &Json<'_>) -> Self {
        let schema = |named: &Json<'_>| NamedSchema {
            workflow_id: named.get("workflowId").to_word(),
            schema: document::read(named.get("schema")).1,
        };
        Self {
            schemas: json.get("schemas").items().iter().map(schema).collect(),
            problems: Vec::of(json.get("problems")),
            run: ImageRun::of(json.get("run")),
            workflow: WorkflowContent::of(json.get("workflow")),
        }
    }
}

impl WorkflowContent {
    fn of(json: &Json<'_>) -> Option<Self> {
        json.is_object().then(|| Self {
            choice: ChoiceContent::of(json.get("choice")),
            missing: Vec::of(json.get("missing")),
            map: GraphMap::of(json.get("map")),
            json: json.get("apiFormat").to_word(),
        })
    }
}

impl ImageRun {
    fn of(json: &Json<'_>) -> Option<Self> {
        let value = |(name, text): &(Cow<'_, str>, Json<'_>)| {
            Some(Entered {
                name: name.clone().into_owned(),
                text: text.to_word()?,
                ..Entered::default()
            })
        };
        Some(Self {
            run_id: json.get("run_id").to_word()?,
            workflow_id: json.get("workflow_id").to_word()?,
            values: json
                .get("values")
                .members()?
                .iter()
                .filter_map(value)
                .collect(),
        })
    }
}

fn not_opened(name: &str, why: &str) -> Problem {
    let words = ["opening “", name, "”: ", why];
    let message = words.concat() + "; open it again, or load the page again";
    Problem::whole(message).coded("not_opened", &[name])
}
