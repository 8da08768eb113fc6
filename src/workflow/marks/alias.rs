//! The node pack's second names for ComfyUI's own output nodes, which node search finds below the pack's prefix.
//! A workflow is read as if it had the nodes that they stand for, so that it runs without the pack.
//! Source: `comfyui/`, the pack.

/// Each second name, and the class that it stands for.
pub static ALIASES: &[(&str, &str)] = &[
    ("FlowdeckSaveImage", "SaveImage"),
    ("FlowdeckSaveText", "SaveText"),
    ("FlowdeckSaveVideo", "SaveVideo"),
    ("FlowdeckSaveAudio", "SaveAudio"),
];

/// The class that a class is a second name for.
pub fn original(class: &str) -> Option<&'static str> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == class);
    alias.map(|(_, original)| *original)
}
