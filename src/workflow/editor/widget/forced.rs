//! Values of inputs that only take links, which older editors saved like those of widgets. Source: ComfyUI's editor,
//! `migrateWidgetsValues`.

use serde_json::Value;

use crate::classes::NodeClass;

/// The values of the widgets only, if the list has one value for each widget and for each input that only takes links.
pub(super) fn without(class: &NodeClass, values: &[Value]) -> Option<Vec<Value>> {
    let are_forced = are_forced(class);
    if are_forced.len() != values.len() || !are_forced.contains(&true) {
        return None;
    }
    let own = values.iter().zip(are_forced);
    let own = own.filter(|(_, is_forced)| !is_forced);
    Some(own.map(|(value, _)| value.clone()).collect())
}

/// For each value of such a list, whether it is that of an input that only takes links.
fn are_forced(class: &NodeClass) -> Vec<bool> {
    let mut are_forced = Vec::new();
    let mut has_button = class.inputs.iter().any(|input| input.upload().is_some());
    for input in &class.inputs {
        // The upload button is the last of the required widgets.
        if !input.is_required && std::mem::take(&mut has_button) {
            are_forced.push(false);
        }
        if input.is_forced() || input.is_widget() {
            are_forced.push(input.is_forced());
            are_forced.extend(input.declares_control().then_some(false));
        }
    }
    are_forced.extend(has_button.then_some(false));
    are_forced
}
