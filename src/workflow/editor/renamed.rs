//! Classes and inputs that were renamed since a file was saved. Source for classes: ComfyUI's editor.

use crate::classes::{NodeClass, NodeClasses};
use crate::serialized::{SerializedNode, SerializedSlot};

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

/// The present name of a linked input. If the class has no input of this name, but requires one that the
/// file does not have, of the same type and only for links, that is its new name.
pub(super) fn input<'a>(
    input: &'a SerializedSlot,
    node: &SerializedNode,
    class: Option<&'a NodeClass>,
) -> &'a str {
    let Some(class) = class.filter(|class| class.input(&input.name).is_none()) else {
        return &input.name;
    };
    let is_listed = |name: &str| node.inputs.iter().any(|other| other.name == name);
    let mut new = class.inputs.iter().filter(|own| {
        let takes_links = own.is_required && !own.is_widget();
        takes_links && own.type_name() == input.kind && !is_listed(&own.name)
    });
    match (new.next(), new.next()) {
        (Some(only), None) => &only.name,
        _ => &input.name,
    }
}
