//! Classes that check values themselves: for these, an engine applies neither lists nor bounds, which
//! `GET /object_info` does not show.
//! Source: the `validate_inputs` and `VALIDATE_INPUTS` of ComfyUI's classes, and of ComfyUI-Impact-Pack's.

use crate::classes::ClassInput;

/// The inputs that a class checks itself; none are named if it checks all of them.
const OWN_CHECKS: [(&str, &[&str]); 9] = [
    ("CustomCombo", &[]),
    ("ImageReceiver", &["image"]),
    ("Load3D", &[]),
    ("Load3DAdvanced", &[]),
    ("LoadLatent", &["latent"]),
    ("ModelAttentionBackend", &["attention"]),
    ("SelectCLIPDevice", &["device"]),
    ("SelectModelDevice", &["device"]),
    ("SelectVAEDevice", &["device"]),
];

/// Classes that check the types of their links themselves.
const OWN_TYPE_CHECKS: [&str; 1] = ["TripoConversionNode"];

/// Whether an engine leaves the value of an input to its class, or takes values that are not among its options:
/// files that are uploaded, and what a remote service offers.
pub(super) fn checks_value(class: &str, input: &ClassInput) -> bool {
    let mut own = OWN_CHECKS.iter();
    let is_own = |inputs: &[&str]| inputs.is_empty() || inputs.contains(&input.name.as_str());
    input.upload().is_some()
        || input.settings.contains_key("remote")
        || own.any(|(name, inputs)| *name == class && is_own(inputs))
}

/// Whether an engine leaves the types of links to the class.
pub(super) fn checks_types(class: &str) -> bool {
    OWN_TYPE_CHECKS.contains(&class)
}
