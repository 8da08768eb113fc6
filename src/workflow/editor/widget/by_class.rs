//! Names values by the definition of their class, as the editor does: by position. If that does not fit, the file is
//! from another program or an older editor, whose way is found by what the values look like.

use serde_json::{Map, Value, json};

use super::departures;
use super::editor_only::{is_editor_only, is_spare, wrapped};
use super::extra::Extra;
use super::layout::{Departures, Layout, Placed, Values};
use super::shape;
use crate::classes::{ClassInput, InputKind, NodeClass, NodeClasses};
use crate::serialized::SerializedNode;
use crate::validation;

/// Classes for whose nodes the editor's own code adds a widget after all others, which only shows something.
const SHOWN_LAST: [&str; 3] = ["Preview3D", "SaveGLB", "WebcamCapture"];

/// A node of a class.
#[derive(Clone, Copy)]
pub(super) struct ClassNode<'a> {
    pub(super) name: &'a str,
    pub(super) class: &'a NodeClass,
    pub(super) node: &'a SerializedNode,
}

/// The values of a class's widgets.
#[derive(Default)]
pub(super) struct Named<'a> {
    pub(super) values: Map<String, Value>,
    /// The names of those that may change after each run, and whether they are drawn anew.
    pub(super) controlled: Vec<(String, bool)>,
    /// The names of those whose own value the editor reads as a prompt.
    pub(super) prompts: Vec<String>,
    /// The values for which it has no widget.
    pub(super) rest: Vec<&'a Value>,
    /// An input that may have one of them, if the editor has a widget for its type.
    pub(super) unknown: Option<&'a ClassInput>,
    /// Whether an engine would take all of them.
    pub(super) is_taken: bool,
}

/// The values of a node's widgets, from those that its file lists or names.
pub(super) fn named<'a>(of: ClassNode<'a>, values: Values<'a>) -> Named<'a> {
    let layout = fitting(of, values);
    let unknown = of.class.inputs.iter().find(|input| {
        let slots = &of.node.inputs;
        input.may_be_widget() && !slots.iter().any(|slot| slot.name == input.name)
    });
    let mut rest: Vec<&Value> = layout.rest().iter().collect();
    rest.retain(|value| !is_spare(value) && !repeats_color(value, &layout.widgets));
    let prompts = layout.widgets.iter().filter(|placed| is_prompt(placed));
    let prompts = prompts.map(|placed| placed.name.clone()).collect();
    let is_taken = is_taken(of, &layout);
    let named = layout.widgets.into_iter().filter_map(|placed| {
        let value = value(&placed, of.node)?;
        Some((placed.name, value))
    });
    Named {
        values: named.collect(),
        controlled: layout.controlled,
        prompts,
        rest,
        unknown,
        is_taken,
    }
}

/// The way that fits the values best: the editor's own, or else the nearest to it. What an engine takes is the editor's,
/// also if it ignores values behind the last widget; a pack may only have added a widget that is unknown here.
fn fitting<'a>(of: ClassNode<'a>, values: Values<'a>) -> Layout<'a> {
    let own = laid_out(of, values, Departures::default());
    let is_taken = is_taken(of, &own);
    let mut best = (misfits(&own), own);
    if best.0 == 0 || matches!(values, Values::Named(_)) {
        return best.1;
    }
    let ways = departures::nearest_first(of.class).into_iter();
    for how in ways.filter(|how| !is_taken || how.unknown) {
        let other = laid_out(of, values, how);
        let misfits = misfits(&other);
        let is_better = misfits < best.0 && (misfits == 0 || !is_taken);
        if is_better && !other.is_ambiguous {
            best = (misfits, other);
        }
        if misfits == 0 {
            break;
        }
    }
    best.1
}

/// Whether an engine would take the values; those of linked inputs are not sent. It takes everything for a text or a
/// flag, so that these must look like their own.
fn is_taken(of: ClassNode, layout: &Layout) -> bool {
    let is_linked = |name: &str| {
        let mut slots = of.node.inputs.iter();
        slots.any(|slot| slot.name == name && slot.link.is_some())
    };
    let are_taken = layout.widgets.iter().all(|placed| {
        placed.value.is_none_or(|value| {
            let value = read(value, placed.input);
            let fits = match placed.input.kind {
                InputKind::Integer | InputKind::Float | InputKind::Choice(_) => {
                    validation::takes(of.name, placed.input, &wrapped(value))
                }
                _ => shape::fits(&value, placed.input),
            };
            fits || is_linked(&placed.name)
        })
    });
    // The JavaScript of a pack may have removed a control, but not those of ComfyUI's own classes.
    are_taken && (layout.odd_extras == 0 || NodeClasses::core().contains(of.name))
}

/// The number of values that do not fit or belong to no widget.
fn misfits(layout: &Layout) -> usize {
    let rest = layout.rest().iter();
    let lost = rest.filter(|value| !is_spare(value) && !repeats_color(value, &layout.widgets));
    layout.odd + lost.count()
}

/// The widgets of a node in the order in which the editor creates them.
fn laid_out<'a>(of: ClassNode<'a>, values: Values<'a>, how: Departures) -> Layout<'a> {
    let mut layout = Layout::new(values, of.node, how);
    let inputs = &of.class.inputs;
    let has_upload = inputs.iter().any(|input| input.upload().is_some());
    let mut upload_is_next = has_upload && how.early_upload;
    let has_model_file = inputs.iter().any(|input| input.name == "model_file");
    for input in inputs {
        if upload_is_next && !input.is_required {
            layout.extra(Extra::Upload);
            upload_is_next = false;
        }
        if has_model_file && input.type_name() == "LOAD_3D" {
            for text in ["upload3dmodel", "uploadExtraResources", "clear"] {
                layout.extra_if_there(Extra::Button(text));
            }
        }
        layout.input(&input.name, input);
    }
    if SHOWN_LAST.contains(&of.name) {
        layout.extra_if_there(Extra::Shown);
    }
    layout.finish();
    layout
}

/// Whether a value is the second one of a color, as some editors saved it.
fn repeats_color(value: &Value, widgets: &[Placed]) -> bool {
    let mut colors = widgets
        .iter()
        .filter(|placed| placed.input.widget_type() == "COLOR");
    colors.any(|placed| placed.value == Some(value))
}

/// The value of a widget as the prompt contains it.
fn value(placed: &Placed, node: &SerializedNode) -> Option<Value> {
    if is_editor_only(&placed.name) || matches!(placed.input.kind, InputKind::Rows(_)) {
        return None;
    }
    let input = placed.input;
    let value = match placed.value {
        Some(value) => read(value, input),
        None => input.initial()?,
    };
    Some(match (input.widget_type(), &value) {
        ("LOAD_3D" | "LOAD_3D_ADVANCED", Value::Null | Value::String(_)) => viewport(node),
        ("CURVE", Value::Array(_)) => json!({"__type__": "CURVE", "__value__": value}),
        _ => wrapped(value),
    })
}

/// Whether the editor reads the widget's text as a prompt. It does so for the widgets that a node is made with, and
/// makes those that an option brings anew.
fn is_prompt(placed: &Placed) -> bool {
    placed.input.kind == InputKind::Text
        && placed.input.is_dynamic_prompt()
        && !placed.name.contains('.')
}

/// A saved value as the editor reads it.
fn read(value: &Value, input: &ClassInput) -> Value {
    match (&input.kind, value) {
        // A choice is never without a value.
        (InputKind::Choice(options), Value::Null) => options.first().cloned().unwrap_or_default(),
        (_, value) => value.clone(),
    }
}

/// What the editor sends of a 3D view: its camera. Pictures of it would need the view itself.
fn viewport(node: &SerializedNode) -> Value {
    json!({"image": "", "mask": "", "normal": "", "camera_info": node.camera, "recording": "",
           "model_3d_info": []})
}
