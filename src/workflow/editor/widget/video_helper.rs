//! Values of ComfyUI-VideoHelperSuite's nodes in older files, which its JavaScript migrates: lists, earlier names and
//! an earlier size. Source: its `useKVState`.

use serde_json::{Map, Value};

use crate::classes::NodeClass;

/// The names of the values in lists; an empty one is that of a button.
const LISTS: [(&str, &[&str]); 5] = [
    (
        "VHS_LoadImages",
        &[
            "directory",
            "",
            "image_load_cap",
            "skip_first_images",
            "select_every_nth",
        ],
    ),
    (
        "VHS_LoadImagesPath",
        &[
            "directory",
            "image_load_cap",
            "skip_first_images",
            "select_every_nth",
        ],
    ),
    (
        "VHS_VideoCombine",
        &[
            "frame_rate",
            "loop_count",
            "filename_prefix",
            "format",
            "pingpong",
            "save_image",
        ],
    ),
    ("VHS_LoadVideo", &LOAD_VIDEO),
    ("VHS_LoadVideoPath", &LOAD_VIDEO),
];
const LOAD_VIDEO: [&str; 6] = [
    "video",
    "force_rate",
    FORCE_SIZE,
    "frame_load_cap",
    "skip_first_frames",
    "select_every_nth",
];
/// The earlier size: a word, or numbers such as `512x?`.
const FORCE_SIZE: &str = "force_size";

/// The values of a node by their present names; `None` if it is of another pack or its list is another one.
pub(super) fn named(class: &str, values: &Value) -> Option<Map<String, Value>> {
    if !class.starts_with("VHS_") {
        return None;
    }
    let mut named = match values {
        Value::Object(named) => named.clone(),
        Value::Array(values) => of_list(class, values)?,
        _ => return None,
    };
    named.retain(|name, _| !(name.starts_with("choose ") && name.ends_with(" to upload")));
    if class == "VHS_VideoCombine"
        && let Some(value) = named.shift_remove("save_image")
    {
        named.entry("save_output").or_insert(value);
    }
    if let Some(Value::String(size)) = named.shift_remove(FORCE_SIZE) {
        set_size(&size, &mut named);
    }
    Some(named)
}

/// Gives a node the widgets of its format, which are no inputs of the class: those of other formats have no values, and
/// those without a value have their initial one.
pub(super) fn set_format(class: &NodeClass, named: &mut Map<String, Value>) {
    let formats = class
        .input("format")
        .and_then(|input| input.settings.get("formats"));
    let chosen = named.get("format").and_then(Value::as_str);
    let widgets = formats.zip(chosen);
    let widgets = widgets.and_then(|(formats, format)| formats.get(format)?.as_array());
    let widgets: Vec<(&str, &Value)> = widgets
        .into_iter()
        .flatten()
        .filter_map(|widget| Some((widget.get(0)?.as_str()?, widget)))
        .collect();
    named.retain(|name, _| {
        class.input(name).is_some() || widgets.iter().any(|(widget, _)| widget == name)
    });
    for (name, widget) in widgets {
        if let Some(initial) = initial(widget) {
            named.entry(name).or_insert_with(|| initial.clone());
        }
    }
}

/// The initial value of a widget: `[name, type or options, settings]`.
fn initial(widget: &Value) -> Option<&Value> {
    let default = widget.get(2).and_then(|settings| settings.get("default"));
    default.or_else(|| widget.get(1)?.get(0))
}

fn of_list(class: &str, values: &[Value]) -> Option<Map<String, Value>> {
    let (_, names) = LISTS.iter().find(|(own, _)| *own == class)?;
    if values.len() < names.len() {
        return None;
    }
    let named = names.iter().zip(values);
    let named = named.filter(|(name, _)| !name.is_empty());
    Some(
        named
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect(),
    )
}

/// Sets what an earlier size says of width and height; 0 is that of the video.
fn set_size(size: &str, named: &mut Map<String, Value>) {
    let (width, height) = match size.split_once('x') {
        Some((width, height)) => (Some(number(width)), Some(number(height))),
        None => (
            ["Disabled", "Custom Height"].contains(&size).then_some(0),
            ["Disabled", "Custom Width"].contains(&size).then_some(0),
        ),
    };
    for (name, number) in [("custom_width", width), ("custom_height", height)] {
        if let Some(number) = number {
            named.insert(name.to_owned(), Value::from(number));
        }
    }
}

/// A whole number; 0 for `?`.
fn number(text: &str) -> u32 {
    text.trim().parse().unwrap_or_default()
}
