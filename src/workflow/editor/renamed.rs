//! Classes that ComfyUI renamed since older files were saved. Source: ComfyUI's editor.

use crate::workflow::classes::NodeClasses;

const RENAMED: [(&str, &str); 5] = [
    ("ConditioningAverage ", "ConditioningAverage"),
    ("Load3DAnimation", "Load3D"),
    ("Preview3DAnimation", "Preview3D"),
    ("SDV_img2vid_Conditioning", "SVD_img2vid_Conditioning"),
    ("T2IAdapterLoader", "ControlNetLoader"),
];

/// The present name of a class; `None` if the class still exists or is unknown.
pub(super) fn new_name(class: &str, classes: &NodeClasses) -> Option<&'static str> {
    let (_, new) = RENAMED.iter().find(|(old, _)| *old == class)?;
    classes.get_or_core(class).is_none().then_some(*new)
}
