//! Reads a workflow from a file's bytes: JSON, or an image that ComfyUI saved with the workflow in it.
//! Knows which texts such files contain, not what they mean.

mod exif;
mod image_texts;
mod png;
mod saved_run;
mod webp;

use super::classes::NodeClasses;
use super::exposure::Exposure;
use super::graph::Workflow;
use super::problem::Problem;
use image_chunks::{jpeg, png::SIGNATURE, webp::is_webp};
use image_texts::ImageTexts;
use json::tolerant;
pub use saved_run::SavedRun;

impl Workflow {
    /// Reads a workflow from a file's bytes, with ComfyUI's own classes; see [`Workflow::read_with`].
    pub fn read(bytes: &[u8]) -> (Self, Vec<Problem>) {
        Self::read_with(bytes, NodeClasses::core())
    }

    /// Reads a workflow from a file's bytes: JSON in either format, or a PNG, WebP or JPEG image that
    /// contains one. Reports as problems what it cannot read, and returns the nodes it can. For `classes`,
    /// see [`Workflow::parse_with`].
    pub fn read_with(bytes: &[u8], classes: &NodeClasses) -> (Self, Vec<Problem>) {
        if let Some(texts) = ImageTexts::of(bytes) {
            return of_image(texts, classes);
        }
        match tolerant::text(bytes) {
            Some(text) => {
                let (workflow, mut problems) = Self::parse_with(&text, classes);
                problems.extend(Problem::of_encoding(bytes));
                (workflow, problems)
            }
            None => whole(
                "unknown_file",
                "this isn't a workflow: it is neither JSON nor a PNG, WebP or JPEG image; \
                 choose the workflow's JSON file or an image that ComfyUI saved",
            ),
        }
    }
}

impl ImageTexts {
    /// The texts of an image; `None` for a file of another kind.
    fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(&SIGNATURE) {
            Some(png::texts(bytes))
        } else if is_webp(bytes) {
            Some(webp::texts(bytes))
        } else {
            bytes
                .starts_with(jpeg::SIGNATURE)
                .then(|| exif::jpeg_texts(bytes))
        }
    }
}

fn whole(code: &str, message: &str) -> (Workflow, Vec<Problem>) {
    let problem = Problem::whole(message).coded(code, &[]);
    (Workflow::default(), vec![problem])
}

/// The workflow of an image. flowdeck's own text has it as it was deployed. Otherwise, `prompt` is what ran:
/// ComfyUI made it from the editor's graph, and it names every widget, unlike the `workflow` of an older
/// editor. But only the `workflow` has App Mode, and the marks, if a service replaced the marker nodes by
/// values.
fn of_image(texts: ImageTexts, classes: &NodeClasses) -> (Workflow, Vec<Problem>) {
    if let Some((_, workflow)) = texts.saved_run() {
        return (workflow, Vec::new());
    }
    let parse = |text| Workflow::parse_with(text, classes);
    let prompt = texts.prompt.as_deref().map(parse);
    let editors = texts.workflow.as_deref().map(parse);
    match (prompt, editors) {
        (Some((prompt, _)), Some(editors)) if prompt.nodes.is_empty() => editors,
        (Some((prompt, _)), Some(editors)) if is_marked(&editors.0) && !is_marked(&prompt) => {
            editors
        }
        (Some((mut prompt, problems)), Some((editors, _))) => {
            if prompt.app_inputs.is_empty() {
                prompt.app_inputs = editors.app_inputs;
                prompt.drop_dangling_app_inputs();
            }
            (prompt, problems)
        }
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) if texts.cut_off => whole(
            "picture_cut_off",
            "the image is cut off before its workflow; download or copy it again",
        ),
        (None, None) => whole(
            "picture_without_workflow",
            "the image contains no workflow: other programs and many sites remove it; choose the \
             image as ComfyUI saved it, or the workflow's JSON file",
        ),
    }
}

fn is_marked(workflow: &Workflow) -> bool {
    workflow.exposure() == Exposure::Marks
}

#[cfg(test)]
mod tests;
