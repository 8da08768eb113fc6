//! Small workflows, one per purpose.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

/// Writes all of them to a folder.
pub(crate) fn write(folder: &Path) {
    fs::create_dir_all(folder).unwrap();
    for (id, workflow) in [
        ("invert", invert()),
        ("join", join()),
        ("slow", blurred(2048, 31)),
        ("short", blurred(160, 9)),
        ("wide", wide()),
        ("prefixed", prefixed()),
        ("quieter", quieter()),
        ("video", video()),
    ] {
        fs::write(folder.join(format!("{id}.json")), workflow.to_string()).unwrap();
    }
}

/// Inverts an image.
fn invert() -> Value {
    json!({
        "1": { "class_type": "InputImage", "inputs": { "name": "photo" } },
        "2": { "class_type": "ImageInvert", "inputs": { "image": ["1", 0] } },
        "3": { "class_type": "SaveImage", "inputs": { "images": ["2", 0], "filename_prefix": "negative" } },
    })
}

/// Has every kind of text input and joins two of them.
fn join() -> Value {
    json!({
        "1": { "class_type": "InputText", "inputs": { "name": "title", "required": true, "max_length": 20 } },
        "2": { "class_type": "InputText", "inputs": { "name": "tail" } },
        "4": { "class_type": "InputNumber", "inputs": { "name": "count", "integer": true, "min": 1, "max": 9, "default": 3 } },
        "5": { "class_type": "InputBoolean", "inputs": { "name": "loud" } },
        "6": { "class_type": "InputChoice", "inputs": { "name": "tone", "options": ["warm", "cold"] } },
        "7": { "class_type": "StringConcatenate", "inputs": { "string_a": ["1", 0], "string_b": ["2", 0], "delimiter": "-" } },
        "8": { "class_type": "SaveText", "inputs": { "text": ["7", 0], "filename_prefix": "joined" } },
    })
}

/// Takes a while to blur an image.
fn blurred(size: u32, radius: u32) -> Value {
    json!({
        "1": { "class_type": "EmptyImage", "inputs": { "width": size, "height": size, "batch_size": 1, "color": 255 } },
        "2": { "class_type": "ImageBlur", "inputs": { "image": ["1", 0], "blur_radius": radius, "sigma": 10.0 } },
        "3": { "class_type": "SaveImage", "inputs": { "images": ["2", 0], "filename_prefix": "blurred" } },
    })
}

/// Has a number whose bounds only the engine knows.
fn wide() -> Value {
    json!({
        "1": { "class_type": "InputNumber", "inputs": { "name": "width", "integer": true } },
        "2": { "class_type": "EmptyImage", "inputs": { "width": ["1", 0], "height": 8, "batch_size": 1, "color": 0 } },
        "3": { "class_type": "SaveImage", "inputs": { "images": ["2", 0], "filename_prefix": "wide" } },
    })
}

/// Has a text that becomes part of a file name.
fn prefixed() -> Value {
    json!({
        "1": { "class_type": "InputText", "inputs": { "name": "prefix", "required": true } },
        "2": { "class_type": "EmptyImage", "inputs": { "width": 8, "height": 8, "batch_size": 1, "color": 0 } },
        "3": { "class_type": "SaveImage", "inputs": { "images": ["2", 0], "filename_prefix": ["1", 0] } },
    })
}

/// Halves the volume of an audio file and saves it in both formats.
fn quieter() -> Value {
    json!({
        "1": { "class_type": "InputAudio", "inputs": { "name": "take" } },
        "2": { "class_type": "AudioAdjustVolume", "inputs": { "audio": ["1", 0], "volume": -6 } },
        "3": { "class_type": "SaveAudio", "inputs": { "audio": ["2", 0], "filename_prefix": "quieter" } },
        "4": { "class_type": "SaveAudioAdvanced", "inputs": {
            "audio": ["2", 0], "filename_prefix": "quieter", "format": "opus", "format.quality": "64k"
        } },
    })
}

/// Inverts the colors of a video.
fn video() -> Value {
    json!({
        "1": { "class_type": "InputVideo", "inputs": { "name": "clip" } },
        "2": { "class_type": "GetVideoComponents", "inputs": { "video": ["1", 0] } },
        "3": { "class_type": "ImageInvert", "inputs": { "image": ["2", 0] } },
        "4": { "class_type": "CreateVideo", "inputs": { "images": ["3", 0], "audio": ["2", 1], "fps": ["2", 2] } },
        "5": { "class_type": "SaveVideo", "inputs": { "video": ["4", 0], "filename_prefix": "negative", "format": "auto" } },
    })
}
