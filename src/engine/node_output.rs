//! The result of a node. Does not know where it goes.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::value::Value;
use media::Frame;
use media::audio::Audio;

/// The result of a node.
#[derive(Debug, Default)]
pub(crate) struct NodeOutput {
    /// One value per output of its class.
    pub(crate) values: Vec<Value>,
    /// ComfyUI's `ui`, `{"images": […]}`: recorded in the history. Only output nodes set it.
    pub(crate) ui: Option<Map<String, Json>>,
}

impl NodeOutput {
    /// The output of a node with a single value.
    pub(crate) fn value(value: Value) -> Self {
        Self {
            values: vec![value],
            ui: None,
        }
    }

    /// The output of a node whose single value is a batch of images.
    pub(crate) fn images(frames: Vec<Frame>) -> Self {
        Self::value(Value::Image(Arc::new(frames)))
    }

    /// The output of a node whose single value is audio.
    pub(crate) fn audio(audio: Audio) -> Self {
        Self::value(Value::Audio(Arc::new(audio)))
    }
}
