//! What certain engines cannot take of the values of a run, besides what does not fit its fields.

use schema::{Field, FieldError, FieldKind, FieldValue, InputSchema, unreadable_image};
use workflow::Workflow;
use workflow::classes::NodeClasses;

/// The image formats that embedded engines read, as far as their first bytes show them.
const EMBEDDED_IMAGES: [&str; 5] = [
    "image/png",
    "image/jpeg",
    "image/webp",
    "image/gif",
    "image/bmp",
];

/// The errors of images that ComfyUI reads, but the embedded engines do not.
pub fn images_for_comfyui(
    schema: &InputSchema,
    values: &[(String, FieldValue)],
) -> Vec<FieldError> {
    let error = |(name, value): &(String, FieldValue)| {
        let field = schema.taking(name)?;
        let FieldValue::File(file) = value else {
            return None;
        };
        let format = file.sniffed.filter(|kind| {
            let is_image = field.kind == FieldKind::Image && kind.starts_with("image/");
            is_image && !EMBEDDED_IMAGES.contains(kind) && unreadable_image(kind).is_none()
        })?;
        let msg = format!(
            "“{}” is {format}, which the embedded engines cannot read; save it as PNG or JPEG, or connect ComfyUI",
            file.name
        );
        Some(FieldError {
            field: name.clone(),
            msg,
            kind: "image_format".to_owned(),
        })
    };
    values.iter().filter_map(error).collect()
}

/// Why engines with these classes cannot take the value of a field: it names a model that they lack. `given` is its
/// text; without one, its default is used.
pub fn missing_model(
    workflow: &Workflow,
    field: &Field,
    given: Option<&str>,
    classes: &NodeClasses,
) -> Option<String> {
    let input = workflow
        .app_inputs
        .iter()
        .find(|input| input.key() == field.node)?;
    let text = given.or(field.default.as_deref())?;
    let mut targets = input.targets.iter();
    targets.find_map(|target| {
        let model = workflow.model_in(target, text)?;
        workflow.missing_model(&model, classes)
    })
}
