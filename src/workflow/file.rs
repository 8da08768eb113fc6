//! A workflow out of the bytes of a file that a person has: JSON, or a picture that ComfyUI saved
//! with the workflow in it. Knows which texts such files hold, not what they mean.

mod exif;
mod found;
mod png;
mod webp;

use super::{Exposure, Problem, Workflow};
use found::Found;

impl Workflow {
    /// Reads a workflow from a file's bytes: JSON in either format, or a PNG, WebP or JPEG picture
    /// that carries one. What cannot be read is named in the problems; the nodes that can be read
    /// are still given.
    pub fn read(bytes: &[u8]) -> (Self, Vec<Problem>) {
        let picture = if bytes.starts_with(png::SIGNATURE) {
            png::texts(bytes)
        } else if webp::is_webp(bytes) {
            webp::texts(bytes)
        } else if bytes.starts_with(exif::JPEG) {
            exif::jpeg_texts(bytes)
        } else {
            return match text(bytes) {
                Some(text) => Self::parse(&text),
                None => whole(
                    "unknown_file",
                    "this isn’t a workflow: it is neither JSON nor a PNG, WebP or JPEG image; \
                     choose the workflow’s JSON file or an image that ComfyUI saved",
                ),
            };
        };
        of_picture(picture)
    }
}

fn whole(code: &str, message: &str) -> (Workflow, Vec<Problem>) {
    let problem = Problem::whole(message).coded(code, &[]);
    (Workflow::default(), vec![problem])
}

/// The workflow of a picture. Its `prompt` is what ran, made by ComfyUI itself of the editor's
/// graph: every widget has its name there, which a `workflow` of an older editor lacks. But App Mode
/// stands in the `workflow` only; and a service that put values in the place of marker nodes left
/// the marks only there.
fn of_picture(found: Found) -> (Workflow, Vec<Problem>) {
    let prompt = found.prompt.as_deref().map(Workflow::parse);
    let editors = found.workflow.as_deref().map(Workflow::parse);
    match (prompt, editors) {
        (Some((prompt, _)), Some(editors)) if prompt.nodes.is_empty() => editors,
        (Some((prompt, _)), Some(editors)) if is_marked(&editors.0) && !is_marked(&prompt) => {
            editors
        }
        (Some((mut prompt, problems)), Some((editors, _))) => {
            if prompt.app_inputs.is_empty() {
                prompt.app_inputs = editors.app_inputs;
                prompt.keep_app_inputs_that_lead_somewhere();
            }
            (prompt, problems)
        }
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) if found.cut_off => whole(
            "picture_cut_off",
            "the image is cut off before its workflow; download or copy it again",
        ),
        (None, None) => whole(
            "picture_without_workflow",
            "the image contains no workflow: other programs and many sites remove it; choose the \
             image as ComfyUI saved it, or the workflow’s JSON file",
        ),
    }
}

fn is_marked(workflow: &Workflow) -> bool {
    workflow.exposure() == Exposure::Marks
}

/// The text of a file, of UTF-8 or, with a mark in front, of UTF-16.
fn text(bytes: &[u8]) -> Option<String> {
    let wide = |of: fn([u8; 2]) -> u16| {
        let units = bytes[2..]
            .chunks_exact(2)
            .map(|pair| of([pair[0], pair[1]]));
        String::from_utf16(&units.collect::<Vec<_>>()).ok()
    };
    match bytes {
        [0xFF, 0xFE, ..] => wide(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => wide(u16::from_be_bytes),
        _ => std::str::from_utf8(bytes).ok().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests;
