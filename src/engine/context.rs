//! The context of a running node: its inputs, the file store, the interrupt flag and its progress.
//! Knows nothing about the graph.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value as Json;

use super::execution_error::ExecutionError;
use super::files::FileStore;
use super::input::{Input, InputKind};
use super::progress::Progress;
use super::value::{MAX_TEXT, Value};
use comfy_files::{FilePath, FilenamePrefix, Folder};
use media::audio::Audio;
use media::video::Video;
use media::{Frame, Monitor, VideoCodec};

/// The context that all nodes of one run share.
pub struct RunContext<'a> {
    /// The files that nodes read and write.
    pub store: &'a dyn FileStore,
    /// Set to interrupt the run.
    pub interrupted: &'a AtomicBool,
    /// The codec of videos, if the program has one.
    pub h264: Option<&'a dyn VideoCodec>,
    /// The keyword and JSON of each text chunk written into saved PNGs.
    pub png_metadata: &'a [(String, String)],
}

/// The context of one node.
pub(crate) struct NodeContext<'a> {
    /// The inputs it has.
    pub(crate) declared: Vec<&'static Input>,
    pub(crate) inputs: HashMap<&'static str, Value>,
    pub(crate) run: &'a RunContext<'a>,
    /// How many bytes of text its result may have.
    pub(crate) text_left: u64,
    /// The progress of a long computation.
    pub(crate) progress: Progress<'a>,
}

impl Monitor for NodeContext<'_> {
    fn expect_steps(&self, steps: usize) {
        self.progress.set_total(steps);
    }

    fn advance(&self) {
        self.progress.advance();
    }

    fn is_interrupted(&self) -> bool {
        self.run.interrupted.load(Ordering::Relaxed)
    }
}

impl NodeContext<'_> {
    /// Fails if a result with this many bytes of text would exceed the run's limit. Called before the
    /// text is made.
    pub(crate) fn reserve_text(&self, bytes: usize) -> Result<(), ExecutionError> {
        if bytes as u64 <= self.text_left {
            return Ok(());
        }
        Err(too_much_text())
    }

    /// The value of an input.
    pub(crate) fn value(&self, name: &str) -> Result<&Value, ExecutionError> {
        self.inputs
            .get(name)
            .ok_or_else(|| ExecutionError::new(format!("the input `{name}` has no value")))
    }

    /// Whether an optional input has a value. Null is ComfyUI's sound of a silent video.
    pub(crate) fn has(&self, name: &str) -> bool {
        !matches!(self.inputs.get(name), None | Some(Value::Json(Json::Null)))
    }

    /// The images of an input.
    pub(crate) fn frames(&self, name: &str) -> Result<&Arc<Vec<Frame>>, ExecutionError> {
        match self.value(name)? {
            Value::Image(frames) => Ok(frames),
            other => Err(wrong_type(name, other, "an image")),
        }
    }

    /// The audio of an input.
    pub(crate) fn audio(&self, name: &str) -> Result<&Arc<Audio>, ExecutionError> {
        match self.value(name)? {
            Value::Audio(audio) => Ok(audio),
            other => Err(wrong_type(name, other, "audio")),
        }
    }

    /// The video of an input.
    pub(crate) fn video(&self, name: &str) -> Result<&Arc<Video>, ExecutionError> {
        match self.value(name)? {
            Value::Video(video) => Ok(video),
            other => Err(wrong_type(name, other, "a video")),
        }
    }

    /// The text of an input.
    pub(crate) fn text(&self, name: &str) -> Result<&str, ExecutionError> {
        match self.value(name)? {
            Value::Text(text) => Ok(text),
            other => Err(wrong_type(name, other, "text")),
        }
    }

    /// The boolean of an input.
    pub(crate) fn boolean(&self, name: &str) -> Result<bool, ExecutionError> {
        match self.value(name)? {
            Value::Boolean(boolean) => Ok(*boolean),
            other => Err(wrong_type(name, other, "a boolean")),
        }
    }

    /// An integer, checked against the bounds of its input: validation does not see linked values.
    pub(crate) fn int(&self, name: &str) -> Result<i64, ExecutionError> {
        let number = match self.value(name)? {
            Value::Int(number) => *number,
            other => return Err(wrong_type(name, other, "an integer")),
        };
        match self.declared_kind(name) {
            Some(InputKind::Int { min, max, .. }) if !(min..=max).contains(&&number) => {
                Err(out_of_bounds(name, number, min, max))
            }
            _ => Ok(number),
        }
    }

    /// An integer as a size or coordinate in pixels.
    pub(crate) fn size(&self, name: &str) -> Result<u32, ExecutionError> {
        let number = self.int(name)?;
        u32::try_from(number).map_err(|_| out_of_bounds(name, number, &0, &i64::from(u32::MAX)))
    }

    /// A decimal number, checked against the bounds of its input.
    pub(crate) fn float(&self, name: &str) -> Result<f64, ExecutionError> {
        let number = match self.value(name)? {
            Value::Float(number) => *number,
            other => return Err(wrong_type(name, other, "a number")),
        };
        match self.declared_kind(name) {
            Some(InputKind::Float { min, max, .. }) if !(*min..=*max).contains(&number) => {
                Err(out_of_bounds(name, number, min, max))
            }
            _ => Ok(number),
        }
    }

    /// The path of the file that an input names.
    pub(crate) fn input_file(&self, name: &str) -> Result<FilePath, ExecutionError> {
        let text = self.text(name)?;
        FilePath::parse(text, Folder::Input).ok_or_else(|| {
            ExecutionError::new(format!(
                "the input `{name}` is not the path of an input file: {text}; upload the file first"
            ))
        })
    }

    fn declared_kind(&self, name: &str) -> Option<&'static InputKind> {
        let input = self.declared.iter().find(|input| input.name == name)?;
        Some(&input.kind)
    }
}

/// Parses a `filename_prefix`; fails if it points outside `folder`.
pub(crate) fn filename_prefix(
    text: &str,
    folder: Folder,
) -> Result<FilenamePrefix, ExecutionError> {
    FilenamePrefix::parse(text, folder).ok_or_else(|| {
        let folder = folder.name();
        ExecutionError::new(format!(
            "saving to `{text}`: the prefix points outside the {folder} folder; use a plain name"
        ))
    })
}

/// A run whose texts are too long.
pub(crate) fn too_much_text() -> ExecutionError {
    ExecutionError::new(format!(
        "the texts of this run take more than {} MB; use shorter or fewer texts",
        MAX_TEXT / 1_000_000
    ))
}

fn wrong_type(name: &str, value: &Value, wanted: &str) -> ExecutionError {
    ExecutionError::new(format!(
        "the input `{name}` is {}, not {wanted}; link it to a node that outputs {wanted}",
        value.type_phrase()
    ))
}

fn out_of_bounds<T: std::fmt::Display>(name: &str, number: T, min: &T, max: &T) -> ExecutionError {
    ExecutionError::new(format!(
        "the input `{name}` is {number}; it must be between {min} and {max}"
    ))
}
